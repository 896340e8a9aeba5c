import { expect, test } from 'vitest';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1', VISITOR_HOURLY_CAP: '20', VISITOR_DAILY_CAP: '80' };
const anApp = (keepData = false) => createTestApp({ environment: ENVIRONMENT, keepData });

let people = 0;
const aMailbox = () => `person-${(people += 1)}@example.com`;
const FORMS = {
  newsletter: (app: TestApp, address: string) =>
    refusal(app.browser({ address }).api.newsletter.subscribe.mutate({ email: aMailbox() })),
  contact: (app: TestApp, address: string) =>
    refusal(
      app.browser({ address }).api.contact.send.mutate({
        name: 'Maya',
        email: aMailbox(),
        topic: 'sales',
        message: 'Do you have a price for two shops?',
      }),
    ),
  visitor: (app: TestApp, address: string) =>
    refusal(app.browser({ address }).api.visitor.answer.mutate({ message: 'Hello' })),
};
type Form = (app: TestApp, address: string) => Promise<string>;

/** Sends requests until one is refused, and returns how many were let in. */
async function askAll(app: TestApp, form: Form, address: string): Promise<number> {
  let times = 0;
  while ((await form(app, address)) === 'accepted') times += 1;
  return times;
}
const hostile = (index: number) => `198.18.${index}.7`;
const NEWCOMER = '203.0.113.7';

test.each([
  ['newsletter', { networks: 80, each: 30, share: 2 }],
  ['contact', { networks: 63, each: 20, share: 1 }],
  ['visitor', { networks: 6, each: 20, share: 10 }],
] as const)(
  '%s: it takes the expected number of networks, each at its limit, to lock newcomers out',
  async (name, { networks, each, share }) => {
    const app = await anApp();
    const form = FORMS[name];
    const taken: number[] = [];
    for (let index = 1; index < networks; index += 1) taken.push(await askAll(app, form, hostile(index)));
    expect(taken[0]).toBe(each);
    expect(taken.at(-1), 'what the last ones get is the share').toBe(share);
    expect(await form(app, NEWCOMER)).toBe('accepted');
    await askAll(app, form, hostile(networks));
    await askAll(app, form, hostile(networks + 1));
    expect(await form(app, '192.0.2.7')).not.toBe('accepted');
    app.clock.advance(24 * HOUR_MS);
    expect(await form(app, '192.0.2.7')).toBe('accepted');
  },
);

test.each([
  ['an IPv6 /48', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ['an IPv4 /24', (index: number) => `198.18.0.${index}`],
])('%s counts as one network, however many of its addresses are used', async (_, addressOf) => {
  const app = await anApp();
  let taken = 0;
  for (let index = 0; index < 100; index += 1) taken += await askAll(app, FORMS.contact, addressOf(index));
  expect(taken, 'the open half').toBe(60);
  expect(await FORMS.contact(app, NEWCOMER)).toBe('accepted');
  expect(await FORMS.contact(app, '2001:db8:2::1')).toBe('accepted');
});

test('requests refused by a network’s own limit don’t use up the shared allowance', async () => {
  const app = await anApp();
  expect(await askAll(app, FORMS.contact, hostile(1))).toBe(20);
  for (let times = 0; times < 100; times += 1) await FORMS.contact(app, hostile(1));
  expect([await askAll(app, FORMS.contact, hostile(2)), await askAll(app, FORMS.contact, hostile(3))]).toEqual([
    20, 20,
  ]);
});

test('a network gets its share once per window', async () => {
  const app = await anApp();
  app.clock.set('2026-11-16T09:10:00Z');
  expect(await FORMS.contact(app, NEWCOMER)).toBe('accepted');
  app.clock.set('2026-11-16T09:20:00Z');
  for (let index = 1; index <= 3; index += 1) await askAll(app, FORMS.contact, hostile(index));
  app.clock.set('2026-11-16T09:59:59Z');
  expect(await FORMS.contact(app, NEWCOMER)).toBe('TOO_MANY_ATTEMPTS');
  app.clock.set('2026-11-16T10:00:00Z');
  expect(await FORMS.contact(app, NEWCOMER)).toBe('accepted');
});

test('the cap and its reserved half hold across two processes in parallel', async () => {
  const [one, two] = [await anApp(), await anApp(true)];
  const askAtOnce = async (addresses: string[]) => {
    const results = await Promise.all(
      addresses.map((address, index) => FORMS.contact(index % 2 === 0 ? one : two, address)),
    );
    return results.filter((result) => result === 'accepted').length;
  };
  const few = Array.from({ length: 100 }, (_, index) => hostile(index % 5));
  const takenByFew = await askAtOnce(few);
  // Each of the five may have had its first request let in above the half.
  expect(takenByFew).toBeGreaterThanOrEqual(60);
  expect(takenByFew).toBeLessThanOrEqual(65);
  const many = Array.from({ length: 120 }, (_, index) => hostile(100 + index));
  expect(await askAtOnce(many)).toBe(120 - takenByFew);
});

test('the owner of an IPv6 /48 gets no more guesses than ten networks do', async () => {
  const app = await anApp();
  const guess = (index: number) =>
    refusal(
      app
        .browser({ address: `2001:db8:1:${index.toString(16)}::1` })
        .api.auth.confirmEmail.mutate({ token: `a-guessed-token-that-is-long-enough-${index}` }),
    );
  const results: string[] = [];
  for (let index = 0; index < 601; index += 1) results.push(await guess(index));
  expect(results.indexOf('TOO_MANY_ATTEMPTS')).toBe(600);
});
