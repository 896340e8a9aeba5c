import { assistantById } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import * as rows from '#db/queries/person-rows.ts';
import { getProfile } from '#db/queries/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import { readmeText } from '#server/content/export/readme-text.ts';
import type { Client } from '#server/lib/client.ts';
import { asFileName, uniqueNames } from '#server/lib/file-name.ts';
import { isoDayIn, momentIn } from '#server/lib/moments.ts';
import { zipStream, type ZipEntry } from '#server/lib/zip-stream.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { readOverview } from './overview.ts';
import { WITHHELD_COLUMNS } from './withheld-columns.ts';

const NEWSLETTER = 'newsletter';
/** Rows that are in memory at once. */
const PAGE = 100;

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
async function* messagesOf(db: Db, userId: UserId): AsyncGenerator<rows.KeptMessage> {
  let after: rows.KeptMessage | null = null;
  for (;;) {
    const page: rows.KeptMessage[] = await rows.readMessages(db, userId, after, PAGE);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

async function* conversationsOf(db: Db, userId: UserId): AsyncGenerator<rows.KeptConversation> {
  let after: rows.KeptConversation['id'] | null = null;
  for (;;) {
    const page: rows.KeptConversation[] = await rows.readConversations(db, userId, after, PAGE);
    yield* page;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

/** Conversations as people read them. Both lists come in the order of the conversations, so that a page of messages serves many files. */
async function* conversationFiles(db: Db, userId: UserId, timeZone: string): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames();
  const messages = messagesOf(db, userId);
  let next = await messages.next();

  async function* partsOf({ id, assistantId, title, createdAt: begunAt }: rows.KeptConversation) {
    const { name } = assistantById(assistantId);
    yield `# ${title}\n\nWith ${name}, begun ${momentIn(begunAt, timeZone)}.\n`;
    // Messages of conversations that were deleted have no file.
    while (!next.done && next.value.conversationId < id) next = await messages.next();
    while (!next.done && next.value.conversationId === id) {
      const { role, content, createdAt } = next.value;
      yield `\n## ${role === 'user' ? 'You' : name}, ${momentIn(createdAt, timeZone)}\n\n${content}\n`;
      next = await messages.next();
    }
  }

  for await (const one of conversationsOf(db, userId)) {
    const stem = `${isoDayIn(one.createdAt, timeZone)} ${asFileName(one.title)}`.trim();
    yield { name: `conversations/${nameOf(stem, '.md')}`, at: one.createdAt, parts: partsOf(one) };
  }
}

/** All that is kept of a person, as one archive. */
export function createExport(dependencies: AccountDependencies) {
  const { db, clock, attempts, securityLog, newsletter, publicUrl, exportQueue } = dependencies;

  async function* files({ userId, email }: ValidSession, now: Date): AsyncGenerator<ZipEntry> {
    const { timeZone } = await getProfile(db, userId);
    const tables = await rows.listPersonTables(db);
    const readme = readmeText({
      email,
      moment: momentIn(now, timeZone),
      publicUrl,
      tables: [...tables.map((table) => table.name), NEWSLETTER],
      withheld: WITHHELD_COLUMNS,
    });
    yield { name: 'README.txt', at: now, parts: [readme] };
    yield { name: 'account.html', at: now, parts: [await readOverview(db, userId, now)] };
    yield* conversationFiles(db, userId, timeZone);
    for (const table of tables)
      yield { name: `data/${table.name}.json`, at: now, parts: tableParts(db, table, userId) };
    // By the address, because nobody has to have an account for it.
    const subscription = await newsletter.subscriptionOf(email);
    yield { name: `data/${NEWSLETTER}.json`, at: now, parts: [`${JSON.stringify(subscription, null, 2)}\n`] };
  }

  return {
    /**
     * The archive is made while it is read. Its beginning is noted and told. Nobody else gets this one's place until `end`
     * is called, which has to happen however the reading ends.
     */
    exportData: async (session: ValidSession, client: Client, signal?: AbortSignal) => {
      const { userId, email } = session;
      // Before anything is noted: whoever is sent away has not used one of their downloads.
      const end = await exportQueue.enter(userId, signal);
      try {
        await attempts.count('export:account', userId);
        await securityLog.add(db, { userId, kind: 'data_exported', client }, email);
        await securityLog.tell(userId);
        const now = await clock.now();
        return { fileName: `tenfold-data-${isoDayIn(now, 'UTC')}.zip`, bytes: zipStream(files(session, now)), end };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
