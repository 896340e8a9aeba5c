import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MessageId } from '#db/types.gen.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { ask, brokenModel, heldModel, messagesUsed, model, resume } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { disagreements } from '#tests/support/usage.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
type Person = Awaited<ReturnType<typeof aPerson>>;
const usage = () => app.container.services.usage;
const idle = () => app.container.services.runner.idle();
const statusesOf = async (person: Person, period?: string | null) =>
  (await person.api.usage.receipts.query({ period })).receipts.map(({ status }) => status);

describe('a message', () => {
  test('has a receipt with the id of its turn and its assistant', async () => {
    const maya = await aPerson(app);
    const id = randomUUID();
    const held = heldModel(app);
    await ask(maya, 'Hello', null, id);
    const line = { id, kind: 'messages', subject: 'brain_ai', amount: 1, createdAt: '2026-11-16T09:00:00.000Z' };
    expect((await maya.api.usage.receipts.query({})).receipts).toEqual([{ ...line, status: 'reserved' }]);
    held.letGo();
    await idle();
    expect(await maya.api.usage.receipts.query({})).toEqual({
      period: '2026-11',
      counted: { messages: 1, exports: 0, templates: 0, automations: 0, integrations: 0 },
      receipts: [{ ...line, status: 'counted' }],
      nextCursor: null,
    });
  });

  test('that failed and was then answered shows both the refund and the charge', async () => {
    const maya = await aPerson(app);
    brokenModel(app, 'Mon', new ModelError('timeout'));
    const { answer } = await ask(maya, 'Plan my week');
    await idle();
    expect(await statusesOf(maya)).toEqual(['released']);
    expect(await messagesUsed(maya)).toBe(0);
    model(app, 'Monday: wash.');
    app.clock.advance(1_000);
    await resume(maya, answer.id, 'retry');
    await idle();
    expect(await statusesOf(maya)).toEqual(['counted', 'released']);
    expect(await messagesUsed(maya)).toBe(1);
    expect(await disagreements(app)).toEqual([]);
  });

  test('stopped after some text is counted, before the first word it is not', async () => {
    const maya = await aPerson(app);
    heldModel(app);
    const spoken = await ask(maya, 'Hello');
    await expect
      .poll(() => app.container.services.runner.find(maya.userId, spoken.answer.id as MessageId)?.text)
      .toBe('The first words. '); // reason: straight from the wire
    await maya.api.chat.stop.mutate({ messageId: spoken.answer.id });
    await idle();
    heldModel(app, '');
    app.clock.advance(1_000);
    const silent = await ask(maya, 'Hello again');
    await maya.api.chat.stop.mutate({ messageId: silent.answer.id });
    await idle();
    expect(await statusesOf(maya)).toEqual(['released', 'counted']);
    expect(await messagesUsed(maya)).toBe(1);
    expect(await disagreements(app)).toEqual([]);
  });

  test('sent again with the id of a replaced attempt is refused, not doubled', async () => {
    const maya = await aPerson(app);
    const id = randomUUID();
    brokenModel(app, '', new ModelError('network'));
    const { answer, conversation } = await ask(maya, 'Hello', null, id);
    await idle();
    model(app, 'Hello.');
    await resume(maya, answer.id, 'retry');
    await idle();
    expect(await refusal(ask(maya, 'Hello', conversation.id, id))).toBe('ALREADY_SENT');
    expect(await refusal(ask(maya, 'Hello', null, id))).toBe('ALREADY_SENT');
    expect(await messagesUsed(maya)).toBe(1);
    expect(await maya.api.chat.conversations.query({ assistantId: 'brain_ai' })).toHaveLength(1);
    expect(await disagreements(app)).toEqual([]);
  });

  test('whose conversation is deleted stays on the statement', async () => {
    const maya = await aPerson(app);
    model(app, 'Hello.');
    const { conversation } = await ask(maya, 'Hello');
    await idle();
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    app.clock.advance(2 * 3_600_000);
    await purge(app);
    expect(await statusesOf(maya)).toEqual(['counted']);
    expect(await messagesUsed(maya)).toBe(1);
  });
});

describe('another kind of usage', () => {
  test('settled or released twice, in any order, changes once', async () => {
    const { userId, ...maya } = await aPerson(app, { plan: 'pro' });
    const used = async () => (await maya.api.usage.check.query({ usageType: 'templates' })).currentUsage;
    const use = { kind: 'templates', subject: 'welcome-mail', amount: 2 } as const;
    const settled = await usage().reserve(userId, use);
    const released = await usage().reserve(userId, use);
    expect(await used()).toBe(4);
    await usage().settle(userId, settled);
    await usage().settle(userId, settled);
    await usage().release(userId, settled);
    expect(await used(), 'what was used in a month stays used').toBe(4);
    await usage().release(userId, released);
    await usage().release(userId, released);
    await usage().settle(userId, released);
    expect(await used()).toBe(2);
    const { receipts } = await maya.api.usage.receipts.query({});
    expect(receipts.map(({ status }) => status).toSorted()).toEqual(['counted', 'released']);
    expect(await disagreements(app)).toEqual([]);
  });

  test('of a resource in use is refunded when it is removed, once', async () => {
    const { userId, ...maya } = await aPerson(app, { plan: 'free' });
    const [first, second] = [randomUUID(), randomUUID()];
    await usage().reserve(userId, { kind: 'automations', subject: first, id: first });
    await usage().settle(userId, first);
    await expect(usage().reserve(userId, { kind: 'automations', subject: second, id: second })).rejects.toThrow(
      "You've reached your Free plan limit of 1 active automations. You are using 1 of 1.",
    );
    await Promise.all(Array.from({ length: 5 }, () => usage().release(userId, first)));
    await usage().reserve(userId, { kind: 'automations', subject: second, id: second });
    await usage().settle(userId, second);
    expect(await statusesOf({ userId, ...maya }, null)).toEqual(expect.arrayContaining(['counted', 'released']));
    expect((await maya.api.usage.check.query({ usageType: 'automations' })).currentUsage).toBe(1);
    expect(await disagreements(app)).toEqual([]);
  });

  test('requested five times with one id counts once', async () => {
    const { userId, ...maya } = await aPerson(app, { plan: 'pro' });
    const id = randomUUID();
    const use = { kind: 'exports', subject: 'a file', id } as const;
    const ids = await Promise.all(Array.from({ length: 5 }, () => usage().reserve(userId, use)));
    expect(ids).toEqual([id, id, id, id, id]);
    expect((await maya.api.usage.check.query({ usageType: 'exports' })).currentUsage).toBe(1);
    expect(await disagreements(app)).toEqual([]);
  });

  test('is not replaced under the same id by another kind, another purpose, or after a refund', async () => {
    const { userId, ...maya } = await aPerson(app, { plan: 'pro' });
    const id = randomUUID();
    const use = { kind: 'exports', subject: 'a file', id } as const;
    await usage().reserve(userId, use);
    for (const other of [
      { ...use, subject: 'another file' },
      { ...use, kind: 'templates' as const },
    ])
      await expect(usage().reserve(userId, other)).rejects.toThrow('INVALID_INPUT');
    await usage().release(userId, id);
    await expect(usage().reserve(userId, use)).rejects.toThrow('INVALID_INPUT');
    expect(await statusesOf({ userId, ...maya })).toEqual(['released']);
    expect(await disagreements(app)).toEqual([]);
  });

  test('retried with its id at the limit is still the same usage', async () => {
    const { userId } = await aPerson(app);
    const ids = [randomUUID(), randomUUID()];
    const reserve = (id: string) => usage().reserve(userId, { kind: 'exports', subject: 'a file', id });
    for (const id of ids) await reserve(id);
    expect(await Promise.all(ids.map(reserve))).toEqual(ids);
    await expect(reserve(randomUUID())).rejects.toThrow('USAGE_LIMIT');
    expect(await disagreements(app)).toEqual([]);
  });

  test('reserved before an outage of weeks is refunded too', async () => {
    const { userId } = await aPerson(app, { plan: 'pro' });
    await usage().reserve(userId, { kind: 'integrations', subject: 'lost' });
    app.clock.advance(40 * 86_400_000);
    await purge(app);
    expect((await app.db.selectFrom('usage_receipts').select('status').execute()).map(({ status }) => status)).toEqual([
      'released',
    ]);
    expect((await app.db.selectFrom('usage_in_use').select('integrations').execute())[0]?.integrations).toBe(0);
  });

  test('reserved by a crashed process is refunded by another after a quarter of an hour, and nothing else is', async () => {
    const { userId, ...maya } = await aPerson(app, { plan: 'pro' });
    await usage().reserve(userId, { kind: 'exports', subject: 'lost', amount: 3 });
    await usage().reserve(userId, { kind: 'integrations', subject: 'lost too' });
    const kept = await usage().reserve(userId, { kind: 'exports', subject: 'kept' });
    await usage().settle(userId, kept);
    app.clock.advance(14 * 60_000);
    await usage().reserve(userId, { kind: 'templates', subject: 'under way' });
    await purge(app);
    expect((await maya.api.usage.check.query({ usageType: 'exports' })).currentUsage).toBe(4);
    app.clock.advance(2 * 60_000);
    await Promise.all([purge(app), purge(app)]);
    const { kinds } = await maya.api.usage.overview.query();
    expect(kinds.map(({ kind, used }) => [kind, used])).toEqual([
      ['messages', 0],
      ['exports', 1],
      ['templates', 1],
      ['automations', 0],
      ['integrations', 0],
    ]);
    expect(await disagreements(app)).toEqual([]);
  });

  test('of another person can be neither settled nor released', async () => {
    const [maya, tomas] = [await aPerson(app, { plan: 'pro' }), await aPerson(app, { plan: 'pro' })];
    const id = await usage().reserve(maya.userId, { kind: 'exports', subject: 'mine' });
    await usage().release(tomas.userId, id);
    await usage().settle(tomas.userId, id);
    expect(await statusesOf(maya)).toEqual(['reserved']);
    expect((await tomas.api.usage.receipts.query({ cursor: id })).receipts).toEqual([]);
  });
});

describe('the statement', () => {
  test('comes in pages of fifty, newest first, each receipt once, even those of one instant', async () => {
    const maya = await aPerson(app, { plan: 'ultimate' });
    for (let index = 0; index < 120; index += 1) {
      await usage().track(maya.userId, 'messages', 1);
      if (index % 4 === 0) app.clock.advance(1_000);
    }
    const pages = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await maya.api.usage.receipts.query({ period: '2026-11', cursor });
      expect(page.counted.messages).toBe(120);
      pages.push(page.receipts);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all[0]).toMatchObject({ kind: 'messages', subject: 'script', status: 'counted', amount: 1 });
  });

  test.each(['2026-13', '2026-1', '26-11', 'at once', '', "2026-11'; drop table users"])(
    'rejects the period %s',
    async (period) => {
      const maya = await aPerson(app);
      expect(await refusal(maya.api.usage.receipts.query({ period }))).toBe('INVALID_INPUT');
    },
  );

  test('is counted and filtered by the named fields only', async () => {
    const maya = await aPerson(app);
    const extra = { usageType: 'exports' as const, userId: randomUUID() };
    expect(await refusal(maya.api.usage.check.query(extra))).toBe('INVALID_INPUT');
    expect(await refusal(maya.api.usage.track.mutate(extra))).toBe('INVALID_INPUT');
  });

  test('rejects an invalid cursor or an extra key', async () => {
    const maya = await aPerson(app);
    expect(await refusal(maya.api.usage.receipts.query({ cursor: 'x' }))).toBe('INVALID_INPUT');
    const tooMuch = { period: '2026-11', userId: randomUUID() };
    expect(await refusal(maya.api.usage.receipts.query(tooMuch))).toBe('INVALID_INPUT');
  });
});
