import { beforeEach, expect, test } from 'vitest';
import { EMAIL_DELAY_MS } from '#contract/notifications.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
});
const PATH = '/dashboard/power-ups/automations/runs/1';
async function tell(topic: 'run_failed' | 'automation_paused' | 'automation_notice' | 'approval', title: string) {
  const now = await app.clock.now();
  const details = { title, detail: 'Morning post <b>', path: PATH, automationId: 'morning' };
  await addNotice(app.db, { userId: maya.userId, topic, subject: title, details, now });
}
async function later() {
  app.clock.advance(EMAIL_DELAY_MS);
  await sendEmails(app);
}

test.each(['run_failed', 'automation_paused', 'automation_notice'] as const)(
  'what automations say is emailed once, unless it was read in the bell: %s',
  async (topic) => {
    await tell(topic, 'Morning post needs you');
    await later();
    await later();
    expect(app.emails).toMatchObject([{ to: maya.email, subject: 'Morning post needs you' }]);
    expect(app.emails[0]?.text).toContain(PATH);
    expect(app.emails[0]?.text).toContain('You get these emails until you say otherwise.');
    expect(app.emails[0]?.headers?.['List-Unsubscribe']).toContain('.automations.');
    await tell(topic, 'Another one');
    await maya.api.notifications.markRead.mutate({ ids: [`${topic}:Another one`] });
    await later();
    expect(app.emails).toHaveLength(1);
  },
);

test.each(['automation_notice', 'run_failed'] as const)(
  'what an automation says again and again is emailed once an hour, and the daily email has the rest: %s',
  async (topic) => {
    for (let order = 1; order <= 12; order += 1) {
      await tell(topic, `Order ${order}`);
      await later();
    }
    expect(app.emails.map(({ subject }) => subject)).toEqual(['Order 1']);
    app.clock.advance(60 * 60_000);
    await tell(topic, 'Order 13');
    await later();
    expect(app.emails.map(({ subject }) => subject)).toEqual(['Order 1', 'Order 13']);
    app.clock.advance(24 * 60 * 60_000);
    await sendEmails(app);
    expect(app.emails).toHaveLength(3);
    expect(app.emails[2]?.text).toContain('Order 12');
  },
);

test('what automations say isn’t emailed to owners who don’t want it', async () => {
  await maya.api.notifications.setPreference.mutate({ kind: 'automations', emails: 'never' });
  await tell('run_failed', 'Morning post failed');
  await later();
  expect(app.emails).toEqual([]);
});

test('an approval isn’t emailed twice: it has an email of its own, unless its owner turned that off', async () => {
  await maya.api.notifications.setPreference.mutate({ kind: 'waiting', emails: 'at_once' });
  await tell('approval', 'Post for today');
  await later();
  expect(app.emails).toEqual([]);
  await maya.api.powerUps.automations.setApprovalEmails.mutate({ isOn: false });
  await tell('approval', 'Post for tomorrow');
  await later();
  expect(app.emails).toMatchObject([{ subject: 'Post for tomorrow' }]);
  expect(app.emails[0]?.text).toContain('/dashboard/power-ups/automations/approvals');
});
