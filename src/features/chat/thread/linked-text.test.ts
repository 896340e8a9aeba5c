import { expect, it } from 'vitest';
import { linksInText } from './linked-text.tsx';

const links = (text: string) => linksInText(text).flatMap(({ href }) => href ?? []);

it.each([
  ['Look at https://shop.example/a?b=1#c, please.', ['https://shop.example/a?b=1#c']],
  ['(see http://shop.example/x) and www.Shop.example!', ['http://shop.example/x', 'https://www.Shop.example']],
  ['https://en.wikipedia.org/wiki/Rye_(bread)', ['https://en.wikipedia.org/wiki/Rye_(bread)']],
  ['店は https://shop.example/店。', ['https://shop.example/店']],
  ['javascript:alert(1) ftp://a.example shop.example', []],
  ['https:// and www., https://localhost/', []],
  ['<a href="https://shop.example/">', ['https://shop.example/']],
])('in one’s own message %j, these are links: %j', (text, expected) => {
  expect(links(text)).toEqual(expected);
});

it('the text stays as it was typed', () => {
  const text = 'One  https://a.example/.\n\n  Two (www.b.example), https://';
  expect(
    linksInText(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
