import { sql, type Kysely } from 'kysely';

const tables = [
  { name: 'fact_vectors', item: 'fact_id', target: 'facts' },
  { name: 'passage_vectors', item: 'passage_id', target: 'passages' },
] as const;

/** What facts and passages mean, as vectors (decision 033): the signs are read for all of a person's texts, the numbers for the nearest few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { name, item, target } of tables) {
    await sql`create table ${sql.table(name)} (
      user_id uuid not null,
      ${sql.ref(item)} uuid not null,
      model text not null check (length(model) between 1 and 100),
      signs bit varying not null check (length(signs) between 1 and 4096),
      numbers bytea not null check (length(numbers) = 2 * length(signs)),
      primary key (user_id, ${sql.ref(item)}),
      foreign key (user_id, ${sql.ref(item)}) references ${sql.table(target)} (user_id, id) on delete cascade
    )`.execute(db);
  }
  await sql`alter table profiles add column embedded_with text check (length(embedded_with) between 1 and 100)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles drop column embedded_with`.execute(db);
  for (const { name } of tables) await sql`drop table ${sql.table(name)}`.execute(db);
}
