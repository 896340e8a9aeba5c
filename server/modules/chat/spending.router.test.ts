import { afterEach, describe, expect, test } from 'vitest';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { ask, brokenModel, heldModel, messagesUsed } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

// A token of an answer costs a thousandth of a dollar, so each answer reserves one dollar until it is complete.
const PRICES = { AI_PRICE_INPUT_USD: '0', AI_PRICE_OUTPUT_USD: '1000' };
let app: TestApp;
afterEach(() => app.container.services.runner.idle());
const settled = () => app.container.services.runner.idle();
const spent = async () =>
  (await app.db.selectFrom('model_spending_days').select('micro_usd as microUsd').executeTakeFirst())?.microUsd;

describe('an operator’s cap', () => {
  test('for one person stops only that person for the day', async () => {
    app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_PER_PERSON_USD: '2.5' } });
    const [maya, tom] = [await aPerson(app), await aPerson(app)];
    const held = heldModel(app);
    const first = await Promise.all(Array.from({ length: 20 }, (_, n) => refusal(ask(maya, `Question ${n}`))));
    expect(first.filter((result) => result === 'accepted')).toHaveLength(2);
    expect(first.filter((result) => result === 'PERSON_BUDGET')).toHaveLength(18);
    expect(await refusal(ask(tom, 'Hello'))).toBe('accepted');
    held.letGo();
    await settled();
    expect(await messagesUsed(maya)).toBe(2);
    app.clock.advance(24 * 3_600_000);
    expect(await refusal(ask(maya, 'Good morning'))).toBe('accepted');
  });

  test('for everyone together holds across people', async () => {
    app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_USD: '3' } });
    const people = await Promise.all(Array.from({ length: 10 }, () => aPerson(app)));
    const held = heldModel(app);
    const results = await Promise.all(people.map((person) => refusal(ask(person, 'Hello'))));
    expect(results.filter((result) => result === 'accepted')).toHaveLength(3);
    expect(results.filter((result) => result === 'MODEL_BUDGET')).toHaveLength(7);
    held.letGo();
  });

  test('counts what an answer actually cost once it is complete', async () => {
    app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_USD: '100' } });
    const maya = await aPerson(app);
    const held = heldModel(app, 'x'.repeat(31));
    await ask(maya, 'Hello');
    expect(await spent()).toBe(1_000_000);
    held.letGo();
    await settled();
    expect(await spent(), '40 characters are 10 tokens').toBe(10_000);
    brokenModel(app, 'y'.repeat(8), new ModelError('network'));
    await ask(maya, 'Hello again');
    await settled();
    expect(await spent(), 'a broken answer costs too: the provider was paid for it').toBe(12_000);
  });
});

test.each([
  ['English', 'Forty bowls.', 3_000],
  ['Chinese', '四十只碗', 6_000],
  ['pictures', '🎉🎉', 4_000],
])('an answer without a token count from the provider is estimated by its script: %s', async (_, text, microUsd) => {
  app = await createTestApp({ environment: { ...PRICES, AI_DAILY_CAP_USD: '100' } });
  brokenModel(app, text, new ModelError('network'));
  await ask(await aPerson(app), 'Hello');
  await settled();
  expect(await spent()).toBe(microUsd);
});

test('a model that is switched off says so, and counts nothing', async () => {
  app = await createTestApp({ environment: { AI_ENABLED: 'false' } });
  const maya = await aPerson(app);
  expect(await refusal(ask(maya, 'Hello'))).toBe('MODEL_OFF');
  expect(await messagesUsed(maya)).toBe(0);
  expect(app.model.requests).toEqual([]);
});
