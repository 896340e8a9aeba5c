import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ConversationId, MessageId } from '#db/types.gen.ts';
import { ask } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
type Person = Awaited<ReturnType<typeof aPerson>>;

async function filesOf(person: Browser): Promise<Record<string, string>> {
  const response = await person.request('/account/export');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** A conversation created in one step: `count` messages, a millisecond apart. */
async function aConversation(person: Person, title: string, count = 2, deletedAt: Date | null = null): Promise<void> {
  const id = randomUUID() as ConversationId; // reason: a new id gets its brand here
  const now = await app.clock.now();
  const at = (index: number) => new Date(now.getTime() + index);
  await app.db
    .insertInto('conversations')
    .values({
      id,
      user_id: person.userId,
      assistant_type: 'emmie',
      title,
      created_at: now,
      updated_at: now,
      deleted_at: deletedAt,
    })
    .execute();
  await app.db
    .insertInto('messages')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: randomUUID() as MessageId, // reason: a new id gets its brand here
        user_id: person.userId,
        conversation_id: id,
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Message ${index} of ${title}`,
        created_at: at(index),
      })),
    )
    .execute();
}

describe('the download of all one’s data', () => {
  test('is a ZIP file, named by its date, that no cache stores', async () => {
    const maya = await aPerson(app);
    const { status, headers } = await maya.request('/account/export');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="tenfold-data-2026-11-16.zip"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('has a page and a README that a person can read', async () => {
    const maya = await aPerson(app, { messagesUsed: 7 });
    await maya.api.profile.update.mutate({
      fullName: 'Maya <b>Lindqvist</b>',
      businessType: 'ecommerce',
      businessGoals: ['sales'],
    });
    const files = await filesOf(maya);
    expect(files['README.txt']).toContain('- data/messages.json');
    expect(files['README.txt']).toContain('- users.password_hash: the hash of your password');
    expect(files['account.html']).toContain('Maya &#60;b&#62;Lindqvist&#60;/b&#62;');
    expect(files['account.html']).toContain('<td>2026-11</td><td>7</td>');
    expect(files['account.html']).toContain('<td>All data downloaded</td>');
    expect(files['account.html']).not.toMatch(/<script|https?:/);
  });

  test('has every conversation as text, whatever its title and length', async () => {
    const maya = await aPerson(app);
    await aConversation(maya, 'Kiln opening', 251);
    await aConversation(maya, 'Kiln opening');
    await aConversation(maya, '../../etc/passwd: "Über" <Öfen>?\u0007 窯 . ');
    await aConversation(maya, 'Deleted', 2, await app.clock.now());
    const files = await filesOf(maya);
    const names = Object.keys(files).filter((name) => name.startsWith('conversations/'));
    expect(names.toSorted()).toEqual([
      'conversations/2026-11-16 Kiln opening (2).md',
      'conversations/2026-11-16 Kiln opening.md',
      'conversations/2026-11-16 etc passwd Über Öfen 窯.md',
    ]);
    const long = Object.values(files).find((text) => text.includes('Message 250 of Kiln opening')) ?? '';
    const numbers = [...long.matchAll(/^Message (\d+) of/gm)].map(([, index]) => Number(index));
    expect(numbers).toEqual(Array.from({ length: 251 }, (_, index) => index));
    expect(long).toContain('## You, Monday, November 16, 2026, 9:00 AM UTC');
    expect(JSON.parse(files['data/conversations.json'] ?? '')).toHaveLength(4);
    expect(JSON.parse(files['data/messages.json'] ?? '')).toHaveLength(257);
  });

  test('has every version of a conversation, and says which of them aren’t shown', async () => {
    const maya = await aPerson(app);
    const { conversation, answer } = await ask(maya, 'What do I do first?');
    await app.container.services.runner.idle();
    await ask(maya, 'And then?', conversation.id);
    await app.container.services.runner.idle();
    const edited = { assistantId: 'brain_ai', conversationId: conversation.id, text: 'What is next?' } as const; // reason: the id is a union
    await maya.api.chat.send.mutate({ id: randomUUID(), ...edited, replaces: answer.id });
    await app.container.services.runner.idle();
    const page = Object.entries(await filesOf(maya)).find(([name]) => name.startsWith('conversations/'))?.[1] ?? '';
    const heads = [...page.matchAll(/^## You, .* UTC(.*)\n\n(.*)$/gm)].map(([, version, text]) => [text, version]);
    expect(heads).toEqual([
      ['What do I do first?', ' (from another version)'],
      ['And then?', ' (from another version)'],
      ['What is next?', ''],
    ]);
  });

  test('has the questions and answers, and is reported in the log and by email', async () => {
    const maya = await aPerson(app);
    await ask(maya, 'What do I do first?');
    await app.container.services.runner.idle();
    const files = await filesOf(maya);
    expect(Object.entries(files).find(([name]) => name.startsWith('conversations/'))?.[1]).toContain(
      'What do I do first?',
    );
    await app.container.jobs.idle();
    expect(app.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [maya.email, 'All data downloaded: your Tenfold account'],
    ]);
  });

  test('has a line of its own in the security log, each time', async () => {
    const maya = await aPerson(app);
    const times = [];
    for (let time = 0; time < 3; time += 1) {
      times.push((await app.clock.now()).toISOString());
      await filesOf(maya);
      app.clock.advance(60_000);
    }
    const downloads = (await maya.api.account.securityLog.query()).filter(({ kind }) => kind === 'data_exported');
    expect(downloads.map(({ happenedAt }) => happenedAt).toReversed()).toEqual(times);
  });

  test('arrives piece by piece, and stops when the reader stops', async () => {
    const maya = await aPerson(app);
    for (let index = 0; index < 20; index += 1) await aConversation(maya, `Talk ${index}`, 100);
    const { body } = await maya.request('/account/export');
    const reader = body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.length).toBeLessThan(10_000);
    await reader?.cancel();
  });

  test.each([
    ['someone who is signed out', 'to sign in', '/auth?redirect=%2Fdashboard%2Fsettings'],
    ['an old sign-in', 'to re-authenticate', '/dashboard/settings?problem=REAUTHENTICATION_NEEDED'],
    ['a second factor that is owed', 'to the challenge', '/auth/challenge?redirect=%2Fdashboard%2Fsettings'],
    ['a link on another site', 'to ask for it here', '/dashboard/settings'],
  ])('%s leads %s', async (who, _, to) => {
    const maya = await aPerson(app);
    if (who === 'an old sign-in') app.clock.advance(10 * 60_000 + 1);
    if (who === 'a second factor that is owed')
      await app.db
        .insertInto('factors')
        .values({
          id: randomUUID() as never, // reason: a new id
          user_id: maya.userId,
          factor_type: 'phone',
          phone: '+4915112345678',
          friendly_name: 'Phone',
          status: 'verified',
          created_at: await app.clock.now(),
          verified_at: await app.clock.now(),
        })
        .execute();
    const browser = who === 'someone who is signed out' ? app.browser() : maya;
    const headers: Record<string, string> = who === 'a link on another site' ? { 'sec-fetch-site': 'cross-site' } : {};
    const response = await browser.request('/account/export', { headers });
    expect([response.status, response.headers.get('location')]).toEqual([303, to]);
    expect(await app.db.selectFrom('security_events').select('kind').execute()).toEqual([]);
  });

  test('is refused to a script’s token', async () => {
    const maya = await aPerson(app);
    const { services } = app.container;
    const client = { address: '203.0.113.7', userAgent: 'tests' };
    const session = await services.signIn.script(
      { id: maya.userId, email: maya.email, generation: 0 },
      { client, methods: ['password'] },
    );
    const { accessToken } = await services.tokens.issue(session);
    const response = await app.app.request('/account/export', { headers: { authorization: `Bearer ${accessToken}` } });
    expect(response.status).toBe(303);
  });

  test('is limited to ten times a day', async () => {
    const maya = await aPerson(app);
    for (let index = 0; index < 10; index += 1) await (await maya.request('/account/export')).body?.cancel();
    const refused = await maya.request('/account/export');
    expect(refused.status).toBe(303);
    expect(refused.headers.get('location')).toBe('/dashboard/settings?problem=TOO_MANY_ATTEMPTS');
  });

  test('runs once at a time per person, and a refused one doesn’t count', async () => {
    const maya = await aPerson(app);
    const first = await maya.request('/account/export');
    const second = await maya.request('/account/export');
    expect([second.status, second.headers.get('location')]).toEqual([
      303,
      '/dashboard/settings?problem=EXPORT_RUNNING',
    ]);
    expect(await app.db.selectFrom('attempt_counters').select('attempts').execute()).toEqual([{ attempts: 1 }]);
    await first.arrayBuffer();
    expect((await maya.request('/account/export')).status).toBe(200);
  });

  test('runs for two people at a time: the next one waits until one finishes or disconnects', async () => {
    const [maya, tomas, ada, lin] = [await aPerson(app), await aPerson(app), await aPerson(app), await aPerson(app)];
    const first = await maya.request('/account/export');
    const second = await tomas.request('/account/export');
    const started: string[] = [];
    const third = ada.request('/account/export').finally(() => started.push('Ada'));
    // Long enough for a download to start if it could.
    for (let query = 0; query < 50; query += 1) await app.container.database.ping();
    expect(started).toEqual([]);
    await first.arrayBuffer();
    expect((await third).status).toBe(200);
    const fourth = lin.request('/account/export');
    await second.body?.cancel();
    expect((await fourth).status).toBe(200);
    for (const download of [await third, await fourth]) await download.body?.cancel();
  });
});
