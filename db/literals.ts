import { sql, type RawBuilder } from 'kysely';

/**
 * Part of a statement: a list of constants, like `('a', 'b')`. Unlike parameters, PostgreSQL matches them with partial
 * indexes. Only for lists that are written in our code.
 */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`;
