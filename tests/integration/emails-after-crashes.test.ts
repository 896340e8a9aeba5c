import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EMAIL_DELAY_MS } from '#contract/notifications.ts';
import type { UserId } from '#db/types.gen.ts';
import { QUEUE_NAMES, type QueueName } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { anApproval, anAutomation } from '#tests/support/automations/automations.ts';
import { EMAIL_QUEUES, loseProcesses } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const CLIENT = { address: '203.0.113.7', userAgent: 'vitest' };
const MAYA = 'maya@fernandkiln.example';
const ARTICLE = {
  slug: 'welcome-mails',
  title: 'About welcome mails',
  excerpt: 'Three sentences and one question.',
  author: 'Emmie',
  publishedAt: '2026-11-16T09:00:00Z',
};
const articles = () => [ARTICLE];

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ articles });
});

const now = () => app.clock.current();
const writeToUs = () =>
  app.browser().api.contact.send.mutate({
    name: 'Maya',
    email: MAYA,
    topic: 'question',
    message: 'Do you have a price for two shops?',
    leave_empty: '',
  });

async function aSubscriber(): Promise<void> {
  const subscriber = { id: randomUUID(), email: MAYA, email_lower: MAYA, unsubscribe_token: randomUUID() };
  const before = new Date(now().getTime() - 1_000);
  await app.db
    .insertInto('newsletter_subscribers')
    .values({ ...subscriber, asked_at: before, confirmed_at: before, confirm_email_due: false })
    .execute();
  await app.container.jobs.runNow(['newsletter-plan']);
}

async function aGuestWhoPaid(): Promise<void> {
  const id = randomUUID();
  const purchase = { id, email: MAYA, price_id: 'starter_monthly', started_at: now(), completed_at: now() };
  await app.db.insertInto('guest_purchases').values(purchase).execute();
  await schedule(app.db, 'guest-email', {
    key: id,
    payload: { id, kind: 'confirm', corrections: 0 },
    dueAt: now(),
  });
}

/** What makes an email of each kind due. */
const CAUSES: Partial<Record<QueueName, () => Promise<unknown>>> = {
  'notice-email': async () => {
    const { userId } = await aPerson(app);
    await app.container.services.usage.track(userId, 'messages', 45);
    app.clock.advance(EMAIL_DELAY_MS);
  },
  'digest-email': async () => {
    const { userId, api } = await aPerson(app);
    await api.notifications.setPreference.mutate({ kind: 'plan', emails: 'daily' });
    await app.container.services.usage.track(userId, 'messages', 45);
    const payload = { userId, day: '2026-11-16' };
    await schedule(app.db, 'digest-email', { key: `${userId} 2026-11-16`, payload, dueAt: now() });
  },
  'security-email': async () => {
    const { userId, email } = await aPerson(app);
    const entry = { userId, kind: 'password_changed' as const, client: CLIENT };
    await app.container.services.securityLog.add(app.db, entry, email);
  },
  'approval-email': async () => {
    const maya = await aPerson(app);
    const approvalId = await anApproval(app, maya.userId, await anAutomation(maya, { name: 'Morning post' }));
    const payload = { userId: maya.userId, approvalId, linkNumber: 0 };
    await schedule(app.db, 'approval-email', { key: approvalId, payload, dueAt: now() });
  },
  'newsletter-confirmation': () => app.browser().api.newsletter.subscribe.mutate({ email: MAYA }),
  'newsletter-issue': aSubscriber,
  'contact-email': writeToUs,
  'contact-receipt': writeToUs,
  'guest-email': aGuestWhoPaid,
  'account-email': () =>
    schedule(app.db, 'account-email', { key: MAYA, payload: { kind: 'reset', email: MAYA }, dueAt: now() }),
  'farewell-email': () => {
    const userId = randomUUID() as UserId; // reason: nobody’s id
    return schedule(app.db, 'farewell-email', { key: userId, payload: { userId, email: MAYA }, dueAt: now() });
  },
  'operator-email': () => {
    const payload = { setting: 'SMS_DAILY_CAP' as const, used: 80, cap: 100, day: '2026-11-16' };
    return schedule(app.db, 'operator-email', { key: 'SMS_DAILY_CAP 2026-11-16', payload, dueAt: now() });
  },
};

test('every queue of emails is in the table below', () => {
  expect(Object.keys(CAUSES).toSorted()).toEqual(
    QUEUE_NAMES.filter((queue) => EMAIL_QUEUES.includes(queue)).toSorted(),
  );
});

describe.each([
  ['before the mail server had it', false],
  ['after the mail server accepted it and before that was recorded', true],
])('a process that dies %s', (_, isAccepted) => {
  test.each(Object.entries(CAUSES))(
    'sends the %s again, under the same id, and then never again',
    async (name, cause) => {
      const queue = name as QueueName; // reason: a key of the table
      await cause();
      const dying = await createTestApp({ keepData: true, clock: app.clock, articles });
      const send = vi.spyOn(dying.container.services.mail, 'send').mockImplementation((email) => {
        if (isAccepted) dying.emails.push(email);
        return new Promise(() => undefined);
      });
      void dying.container.jobs.runDue([queue]);
      await vi.waitFor(() => expect(send).toHaveBeenCalled(), { timeout: 10_000 });
      await app.container.jobs.runDue([queue]);
      expect(app.emails, 'while the other process seems to be alive').toEqual([]);
      await loseProcesses(app.database);
      await app.container.jobs.runDue([queue]);
      expect(app.emails).toHaveLength(1);
      const ids = [...app.emails, ...dying.emails].map(({ id }) => id);
      expect(ids).toHaveLength(isAccepted ? 2 : 1);
      expect([...new Set(ids)]).toEqual([expect.any(String)]);
      await loseProcesses(app.database);
      await app.container.jobs.runDue([queue]);
      expect(app.emails).toHaveLength(1);
    },
  );
});
