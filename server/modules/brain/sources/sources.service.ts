import type { z } from 'zod';
import { LIMITS } from '#contract/billing/limits.ts';
import { PASSAGES_PAGE, SOURCE_NAME_MAX, SOURCES_MAX } from '#contract/brain/sources.ts';
import type { addPageSchema, getSourceSchema } from '#contract/brain/source-schemas.ts';
import { pageAddressProblem } from '#contract/brain/page-address.ts';
import { cleanPageAddress, nameOfAddress } from '#server/lib/text/page-address.ts';
import type { Db } from '#db/client.ts';
import { endLoneConflicts, lockFacts } from '#db/queries/brain/change-facts.ts';
import { resumeMessages } from '#db/queries/jobs/postponed-learning.ts';
import { purgeSources, removeSource, restoreSource } from '#db/queries/brain/remove-source.ts';
import { resumeSources } from '#db/queries/brain/source-facts.ts';
import { findPassages, listPassages } from '#db/queries/brain/source-passages.ts';
import * as files from '#db/queries/brain/source-files.ts';
import { listDueRefreshes } from '#db/queries/brain/source-pages.ts';
import * as sources from '#db/queries/brain/sources.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { toPassage } from '../brain.dto.ts';
import { createAddFile, type AddedSource, type Attempts, type NewFile } from './add-file.ts';
import { createSourcePurge } from './purge-sources.ts';
import { createFileReplacement } from './replace-file.ts';
import { createMoveToTeam } from './move-to-team.ts';
import { markConflicts } from '../resolution/mark-conflicts.ts';
import type { Embedder } from '../meaning/embedder.ts';
import { createSourceReader, nextRefresh, type PageProblemOf } from './read-source.ts';
import { createSitePages } from './site-pages.ts';
import { findSourceOfPage } from './known-pages.ts';
import { readingQueueOf, scheduleReading } from './schedule-reading.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { createImageDescription } from './describe-image.ts';
import { toSource, type SourceDto } from './source.dto.ts';

/** How many passages are shown before the one that was asked for. */
const PASSAGES_BEFORE = 5;
/** How many sources are read again at a time; the others are left for the next run. */
const REFRESHES_AT_A_TIME = 100;
type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  attempts: Attempts;
  documents: DocumentReader;
  web: WebGateway;
  pageProblemOf: PageProblemOf;
  isImageRefusal: (error: unknown) => boolean;
  ask: ModelTasks;
  isModelEnabled: boolean;
  jobs: Pick<Jobs, 'kick'>;
  embedder: Pick<Embedder, 'embedLater'>;
  budgets: Pick<Budgets, 'charge' | 'giveBack'>;
};

/** The documents and pages that a team reads. */
export function createSourcesService({ jobs, ...dependencies }: Dependencies) {
  const { db, clock, profile, attempts, ask, isModelEnabled, isImageRefusal } = dependencies;
  const describeImage = createImageDescription({ ask, isModelEnabled, isRefusal: isImageRefusal });

  /** What a person's plan has room for, in bytes. */
  async function limitOf(trx: Db, userId: UserId): Promise<number> {
    const { tier } = await profile.accessOf(await getProfile(trx, userId));
    return LIMITS[tier].storageBytes;
  }

  async function describe(userId: UserId, id: string): Promise<SourceDto> {
    const row = await sources.findSource(db, userId, id);
    if (!row) throw new AppError('NOT_FOUND');
    return toSource(row, await limitOf(db, userId), await clock.now());
  }

  /**
   * Adds a source if there is room for it, one at a time for each person. The same id again is the same source, and so
   * are the same bytes.
   */
  async function add(
    userId: UserId,
    source: Omit<sources.NewSource, 'bytes' | 'addedAt' | 'replacesId'>,
    file: NewFile | null,
  ): Promise<AddedSource> {
    const addedAt = await clock.now();
    const bytes = file?.bytes ?? 0;
    const knownId = await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      if (await sources.findSource(trx, userId, source.id)) return undefined;
      const limit = await limitOf(trx, userId);
      const known =
        (await files.findSameFile(trx, userId, source, file?.conversationId ?? null)) ??
        (await findSourceOfPage(trx, userId, source, limit));
      if (known) return known;
      const used = await sources.measureSources(trx, userId);
      if (used.count >= SOURCES_MAX) throw new AppError('TOO_MANY_SOURCES');
      if (used.bytes + bytes > limit) throw new AppError('STORAGE_FULL');
      // What can still be restored makes room for what is new.
      if (used.bytes + used.removedBytes + bytes > limit) await purgeSources(trx, userId, addedAt);
      const replacesId = file?.holdsNewVersion ? await files.findFileNamed(trx, userId, source.name) : null;
      const held = replacesId === null ? { replacesId } : { replacesId, scope: 'held' as const }; // reason: a literal
      if (!(await sources.addSource(trx, userId, { ...source, ...held, bytes, addedAt })))
        throw new AppError('NOT_FOUND');
      if (file) await files.finishFile(trx, userId, file.id, source.id);
      await scheduleReading(trx, userId, source, addedAt);
      return undefined;
    });
    jobs.kick(readingQueueOf(source.kind));
    return { source: await describe(userId, knownId ?? source.id), isKnown: knownId !== undefined };
  }

  const orNotFound = (isDone: boolean): void => {
    if (!isDone) throw new AppError('NOT_FOUND');
  };

  async function readAgain(userId: UserId, id: string): Promise<void> {
    const now = await clock.now();
    const kind = await inTransaction(db, async (trx) => {
      const source = await sources.findSource(trx, userId, id);
      if (!source) throw new AppError('NOT_FOUND');
      if (source.kind === 'file' && source.state === 'failed') throw new AppError('FILE_GONE');
      const change = { state: 'waiting', problem: null, refreshDueAt: null } as const;
      if (await sources.changeSource(trx, userId, id, change, ['ready', 'failed']))
        await scheduleReading(trx, userId, source, now);
      return source.kind;
    });
    jobs.kick(readingQueueOf(kind));
  }

  return {
    ...createSourceReader({ ...dependencies, describeImage, limitOf }),

    list: async (userId: UserId) => {
      const now = await clock.now();
      const [rows, limitBytes] = [await sources.listSources(db, userId), await limitOf(db, userId)];
      const usedBytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
      return { sources: rows.map((row) => toSource(row, limitBytes, now)), storage: { usedBytes, limitBytes } };
    },

    get: async (userId: UserId, { sourceId, around, cursor }: z.output<typeof getSourceSchema>) => {
      const source = await describe(userId, sourceId);
      const [asked] = around === undefined ? [] : await findPassages(db, userId, [around]);
      const first = asked?.sourceId === sourceId ? Math.max(asked.position - PASSAGES_BEFORE, 0) : 0;
      const from = cursor ?? first;
      const rows = await listPassages(db, userId, sourceId, { from, limit: PASSAGES_PAGE + 1 });
      return {
        source,
        passages: rows.slice(0, PASSAGES_PAGE).map(toPassage),
        /** Cursors of the pages before and after this one. */
        previous: from > 0 ? Math.max(from - PASSAGES_PAGE, 0) : null,
        next: rows[PASSAGES_PAGE]?.position ?? null,
      };
    },

    /** Adds a file during its upload. Whether it can be read turns out later. */
    addFile: createAddFile({ db, clock, attempts, budgets: dependencies.budgets, limitOf, add }),

    /** Adds a web page, or the site it belongs to. If a source has the page already, that source is returned. */
    addPage: async (userId: UserId, { id, address, isSite }: z.output<typeof addPageSchema>): Promise<SourceDto> => {
      const problem = pageAddressProblem(address);
      if (problem !== null) throw new AppError('INVALID_INPUT', problem);
      const url = cleanPageAddress(address);
      const kind = isSite ? 'site' : 'page';
      const page = {
        id,
        kind,
        name: nameOfAddress(url, SOURCE_NAME_MAX),
        url,
        scope: 'team',
        isPrivate: false,
        contentDigest: null,
      } as const;
      return (await add(userId, page, null)).source;
    },

    /** An uploaded file, as it was sent. Its content is streamed. */
    file: async (userId: UserId, id: string) => {
      const file = await files.findSourceFile(db, userId, id);
      if (!file) throw new AppError('NOT_FOUND');
      await dependencies.budgets.charge(userId, 'exports');
      return { name: file.name, bytes: file.bytes, content: files.readPieces(db, userId, file) };
    },

    ...createFileReplacement({ db, clock, jobs, embedder: dependencies.embedder }),
    moveToTeam: createMoveToTeam({ db, clock, jobs }),
    purge: createSourcePurge({ db, clock }),

    /** Reads it again. Nothing happens while it is being read. A file that couldn't be read is gone. */
    retry: readAgain,

    /** It is gone with everything it taught; Undo can restore it for a while. It may have made room for what waits to be learned. */
    remove: async (userId: UserId, id: string): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        orNotFound(await removeSource(trx, userId, id, now));
        await resumeMessages(trx, userId, now);
        await resumeSources(trx, userId, now);
      });
    },

    restore: async (userId: UserId, id: string): Promise<void> => {
      const now = await clock.now();
      const kind = await inTransaction(db, async (trx) => {
        const restored = await restoreSource(trx, userId, id);
        if (!restored) throw new AppError('NOT_FOUND');
        await markConflicts(trx, userId, restored.facts, now);
        await endLoneConflicts(trx, userId);
        await dependencies.embedder.embedLater(trx, userId);
        const isUnread = restored.state === 'waiting' || restored.state === 'reading';
        if (isUnread) await scheduleReading(trx, userId, { id, kind: restored.kind }, now);
        await resumeSources(trx, userId, now);
        return restored.kind;
      });
      jobs.kick(readingQueueOf(kind));
    },

    /** Whether a page or site is read again every week. */
    setRefreshed: async (userId: UserId, id: string, isRefreshed: boolean): Promise<void> => {
      const source = await sources.findSource(db, userId, id);
      if (!source || source.kind === 'file') throw new AppError('NOT_FOUND');
      const refreshDueAt = isRefreshed ? nextRefresh(await clock.now(), source.problem) : null;
      orNotFound(await sources.changeSource(db, userId, id, { isRefreshed, refreshDueAt }));
    },

    pages: createSitePages({ db, clock, jobs }),

    useFirst: async (userId: UserId, id: string): Promise<void> =>
      orNotFound(await sources.useSourceFirst(db, userId, id)),

    /** Jobs from before files and websites had queues of their own: gives the source a job in one of these. */
    moveReading: async ({ userId, sourceId }: Payload<'source-reading'>): Promise<void> => {
      const source = await sources.findSource(db, userId, sourceId);
      if (!source) return;
      await scheduleReading(db, userId, source, await clock.now());
      jobs.kick(readingQueueOf(source.kind));
    },

    /** Has pages and sites read again that are due. */
    refresh: async (): Promise<void> => {
      const now = await clock.now();
      for (const { userId, id } of await listDueRefreshes(db, now, REFRESHES_AT_A_TIME)) await readAgain(userId, id);
    },
  };
}
export type SourcesService = ReturnType<typeof createSourcesService>;
