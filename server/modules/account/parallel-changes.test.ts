import { beforeEach, expect, test } from 'vitest';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const CLIENT = { address: '203.0.113.7', userAgent: 'vitest' };
const ROUNDS = 15;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

/** One person in so many browsers. */
async function inBrowsers(count: number) {
  const maya = await aPerson(app);
  const { sessions } = app.container.services;
  const cookies = await Promise.all(
    Array.from({ length: count }, () => sessions.start(maya.userId, { client: CLIENT, methods: ['password'] })),
  );
  return cookies.map((cookie) => app.browser({ cookie: cookie.split(';')[0] ?? '' }));
}

// On PostgreSQL these wait for each other's rows; without one order of locks some would wait in a circle.
test('one person who signs out everywhere from many browsers at once is never told of an error', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const browsers = await inBrowsers(8);
    const calls = browsers.map(({ api }, index) =>
      index % 2 === 0 ? api.account.signOutEverywhere.mutate() : api.account.endOtherSessions.mutate(),
    );
    for (const outcome of await Promise.all(calls.map(refusal))) outcomes.add(outcome);
  }
  expect([...outcomes].toSorted()).toEqual(['UNAUTHENTICATED', 'accepted']);
});
