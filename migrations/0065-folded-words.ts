import { sql, type Kysely, type RawBuilder } from 'kysely';

const MARKS =
  '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+';
const LONG_LETTERS = ['ßss', 'æae', 'œoe', 'þth'];
const LETTERS = { from: 'øđðħıłŋŧς', to: 'oddhilntσ' };
const SEPARATORS =
  '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe6f\ue000-\uf8ff\ufff0-\uffff\u{1f000}-\u{1faff}]+';
const NUMBER = '[0-9]+(?:[ .,:()/+\u2010-\u2015-]{1,3}[0-9]+)*';
const SIGNED = '(?<![0-9a-z])[a-z][0-9a-z]{0,2}(?:[+][+]|[+#](?![0-9a-z]))';
const EMOJI = '[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}]';

const withoutMarks = sql`lower(regexp_replace(normalize(left(content, 100000), NFKD), ${sql.lit(MARKS)}, '', 'g'))`;
const plainLetters = LONG_LETTERS.reduce<RawBuilder<unknown>>(
  (text, [letter, ...plain]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(plain.join(''))})`,
  sql`translate(${withoutMarks}, ${sql.lit(LETTERS.from)}, ${sql.lit(LETTERS.to)})`,
);
const folded = sql`normalize(${plainLetters}, NFC)`;

/** The words without accents, and also numbers without their separators, short names with a symbol, and emoji. */
const words = sql`(
  select array_to_tsvector(array(
    select distinct left(user_id::text, 8) || word from (
      select left(word, 60) as word from regexp_split_to_table(said.text, ${sql.lit(SEPARATORS)}) as word
      union all
      select left(array_to_string(parts.list[first:first + 19], ''), 20)
      from regexp_matches(said.text, ${sql.lit(`${NUMBER}|${SIGNED}|${EMOJI}`)}, 'g') as beside,
        lateral (select case when beside[1] ~ '^[0-9]' then regexp_split_to_array(beside[1], '[^0-9]+') else beside end as list) as parts,
        generate_subscripts(parts.list, 1) as first
    ) as found where word <> ''))
  from (select left(${folded}, 100000) as text offset 0) as said)`;

const formerWords = sql`array_to_tsvector(array(
  select distinct left(user_id::text, 8) || left(lexeme, 60)
  from unnest(tsvector_to_array(to_tsvector('simple', left(content, 100000)))) as lexeme))`;

// An answer that is still being written has no words yet.
const update = (value: RawBuilder<unknown>) => sql`update messages set words = ${value} where words is not null`;

/** Accents, ligatures and widths don't matter to a search, and numbers are found without their separators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ knowsLetters: boolean }>`select lower('Ø') = 'ø' as "knowsLetters"`.execute(db);
  if (rows[0]?.knowsLetters === false)
    throw new Error(
      'The database in DATABASE_URL knows only English letters, and search needs all of them. Dump it, and restore it into one ' +
        'from `createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 tenfold`.',
    );
  await update(words).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await update(formerWords).execute(db);
}
