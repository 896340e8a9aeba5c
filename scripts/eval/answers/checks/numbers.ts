/** A number as it is written, and the values it can have: `1,200` is twelve hundred, or one and a fifth. */
export type WrittenNumber = { written: string; readings: number[]; decimals: number; isPercent: boolean };

// A letter before the digits makes a name of them, such as A4 or MP4.
const NUMBER = /(?<![\p{L}\p{N}_]|\d[.,])(?:\d{1,3}(?:[.,'’\u00A0\u202F]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)/gu;
const PERCENT = /^[\s\u00A0\u202F]?(?:%|percent|prozent|por ciento|pour cent)/i;

function readingsOf(written: string): { readings: number[]; decimals: number } {
  const parts = written.split(/[.,'’\u00A0\u202F]/);
  const last = parts.at(-1) ?? '';
  const whole = Number(parts.join(''));
  if (parts.length === 1) return { readings: [whole], decimals: 0 };
  const decimal = Number(`${parts.slice(0, -1).join('')}.${last}`);
  if (last.length !== 3) return { readings: [decimal], decimals: last.length };
  return parts.length === 2 ? { readings: [whole, decimal], decimals: 0 } : { readings: [whole], decimals: 0 };
}

/** Every number that a text writes in digits. */
export function numbersIn(text: string): WrittenNumber[] {
  return [...text.matchAll(NUMBER)].map((found) => {
    const [written] = found;
    const isPercent = PERCENT.test(text.slice(found.index + written.length));
    return { written, isPercent, ...readingsOf(written) };
  });
}

const WORDS: Record<string, number> = Object.fromEntries(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'un deux trois quatre cinq six sept huit neuf dix onze douze',
  ].flatMap((row) => row.split(' ').map((word, index) => [word, index + 1] as const)),
);
/** Words that mean more than twelve, and other forms of one and of half a dozen. */
const MORE_WORDS: Record<string, number> = {
  thirty: 30,
  fifty: 50,
  hundred: 100,
  eine: 1,
  einen: 1,
  una: 1,
  une: 1,
  dozen: 12,
  dreißig: 30,
  treinta: 30,
  trente: 30,
};

/** Every number that a text spells out, for what was given: “five leads” allows a 5. */
export function spelledNumbersIn(text: string): number[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => WORDS[word] ?? MORE_WORDS[word] ?? []);
}
