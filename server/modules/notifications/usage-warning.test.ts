import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITS, warningStart, type UsageKind } from '#contract/billing/limits.ts';
import { EMAIL_DELAY_MS } from '#contract/notifications.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { ask, brokenModel, model } from '#tests/support/chat.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { haveUsed } from '#tests/support/usage.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
type Person = Awaited<ReturnType<typeof aPerson>>;
const MINUTE_MS = 60_000;
/** The emails wait a little, in case their owner reads it in the bell. */
async function sweep() {
  app.clock.advance(EMAIL_DELAY_MS);
  await sendEmails(app);
}
const subjects = () => app.emails.map(({ subject }) => subject);
const warningsOf = async (person: Person) => (await person.api.usage.overview.query()).warnings;
const noted = () =>
  app.db
    .selectFrom('notices')
    .select(['topic', 'subject'])
    .where('topic', 'in', ['usage_warning', 'usage_limit'])
    .orderBy('subject')
    .execute();
const track = (person: Person, usageType: UsageKind, amount = 1) =>
  person.api.usage.track.mutate({ usageType, amount });

describe('at 80% of a limit', () => {
  test.each([
    ['free', 'messages', 40],
    ['free', 'exports', 2],
    ['free', 'automations', 1],
    ['starter', 'exports', 8],
    ['starter', 'integrations', 2],
    ['pro', 'messages', 2_000],
    ['pro', 'automations', 20],
    ['ultimate', 'messages', 8_000],
  ] as const)('%s is warned about %s from %d on, not before, and once', async (plan, kind, start) => {
    expect(warningStart(LIMITS[plan][kind])).toBe(start);
    const maya = await aPerson(app, { plan });
    if (start > 1) await haveUsed(app, maya.userId, { kind, amount: start - 1 });
    await sweep();
    expect(await warningsOf(maya)).toEqual([]);
    await track(maya, kind);
    await track(maya, kind).catch(() => undefined);
    const subject = kind === 'automations' || kind === 'integrations' ? kind : `${kind} 2026-11`;
    expect(await noted()).toEqual([{ topic: 'usage_warning', subject }]);
    expect(await warningsOf(maya)).toMatchObject([{ kind, limit: LIMITS[plan][kind], subject }]);
    await sweep();
    await sweep();
    expect(app.emails).toHaveLength(1);
    expect(app.emails[0]?.to).toBe(maya.email);
  });

  test('a chat message triggers it, with figures, the day of the reset and a link', async () => {
    const maya = await aPerson(app, { messagesUsed: 39 });
    model(app, 'Hello.');
    await ask(maya, 'Hello');
    await app.container.services.runner.idle();
    await sweep();
    expect(subjects()).toEqual(["You've used 40 of 50 messages this month"]);
    expect(app.emails[0]?.text).toContain('resets on December 1, 2026 at midnight UTC');
    expect(app.emails[0]?.text).toContain('http://localhost:3000/dashboard/billing');
    expect(app.emails[0]?.text).toContain('Once you reach the limit, you can wait for the reset');
    expect(app.emails[0]?.text).toContain('http://localhost:3000/dashboard/settings/notifications');
  });

  test('100 simultaneous messages cause one notice at 80%, one at the limit, and one email', async () => {
    const maya = await aPerson(app, { messagesUsed: 10 });
    model(app, 'Hello.');
    await Promise.allSettled(Array.from({ length: 100 }, () => ask(maya, 'Hello')));
    await app.container.services.runner.idle();
    await sweep();
    expect((await noted()).map(({ topic }) => topic).toSorted()).toEqual(['usage_limit', 'usage_warning']);
    expect(subjects()).toEqual(["You've used 50 of 50 messages this month"]);
    expect(app.emails[0]?.text).toContain('To use more before then, move to a larger plan.');
    expect(app.emails[0]?.text).not.toContain('Once you reach the limit');
  });

  test('no one is warned about a kind without a limit, or without an allowance', async () => {
    const [maya, tomas] = [await aPerson(app, { plan: 'ultimate' }), await aPerson(app)];
    for (let index = 0; index < 5; index += 1) await track(maya, 'exports', 100);
    await track(tomas, 'integrations').catch(() => undefined);
    await sweep();
    expect(await noted()).toEqual([]);
    expect([await warningsOf(maya), await warningsOf(tomas)]).toEqual([[], []]);
  });

  test('a failed answer withdraws the warning, and the next one triggers it', async () => {
    const maya = await aPerson(app, { messagesUsed: 39 });
    brokenModel(app, '', new ModelError('network'));
    await ask(maya, 'Hello');
    await app.container.services.runner.idle();
    await sweep();
    expect([subjects(), await noted(), await warningsOf(maya)]).toEqual([[], [], []]);
    model(app, 'Hello.');
    await ask(maya, 'Hello');
    await app.container.services.runner.idle();
    await sweep();
    expect(subjects()).toHaveLength(1);
  });

  test('it warns again in the next month', async () => {
    const maya = await aPerson(app);
    await track(maya, 'messages', 45);
    await sweep();
    app.clock.set('2026-12-01T00:00:00Z');
    await app.container.services.usage.track(maya.userId, 'messages', 45);
    await sweep();
    expect(subjects()).toHaveLength(2);
    expect((await noted()).map(({ subject }) => subject)).toEqual(['messages 2026-11', 'messages 2026-12']);
  });

  test('a larger plan in the meantime makes it obsolete: no email', async () => {
    const maya = await aPerson(app);
    await track(maya, 'messages', 45);
    await app.db.updateTable('profiles').set({ subscription_tier: 'pro', subscription_status: 'active' }).execute();
    await sweep();
    expect([subjects(), await warningsOf(maya)]).toEqual([[], []]);
  });
});

describe('a warning in the app', () => {
  test('disappears alone when dismissed, and does not return with further use', async () => {
    const maya = await aPerson(app);
    await track(maya, 'messages', 40);
    await track(maya, 'exports', 2);
    expect((await warningsOf(maya)).map(({ kind }) => kind)).toEqual(['messages', 'exports']);
    await maya.api.usage.dismissNotice.mutate({ topic: 'usage_warning', subject: 'messages 2026-11' });
    await maya.api.usage.dismissNotice.mutate({ topic: 'usage_warning', subject: 'messages 2026-11' });
    await track(maya, 'messages', 5);
    expect(await warningsOf(maya)).toEqual([{ kind: 'exports', used: 2, limit: 2, subject: 'exports 2026-11' }]);
    await sweep();
    expect(subjects(), 'what was seen is not mailed').toEqual(["You've used 2 of 2 exports this month"]);
  });

  test('appears with a smaller plan too, and can be dismissed there', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await track(maya, 'messages', 60);
    expect(await warningsOf(maya)).toEqual([]);
    await app.db
      .updateTable('profiles')
      .set({ trial_ends_at: await app.clock.now() })
      .execute();
    expect(await warningsOf(maya)).toEqual([{ kind: 'messages', used: 60, limit: 50, subject: 'messages 2026-11' }]);
    await maya.api.usage.dismissNotice.mutate({ topic: 'usage_warning', subject: 'messages 2026-11' });
    expect(await warningsOf(maya)).toEqual([]);
  });

  test('of another person, or an invalid one, cannot be dismissed, and leaves no row', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await track(maya, 'messages', 40);
    await tomas.api.usage.dismissNotice.mutate({ topic: 'usage_warning', subject: 'messages 2026-10' });
    await tomas.api.usage.dismissNotice.mutate({ topic: 'trial_ended', subject: 'anything' });
    expect(await warningsOf(maya)).toHaveLength(1);
    expect(await noted()).toHaveLength(1);
  });
});

test('a person who is scheduled for deletion, or whose address is not confirmed, gets no email', async () => {
  const [maya, tomas] = [await aPerson(app), await aPerson(app)];
  await track(maya, 'messages', 45);
  await track(tomas, 'messages', 45);
  const later = new Date((await app.clock.now()).getTime() + 14 * 24 * 60 * MINUTE_MS);
  await app.db.updateTable('users').set({ delete_after: later }).where('id', '=', maya.userId).execute();
  await app.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', tomas.userId).execute();
  await sweep();
  expect(app.emails).toEqual([]);
});
