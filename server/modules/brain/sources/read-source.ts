import type { SourceProblem } from '#contract/brain/sources.ts';
import type { PageProblemCode } from '#contract/brain/page-problems.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { announceSource } from '#db/queries/automations/automation-events.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import { removePassages } from '#db/queries/brain/passages.ts';
import {
  chooseSitePages,
  findSitePages,
  listSourcePages,
  replaceSourcePages,
  saveSitePages,
} from '#db/queries/brain/source-pages.ts';
import { dropSourceFile, loadSourceFile } from '#db/queries/brain/source-files.ts';
import { changeSource, findSource, measureSources, type SourceId, type SourceRow } from '#db/queries/brain/sources.ts';
import { hasEarlierPassages, limitLearning, measurePages } from '#db/queries/brain/source-passages.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import { createEventLoopYield } from '#server/lib/concurrency/yield-to-event-loop.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { detectLanguages } from '../learning/detect-languages.ts';
import type { Embedder } from '../meaning/embedder.ts';
import { nextDay } from '../next-day.ts';
import type { DescribeImage } from './describe-image.ts';
import { addPassagesAhead } from './add-passages-ahead.ts';
import { createProgressWriter } from './progress-writer.ts';
import { withoutKnownPages } from './known-pages.ts';
import { readFileSource } from './read-file-source.ts';
import { readPageSource } from './read-page-source.ts';
import { replacePassages } from './replace-passages.ts';
import { LEARNED_PASSAGES, scheduleLearning } from './learn-source.ts';
import { scheduleReading } from './schedule-reading.ts';
import { waitForWebsite } from './slow-down.ts';
import type { SlowDown, SourceReading } from './source-reading.ts';
import { scheduleSummary } from './summarize-file.ts';

const REFRESH_EVERY_MS = 7 * DAY_MS;
/** Sources that killed the reading process aren't refreshed weekly; their owner can have them read again. */
const KILLS_READERS = new Set<string | null>(['page_too_complex', 'file_too_complex']);
export const nextRefresh = (now: Date, problem: string | null): Date | null =>
  KILLS_READERS.has(problem) ? null : new Date(now.getTime() + REFRESH_EVERY_MS);
/** Texts whose language is told in one go. */
const LANGUAGES_AT_A_TIME = 20;

/** The language of each passage. Many take a while, so others get their turn in between. */
async function languagesOf(texts: readonly string[]): Promise<string[]> {
  const yieldToOthers = createEventLoopYield();
  const languages: string[] = [];
  for (let from = 0; from < texts.length; from += LANGUAGES_AT_A_TIME) {
    languages.push(...(await detectLanguages(texts.slice(from, from + LANGUAGES_AT_A_TIME), languages[0])));
    await yieldToOthers();
  }
  return languages;
}

/** A problem that a page's owner can do something about, or null if the error says nothing about the page. */
export type PageProblemOf = (error: unknown) => ({ code: PageProblemCode } & SlowDown) | null;

type Dependencies = {
  db: Db;
  clock: Clock;
  documents: DocumentReader;
  web: WebGateway;
  pageProblemOf: PageProblemOf;
  describeImage: DescribeImage;
  limitOf: (trx: Db, userId: UserId) => Promise<number>;
  embedder: Pick<Embedder, 'embedLater'>;
  budgets: Pick<Budgets, 'charge' | 'giveBack'>;
};

/** Reads documents and pages into passages, which can then be found and are read for facts. */
export function createSourceReader(dependencies: Dependencies) {
  const { db, clock, documents, web, pageProblemOf, describeImage, limitOf, embedder, budgets } = dependencies;
  /** Reading has failed. What an earlier reading found stays; if there was none, nothing does, not even the file. */
  async function fail(
    userId: UserId,
    source: SourceRow,
    problem: SourceProblem,
    sameAs: SourceId | null = null,
  ): Promise<void> {
    const { id, readAt, kind, isRefreshed } = source;
    const refreshDueAt = isRefreshed ? nextRefresh(await clock.now(), problem) : null;
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const isKept = readAt !== null;
      const dropped = { state: 'failed', bytes: 0, unit: null, refreshDueAt: null } as const;
      const kept = { state: 'ready', units: source.units, refreshDueAt } as const;
      const change = { problem, sameAs, units: 0, unitsDone: 0, ...(isKept ? kept : dropped) };
      if (!(await changeSource(trx, userId, id, change, ['waiting', 'reading']))) return;
      if (isKept || kind !== 'file') return;
      await dropSourceFile(trx, userId, id);
      // An earlier attempt may have added some.
      await removePassages(trx, userId, { sourceId: id });
    });
  }

  /** What was read takes the place of what an earlier reading found, all at once. */
  async function keep(
    userId: UserId,
    source: SourceRow,
    found: SourceReading,
    slowDowns: number,
  ): Promise<SourceProblem | { sameAs: SourceId } | null> {
    const now = await clock.now();
    const languages = await languagesOf(found.passages.map(({ text }) => text));
    const languageOf = new Map(found.passages.map((passage, index) => [passage, languages[index] ?? '']));
    if (source.kind === 'file' && source.readAt === null)
      await addPassagesAhead(db, userId, source.id, found.passages, languages);
    return inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const current = await findSource(trx, userId, source.id);
      if (current?.state !== 'reading') return null;
      const limitBytes = await limitOf(trx, userId);
      const reading = await withoutKnownPages(trx, userId, source.id, found, limitBytes);
      if (typeof reading === 'string') return { sameAs: reading };
      const unchanged = await measurePages(trx, userId, source.id, [...reading.unchanged]);
      const bytes = source.kind === 'file' ? current.bytes : reading.bytes + unchanged;
      const used = await measureSources(trx, userId);
      const hasRoom = used.bytes - current.bytes + bytes <= limitBytes;
      // A plan can have become smaller since a file was uploaded: then it isn't used, and nothing is lost.
      if (source.kind !== 'file' && bytes > current.bytes && !hasRoom) return 'storage_full';
      const keptLanguages = reading.passages.map((passage) => languageOf.get(passage) ?? '');
      await replacePassages(trx, userId, source.id, reading, keptLanguages);
      await replaceSourcePages(trx, userId, source.id, reading.pages);
      if (reading.listed) await saveSitePages(trx, userId, source.id, reading.listed);
      if (reading.chosen) await chooseSitePages(trx, userId, source.id, reading.chosen);
      const isOfTeam = current.scope === 'team';
      // What was left out of an earlier reading is still left out, if it's still there.
      const { facts } = current.leftOut;
      const isRestLeftOut = facts !== undefined && (await hasEarlierPassages(trx, userId, source.id));
      await limitLearning(trx, userId, source.id, isOfTeam ? LEARNED_PASSAGES : 0);
      await changeSource(trx, userId, source.id, {
        state: 'ready',
        problem: null,
        step: 'learn',
        unit: reading.unit,
        units: reading.units,
        unitsDone: reading.units,
        bytes,
        readAt: now,
        name: reading.name ?? source.name,
        prompt: reading.prompt ?? '',
        leftOut: { ...reading.leftOut, ...(isRestLeftOut ? { facts } : {}) },
        summary: '',
        summarized: 0,
        refreshDueAt: current.isRefreshed ? nextRefresh(now, null) : null,
      });
      await scheduleLearning(trx, userId, source.id, now);
      if (current.scope === 'chat' || current.summarized > 0) await scheduleSummary(trx, userId, source, now);
      if (reading.slowDown && !(await waitForWebsite(trx, userId, source, reading.slowDown, { slowDowns, now })))
        await changeSource(trx, userId, source.id, { problem: 'page_slow_down' });
      if (current.readAt === null && isOfTeam) await announceSource(trx, { userId, sourceId: source.id, now });
      await embedder.embedLater(trx, userId);
      return null;
    });
  }

  async function read(
    userId: UserId,
    source: SourceRow,
    signal: AbortSignal,
    isContinued: boolean,
  ): Promise<SourceReading | SourceProblem | 'over budget'> {
    const progress = createProgressWriter(db, userId, source.id);
    const stopping = AbortSignal.any([signal, progress.removed]);
    const options = { documents, describeImage, owner: userId, signal: stopping, onProgress: progress.write };
    try {
      if (source.kind === 'file') {
        await budgets.charge(userId, 'documents_read');
        const file = await loadSourceFile(db, userId, source.id);
        if (!file) return 'unread';
        return await readFileSource(file, options);
      }
      const known = await listSourcePages(db, userId, source.id);
      const site = source.kind === 'site' ? await findSitePages(db, userId, source.id) : undefined;
      const now = await clock.now();
      const reading = await readPageSource(source, { ...options, web, budgets, known, site, isContinued, now });
      if (typeof reading === 'object') await budgets.charge(userId, 'source_bytes', reading.bytes);
      return reading;
    } finally {
      await progress.end();
    }
  }

  /** A budget is used up for today, so the source waits until tomorrow. */
  async function readTomorrow(userId: UserId, source: SourceRow, slowDowns: number): Promise<void> {
    const dueAt = nextDay(await clock.now());
    await inTransaction(db, async (trx) => {
      if (!(await changeSource(trx, userId, source.id, { state: 'waiting' }, ['reading']))) return;
      await scheduleReading(trx, userId, source, dueAt, slowDowns);
    });
  }

  /** The website asked us to slow down, so the source waits. Returns false if it has asked too often. */
  async function readLater(userId: UserId, source: SourceRow, slowDown: SlowDown, slowDowns: number): Promise<boolean> {
    const now = await clock.now();
    return inTransaction(db, (trx) => waitForWebsite(trx, userId, source, slowDown, { slowDowns, now }));
  }

  return {
    /** Reads one source. A failure that says nothing about the source is retried. */
    read: async (job: Payload<'website-reading'>, { signal, isLastTry }: Run): Promise<void> => {
      const { userId, sourceId, slowDowns = 0 } = job;
      const source = await findSource(db, userId, sourceId);
      const begun = { state: 'reading', problem: null, step: 'read', unitsDone: 0, units: 0 } as const;
      if (!source || !(await changeSource(db, userId, sourceId, begun, ['waiting', 'reading']))) return;
      try {
        const reading = await read(userId, source, signal, slowDowns > 0);
        if (reading === 'over budget') return await readTomorrow(userId, source, slowDowns);
        const problem = typeof reading === 'string' ? reading : await keep(userId, source, reading, slowDowns);
        if (problem === null) return;
        if (typeof problem === 'string') await fail(userId, source, problem);
        else await fail(userId, source, 'already_added', problem.sameAs);
      } catch (error) {
        if (error instanceof BudgetUsedUpError) return await readTomorrow(userId, source, slowDowns);
        const problem = pageProblemOf(error);
        if (problem?.code === 'slow_down' && (await readLater(userId, source, problem, slowDowns))) return;
        if (problem) return await fail(userId, source, `page_${problem.code}`);
        if (!(await findSource(db, userId, sourceId))) return;
        if (isLastTry && !signal.aborted) await fail(userId, source, 'unread');
        throw error;
      }
    },
  };
}
