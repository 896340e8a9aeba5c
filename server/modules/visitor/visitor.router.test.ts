import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { VISITOR_ANSWER_MAX, VISITOR_MESSAGE_MAX } from '#contract/chat/visitor-limits.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { brokenModel, heldModel, model } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

function aVisitor(app: TestApp) {
  const { api } = app.browser();
  return (message: string, conversationHistory: { content: string; isUser: boolean }[] = []) =>
    api.visitor.answer.mutate({ message, conversationHistory });
}

describe('a visitor’s question', () => {
  test('is answered in the field `response`', async () => {
    const app = await createTestApp();
    expect(await aVisitor(app)('What does it cost?')).toEqual({ response: 'Hello there.' });
  });

  test('reaches the model with the facts, the earlier messages, and a length limit for the answer', async () => {
    const app = await createTestApp({ environment: { VISITOR_ANSWER_TOKENS: '321' } });
    await aVisitor(app)('  And a year?  ', [
      { content: 'Hello. Ask me anything.', isUser: false },
      { content: 'What is Pro?', isUser: true },
      { content: '$59 a month.', isUser: false },
      { content: ' ', isUser: true },
    ]);
    const [request] = app.model.requests;
    expect(request?.instructions).toContain('You are Brain AI');
    expect(request?.instructions).toContain('support@tenfold.example');
    expect(request?.maxOutputTokens).toBe(321);
    expect(request?.history).toEqual([
      { role: 'user', content: 'What is Pro?' },
      { role: 'assistant', content: '$59 a month.' },
      { role: 'user', content: 'And a year?' },
    ]);
  });

  test('goes to Emmie in the landing page demo, and to no one else', async () => {
    const app = await createTestApp();
    const { api } = app.browser();
    await api.visitor.answer.mutate({ message: 'Tell our regulars', teammate: 'emmie' });
    expect(app.model.requests[0]?.instructions).toContain('You are Emmie');
    const stranger = { message: 'Hello', teammate: 'finny' } as unknown as { message: string }; // reason: not in the type
    expect(await refusal(api.visitor.answer.mutate(stranger))).toBe('INVALID_INPUT');
  });

  test.each([
    ['no words', ' \n ', []],
    ['too many words', 'x'.repeat(VISITOR_MESSAGE_MAX + 1), []],
    ['more than ten messages before', 'Hello', Array.from({ length: 11 }, () => ({ content: 'a', isUser: true }))],
    ['a long message before', 'Hello', [{ content: 'x'.repeat(VISITOR_ANSWER_MAX + 1), isUser: false }]],
  ])('with %s is refused, and the model is not called', async (_title, message, history) => {
    const app = await createTestApp();
    expect(await refusal(aVisitor(app)(message, history))).toBe('INVALID_INPUT');
    expect(app.model.requests).toEqual([]);
  });

  test('gets no more of an answer than fits the chat', async () => {
    const app = await createTestApp();
    model(app, 'x'.repeat(VISITOR_ANSWER_MAX - 1), 'yz', 'and so on');
    const { response } = await aVisitor(app)('Tell me everything');
    expect(response).toHaveLength(VISITOR_ANSWER_MAX);
    expect(response.endsWith('xy')).toBe(true);
  });

  test('is stored in no table', async () => {
    const app = await createTestApp({
      environment: { AI_PRICE_INPUT_USD: '1', AI_PRICE_OUTPUT_USD: '1', AI_DAILY_CAP_USD: '5' },
    });
    await aVisitor(app)('Do you know Strandvägen?', [{ content: 'Gunnebogatan', isUser: true }]);
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(app.db);
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
        app.db,
      );
      expect(rows.map(({ row }) => row).join('\n'), name).not.toMatch(/Strandvägen|Gunnebogatan|Hello there/);
    }
  });
});

describe('the limit for visitors', () => {
  test('holds for one network under parallel calls, and for an hour', async () => {
    const app = await createTestApp({ environment: { VISITOR_HOURLY_CAP: '3' } });
    const ask = aVisitor(app);
    const results = await Promise.all(Array.from({ length: 20 }, () => refusal(ask('Hello'))));
    expect(results.filter((result) => result === 'accepted')).toHaveLength(3);
    expect(results.filter((result) => result === 'VISITOR_LIMIT')).toHaveLength(17);
    expect(app.model.requests).toHaveLength(3);
    app.clock.advance(60 * 60_000);
    expect(await refusal(ask('Hello'))).toBe('accepted');
  });

  test('holds for all visitors together, and for a day', async () => {
    const app = await createTestApp({ environment: { VISITOR_DAILY_CAP: '4' } });
    const from = (address: string) =>
      app.container.services.visitor.answerWhole(
        { message: 'Hello', conversationHistory: [], teammate: 'brain_ai' },
        { address, userAgent: '' },
        new AbortController().signal,
      );
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => from(`203.0.113.${n}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'MODEL_BUDGET' } });
    app.clock.advance(24 * 60 * 60_000);
    expect(await from('203.0.113.99')).toBe('Hello there.');
  });
});

describe('an operator’s cap', () => {
  // A token of an answer costs a thousandth of a dollar, so an answer reserves forty cents until it is complete.
  const PRICES = { AI_PRICE_INPUT_USD: '0', AI_PRICE_OUTPUT_USD: '1000', VISITOR_ANSWER_TOKENS: '400' };
  const spent = async (app: TestApp) =>
    (await app.db.selectFrom('model_spending_days').select('micro_usd as microUsd').executeTakeFirst())?.microUsd;

  test('leaves visitors half of the daily budget, under parallel calls', async () => {
    const app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_USD: '2' } });
    const held = heldModel(app);
    const refused: (string | undefined)[] = [];
    const asked = Array.from({ length: 10 }, async () => {
      const result = await refusal(aVisitor(app)('Hello'));
      if (result !== 'accepted') refused.push(result);
    });
    // A completed answer releases what it reserved; until then, both wait for the model.
    await vi.waitFor(() => expect(refused).toEqual(Array.from({ length: 8 }, () => 'MODEL_BUDGET')));
    expect(app.model.requests).toHaveLength(2);
    held.letGo();
    await Promise.all(asked);
    expect(refused).toHaveLength(8);
  });

  test('reserves half of the visitors’ budget for those who have asked little', async () => {
    // Visitors have five dollars. An answer of 400 characters costs ten cents, and reserves forty until it is complete.
    const app = await createTestApp({
      environment: { ...PRICES, AI_DAILY_CAP_USD: '10', TRUSTED_PROXIES: '127.0.0.1' },
    });
    model(app, 'x'.repeat(400));
    const ask = (address: string) => refusal(app.browser({ address }).api.visitor.answer.mutate({ message: 'Hello' }));
    const results: (string | undefined)[] = [];
    for (let times = 0; times < 40; times += 1) results.push(await ask('198.18.1.7'));
    expect(results.indexOf('MODEL_BUDGET')).toBe(22);
    expect(results.slice(22)).not.toContain('accepted');
    for (let times = 0; times < 10; times += 1) expect(await ask('203.0.113.7')).toBe('accepted');
    expect(await ask('203.0.113.7')).toBe('MODEL_BUDGET');
  });

  test('counts the actual cost of an answer, even one that broke off', async () => {
    const app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_USD: '100' } });
    model(app, 'x'.repeat(40));
    await aVisitor(app)('Hello');
    expect(await spent(app), '40 characters are 10 tokens').toBe(10_000);
    brokenModel(app, 'y'.repeat(8), new ModelError('network'));
    await refusal(aVisitor(app)('Hello'));
    expect(await spent(app)).toBe(12_000);
  });

  test('that is too small for one answer allows none', async () => {
    const app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_USD: '0.5' } });
    expect(await refusal(aVisitor(app)('Hello'))).toBe('MODEL_BUDGET');
    expect(await spent(app)).toBeUndefined();
  });
});

describe('a missing answer', () => {
  test.each(['error', 'quota', 'network', 'timeout'] as const)('(%s) is one plain refusal', async (failure) => {
    const app = await createTestApp();
    brokenModel(app, '', new ModelError(failure));
    expect(await refusal(aVisitor(app)('Hello'))).toBe('MODEL_FAILED');
  });

  test('from a disabled model is reported, and the model is not called', async () => {
    const app = await createTestApp({ environment: { AI_ENABLED: 'false' } });
    expect(await refusal(aVisitor(app)('Hello'))).toBe('MODEL_OFF');
    expect(app.model.requests).toEqual([]);
  });
});
