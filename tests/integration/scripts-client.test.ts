import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONVERSATIONS_PAGE } from '#contract/chat/chat.ts';
import { addLongConversation } from '#db/demo/long-conversations.ts';
import { THREAD_PAGE } from '#db/queries/chat/thread.ts';
import type { ConversationId } from '#db/types.gen.ts';
import type { Tokens } from '../../scripts/client/session.ts';
import { createTenfoldClient } from '../../scripts/client/tenfold-client.ts';
import { brokenModel, heldModel, model } from '#tests/support/chat.ts';
import { overHttp } from '#tests/support/over-http.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'forty warm bowls';
const root = join(import.meta.dirname, '..', '..');
let app: TestApp;
let server: Awaited<ReturnType<typeof overHttp>>;
beforeEach(async () => {
  app = await createTestApp();
  // A script reads its own clock, so the product's clock is set to the same time.
  app.clock.set(new Date().toISOString());
  server = await overHttp(app);
});
afterEach(() => server.close());

async function aScript() {
  const person = await aPerson(app, { password: PASSWORD });
  const kept: Tokens[] = [];
  const credentials = { email: person.email, password: PASSWORD };
  const tenfold = createTenfoldClient({ url: server.url, credentials, onTokens: (tokens) => kept.push(tokens) });
  return { person, credentials, tenfold, kept };
}

async function whole(answer: AsyncIterable<string>) {
  let text = '';
  for await (const piece of answer) text += piece;
  return text;
}

describe('a script', () => {
  test('signs in with email and password and reads an answer as it is written', async () => {
    const { tenfold, kept } = await aScript();
    model(app, 'Start ', 'with the ', 'kiln.');
    const { answer, conversationId } = await tenfold.ask({ assistantId: 'brain_ai', text: 'What first?' });
    expect(await whole(answer)).toBe('Start with the kiln.');
    const { messages } = await tenfold.api.chat.messages.query({ conversationId });
    expect(messages.map(({ content }) => content)).toEqual(['What first?', 'Start with the kiln.']);
    expect(kept).toHaveLength(1);
  });

  test('continues with the refresh token of its last run, and gets the next one to store', async () => {
    const { kept, tenfold, person } = await aScript();
    await tenfold.api.profile.get.query();
    const refreshToken = kept[0]?.refreshToken ?? '';
    const later: Tokens[] = [];
    const next = createTenfoldClient({
      url: server.url,
      credentials: { refreshToken },
      onTokens: (it) => later.push(it),
    });
    expect((await next.api.profile.get.query()).email).toBe(person.email);
    expect(later[0]?.refreshToken).not.toBe(refreshToken);
  });

  test('renews a rejected token automatically, once for all waiting calls', async () => {
    const { tenfold, kept } = await aScript();
    await tenfold.api.profile.get.query();
    app.clock.advance(16 * 60_000);
    await Promise.all([tenfold.api.profile.get.query(), tenfold.api.usage.overview.query()]);
    expect(kept).toHaveLength(2);
  });

  test('resumes reading after its connection broke, without gaps or repeats', async () => {
    const { tenfold } = await aScript();
    const held = heldModel(app);
    const { answer } = await tenfold.ask({ assistantId: 'brain_ai', text: 'What first?' });
    const first = await answer.next();
    server.breakLines();
    held.letGo();
    expect(String(first.value) + (await whole(answer))).toBe('The first words. The rest.');
  });

  test('gets the error of a failed answer after its partial text', async () => {
    const { tenfold } = await aScript();
    brokenModel(app, 'Half of ', new Error('gone'));
    const { answer } = await tenfold.ask({ assistantId: 'brain_ai', text: 'What first?' });
    expect((await answer.next()).value).toBe('Half of ');
    await expect(answer.next()).rejects.toThrow(/answer failed/);
  });

  test('gets an error for a wrong password', async () => {
    const { credentials } = await aScript();
    const tenfold = createTenfoldClient({ url: server.url, credentials: { ...credentials, password: 'not this one' } });
    await expect(tenfold.api.profile.get.query()).rejects.toThrow('Invalid login credentials');
  });
});

describe('the examples', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tenfold-examples-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function run(file: string, email: string, ...words: string[]) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'examples', file), ...words],
      {
        cwd: root,
        env: { PATH: process.env.PATH, TENFOLD_URL: server.url, TENFOLD_EMAIL: email, TENFOLD_PASSWORD: PASSWORD },
      },
    );
    return stdout;
  }

  test('ask a teammate, and write an account’s conversations to files', async () => {
    const { person } = await aScript();
    model(app, 'Fire ', 'the kiln.');
    expect(await run('ask.ts', person.email, 'brain-ai', 'What', 'first?')).toBe('Fire the kiln.\n');
    expect(await run('export-conversations.ts', person.email, folder)).toContain('1 conversations');
    const [file = ''] = await readdir(join(folder, 'brain-ai'));
    const text = await readFile(join(folder, 'brain-ai', file), 'utf8');
    expect(text).toContain('# What first?');
    expect(text).toContain('**Brain AI**\n\nFire the kiln.');
  });

  test('write every conversation, also those behind the first page of the list', async () => {
    const { person } = await aScript();
    const now = await app.clock.now();
    const conversations = Array.from({ length: CONVERSATIONS_PAGE + 1 }, (_, index) => ({
      id: randomUUID() as ConversationId, // reason: a new id gets its brand here
      user_id: person.userId,
      assistant_type: 'emmie' as const,
      title: `Letter ${index}`,
      created_at: now,
      updated_at: now,
    }));
    await app.db.insertInto('conversations').values(conversations).execute();
    const count = CONVERSATIONS_PAGE + 1;
    expect(await run('export-conversations.ts', person.email, folder)).toContain(`${count} conversations`);
    expect(await readdir(join(folder, 'emmie'))).toHaveLength(count);
  });

  test('write all of a conversation, also what is behind its newest page', async () => {
    const { person } = await aScript();
    const messages = 2 * THREAD_PAGE + 2;
    const common = { userId: person.userId, assistantId: 'emmie' as const };
    await addLongConversation(app.db, { ...common, title: 'Long', messages, until: await app.clock.now() });
    await run('export-conversations.ts', person.email, folder);
    const [file = ''] = await readdir(join(folder, 'emmie'));
    const text = await readFile(join(folder, 'emmie', file), 'utf8');
    expect([...text.matchAll(/^\*\*Answer (\d+)\*\*/gm)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: messages / 2 }, (_, index) => index + 1),
    );
  });
});
