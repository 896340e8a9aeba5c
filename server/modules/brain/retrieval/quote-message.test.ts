import { expect, test } from 'vitest';
import { quoteMessage } from './quote-message.ts';

const filler = 'Another sentence about the shop. '.repeat(20);

test.each([
  ['a short message is quoted whole', 'We glaze every bowl twice.', ['bowl'], 'We glaze every bowl twice.'],
  ['a quote has no Markdown', '**Bold** [link](https://x.example/y) and `code`', ['bold'], 'Bold link and code'],
  ['a message without the words is quoted from its beginning', 'One two three', ['four'], 'One two three'],
])('%s', (_, content, words, expected) => {
  expect(quoteMessage({ content, words })).toBe(expected);
});

test.each([
  ['in the middle', `${filler}The celadon glaze is fired in winter. ${filler}`],
  ['in a list', `${filler}\n- **celadon glaze**\n- ${filler}`],
])('a long message is quoted around the words %s, and begins and ends with whole words', (_, content) => {
  const quote = quoteMessage({ content, words: ['celadon'] });
  expect(quote.length).toBeLessThanOrEqual(400);
  expect(quote).toContain('celadon glaze');
  const words = new Set(content.match(/\p{L}+/gu));
  expect((quote.match(/\p{L}+/gu) ?? []).filter((word) => !words.has(word))).toEqual([]);
  expect(quote).toMatch(/^….*…$/);
  expect(quote).not.toMatch(/[*[\]`]/);
});
