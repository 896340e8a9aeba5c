import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { listPersonTables } from '#db/queries/identity/person-rows.ts';
import type { UserId } from '#db/types.gen.ts';

type Row = Record<string, unknown>;
type Column = { table: string; name: string; type: string; choices: string[] };
type Reference = { table: string; columns: string[]; target: string; targetColumns: string[] };
type Person = { userId: UserId; email: string };

/** Values that satisfy check constraints beyond a plain list of choices. */
const EXCEPTIONS: Record<string, (person: Person) => Row> = {
  email_links: () => ({ purpose: 'approval', new_email: null, password_hash: null, plan: null, price_id: null }),
  // Only a client's attempt has these two, and it belongs to nobody yet.
  oauth_attempts: () => ({ client_redirect: null, code_challenge: null }),
  authorization_codes: () => ({ code_challenge: 'c'.repeat(43) }),
  factors: () => ({ status: 'verified', factor_type: 'phone', phone: '+4915112345678', secret: null, last_step: null }),
  // The session that the refresh tokens belong to: a browser's session has none.
  sessions: () => ({ kind: 'token' }),
  // Those turned off long ago are purged.
  disabled_ways: () => ({ kind: 'passkey', disabled_at: '2999-12-31' }),
  conversations: () => ({ deleted_at: null }),
  facts: ({ email }) => ({
    state: 'confirmed',
    subject: email,
    value: '',
    attribute: '',
    quantity: '9.5',
    unit: '',
    question: '',
    superseded_by: null,
    conflict_id: null,
    valid_from: null,
    valid_until: null,
    language: 'en',
  }),
  answer_preferences: ({ email }) => ({
    assistant_type: 'emmie',
    setting: 'sentence',
    value: `Sign as ${email}`,
    ended_at: null,
    ended_by: null,
  }),
  sources: () => ({ kind: 'file', url: null, problem: null, deleted_at: null, content_digest: 'a'.repeat(64) }),
  passages: ({ email }) => ({ language: 'en', rows: [1], words: `of ${email}` }),
  source_file_pieces: ({ email }) => ({ position: 0, content: Buffer.from(`a file of ${email}`) }),
  source_pages: () => ({ last_modified: null }),
  word_counts: ({ email }) => ({ word: email }),
  fact_vectors: () => ({ model: 'any', signs: '10', numbers: Buffer.from([1, 0, 255, 255]) }),
  passage_vectors: () => ({ model: 'any', signs: '10', numbers: Buffer.from([1, 0, 255, 255]) }),
  daily_cards: () => ({ day: '2026-11-16' }),
  security_events: () => ({ email_to: null }),
  turns: () => ({ month_year: '2026-11', status: 'complete', failure: null }),
  // Rows of past days are purged.
  budget_use: () => ({ day: '2999-12-31' }),
  usage_tracking: () => ({ month_year: '2026-11' }),
  // Two constraints list kinds, and which of them PostgreSQL names first varies.
  usage_receipts: () => ({ kind: 'messages', period: '2026-11', status: 'counted' }),
  own_templates: ({ email }) => ({
    title: `of ${email}`.slice(0, 80),
    description: '',
    folder: '',
    assistant_type: 'emmie',
    blanks: '[]',
    words: 3,
    deleted_at: null,
  }),
  template_uses: () => ({ template_id: 'welcome-email', period: '2026-11' }),
  template_activity: () => ({ template_id: 'welcome-email' }),
  notification_preferences: () => ({ kind: 'plan', is_muted: false, email: 'daily' }),
  push_subscriptions: ({ email }) => ({
    endpoint: `https://push.example/${email}`,
    p256dh: 'p'.repeat(87),
    auth: 'a'.repeat(22),
  }),
  automations: ({ email }) => ({
    name: `of ${email}`.slice(0, 80),
    assistant_type: 'emmie',
    listens_to: 'fact',
    minutes_saved: 5,
    deleted_at: null,
  }),
  automation_versions: ({ email }) => ({ version: 1, definition: { of: email } }),
  automation_runs: () => ({ cause: 'manual', chain: [] }),
  automation_run_steps: () => ({ key: 's1', attempts: '[]' }),
  automation_approvals: () => ({ step_key: 's1' }),
  model_spending: () => ({ day: '2026-11-16' }),
};

async function columnsOf(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.udt_name as type,
      coalesce((
        select json_agg(choice[1]) from pg_constraint k
          cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') as choice
        where k.contype = 'c' and k.conrelid = c.table_name::regclass
          and pg_get_constraintdef(k.oid) like '%' || c.column_name || ' = ANY%'), '[]') as choices
    from information_schema.columns c where c.table_schema = current_schema() order by c.ordinal_position`.execute(db);
  return rows;
}

async function referencesOf(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select k.conrelid::regclass::text as "table", k.confrelid::regclass::text as target,
      (select json_agg(a.attname order by p.place) from unnest(k.conkey) with ordinality p (attnum, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum) as columns,
      (select json_agg(a.attname order by p.place) from unnest(k.confkey) with ordinality p (attnum, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = p.attnum) as "targetColumns"
    from pg_constraint k where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and k.conparentid = 0`.execute(
    db,
  );
  return rows;
}

function valueOf({ name, type, choices }: Column, { email }: Person, now: Date): unknown {
  const later = /expires|ends|delete_after/.test(name);
  if (choices.length > 0) return type === '_text' ? [choices[0]] : choices[0];
  switch (type) {
    case 'uuid':
      return randomUUID();
    case 'timestamptz':
      return later ? new Date(now.getTime() + 300 * 86_400_000) : now;
    case 'bool':
      return true;
    case 'int4':
    case 'int8':
      return 1;
    case 'jsonb':
      return { of: email };
    case '_uuid':
      return [randomUUID()];
    case '_text':
      return [`of ${email}`];
    default:
      return `${name} ${email} ${randomUUID()}`.slice(0, /name|zone/.test(name) ? 60 : 200);
  }
}

/** Gives a person at least one row in every table that has `user_id`, whatever tables there are. */
export async function fillEveryTable(db: Db, person: Person, now: Date): Promise<void> {
  const columns = await columnsOf(db);
  const references = await referencesOf(db);
  const waiting = (await listPersonTables(db)).filter((table) => table.name !== 'users');
  const made = new Map<string, Row>([['users', { id: person.userId }]]);
  while (waiting.length > 0) {
    const table = waiting.find(({ name }) =>
      references.every((reference) => reference.table !== name || made.has(reference.target)),
    );
    if (!table) throw new Error(`these tables wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    waiting.splice(waiting.indexOf(table), 1);
    const { rows } =
      await sql<Row>`select * from ${sql.table(table.name)} where user_id = ${person.userId} limit 1`.execute(db);
    if (rows[0] && table.name !== 'sessions') {
      made.set(table.name, rows[0]);
      continue;
    }
    const own = columns.filter((column) => column.table === table.name);
    const row: Row = Object.fromEntries(own.map((column) => [column.name, valueOf(column, person, now)]));
    Object.assign(row, EXCEPTIONS[table.name]?.(person), { user_id: person.userId });
    for (const reference of references.filter((one) => one.table === table.name))
      for (const [index, column] of reference.columns.entries())
        row[column] = made.get(reference.target)?.[reference.targetColumns[index] ?? ''];
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table.name)} (${names}) values (${sql.join(Object.values(row))})`.execute(db);
    made.set(table.name, row);
  }
}

/** Every row of a person, by table, in the form JSON would have it. */
export async function rowsOf(db: Db, userId: UserId): Promise<Record<string, Row[]>> {
  const all: Record<string, Row[]> = {};
  for (const { name, owner } of await listPersonTables(db)) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} where ${sql.ref(owner)} = ${userId}`.execute(db);
    all[name] = JSON.parse(JSON.stringify(rows)) as Row[]; // reason: it was just made from rows
  }
  return all;
}

/** The tables in which any row contains `text` anywhere. */
export async function tablesThatSay(db: Db, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} as t where position(${text} in t::text) > 0 limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
