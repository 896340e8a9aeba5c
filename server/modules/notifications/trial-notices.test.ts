import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { haveUsed } from '#tests/support/usage.ts';

/** A trial that begins on the tests' clock, November 16 at nine, ends on the 23rd at nine. */
const END = '2026-11-23T09:00:00Z';
const BEFORE_WARNING = '2026-11-21T08:59:59.999Z';
const AT_WARNING = '2026-11-21T09:00:00Z';
const BEFORE_END = '2026-11-23T08:59:59.999Z';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
type Person = Awaited<ReturnType<typeof aPerson>>;
const subjects = () => app.emails.map(({ subject }) => subject);
const ENDING = 'Your Tenfold trial ends on November 23, 2026';
const ENDED = 'Your Tenfold trial has ended';

async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  await sendEmails(app);
}

type Entitlement = { status: 'trialing' | 'active' | 'past_due' | 'ended'; tier?: 'free' | 'pro'; planEndsAt?: string };
async function stand(person: Person, { status, tier = 'pro', planEndsAt }: Entitlement): Promise<void> {
  await app.db
    .updateTable('profiles')
    .set({
      subscription_status: status,
      subscription_tier: tier,
      plan_ends_at: planEndsAt === undefined ? null : new Date(planEndsAt),
    })
    .where('user_id', '=', person.userId)
    .execute();
}

describe('a trial', () => {
  test('is announced two days before it ends and the moment it ends, once each', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await haveUsed(app, maya.userId, { kind: 'exports', amount: 3 });
    await at('2026-11-16T09:00:00Z');
    await at(BEFORE_WARNING);
    expect(subjects()).toEqual([]);
    await at(AT_WARNING);
    await at(AT_WARNING);
    await at(BEFORE_END);
    expect(subjects()).toEqual([ENDING]);
    expect(app.emails[0]).toMatchObject({ to: maya.email });
    expect(app.emails[0]?.text).toContain("You won't be charged, and you'll move to the Free plan.");
    expect(app.emails[0]?.text).toContain('exports a month: 3, Free includes 2');
    expect(app.emails[0]?.text).toContain('http://localhost:3000/checkout');
    await at(END);
    await at(END);
    await at('2026-11-29T09:00:00Z');
    await at('2027-03-01T09:00:00Z');
    expect(subjects()).toEqual([ENDING, ENDED]);
    expect(app.emails[1]?.text).toContain('Nothing was deleted');
    expect(app.emails[1]?.text).toContain('http://localhost:3000/checkout');
  });

  test('that ended while the product was down is announced only as ended, within a week', async () => {
    await aPerson(app, { plan: 'trial' });
    await at('2026-11-25T12:00:00Z');
    expect(subjects()).toEqual([ENDED]);
  });

  test('that ended long ago is not announced', async () => {
    await aPerson(app, { plan: 'trial' });
    await at('2026-12-24T12:00:00Z');
    expect(subjects()).toEqual([]);
  });

  test('with a plan that continues: the email says it will be charged, and none is sent at the end', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await stand(maya, { status: 'trialing' });
    await at(AT_WARNING);
    await at(END);
    await at('2026-11-24T09:00:00Z');
    expect(subjects()).toEqual([`${ENDING}, then Pro starts`]);
    expect(app.emails[0]?.text).toContain('the Pro plan you chose starts, and we charge your first payment');
  });

  test('with a plan that has no card or was canceled moves to Free, and the email says so', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await stand(maya, { status: 'trialing', planEndsAt: END });
    await at(AT_WARNING);
    expect(subjects()).toEqual([ENDING]);
    await at(END);
    expect(subjects()).toEqual([ENDING, ENDED]);
  });

  test('whose plan ended before the trial did is announced too', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await stand(maya, { status: 'ended', planEndsAt: '2026-11-17T09:00:00Z' });
    await at(AT_WARNING);
    await at(END);
    expect(subjects()).toEqual([ENDING, ENDED]);
  });

  test('followed by a plan that has ended since is not announced afterwards', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await stand(maya, { status: 'active' });
    await at(END);
    await stand(maya, { status: 'ended', tier: 'free' });
    await at('2026-11-26T10:00:00Z');
    expect(subjects()).toEqual([]);
  });

  test.each(['active', 'past_due'] as const)('of a person whose plan is %s is not announced', async (status) => {
    const maya = await aPerson(app, { plan: 'trial' });
    await stand(maya, { status });
    await at(AT_WARNING);
    await at(END);
    expect(subjects()).toEqual([]);
  });

  test('of a person who subscribes before the email is sent is not announced', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    app.clock.set(END);
    await app.db
      .insertInto('notices')
      .values([
        { user_id: maya.userId, topic: 'trial_ending', subject: '2026-11-23', created_at: new Date(END) },
        { user_id: maya.userId, topic: 'trial_ended', subject: '2026-11-23', created_at: new Date(END) },
      ])
      .execute();
    await stand(maya, { status: 'active' });
    await sendEmails(app);
    expect(subjects()).toEqual([]);
  });

  test('of an account that is deleted, scheduled for deletion or not confirmed is not announced', async () => {
    const people = [];
    for (let index = 0; index < 3; index += 1) people.push(await aPerson(app, { plan: 'trial' }));
    const [gone, going, unsure] = people.map(({ userId }) => userId);
    if (!gone || !going || !unsure) throw new Error('three people');
    await app.db.deleteFrom('users').where('id', '=', gone).execute();
    await app.db
      .updateTable('users')
      .set({ delete_after: new Date('2026-12-24') })
      .where('id', '=', going)
      .execute();
    await app.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', unsure).execute();
    await at(AT_WARNING);
    await at(END);
    expect([subjects(), await app.db.selectFrom('notices').select('topic').execute()]).toEqual([[], []]);
  });

  test('is announced in its owner’s time zone', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await maya.api.profile.updatePreferences.mutate({ language: '', timeZone: 'Asia/Tokyo', emailsAboutSignIns: true });
    await at(AT_WARNING);
    expect(app.emails[0]?.text).toMatch(/ends on Monday, November 23, 2026, 6:00 PM \S+ \(Asia\/Tokyo\)/);
  });

  test('that begins when an address is confirmed is announced as time passes', async () => {
    const visitor = app.browser();
    await visitor.api.auth.signUp.mutate({ email: 'maya@fernandkiln.example', password: 'forty warm bowls' });
    const token = /token=([\w-]+)/.exec(app.emails[0]?.text ?? '')?.[1] ?? '';
    await visitor.api.auth.confirmEmail.mutate({ token });
    app.emails.length = 0;
    app.clock.advance(5 * DAY_MS - 1);
    await sendEmails(app);
    expect(subjects()).toEqual([]);
    app.clock.advance(1);
    await sendEmails(app);
    expect(subjects()).toEqual([ENDING]);
  });
});
