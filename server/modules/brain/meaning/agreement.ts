/** Fewer texts are too few to compare, and more take longer than they tell. */
const TEXTS_MIN = 8;
const TEXTS_MAX = 32;
/** A beginning of this many letters stands for a word's stem. */
const STEM_LETTERS = 5;
const WORD_LETTERS_MIN = 4;

/** A text and its stored vector. */
type MeantText = { text: string; numbers: Uint8Array };

const stemsIn = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length >= WORD_LETTERS_MIN)
      .map((word) => word.slice(0, STEM_LETTERS)),
  );

function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(a.size * b.size);
}

/** A vector of length 1 in the same direction. */
function unitVector(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = Float64Array.from({ length: bytes.byteLength / 2 }, (_, index) => view.getInt16(index * 2, true));
  const length = Math.hypot(...numbers) || 1;
  return numbers.map((number) => number / length);
}

function cosine(a: Float64Array, b: Float64Array): number {
  let product = 0;
  for (let index = 0; index < a.length; index += 1) product += (a[index] ?? 0) * (b[index] ?? 0);
  return product;
}

/** Pearson's correlation of two lists of the same length; 0 if one of them is always the same. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [x, y] = [mean(xs), mean(ys)];
  let [product, squaresX, squaresY] = [0, 0, 0];
  for (const [index, value] of xs.entries()) {
    const other = (ys[index] ?? 0) - y;
    product += (value - x) * other;
    squaresX += (value - x) ** 2;
    squaresY += other ** 2;
  }
  return squaresX === 0 || squaresY === 0 ? 0 : product / Math.sqrt(squaresX * squaresY);
}

/**
 * How far vectors agree with words, from -1 to 1: texts that share words should have similar vectors. Those of a model
 * that knows nothing of the language, or of anything, don't. Null if there are too few texts to tell, or none share a
 * word.
 */
export function agreementOf(texts: readonly MeantText[]): number | null {
  if (texts.length < TEXTS_MIN) return null;
  const compared = texts
    .slice(0, TEXTS_MAX)
    .map(({ text, numbers }) => ({ stems: stemsIn(text), vector: unitVector(numbers) }));
  const pairs = compared.flatMap((a, index) => compared.slice(index + 1).map((b) => [a, b] as const)); // reason: a pair
  const shared = pairs.map(([a, b]) => sharedWords(a.stems, b.stems));
  if (shared.every((share) => share === 0)) return null;
  return correlation(
    shared,
    pairs.map(([a, b]) => cosine(a.vector, b.vector)),
  );
}
