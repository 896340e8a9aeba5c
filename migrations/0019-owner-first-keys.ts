import { sql, type Kysely } from 'kysely';

/** Tables whose rows were identified without their owner, with the column that identifies one among its owner's. */
const keys = {
  sessions: 'id',
  email_links: 'token_hash',
  authorization_codes: 'code_hash',
  passkeys: 'credential_id',
  refresh_tokens: 'token_hash',
  conversations: 'id',
  messages: 'id',
};

/** Foreign keys that depend on one of these keys. */
const references: { table: string; columns: string; target: string }[] = [
  { table: 'messages', columns: 'user_id, conversation_id', target: 'conversations (user_id, id)' },
  { table: 'turns', columns: 'user_id, conversation_id', target: 'conversations (user_id, id)' },
  { table: 'turns', columns: 'user_id, question_id', target: 'messages (user_id, id)' },
  { table: 'turns', columns: 'user_id, answer_id', target: 'messages (user_id, id)' },
  { table: 'message_feedback', columns: 'user_id, message_id', target: 'messages (user_id, id)' },
];
const nameOf = ({ table, columns }: { table: string; columns: string }) =>
  `${table}_${columns.replace(', ', '_')}_fkey`;

/** The new keys begin with the owner, so they do what these were for. */
const replaced = ['email_links', 'authorization_codes', 'passkeys'];

/** Tables with a second key, by which others reference them. */
const referenced = ['conversations', 'messages'];

/**
 * Every key of a person's rows begins with the person, so that the rows can be spread over machines by their owner (decision 026). The
 * tables with messages are locked while their keys are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // Their cookies and tokens don't name an owner, so nobody can use them anymore; the lists of devices would still show them.
  await run('delete from sessions');
  for (const reference of references) await run(`alter table ${reference.table} drop constraint ${nameOf(reference)}`);
  await run('alter table refresh_tokens drop constraint refresh_tokens_session_id_fkey');
  for (const table of referenced) await run(`alter table ${table} drop constraint ${table}_user_id_id_key`);
  for (const [table, key] of Object.entries(keys))
    await run(`alter table ${table} drop constraint ${table}_pkey, add primary key (user_id, ${key})`);
  for (const { table, columns, target } of references)
    await run(`alter table ${table} add foreign key (${columns}) references ${target} on delete cascade`);
  await run(
    'alter table refresh_tokens add foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade',
  );
  for (const table of replaced) await run(`drop index ${table}_user_id`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const table of replaced) await run(`create index ${table}_user_id on ${table} (user_id)`);
  await run('alter table refresh_tokens drop constraint refresh_tokens_user_id_session_id_fkey');
  for (const reference of references) await run(`alter table ${reference.table} drop constraint ${nameOf(reference)}`);
  for (const [table, key] of Object.entries(keys))
    await run(`alter table ${table} drop constraint ${table}_pkey, add primary key (${key})`);
  for (const table of referenced) await run(`alter table ${table} add unique (user_id, id)`);
  await run('alter table refresh_tokens add foreign key (session_id) references sessions (id) on delete cascade');
  for (const { table, columns, target } of references)
    await run(`alter table ${table} add foreign key (${columns}) references ${target} on delete cascade`);
}
