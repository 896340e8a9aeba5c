import { FACTS_MAX } from '#contract/brain/brain.ts';
import { isoDayText, isoWeekdayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import { countLiveFacts } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import {
  countFactsOfSource,
  finishPassages,
  listDuePassages,
  listReadBefore,
  listRejected,
  postponePassages,
  type DuePassage,
} from '#db/queries/brain/source-facts.ts';
import { changeSource, findSource, type SourceId, type SourceRow } from '#db/queries/brain/sources.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { toKnownFact } from '#server/prompts/found-facts.ts';
import { learnFromSource } from '#server/prompts/learn-from-source.ts';
import { promptVersion, UnreadableAnswer } from '#server/prompts/model-task.ts';
import { businessInWords } from '#server/prompts/profile-block.ts';
import { askForFacts, type Extraction } from '../learning/ask-for-facts.ts';
import { acceptFacts, type ExtractedFact } from '../learning/extracted-facts.ts';
import { detectLanguage } from '../learning/detect-languages.ts';
import type { Learning } from '../learning/learning.ts';
import type { FoundFact } from '../resolution/resolve-facts.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';

/** Passages of one source beyond these can be found, but aren't read for facts. */
export const LEARNED_PASSAGES = 200;
/** Passages that one request reads. */
const PASSAGES_AT_A_TIME = 5;
/** Rows of tables that one request reads, unless one passage has more: a row may have several facts; 120 are kept. */
const ROWS_AT_A_TIME = 60;
/** Facts that one answer lists; if the passages say more, they are asked for in parts. */
const FACTS_PER_ANSWER = 40;
/** Known facts that are compared with what they say. */
const RELATED_MAX = 30;
/** More facts than these from one source bury what matters; the rest of it can still be found by searching. */
export const FACTS_PER_SOURCE = 200;

type Dependencies = {
  db: Db;
  clock: Clock;
  ask: ModelTasks;
  learning: Pick<Learning, 'addAll'>;
  isModelEnabled: boolean;
};
/** For facts from an earlier reading: what they were compared with then may have changed. */
const AS_BEFORE = { isLasting: true, isAboutBusiness: true, relation: 'new', relatedTo: null } as const;
type Found = { fact: ExtractedFact; passageId: string };
type SourceToLearn = { userId: UserId; sourceId: SourceId; from?: string | undefined };

/** The key of the one job that reads the passages starting with `from`, however often their source is read again. */
export const learningKey = ({ sourceId, from }: Omit<SourceToLearn, 'userId'>): string =>
  from === undefined ? sourceId : `${sourceId} ${from}`;

/** Schedules reading the next passages of a source for facts, if any are left. */
export async function scheduleLearning(trx: Db, userId: UserId, sourceId: SourceId, dueAt: Date): Promise<void> {
  const [next] = await listDuePassages(trx, userId, sourceId, 1);
  if (!next) return;
  const payload = { userId, sourceId, from: next.id };
  await schedule(trx, 'learning', { key: learningKey(payload), payload, dueAt });
}

/** As many of these passages as one request reads: the first one, and those after it that fit. */
function takeFirst(passages: readonly DuePassage[]): DuePassage[] {
  let rows = 0;
  return passages.filter((passage, index) => {
    rows += passage.rows.length;
    return index === 0 || rows <= ROWS_AT_A_TIME;
  });
}

/** What the passages really say: each fact with the first passage that has its words. */
function acceptFrom(
  passages: readonly DuePassage[],
  facts: readonly ExtractedFact[],
  said: string,
): { accepted: Found[]; refused: ExtractedFact[] } {
  const accepted: Found[] = [];
  let left = [...facts];
  let refused: ExtractedFact[] = [];
  for (const { id, text, headings } of passages) {
    // Headings and the source's name say what a passage is about; no words are quoted from them.
    const read = acceptFacts(left, { text, context: headings.join('\n'), said, isDocument: true });
    accepted.push(...read.accepted.map((fact) => ({ fact, passageId: id })));
    refused = left = read.refused;
  }
  return { accepted, refused };
}

/** Prepares what was found in a source for `addAll`. */
function fromSource(
  { id: sourceId, kind, readAt }: SourceRow,
  found: readonly Found[],
  now: Date,
): Promise<(FoundFact & Pick<Found, 'passageId'>)[]> {
  const origin: Omit<FoundFact['origin'], 'passageId'> = {
    state: 'suggested',
    source: kind === 'file' ? 'file' : 'page',
    sourceId,
    assistantId: null,
    conversationId: null,
    messageId: null,
    learnedAt: readAt ?? now,
  };
  return Promise.all(
    found.map(async ({ fact, passageId }) => ({
      fact,
      passageId,
      language: await detectLanguage(fact.statement),
      origin: { ...origin, passageId },
    })),
  );
}

/** Learns facts from documents and pages: a few passages with each job, until none is left. The owner confirms what is right. */
export function createSourceLearning({ db, clock, ask, learning, isModelEnabled }: Dependencies) {
  async function extract(
    userId: UserId,
    { name, readAt }: SourceRow,
    passages: readonly DuePassage[],
    signal: AbortSignal,
  ): Promise<Extraction<Found> | 'over budget'> {
    if (passages.length === 0) return { facts: [], isComplete: true };
    const { timeZone, ...business } = await getProfile(db, userId);
    const known = await listRelatedFacts(db, userId, passages.map(({ text }) => text).join('\n'), RELATED_MAX);
    const read = readAt ?? (await clock.now());
    const source = {
      readOn: isoWeekdayText(read, timeZone),
      business: businessInWords(business),
      knownFacts: known.map(toKnownFact),
      document: { name, parts: passages.map(({ headings, text }) => ({ headings, text })) },
    };
    const prompt = promptVersion(learnFromSource);
    const said = isoDayText(read, timeZone);
    return askForFacts({
      ask: (asked) => ask(userId, learnFromSource, { ...source, ...asked }, signal),
      accept: (facts) =>
        acceptFrom(
          passages,
          facts.map((fact) => ({ ...fact, prompt })),
          said,
        ),
      statementOf: ({ fact }) => fact.statement,
      factsMax: FACTS_PER_ANSWER,
    });
  }

  /** Finds the facts in the passages. The model reads only those that it hasn't read before. */
  async function find(
    userId: UserId,
    source: SourceRow,
    passages: readonly DuePassage[],
    signal: AbortSignal,
  ): Promise<Extraction<Found> | 'over budget'> {
    const before = await listReadBefore(
      db,
      userId,
      passages.map(({ id }) => id),
    );
    const known = new Set(before.map(({ passageId }) => passageId));
    const unread = passages.filter(({ id }) => !known.has(id));
    const found = await extract(userId, source, unread, signal);
    if (found === 'over budget') return found;
    const repeated = before.flatMap(({ passageId, facts }) =>
      facts.map((fact) => ({ passageId, fact: { ...fact, ...AS_BEFORE } })),
    );
    return { ...found, facts: [...repeated, ...found.facts] };
  }

  /**
   * Adds what was found in passages that are still there and due, and schedules the next ones. If the Brain is full, the passages whose facts
   * found no room and all later ones wait for the owner's next change.
   */
  async function keep(
    userId: UserId,
    source: SourceRow,
    passages: readonly DuePassage[],
    found: readonly Found[],
    state: 'done' | 'skipped' | 'unread',
  ): Promise<void> {
    const now = await clock.now();
    const facts = await fromSource(source, found, now);
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const current = await findSource(trx, userId, source.id);
      if (!current) return;
      const ids = passages.map(({ id }) => id);
      const due = new Set(await finishPassages(trx, userId, source.id, ids, state));
      const rejected = new Set(await listRejected(trx, userId, source.id));
      const room = FACTS_PER_SOURCE - (await countFactsOfSource(trx, userId, source.id));
      const wanted = facts.filter(
        ({ fact, passageId }) => due.has(passageId) && !rejected.has(fact.statement.toLowerCase()),
      );
      const resolved = await learning.addAll(trx, userId, wanted, { now, room });
      const added = resolved.filter(({ outcome }) => outcome === 'added');
      const waiting = new Set(
        wanted.flatMap(({ passageId }, index) => (resolved[index]?.outcome === 'full' ? [passageId] : [])),
      );
      if (added.length >= room) {
        const skipped = await finishPassages(trx, userId, source.id, 'all', 'skipped');
        const leftOut = { ...current.leftOut, facts: FACTS_PER_SOURCE };
        if (skipped.length > 0 || resolved.length < wanted.length)
          await changeSource(trx, userId, source.id, { leftOut });
      }
      await postponePassages(trx, userId, [...waiting]);
      if (waiting.size > 0) return;
      await scheduleLearning(trx, userId, source.id, now);
    });
  }

  /**
   * Reads the next passages of a source for facts, unless the Brain is full: then they wait. Returns false if a budget
   * is used up for today. Passages that stay unreadable or fail after all retries are marked as unread, so that
   * the others get their turn and their owner sees it.
   */
  return async ({ userId, sourceId, from }: SourceToLearn, { signal, isLastTry }: Run): Promise<boolean> => {
    const source = await findSource(db, userId, sourceId);
    const passages = source ? takeFirst(await listDuePassages(db, userId, sourceId, PASSAGES_AT_A_TIME)) : [];
    if (!source || passages.length === 0) return true;
    if (from !== undefined && passages[0]?.id !== from) return true;
    if ((await countLiveFacts(db, userId)) >= FACTS_MAX) return true;
    if (!isModelEnabled) {
      await keep(userId, source, passages, [], 'skipped');
      return true;
    }
    let found: Extraction<Found> | 'over budget';
    try {
      found = await find(userId, source, passages, signal);
    } catch (error) {
      const isUnreadable = error instanceof UnreadableAnswer;
      if (isUnreadable || (isLastTry && !signal.aborted)) await keep(userId, source, passages, [], 'unread');
      if (isUnreadable) return true;
      throw error;
    }
    if (found === 'over budget') return false;
    await keep(userId, source, passages, found.facts, found.isComplete ? 'done' : 'unread');
    return true;
  };
}
