type Parse = (element: string) => unknown;
const asText: Parse = (element) => element;
const asDate: Parse = (element) => new Date(element);
const asJson: Parse = (element) => JSON.parse(element);

/**
 * The types of PostgreSQL's arrays, and what their elements become here. Source: its catalog, pg_type.dat, which never
 * renumbers a type.
 */
const ARRAYS: Record<string, { oid: number; parse: Parse }> = {
  booleans: { oid: 1000, parse: (element) => element === 't' },
  names: { oid: 1003, parse: asText },
  smallints: { oid: 1005, parse: Number },
  integers: { oid: 1007, parse: Number },
  texts: { oid: 1009, parse: asText },
  varchars: { oid: 1015, parse: asText },
  bigints: { oid: 1016, parse: Number },
  reals: { oid: 1021, parse: Number },
  doubles: { oid: 1022, parse: Number },
  oids: { oid: 1028, parse: Number },
  timestamps: { oid: 1185, parse: asDate },
  jsons: { oid: 199, parse: asJson },
  jsonbs: { oid: 3807, parse: asJson },
  uuids: { oid: 2951, parse: asText },
};

/**
 * The elements of an array as PostgreSQL writes one, such as `{1,NULL,"a, b"}`. We have none with several dimensions.
 */
export function parseArray(text: string, parse: Parse): unknown[] {
  const elements: unknown[] = [];
  let at = 1;
  while (at < text.length - 1) {
    if (text[at] === '{') throw new Error('an array of arrays');
    if (text[at] === '"') {
      let element = '';
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        element += text[at];
      }
      elements.push(parse(element));
      // The quotation mark and the comma.
      at += 2;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma === -1 ? text.length - 1 : comma;
      const element = text.slice(at, end);
      elements.push(element === 'NULL' ? null : parse(element));
      at = end + 1;
    }
  }
  return elements;
}

function writeElement(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  const text = typeof element === 'string' ? element : JSON.stringify(element);
  const written = element instanceof Date ? element.toISOString() : text;
  return `"${written.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Text is an array as PostgreSQL writes one. */
export const serializeArray = (value: unknown): string =>
  typeof value === 'string' ? value : `{${(value as unknown[]).map(writeElement).join(',')}}`; // reason: the driver passes what a statement was given for an array

/**
 * How postgres.js reads and writes arrays. It would ask each new connection for these types itself, in a query whose
 * failure nobody handles, which ends the process: a database that falls silent or closes the connection in that moment
 * is enough.
 */
export const ARRAY_TYPES = Object.fromEntries(
  Object.entries(ARRAYS).map(([name, { oid, parse }]) => [
    name,
    { to: oid, from: [oid], serialize: serializeArray, parse: (text: string) => parseArray(text, parse) },
  ]),
);
