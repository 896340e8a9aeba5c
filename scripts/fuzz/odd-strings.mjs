/** Texts that have broken some program before, short enough to fit anywhere. */
const SHORT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\ufeff',
  '\u202egnp.exe',
  'ﬀİıŸ',
  '👩‍👩‍👧‍👦'.repeat(5),
  'e\u0301'.repeat(20),
  'Z̸̨̛͔a̷l̵g̶o̴',
  '\r\nset-cookie: session=1',
  '\u2028\u2029',
  '\u007f\u0080\u009f',
  '%',
  '%00',
  '%E0%A4%A',
  '%ff%fe',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '//evil.example/',
  'https://evil.example/',
  'javascript:alert(1)',
  "'; drop table users; --",
  '\\',
  '\\x00\\u0000',
  '"',
  '<script>alert(1)</script>',
  '</script><!--',
  '{{constructor.constructor("return 1")()}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '9007199254740993',
  '2026-02-30T25:61:61Z',
  '0000-00',
  '9999-12',
  '-infinity',
  'Europe/Nowhere',
  'Etc/GMT+99',
  'en-u-ca-buddhist-nu-thai',
  'x-y-z',
  '| a | b |\n| --- | --- |\n| c |',
  '=HYPERLINK("http://evil.example")',
  '\t\n\v\f',
  '[](javascript:alert(1))',
  '\u{10ffff}',
];

/** Repeated pieces that make a backtracking pattern or loop slow. */
const REPEATED = [
  'a',
  '.',
  '@',
  ' ',
  '\n',
  '\\',
  '"',
  '%',
  '%41',
  '[',
  '(',
  '<',
  '*',
  '_',
  '`',
  '- ',
  '> ',
  '|',
  '&',
  'a.',
  'a@',
  '+',
  '\u0000',
  'İ',
  '👍',
  '\u0301',
  '0',
  ',',
  '=',
  '-',
  '/',
  '../',
  ';',
  '![',
  '[a](',
  '**a',
  '<a ',
  '&#x',
  '\t',
  '1.',
  '://',
  'a b ',
];
/** Wrapped around the repeated piece, so that the start matches a pattern and the end does not. */
const WRAPS = [
  ['', ''],
  ['a@', ''],
  ['a', '@'],
  ['a@', '@a'],
  ['+1', 'x'],
  ['a+', '@example.com'],
  ['https://', ' '],
  ['', '!'],
  ['"', ''],
];
const LENGTHS = [64, 255, 1_000, 2_001, 8_001, 20_001, 60_000, 120_000, 250_000];

/** A text that nobody would type. `maxLength` bounds its length. */
export function oddString(random, maxLength = 250_000) {
  if (random.isChance(0.75)) return random.pick(SHORT);
  const piece = random.pick(REPEATED);
  const [before, after] = random.pick(WRAPS);
  const wanted = Math.min(random.pick(LENGTHS), maxLength);
  return `${before}${piece.repeat(Math.ceil(wanted / piece.length)).slice(0, wanted)}${after}`;
}

/** A text with a valid length, made of characters that count as more or fewer than they look. */
export function stringOfLength(random, length) {
  const filler = random.pick(['a', 'a ', 'é', 'x.', 'Wö ', '漢', '👍', 'aB3-']);
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
}
