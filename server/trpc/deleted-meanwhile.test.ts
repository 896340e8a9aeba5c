import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from '#tests/support/chat.ts';
import { aPerson, deleteDuringNextCall } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

type Person = Awaited<ReturnType<typeof aPerson>>;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

describe('a person whose account is deleted while a call of theirs runs', () => {
  const CALLS: Record<string, (person: Person) => Promise<unknown>> = {
    'the profile': ({ api }) => api.profile.get.query(),
    'the account': ({ api }) => api.account.get.query(),
    'this month': ({ api }) => api.usage.overview.query(),
    'the plan': ({ api }) => api.billing.subscription.query(),
    'the urgent offer': ({ api }) => api.billing.showOffer.mutate(),
    'the cards of the day': ({ api }) => api.insights.today.query(),
    'a message': (person) => ask(person, 'Hello'),
  };
  test.each(Object.keys(CALLS))('is asked to sign in: %s', async (name) => {
    const maya = await aPerson(app);
    deleteDuringNextCall(app, maya);
    expect(await refusal(CALLS[name]?.(maya) ?? Promise.resolve())).toBe('UNAUTHENTICATED');
  });
});
