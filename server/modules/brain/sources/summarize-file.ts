import { withoutCitations } from '#contract/brain/citations.ts';
import type { Db } from '#db/client.ts';
import { findFileToSummarize, saveFileSummary } from '#db/queries/brain/attached-sources.ts';
import type { SourceId, SourceRow } from '#db/queries/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { DOCUMENT_SUMMARY_MAX, summarizeDocument } from '#server/prompts/document-summary.ts';
import type { Summarized } from '../summaries.ts';

/** A shorter file is about as long as its summary would be. In characters. */
const SUMMARIZED_FROM = 2_000;
/** Passages that one request reads: about 8,000 tokens. */
const PARTS_AT_ONCE = 20;
/** A summary covers at most this many passages: the rest of a longer file can still be found by its words. */
const PARTS_MAX = 300;

type Dependencies = { db: Db; ask: ModelTasks; isModelEnabled: boolean };

/** Has a file of a chat summarized, from its beginning. */
export const scheduleSummary = (trx: Db, userId: UserId, { id: sourceId }: Pick<SourceRow, 'id'>, dueAt: Date) =>
  schedule(trx, 'summary', { key: sourceId, payload: { userId, sourceId }, dueAt });

/** Summarizes files of chats, some passages at a time, for the questions after the one that a file comes with. */
export function createFileSummaries({ db, ask, isModelEnabled }: Dependencies) {
  return async (userId: UserId, sourceId: SourceId, signal: AbortSignal): Promise<Summarized> => {
    const file = await findFileToSummarize(db, userId, sourceId, PARTS_AT_ONCE);
    if (!file || !isModelEnabled || file.characters < SUMMARIZED_FROM) return 'done';
    const { name, contentDigest, summary, summarized, parts } = file;
    if (parts.length === 0 || summarized >= PARTS_MAX) return 'done';
    const said = parts.map(({ text }) => text).join('\n\n');
    const read = parts.map(({ headings, text }) => ({ headings, text: leaveOutSecrets(text, said) }));
    const answer = await ask(userId, summarizeDocument, { name, summarySoFar: summary, parts: read }, signal);
    if (answer === null) return 'over budget';
    const kept = cutAtWord(leaveOutSecrets(withoutCitations(answer.summary)).trim(), DOCUMENT_SUMMARY_MAX);
    await saveFileSummary(db, userId, sourceId, { summary: kept, summarized, contentDigest, covered: parts.length });
    return parts.length < PARTS_AT_ONCE ? 'done' : 'more to do';
  };
}
