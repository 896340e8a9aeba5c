import type { Db } from '#db/client.ts';

type Table = 'turns' | 'facts' | 'conversation_summaries' | 'sources' | 'automation_run_steps';

/** The prompt versions recorded in a table. */
export const promptsIn = async (db: Db, table: Table): Promise<string[]> =>
  (await db.selectFrom(table).select('prompt').distinct().orderBy('prompt').execute()).map(({ prompt }) => prompt);
