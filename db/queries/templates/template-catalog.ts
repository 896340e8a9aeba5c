import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { selectListed, selectTemplates, type ListedTemplateRow, type OwnTemplateRow } from './own-templates.ts';
import { selectActivity, selectTotals, type ActivityRow, type TotalsRow } from './template-activity.ts';

export type CatalogRows = {
  /** All of a person's own templates, the newest first, without their texts. */
  own: ListedTemplateRow[];
  /** The one of them that was asked for, with its text. */
  opened: OwnTemplateRow | null;
  /** What the person has done with templates, and what everyone has done with ours. */
  activity: ActivityRow[];
  totals: TotalsRow[];
};

/** JSON has dates as ISO 8601 texts. */
const withDates = <Row extends { createdAt: string; updatedAt: string }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

/**
 * A person's own templates, and what is known about all templates, in one statement. `openedId` is the id of one of the
 * person's own.
 */
export async function readCatalog(db: Db, userId: UserId, openedId: string | null): Promise<CatalogRows> {
  const { own, opened, activity, totals } = await db
    .selectNoFrom([
      jsonArrayFrom(selectListed(db, userId).orderBy('created_at', 'desc').orderBy('id')).as('own'),
      jsonObjectFrom(selectTemplates(db, userId).where(sql<boolean>`id = ${openedId}::uuid`)).as('opened'),
      jsonArrayFrom(selectActivity(db, userId)).as('activity'),
      jsonArrayFrom(selectTotals(db)).as('totals'),
    ])
    .executeTakeFirstOrThrow();
  return { own: own.map(withDates), opened: opened && withDates(opened), activity, totals };
}
