import { describe, expect, it } from 'vitest';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { readRules } from './product-rules.ts';
import { isProductText, readTexts } from './read-texts.ts';
import { readSourceFiles } from './source-files.ts';

// docs/product-rules.md quotes each fixed text in full, so that editing the text in the product fails here.
const rows = readRules().rules.flatMap(({ id, statement }) =>
  [...statement.matchAll(/"([^"]+)"/g)].map(([, text = '']) => [id, text] as const),
);

/** Names and figures vary between sentences, so each counts as a gap. */
const withGaps = (text: string) =>
  text
    .replaceAll(/\{[^}]*\}/g, '{}')
    .replaceAll(PRODUCT_NAME, '{}')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The texts of screens, emails and prompts, as `withGaps` has them. */
const textsOfProduct = () =>
  readTexts(readSourceFiles(/\.tsx?$/).filter(({ path }) => isProductText(path))).map(({ text }) => withGaps(text));

describe('fixed texts stand whole in the product, to the letter', () => {
  const product = textsOfProduct();
  const stands = (text: string) =>
    product.some((found) => found === withGaps(text) || found.startsWith(`${withGaps(text)} `));

  it.each(rows)('%s appears in full: %s', (_id, text) => {
    expect(stands(text)).toBe(true);
  });

  it('and a text that nobody wrote is missed', () => {
    expect(rows.length, 'a check that sees nothing proves nothing').toBeGreaterThan(100);
    expect(stands('This sentence is not in the product.')).toBe(false);
  });
});
