import { beforeEach, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { closeDemoAccounts } from './close-demo-accounts.ts';
import { DEMO, DEMO_AT_LIMIT, DEMO_FREE, DEMO_PASSWORD } from './demo-account.ts';
import { seedDemo } from './demo.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  await seedDemo(app.db, await hashPassword(DEMO_PASSWORD), await app.clock.now());
});

const signIn = (email: string, password: string) => app.browser().api.auth.signIn.mutate({ email, password });
const close = async () =>
  closeDemoAccounts(app.db, (hash) => verifyPassword(DEMO_PASSWORD, hash), await app.clock.now());

test('the demo account has preferences, and one of its facts shows what it replaced', async () => {
  const demo = app.browser();
  await demo.api.auth.signIn.mutate({ email: DEMO.email, password: DEMO_PASSWORD });
  const { count, kinds } = await demo.api.brain.overview.query();
  const replaced = kinds.flatMap(({ facts }) => facts.flatMap((fact) => fact.replaced ?? []));
  expect([count, kinds.length]).toEqual([13, 6]);
  expect(replaced).toMatchObject([{ value: '$29' }]);
  expect(await demo.api.brain.preferences.list.query()).not.toEqual([]);
});

test('the demo account has a question with two versions, and a file that only its chat has', async () => {
  const demo = app.browser();
  await demo.api.auth.signIn.mutate({ email: DEMO.email, password: DEMO_PASSWORD });
  const [versions] = await app.db
    .selectFrom('turns')
    .select(({ fn }) => ['follows', fn.max('choice').as('last')])
    .groupBy('follows')
    .orderBy('last', 'desc')
    .execute();
  expect(versions?.last).toBe(2);
  const { sources } = await demo.api.brain.sources.list.query();
  expect(sources).toMatchObject([{ scope: 'chat', name: 'Spring line.csv', state: 'ready', factCount: 0 }]);
  const { messages } = await demo.api.chat.messages.query({ conversationId: sources[0]?.conversationId ?? '' });
  expect(messages[0]?.files).toMatchObject([{ name: 'Spring line.csv' }]);
  const download = await demo.request(`/brain/files/${sources[0]?.id}`);
  expect(await download.text()).toContain('Soup bowl,18 cm,$28');
});

test('an account that still has the demo password is closed: nobody signs in, and whoever was is signed out', async () => {
  const visitor = app.browser();
  await visitor.api.auth.signIn.mutate({ email: DEMO.email, password: DEMO_PASSWORD });
  await visitor.api.usage.overview.query();
  expect(await close()).toEqual([DEMO.email, DEMO_FREE.email, DEMO_AT_LIMIT.email]);
  expect(await refusal(signIn(DEMO.email, DEMO_PASSWORD))).toBe('INVALID_CREDENTIALS');
  expect(await refusal(visitor.api.usage.overview.query())).toBe('UNAUTHENTICATED');
  const people = await app.db.selectFrom('users').select(['password_hash', 'held_at']).execute();
  expect(people).toHaveLength(3);
  for (const person of people) expect(person).toEqual({ password_hash: null, held_at: await app.clock.now() });
  const conversations = await app.db.selectFrom('conversations').select('id').execute();
  expect(conversations.length, 'their content stays').toBeGreaterThan(0);
  expect(await close(), 'once').toEqual([]);
});

test('without demo accounts, the published password is refused, and nothing is changed in the account', async () => {
  const off = await createTestApp({ keepData: true, environment: { DEMO: 'off' }, clock: app.clock });
  const attempt = (email: string, password: string) =>
    refusal(off.browser().api.auth.signIn.mutate({ email, password }));
  expect(await attempt(DEMO.email.toUpperCase(), DEMO_PASSWORD)).toBe('INVALID_CREDENTIALS');
  expect(await refusal(signIn(DEMO.email, DEMO_PASSWORD)), 'with them').toBe('accepted');
  const own = 'kiln and glaze 42';
  const change = { password_hash: await hashPassword(own) };
  await app.db.updateTable('users').set(change).where('email_lower', '=', DEMO.email).execute();
  expect(await attempt(DEMO.email, own), 'a password of its own').toBe('accepted');
});

test('a demo account with a password of its own, and everyone else, stay as they are', async () => {
  const own = 'kiln and glaze 42';
  const change = { password_hash: await hashPassword(own) };
  await app.db.updateTable('users').set(change).where('email_lower', '=', DEMO.email).execute();
  await app.db
    .updateTable('users')
    .set({ email_lower: 'x@example.com' })
    .where('email', '=', DEMO_FREE.email)
    .execute();
  expect(await close()).toEqual([DEMO_AT_LIMIT.email]);
  expect(await refusal(signIn(DEMO.email, own))).toBe('accepted');
});
