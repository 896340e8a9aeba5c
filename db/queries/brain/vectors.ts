import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { UserId } from '../../types.gen.ts';

type Kind = 'fact' | 'passage';
/** A text that has no vector yet. */
type TextWithoutVector = { kind: Kind; id: string; text: string };
/** What a text means. `signs` has a 0 or 1 for each number, `numbers` 16 bits, little-endian. */
type Vector = { kind: Kind; id: string; signs: string; numbers: Uint8Array };

/** The first texts that the model has made no vector of: facts that may be used, and passages of sources that haven't been removed. */
export async function listWithoutVector(
  db: Db,
  userId: UserId,
  model: string,
  limit: number,
): Promise<TextWithoutVector[]> {
  const { rows } = await sql<TextWithoutVector>`
    (select 'fact' as kind, f.id, f.statement as text
    from facts f left join fact_vectors v on v.user_id = ${userId} and v.fact_id = f.id and v.model = ${model}
    where f.user_id = ${userId} and f.state in ${literals(LIVE_FACT_STATES)} and v.fact_id is null limit ${limit})
    union all
    (select 'passage', p.id, concat_ws(E'\n', nullif(array_to_string(p.headings, ' › '), ''), p.sheet, p.text)
    from passages p
      join sources s on s.user_id = ${userId} and s.id = p.source_id and s.deleted_at is null
      left join passage_vectors v on v.user_id = ${userId} and v.passage_id = p.id and v.model = ${model}
    where p.user_id = ${userId} and v.passage_id is null limit ${limit})
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * Copies vectors from this person's other passages with the same text, headings and sheet, including those in removed
 * sources. Returns whether there were any.
 */
export async function copyVectors(db: Db, userId: UserId, model: string, passageIds: string[]): Promise<boolean> {
  if (passageIds.length === 0) return false;
  const { rows } = await sql`
    insert into passage_vectors (user_id, passage_id, model, signs, numbers)
    select ${userId}::uuid, p.id, ${model}, same.signs, same.numbers
    from passages p cross join lateral (
      select v.signs, v.numbers
      from passages other join passage_vectors v
        on v.user_id = ${userId} and v.passage_id = other.id and v.model = ${model}
      where other.user_id = ${userId} and md5(other.text) = md5(p.text) and other.text = p.text
        and other.headings = p.headings and other.sheet is not distinct from p.sheet and other.id <> p.id
      limit 1) same
    where p.user_id = ${userId} and p.id = any(${passageIds}::uuid[])
    on conflict (user_id, passage_id) do update
      set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers
    returning passage_id`.execute(db);
  return rows.length > 0;
}

/** How many vectors of this model a person's texts have. */
export async function countVectors(db: Db, userId: UserId, model: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from fact_vectors where user_id = ${userId} and model = ${model})
      + (select count(*) from passage_vectors where user_id = ${userId} and model = ${model}))::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Saves vectors in place of those that another model made. Those of texts that are gone by now are left out. */
export async function saveVectors(db: Db, userId: UserId, model: string, vectors: readonly Vector[]): Promise<void> {
  for (const kind of ['fact', 'passage'] as const) {
    const own = vectors.filter((vector) => vector.kind === kind);
    if (own.length === 0) continue;
    const [table, item] = [sql.table(`${kind}_vectors`), sql.ref(`${kind}_id`)];
    const rows = own.map(({ id, signs, numbers }) => ({ id, signs, numbers: Buffer.from(numbers).toString('hex') }));
    await sql`
      insert into ${table} (user_id, ${item}, model, signs, numbers)
      select ${userId}::uuid, r.id, ${model}, r.signs, decode(r.numbers, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, signs varbit, numbers text)
      where exists (select from ${sql.table(`${kind}s`)} t where t.user_id = ${userId} and t.id = r.id)
      on conflict (user_id, ${item}) do update set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers`.execute(
      db,
    );
  }
}

/** All texts of this person have vectors of the model, as far as there is room. */
export async function markEmbedded(db: Db, userId: UserId, model: string): Promise<void> {
  await db.updateTable('profiles').set({ embedded_with: model }).where('user_id', '=', userId).execute();
}
