const DEPTH = 10_000;

const nested = (open, close) => `${open.repeat(DEPTH)}1${close.repeat(DEPTH)}`;

/** Replacements for one JSON value that an in-memory value can't express. */
const RAW_VALUES = [
  '1e999',
  '-1e999',
  '1E400',
  '123456789012345678901234567890',
  '0.1e-400',
  nested('[', ']'),
  nested('{"a":', '}'),
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '"\\ud800"',
  '"\\u0000"',
  '"\\udc00\\ud800"',
  `[${'1,'.repeat(60_000)}1]`,
  `[${'[],'.repeat(40_000)}1]`,
  `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
];

const BREAKS = [
  (text) => text.slice(0, -1),
  (text, random) => text.slice(0, random.int(0, text.length)),
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => `${text},`,
  (text) => `[${text}]`,
  (text) => `{"json":${text}}`,
  (text) => `{"0":${text}}`,
  (text) => JSON.stringify(text),
  (text) => text.replace('{', '{"email":1,"id":2,'),
  (text) => text.replaceAll(':', '::'),
  (text) => `${text}\u0000`,
  (text) => `/* */${text}`,
  () => '',
  () => 'null',
  () => '"text"',
  () => 'undefined',
  () => 'NaN',
  () => '[]',
  () => '{}',
  () => ' '.repeat(200_000),
];

/** Replaces one value with something that only JSON text can express. */
export function withRawValue(text, random) {
  const places = [...text.matchAll(/:(?=["\d[{tfn-])("(?:[^"\\]|\\.)*"|[^,}\]]+)/g)].slice(0, 40);
  const raw = random.pick(RAW_VALUES);
  if (places.length === 0) return raw;
  const place = random.pick(places);
  return `${text.slice(0, place.index)}:${raw}${text.slice(place.index + place[0].length)}`;
}

/** Text that is almost JSON. */
export function brokenJson(text, random) {
  return random.isChance(0.45) ? withRawValue(text, random) : random.pick(BREAKS)(text, random);
}
