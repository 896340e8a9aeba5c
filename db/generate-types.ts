import { sql } from 'kysely';
import type { Db } from './client.ts';

type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  udt_name: string;
  is_nullable: string;
  column_default: string | null;
  target: string | null;
  allowed: string | null;
};

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  tsvector: 'string',
  'bit varying': 'string',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  jsonb: 'Record<string, unknown>',
  bytea: 'Uint8Array',
};

const ARRAY_TYPES: Record<string, string> = { _text: 'string[]', _uuid: 'string[]', _int4: 'number[]' };

const BRANDS: Record<string, string> = {
  users: 'UserId',
  conversations: 'ConversationId',
  messages: 'MessageId',
  turns: 'TurnId',
  factors: 'FactorId',
  factor_challenges: 'ChallengeId',
};

/** Turns a check like `status in ('a', 'b')` into a union, so that a misspelled value does not compile. */
function allowedValues(column: Column): string | null {
  if (!column.allowed || !/ARRAY\[/.test(column.allowed)) return null;
  const values = [...column.allowed.matchAll(/'([^']+)'::text/g)].map((match) => `'${match[1]}'`);
  return column.data_type === 'ARRAY' ? `(${values.join(' | ')})[]` : values.join(' | ');
}

function columnType(column: Column): string {
  const owner = column.column_name === 'id' ? column.table_name : column.target;
  const branded = column.data_type === 'uuid' && owner ? BRANDS[owner] : undefined;
  const base = branded ?? allowedValues(column) ?? TYPES[column.data_type] ?? ARRAY_TYPES[column.udt_name];
  if (!base) throw new Error(`No type for ${column.table_name}.${column.column_name}: ${column.data_type}`);
  const type = column.is_nullable === 'YES' ? `${base} | null` : base;
  return column.column_default === null ? type : `Generated<${type}>`;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The text of types.gen.ts for the schema in `db`. */
export async function generateTypes(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.table_name, c.column_name, c.data_type, c.udt_name, c.is_nullable, c.column_default,
      (select min(target.relname) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.column_name and a.attnum = any (k.conkey)
        join pg_class target on target.oid = k.confrelid
        join pg_attribute r on r.attrelid = k.confrelid and r.attnum = k.confkey[array_position(k.conkey, a.attnum)]
        where k.contype = 'f' and k.conrelid = format('public.%I', c.table_name)::regclass and r.attname = 'id') as target,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.column_name
        where k.contype = 'c' and k.conrelid = format('public.%I', c.table_name)::regclass and k.conkey = array[a.attnum]) as allowed
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name not like 'kysely_%'
    order by c.table_name, c.ordinal_position`.execute(db);
  const tables = Map.groupBy(
    rows.map((row) => ({ ...row, target: row.target ?? (row.column_name === 'user_id' ? 'users' : null) })),
    (row) => row.table_name,
  );
  const parts = [...tables].map(
    ([table, columns]) =>
      `export type ${pascal(table)}Table = {\n${columns.map((column) => `  ${column.column_name}: ${columnType(column)};`).join('\n')}\n};\n`,
  );
  const brands = Object.entries(BRANDS).map(
    ([table, name]) => `export type ${name} = string & { readonly [id]: '${table}' };`,
  );
  const database = `export type DB = {\n${[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`).join('\n')}\n};\n`;
  return [
    "// Generated from the migrations by `npm run db:types`. A test checks that it is current.\nimport type { Generated } from 'kysely';\n",
    `declare const id: unique symbol;\n${brands.join('\n')}\n`,
    ...parts,
    database,
  ].join('\n');
}
