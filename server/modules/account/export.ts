import { assistantById } from '#contract/assistants.ts';
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

type Conversation = rows.KeptConversation & { userId: UserId; timeZone: string };

/** A conversation as people read it, page by page. */
async function* conversationParts(db: Db, conversation: Conversation): AsyncGenerator<string> {
  const { id, userId, title, timeZone } = conversation;
  const { name } = assistantById(conversation.assistantId);
  yield `# ${title}\n\nWith ${name}, begun ${momentIn(conversation.createdAt, timeZone)}.\n`;
  let after: rows.KeptMessage | null = null;
  for (;;) {
    const page: rows.KeptMessage[] = await rows.readMessages(db, userId, id, after, PAGE);
    for (const { role, content, createdAt } of page)
      yield `\n## ${role === 'user' ? 'You' : name}, ${momentIn(createdAt, timeZone)}\n\n${content}\n`;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

async function* conversationFiles(db: Db, userId: UserId, timeZone: string): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames();
  let after: rows.KeptConversation['id'] | null = null;
  for (;;) {
    const page: rows.KeptConversation[] = await rows.readConversations(db, userId, after, PAGE);
    for (const one of page) {
      const stem = `${isoDayIn(one.createdAt, timeZone)} ${asFileName(one.title)}`.trim();
      const parts = conversationParts(db, { ...one, userId, timeZone });
      yield { name: `conversations/${nameOf(stem, '.md')}`, at: one.createdAt, parts };
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

/** All that is kept of a person, as one archive. */
export function createExport({ db, clock, attempts, securityLog, newsletter, publicUrl }: AccountDependencies) {
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
    /** The archive is made while it is read. Its beginning is noted and told. */
    exportData: async (session: ValidSession, client: Client) => {
      const { userId, email } = session;
      await attempts.count('export:account', userId);
      await securityLog.add(db, { userId, kind: 'data_exported', client }, email);
      await securityLog.tell(userId);
      const now = await clock.now();
      return { fileName: `tenfold-data-${isoDayIn(now, 'UTC')}.zip`, bytes: zipStream(files(session, now)) };
    },
  };
}
