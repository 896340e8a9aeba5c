import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NetworkMark } from './network-mark.tsx';

test('X and LinkedIn each have their own mark, in the color of the text', () => {
  const [x, linkedin] = [
    renderToStaticMarkup(<NetworkMark network="x" />),
    renderToStaticMarkup(<NetworkMark network="linkedin" />),
  ];
  expect(x).not.toBe(linkedin);
  for (const mark of [x, linkedin]) expect(mark).toMatch(/^<svg[^>]* fill="currentColor" aria-hidden="true">/);
});
