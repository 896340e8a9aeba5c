import postgres from 'postgres';
import { ARRAY_TYPES } from './array-types.ts';
import { INT8 } from './int8.ts';

/** PostgreSQL's numbers of the two types. */
const [JSON_TYPE, JSONB] = [114, 3802];

export type Types = { bigint: number; json: unknown };

/** A client of postgres.js that reads and writes values as the embedded database does. */
export function openPostgresClient(
  url: string,
  options: { max?: number; connection?: Record<string, number | string>; onclose?: () => void } = {},
) {
  return postgres(url, {
    connect_timeout: 5,
    // The default backoff grows to 20 s for all connections together, so turns would be settled long after a restart.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    idle_timeout: 60,
    max_lifetime: null,
    onnotice: () => undefined,
    // The types of arrays are below: see ARRAY_TYPES.
    fetch_types: false,
    types: {
      ...ARRAY_TYPES,
      bigint: { to: INT8, from: [INT8], serialize: String, parse: Number },
      // Text is JSON already, as on the embedded database: the job library writes its own.
      json: {
        to: JSON_TYPE,
        from: [JSON_TYPE, JSONB],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string): unknown => JSON.parse(text),
      },
    },
    ...options,
  });
}
