import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { fits, LIMITS, monthYear, USAGE_KINDS, type Limit, type UsageKind } from '#contract/billing/limits.ts';
import { limitText } from '#contract/texts.ts';
import { TIERS, type Tier } from '#contract/billing/tiers.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { ask, brokenModel, heldModel, model } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { disagreements, haveUsed } from '#tests/support/usage.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
type Person = Awaited<ReturnType<typeof aPerson>>;

const track = (person: Person, usageType: UsageKind, amount = 1) =>
  person.api.usage.track.mutate({ usageType, amount });
const usedOf = async (person: Person, usageType: UsageKind) =>
  (await person.api.usage.check.query({ usageType })).currentUsage;
const count = (results: (string | undefined)[], what: string) => results.filter((result) => result === what).length;
const hundred = (work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: 100 }, (_, index) => refusal(work(index))));

describe('LIMIT-1: the limits', () => {
  const table: [Tier, number, Limit, Limit, Limit, Limit][] = [
    ['free', 50, 2, 0, 5, 1],
    ['starter', 500, 10, 2, 50, 3],
    ['pro', 2_500, 50, 10, 500, 25],
    ['ultimate', 10_000, 'unlimited', 'unlimited', 'unlimited', 'unlimited'],
  ];
  test.each(table)('%s', async (tier, messages, exports, integrations, templates, automations) => {
    expect(LIMITS[tier]).toMatchObject({ messages, exports, integrations, templates, automations });
    const maya = await aPerson(app, { plan: tier });
    const { kinds } = await maya.api.usage.overview.query();
    expect(kinds).toEqual([
      { kind: 'messages', used: 0, limit: messages, isMonthly: true },
      { kind: 'exports', used: 0, limit: exports, isMonthly: true },
      { kind: 'templates', used: 0, limit: templates, isMonthly: true },
      { kind: 'automations', used: 0, limit: automations, isMonthly: false },
      { kind: 'integrations', used: 0, limit: integrations, isMonthly: false },
    ]);
  });

  test('a trial has those of Ultimate, and those of Free from the instant it ends', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await track(maya, 'exports', 3);
    expect(await maya.api.usage.check.query({ usageType: 'exports' })).toEqual({
      canUse: true,
      planName: 'Ultimate',
      limit: 'unlimited',
      currentUsage: 3,
    });
    app.clock.set('2026-11-23T09:00:00Z');
    await expect(maya.api.usage.check.query({ usageType: 'exports' })).resolves.toMatchObject({
      canUse: false,
      planName: 'Free',
      limit: 2,
      currentUsage: 3,
    });
    expect(await refusal(track(maya, 'exports'))).toBe('USAGE_LIMIT');
  });
});

const NUMBERS = TIERS.flatMap((tier) =>
  USAGE_KINDS.flatMap((kind) => {
    const limit = LIMITS[tier][kind];
    return limit === 'unlimited' ? [] : [[tier, kind, limit] as const];
  }),
);

describe('100 parallel calls', () => {
  test.each(NUMBERS)('%s, %s: never exceed %d, and the receipts match the counter', async (plan, kind, limit) => {
    const maya = await aPerson(app, { plan });
    const before = Math.max(0, limit - 37);
    if (before > 0) await haveUsed(app, maya.userId, { kind, amount: before });
    const results = await hundred(() => track(maya, kind));
    const accepted = Math.min(limit, 37);
    expect(count(results, 'accepted')).toBe(accepted);
    expect(count(results, 'USAGE_LIMIT')).toBe(100 - accepted);
    expect(await usedOf(maya, kind)).toBe(limit);
    expect((await maya.api.usage.check.query({ usageType: kind })).canUse).toBe(false);
    expect(await disagreements(app)).toEqual([]);
  });

  test.each(USAGE_KINDS.filter((kind) => LIMITS.ultimate[kind] === 'unlimited'))(
    'of %s, which is unlimited on Ultimate, all count',
    async (kind) => {
      const maya = await aPerson(app, { plan: 'ultimate' });
      expect(count(await hundred(() => track(maya, kind, 100)), 'accepted')).toBe(100);
      expect(await usedOf(maya, kind)).toBe(10_000);
      expect(await disagreements(app)).toEqual([]);
    },
  );

  test('of different amounts fill the limit and never exceed it', async () => {
    const maya = await aPerson(app, { plan: 'starter' });
    const amounts = Array.from({ length: 100 }, (_, index) => (index % 9) + 3);
    const results = await hundred((index) => track(maya, 'messages', amounts[index]));
    const sum = amounts.reduce((all, amount, index) => all + (results[index] === 'accepted' ? amount : 0), 0);
    expect(sum).toBeLessThanOrEqual(500);
    expect(sum).toBeGreaterThan(500 - 11);
    expect(await usedOf(maya, 'messages')).toBe(sum);
    expect(await disagreements(app)).toEqual([]);
  });

  test('that reserve get a refund for every second one, which fails', async () => {
    const { usage } = app.container.services;
    const maya = await aPerson(app, { plan: 'pro' });
    const ids = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        usage.reserve(maya.userId, { kind: 'exports', subject: `file ${index}` }),
      ),
    );
    const held = ids.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(held).toHaveLength(50);
    await Promise.all(
      held.map((id, index) => (index % 2 ? usage.release(maya.userId, id) : usage.settle(maya.userId, id))),
    );
    expect(await usedOf(maya, 'exports')).toBe(25);
    expect(await disagreements(app)).toEqual([]);
  });

  test('of chat.send with 30 messages left get 30 answers, one receipt each', async () => {
    const maya = await aPerson(app, { messagesUsed: 20 });
    const held = heldModel(app);
    const results = await hundred(() => ask(maya, 'Hello'));
    expect(count(results, 'accepted')).toBe(30);
    expect(count(results, 'USAGE_LIMIT')).toBe(70);
    expect(await usedOf(maya, 'messages')).toBe(50);
    expect(await disagreements(app)).toEqual([]);
    held.letGo();
    await app.container.services.runner.idle();
    const { counted, receipts } = await maya.api.usage.receipts.query({});
    expect(counted.messages).toBe(50);
    expect(receipts.filter(({ subject, status }) => subject === 'brain_ai' && status === 'counted')).toHaveLength(30);
  });

  test('of chat.send while the model fails get no answer and no charge, and every refund is visible', async () => {
    const maya = await aPerson(app, { messagesUsed: 20 });
    brokenModel(app, '', new ModelError('quota'));
    const results = await hundred(() => ask(maya, 'Hello'));
    await app.container.services.runner.idle();
    const accepted = count(results, 'accepted');
    expect(accepted).toBeGreaterThanOrEqual(30);
    expect(accepted + count(results, 'USAGE_LIMIT')).toBe(100);
    expect(await usedOf(maya, 'messages')).toBe(20);
    const rows = await app.db.selectFrom('usage_receipts').select('status').execute();
    expect(rows.filter(({ status }) => status === 'released')).toHaveLength(accepted);
    expect(await disagreements(app)).toEqual([]);
  });
});

describe('usage.track', () => {
  test('counts all of it or nothing, and states the limit in the fixed text', async () => {
    const maya = await aPerson(app, { messagesUsed: 45 });
    await expect(track(maya, 'messages', 6)).rejects.toThrow(
      "You've reached your Free plan limit of 50 messages this month. Please upgrade your plan to continue.",
    );
    expect(await usedOf(maya, 'messages')).toBe(45);
    await track(maya, 'exports', 2);
    await expect(track(maya, 'exports')).rejects.toThrow(
      "You've reached your Free plan limit of 2 exports this month. You are using 2 of 2. Please upgrade your plan to continue.",
    );
    await expect(track(maya, 'integrations')).rejects.toThrow(limitText('integrations', 'Free', 0, 0));
    expect(await disagreements(app)).toEqual([]);
  });

  test.each([0, -1, 101, 1.5, Number.MAX_SAFE_INTEGER])('refuses an amount of %d', async (amount) => {
    const maya = await aPerson(app, { plan: 'ultimate' });
    expect(await refusal(track(maya, 'messages', amount))).toBe('INVALID_INPUT');
    expect(await usedOf(maya, 'messages')).toBe(0);
  });
});

describe('a month', () => {
  test('SHELL-3: counts its conversations, names the busiest teammate and everyone who was met', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    expect(await maya.api.usage.overview.query()).toMatchObject({ conversations: 0, busiest: null, met: [] });
    for (const assistantId of ['brain_ai', 'emmie', 'emmie'] as const)
      await maya.api.chat.send.mutate({ id: randomUUID(), assistantId, conversationId: null, text: 'Hello' });
    await app.container.services.runner.idle();
    const { conversations, busiest, met } = await maya.api.usage.overview.query();
    expect({ conversations, busiest, met: met.toSorted() }).toEqual({
      conversations: 3,
      busiest: { assistantId: 'emmie', conversations: 2 },
      met: ['brain_ai', 'emmie'],
    });
  });

  test('begins at midnight UTC, and what is in use stays in use', async () => {
    app.clock.set('2026-11-30T23:59:59.999Z');
    const maya = await aPerson(app, { plan: 'starter' });
    await track(maya, 'messages', 7);
    await track(maya, 'automations', 2);
    expect(await maya.api.usage.overview.query()).toMatchObject({ month: '2026-11', messages: { used: 7 } });
    app.clock.advance(1);
    const { month, messages, kinds } = await maya.api.usage.overview.query();
    expect([month, messages.used]).toEqual(['2026-12', 0]);
    expect(kinds.find(({ kind }) => kind === 'automations')?.used).toBe(2);
    expect((await maya.api.usage.receipts.query({})).receipts).toEqual([]);
    expect((await maya.api.usage.receipts.query({ period: '2026-11' })).counted.messages).toBe(7);
    expect((await maya.api.usage.receipts.query({ period: null })).counted.automations).toBe(2);
  });

  test('gets a failed answer’s message back if it was asked then, whenever it fails', async () => {
    app.clock.set('2026-11-30T23:59:59Z');
    const maya = await aPerson(app);
    const gate = Promise.withResolvers<void>();
    app.model.answerWith(async function* fail() {
      yield* [];
      await gate.promise;
      throw new ModelError('network');
    });
    await ask(maya, 'Hello');
    app.clock.set('2026-12-01T00:00:01Z');
    model(app, 'Hello.');
    await ask(maya, 'And now?');
    gate.resolve();
    await app.container.services.runner.idle();
    const { months } = await maya.api.usage.history.query();
    expect(months.slice(-2)).toEqual([
      { month: '2026-11', messages: 0, exports: 0, templates: 0 },
      { month: '2026-12', messages: 1, exports: 0, templates: 0 },
    ]);
    expect(await disagreements(app)).toEqual([]);
  });

  test.each([
    ['2026-01-01T00:00:00Z', '2026-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12'],
    ['2024-02-29T12:00:00Z', '2024-02'],
  ])('of %s is %s', (instant, month) => {
    expect(monthYear(new Date(instant))).toBe(month);
  });

  test('has a history of the last twelve, oldest first, empty ones included', async () => {
    app.clock.set('2025-12-15T12:00:00Z');
    const { usage } = app.container.services;
    const { userId } = await aPerson(app, { plan: 'ultimate' });
    await usage.track(userId, 'messages', 9);
    app.clock.set('2026-08-31T12:00:00Z');
    await usage.track(userId, 'exports', 4);
    app.clock.set('2026-11-16T09:00:00Z');
    const { months } = await usage.history(userId);
    expect(months.map(({ month }) => month).join(' ')).toBe(
      '2025-12 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11',
    );
    expect(months[0]).toEqual({ month: '2025-12', messages: 9, exports: 0, templates: 0 });
    expect(months[8]).toEqual({ month: '2026-08', messages: 0, exports: 4, templates: 0 });
    expect(months[11]).toEqual({ month: '2026-11', messages: 0, exports: 0, templates: 0 });
  });
});

test.each([
  [0, 1, 1, true],
  [1, 1, 1, false],
  [49, 50, 1, true],
  [49, 50, 2, false],
  [0, 0, 1, false],
  [1_000_000, 'unlimited', 100, true],
] as const)('%d of %s used: %d more fit, %s', (used, limit, amount, doesFit) => {
  expect(fits(used, limit, amount)).toBe(doesFit);
});
