import { KNOWER, personId } from './people.mjs';

/** Texts of the person who knows most, and of everyone else together. */
const OWN = { facts: 10_000, passages: 90_000, words: 100 };
const OTHERS = { people: 200, facts: 500, passages: 4_500, words: 20 };
const FACT_WORDS = 12;
const BATCH = 3_000;
const VOCABULARY = 30_000;
/** Word number `n` is used in proportion to 1 / (n + SMOOTHING), about as in natural texts (Zipf). */
const SMOOTHING = 5;

const SYLLABLES = 'ba de ki lo mu na pe ri so tu va we xi yo za bri cla dro fle gra sta tri plo qui sne'.split(' ');
const ENDINGS = 'bcdfgklmnprst';

/** The same numbers from 0 to 1 in every run. */
export function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words that no language has, the most common first, so that none is a stop word or has a stem. */
export function vocabulary() {
  const next = numbersFrom(7);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const words = new Set();
  while (words.size < VOCABULARY)
    words.add(`${Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(SYLLABLES)).join('')}${pick(ENDINGS)}`);
  return [...words];
}

function textsFrom(words) {
  const next = numbersFrom(11);
  const shares = new Float64Array(words.length);
  let sum = 0;
  for (const index of shares.keys()) {
    sum += 1 / (index + SMOOTHING);
    shares[index] = sum;
  }
  const draw = () => {
    const at = next() * sum;
    let [from, to] = [0, shares.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (shares[middle] < at) from = middle + 1;
      else to = middle;
    }
    return words[from];
  };
  return (length) => Array.from({ length }, draw).join(' ');
}

/** The words of a text, behind the first digits of its owner, as the product indexes them. */
const wordsOf = (sql, userId) =>
  sql`array_to_tsvector(array(select distinct ${userId.slice(0, 8)} || word from regexp_split_to_table(t.text, ' ') as word))`;

async function seedPerson(sql, write, userId, { facts, passages, words }) {
  const [{ id: sourceId }] = await sql`
    insert into sources (id, user_id, kind, name, state, used_from, added_at, bytes)
    values (gen_random_uuid(), ${userId}, 'file', 'prices.md', 'ready', now(), now(), 1000) returning id`;
  const batches = (count) =>
    Array.from({ length: Math.ceil(count / BATCH) }, (_, index) => Math.min(BATCH, count - index * BATCH));
  const tableOf = (size, length) => sql`
    (select text, ordinality::int as n from jsonb_array_elements_text(${sql.json(Array.from({ length: size }, () => write(length)))})
      with ordinality as texts (text, ordinality)) as t`;
  for (const [index, size] of batches(passages).entries())
    await sql`insert into passages (id, user_id, source_id, number, position, text, language, words)
      select gen_random_uuid(), ${userId}, ${sourceId}, ${index * BATCH} + n, ${index * BATCH} + n, t.text, 'en', ${wordsOf(sql, userId)}
      from ${tableOf(size, words)}`;
  for (const [index, size] of batches(facts).entries())
    await sql`insert into facts (id, user_id, number, kind, subject, statement, state, source, learned_at, language, words)
      select gen_random_uuid(), ${userId}, ${index * BATCH} + n, 'product', left(t.text, 30), t.text, 'confirmed', 'typed',
        now() - n * interval '1 hour', 'en', ${wordsOf(sql, userId)}
      from ${tableOf(size, FACT_WORDS)}`;
}

/** Facts and passages of one person, 100,000 together, beside a million of others. Everything is made up of the words of `vocabulary`. */
export async function seedKnowledge(sql) {
  const write = textsFrom(vocabulary());
  await sql`insert into users (id, email, email_lower, created_at)
    select id, id || '@bench.test', id || '@bench.test', now() from (
      select (lpad(to_hex(n + 268435456), 8, '0') || '-0000-4000-a000-000000000000')::uuid as id from generate_series(1, ${OTHERS.people}) n) others`;
  await sql`insert into profiles (user_id, updated_at) select id, now() from users where email like '%-a000-000000000000@bench.test'`;
  const others = await sql`select id from users where email like '%-a000-000000000000@bench.test' order by id`;
  await seedPerson(sql, write, personId(KNOWER), OWN);
  for (const { id } of others) await seedPerson(sql, write, id, OTHERS);
  for (const table of ['facts', 'passages']) {
    const counted = sql(table);
    await sql`insert into word_counts (user_id, word, ${counted})
      select user_id, substr(word, 9), count(*) from ${counted}, unnest(tsvector_to_array(words)) as word group by 1, 2 order by 1, 2
      on conflict (user_id, word) do update set ${counted} = excluded.${counted}`;
  }
  await sql`update profiles set facts_numbered = known.facts, passages_numbered = known.passages, text_languages = '{english}'
    from (select user_id, (select count(*) from facts f where f.user_id = s.user_id) as facts,
      (select count(*) from passages p where p.user_id = s.user_id) as passages from sources s) known
    where profiles.user_id = known.user_id`;
}

/** Questions, round by round: of so many of the 50 most common words, of those from the 100th to the 1,000th, and of the rarest. */
const MIXES = [
  { common: 2, middling: 0, rare: 0 },
  { common: 6, middling: 0, rare: 0 },
  { common: 4, middling: 0, rare: 1 },
  { common: 3, middling: 3, rare: 2 },
  { common: 4, middling: 6, rare: 6 },
];
const RANKS = { common: [0, 50], middling: [100, 1_000], rare: [5_000, VOCABULARY] };

/** `count` questions of that mix. */
export function questions(count) {
  const words = vocabulary();
  const next = numbersFrom(13);
  const pick = ([from, to]) => words[from + Math.floor(next() * (to - from))];
  return Array.from({ length: count }, (_, index) =>
    Object.entries(MIXES[index % MIXES.length])
      .flatMap(([kind, size]) => Array.from({ length: size }, () => pick(RANKS[kind])))
      .join(' '),
  );
}
