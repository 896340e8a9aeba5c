import type { PGlite } from '@electric-sql/pglite';
import type { Sql } from 'postgres';
import type { Shape } from './statement-files.ts';

type Described = { parameters: number[]; columns: { name: string; type: number }[] };
/** A database that can prepare a statement without running it. */
export type Describer = {
  describe: (text: string) => Promise<Described>;
  /** The names of types, by their OIDs. */
  types: () => Promise<ReadonlyMap<number, string>>;
};
const TYPES = 'select oid::int4 as oid, oid::regtype::text as name from pg_type';
type TypeRow = { oid: number; name: string };
const byOid = (rows: readonly TypeRow[]) => new Map(rows.map(({ oid, name }) => [oid, name]));

export const describerOnPglite = (pglite: PGlite): Describer => ({
  describe: async (text) => {
    const { queryParams, resultFields } = await pglite.describeQuery(text);
    return {
      parameters: queryParams.map(({ dataTypeID }) => dataTypeID),
      columns: resultFields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
    };
  },
  types: async () => byOid((await pglite.query<TypeRow>(TYPES)).rows),
});

export const describerOnPostgres = (sql: Sql): Describer => ({
  describe: async (text) => {
    const { types, columns } = await sql.unsafe(text).describe();
    return { parameters: types, columns: (columns ?? []).map(({ name, type }) => ({ name, type })) };
  },
  types: async () => byOid(await sql.unsafe<TypeRow[]>(TYPES)),
});

/** What the database says about each statement: its shape, or why it can't be prepared. */
export async function describeStatements(
  { describe, types }: Describer,
  texts: readonly string[],
): Promise<Map<string, Shape | Error>> {
  const names = await types();
  const nameOf = (type: number) => names.get(type) ?? `type ${type}`;
  const shapes = new Map<string, Shape | Error>();
  for (const text of texts)
    try {
      const { parameters, columns } = await describe(text);
      shapes.set(text, {
        parameters: parameters.map(nameOf),
        columns: columns.map(({ name, type }) => `${name} ${nameOf(type)}`),
      });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      shapes.set(text, error);
    }
  return shapes;
}
