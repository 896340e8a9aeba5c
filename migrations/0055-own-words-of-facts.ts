import { sql, type Kysely } from 'kysely';

/**
 * Records what the owner set by hand about a fact: which property it is about, and its days. What a model found is kept
 * only until the fact is reworded.
 *
 * A renamed product keeps its facts, under the new name, and is still found by the old one. `renamed_by`
 * is the fact that said so, without a foreign key, because facts are erased one by one.
 *
 * What the owner replaced with a figure of the same kind, on the Brain page, wasn't replaced by mistake (see 0049).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table facts
    add column has_own_attribute boolean not null default false,
    add column has_own_days boolean not null default false,
    add column former_subject text not null default '' check (length(former_subject) <= 200),
    add column renamed_by uuid`.execute(db);
  await sql`
    update facts old set is_doubtful = false from facts newer
    where old.is_doubtful and newer.user_id = old.user_id and newer.id = old.superseded_by and newer.source = 'typed'
      and regexp_replace(lower(old.value), '[0-9., ]+', '', 'g') = regexp_replace(lower(newer.value), '[0-9., ]+', '', 'g')`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table facts drop column renamed_by, drop column former_subject, drop column has_own_days,
    drop column has_own_attribute`.execute(db);
}
