import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { useCall } from './use-call.ts';

it('a call is made once, even if its form is submitted again before it shows as busy', async () => {
  let answer = () => {};
  const make = vi.fn((_api: Api, _email: string) => new Promise<void>((resolve) => (answer = resolve)));
  const onDone = vi.fn();
  const onRender = vi.fn((_call: { run: (email: string) => void }) => null);
  const Page = () => onRender(useCall(make, { onDone }));
  renderToStaticMarkup(<Page />);
  const run = (email: string) => onRender.mock.lastCall?.[0].run(email);

  run('ana@example.com');
  run('ana@example.com');
  await vi.waitFor(() => expect(make).toHaveBeenCalled());
  answer();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(make).toHaveBeenCalledTimes(1);

  run('noor@example.com');
  await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(2));
});
