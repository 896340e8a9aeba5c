import { extname } from 'node:path';
import { assistantById } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import { findSourceFile, readPieces } from '#db/queries/brain/source-files.ts';
import { listSources, type SourceId } from '#db/queries/brain/sources.ts';
import * as rows from '#db/queries/identity/person-rows.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import { readmeText } from '#server/content/export/readme-text.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { createWorkQueue } from '#server/lib/concurrency/work-queue.ts';
import type { Client } from '#server/lib/request/client.ts';
import { asFileName, uniqueNames } from '#server/lib/text/file-name.ts';
import { isoDayText, fullMomentText } from '#contract/dates.ts';
import type { ZipEntry } from '#server/lib/zip-stream.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { NewsletterService } from '#server/modules/newsletter/newsletter.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { readOverview } from './overview.ts';
import { WITHHELD_COLUMNS } from './withheld-columns.ts';

/** Downloads of all data: two at a time in this process, one per person, and nobody waits longer than a proxy would. */
const EXPORT_QUEUE = {
  concurrency: 2,
  maxWaiting: 100,
  maxWaitMs: 30_000,
  maxPerKey: 1,
  keyIsFull: 'EXPORT_RUNNING',
} as const;
const NEWSLETTER = 'newsletter';
/** How many rows one statement reads. The largest rows, definitions of automations, are 100 kB each. */
const PAGE = 20;

type Dependencies = {
  db: Db;
  clock: Clock;
  attempts: { count: (kind: 'export:account', subject: string) => Promise<void> };
  budgets: Pick<Budgets, 'charge'>;
  securityLog: SecurityLog;
  newsletter: Pick<NewsletterService, 'subscriptionOf'>;
  publicUrl: string;
};

/** A table as a JSON list, page by page. */
async function* tableParts(db: Db, table: rows.PersonTable, userId: UserId): AsyncGenerator<string> {
  const withheld = new Set(Object.keys(WITHHELD_COLUMNS[table.name] ?? {}));
  const shown = table.columns.filter((column) => !withheld.has(column));
  const columns = [...new Set([...shown, ...table.key])];
  let [after, before]: [rows.PersonRow | null, string] = [null, '[\n'];
  for (;;) {
    const page = await rows.readPersonRows(db, table, { userId, columns, after, limit: PAGE });
    for (const row of page) {
      yield `${before}${JSON.stringify(Object.fromEntries(shown.map((column) => [column, row[column]])))}`;
      before = ',\n';
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The person's messages, one conversation after the other, page by page. */
async function* messagesOf(db: Db, userId: UserId): AsyncGenerator<rows.StoredMessage> {
  let after: rows.StoredMessage | null = null;
  for (;;) {
    const page: rows.StoredMessage[] = await rows.readMessages(db, userId, after, PAGE);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

async function* conversationsOf(db: Db, userId: UserId): AsyncGenerator<rows.StoredConversation> {
  let after: rows.StoredConversation['id'] | null = null;
  for (;;) {
    const page: rows.StoredConversation[] = await rows.readConversations(db, userId, after, PAGE);
    yield* page;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

/** Conversations in readable form. Both lists are ordered by conversation, so that one page of messages serves many files. */
async function* conversationFiles(db: Db, userId: UserId, timeZone: string): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames();
  const messages = messagesOf(db, userId);
  let next = await messages.next();

  async function* partsOf({ id, assistantId, title, createdAt: begunAt }: rows.StoredConversation) {
    const { name } = assistantById(assistantId);
    yield `# ${title}\n\nWith ${name}, begun ${fullMomentText(begunAt, timeZone)}.\n`;
    // Messages of deleted conversations have no file.
    while (!next.done && next.value.conversationId < id) next = await messages.next();
    while (!next.done && next.value.conversationId === id) {
      const { role, content, createdAt, isReplaced } = next.value;
      const when = `${fullMomentText(createdAt, timeZone)}${isReplaced ? ' (from another version)' : ''}`;
      yield `\n## ${role === 'user' ? 'You' : name}, ${when}\n\n${content}\n`;
      next = await messages.next();
    }
  }

  for await (const one of conversationsOf(db, userId)) {
    const stem = `${isoDayText(one.createdAt, timeZone)} ${asFileName(one.title)}`.trim();
    yield { name: `conversations/${nameOf(stem, '.md')}`, at: one.createdAt, parts: partsOf(one) };
  }
}

/** The documents that a person added, as they were, one after the other. */
async function* documentFiles(db: Db, userId: UserId): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames();
  async function* partsOf(id: SourceId) {
    const file = await findSourceFile(db, userId, id);
    // It may have been removed meanwhile.
    if (file) yield* readPieces(db, userId, file);
  }
  for (const { id, kind, name, addedAt } of await listSources(db, userId)) {
    const ending = extname(name);
    const stem = asFileName(name.slice(0, name.length - ending.length)) || 'Untitled';
    if (kind === 'file')
      yield { name: `documents/${nameOf(stem, asFileName(`x${ending}`).slice(1))}`, at: addedAt, parts: partsOf(id) };
  }
}

/** Everything stored about a person, as one archive. */
export function createExport({ db, clock, attempts, budgets, securityLog, newsletter, publicUrl }: Dependencies) {
  const exportQueue = createWorkQueue(EXPORT_QUEUE);

  async function* files({ userId, email }: ValidSession, now: Date): AsyncGenerator<ZipEntry> {
    const { timeZone } = await getProfile(db, userId);
    const tables = await rows.listPersonTables(db);
    const readme = readmeText({
      email,
      moment: fullMomentText(now, timeZone),
      publicUrl,
      tables: [...tables.map((table) => table.name), NEWSLETTER],
      withheld: WITHHELD_COLUMNS,
    });
    yield { name: 'README.txt', at: now, parts: [readme] };
    yield { name: 'account.html', at: now, parts: [await readOverview(db, userId, now)] };
    yield* conversationFiles(db, userId, timeZone);
    yield* documentFiles(db, userId);
    for (const table of tables)
      yield { name: `data/${table.name}.json`, at: now, parts: tableParts(db, table, userId) };
    // Found by address, because subscribing doesn't require an account.
    const subscription = await newsletter.subscriptionOf(email);
    yield { name: `data/${NEWSLETTER}.json`, at: now, parts: [`${JSON.stringify(subscription, null, 2)}\n`] };
  }

  return {
    /**
     * The archive is created while it is read. Its start is logged and its owner notified. Its slot stays taken until `end` is called,
     * which has to happen however the reading ends.
     */
    exportData: async (session: ValidSession, client: Client, signal?: AbortSignal) => {
      const { userId, email } = session;
      // Before anything is recorded: being turned away doesn't use up a download.
      const end = await exportQueue.enter(userId, signal);
      try {
        await attempts.count('export:account', userId);
        await budgets.charge(userId, 'exports');
        await securityLog.add(db, { userId, kind: 'data_exported', client }, email);
        securityLog.emailNotices();
        const now = await clock.now();
        const { zipStream } = await import('#server/lib/zip-stream.ts');
        return { fileName: `tenfold-data-${isoDayText(now, 'UTC')}.zip`, bytes: zipStream(files(session, now)), end };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
