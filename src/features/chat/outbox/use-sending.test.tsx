import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useSendOnceKnown } from './use-sending.ts';

it.each([
  ['is sent right away', 'is known to be this teammate’s', true, 1],
  ['isn’t sent to the wrong one', 'may be another teammate’s', false, 0],
])('a message %s while its conversation %s', (_what, _when, isKnown, sent) => {
  const send = vi.fn();
  const onRender = vi.fn((_send: () => void) => null);
  const Page = () => onRender(useSendOnceKnown('draft', isKnown, send));
  renderToStaticMarkup(<Page />);
  onRender.mock.lastCall?.[0]();
  expect(send).toHaveBeenCalledTimes(sent);
});
