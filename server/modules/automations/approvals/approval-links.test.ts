import { beforeEach, describe, expect, test } from 'vitest';
import { APPROVAL_REASON_MAX } from '#contract/automations/automation-limits.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { noteApprovalEmailed } from '#db/queries/automations/approval-emails.ts';
import { anAutomation, BY_HAND, runAutomations, startRun } from '#tests/support/automations/runs.ts';
import { useUp } from '#tests/support/usage.ts';
import { endPauses, sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const ORIGIN = 'http://localhost:3000';
const DAY_MS = 24 * 60 * 60_000;
const NEW_EMAIL = 'maya@new-studio.example';
const PASSWORD = 'forty warm bowls';
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});

const approve: StepOf<'approve'> = {
  kind: 'approve',
  id: 's1',
  title: 'Post for today',
  text: 'Hello, Nora.',
  deadline: { kind: 'hours', hours: 72 },
  ifLate: 'skip',
};
/** Starts a run that waits for Maya’s approval. */
async function ask(): Promise<void> {
  const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [approve] });
  await startRun(app, maya.userId, automationId);
  await runAutomations(app);
}
const asked = () => app.emails.filter(({ subject }) => subject.startsWith('For your approval'));
const linkIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const newestLink = () => linkIn(asked().at(-1)?.text);
const isShown = async (token: string) => (await app.app.request(`/automations/approval?token=${token}`)).status === 200;
function press(token: string, answer: string, more: Record<string, string> = {}) {
  const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ token, answer, ...more }).toString();
  return app.app.request('/automations/approval', { method: 'POST', headers, body });
}
const countWaiting = () => app.container.services.approvals.countWaiting(maya.userId);
const linkTo = (address: string) =>
  linkIn(app.emails.findLast(({ to, text }) => to === address && text.includes('token='))?.text);

async function changeAddress(): Promise<void> {
  await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
  await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
}
async function resetPassword(): Promise<void> {
  await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
  const token = linkTo(maya.email);
  await app.browser().api.auth.resetPassword.mutate({ token, password: PASSWORD });
}
const ENDINGS: [string, () => Promise<unknown>, string | null][] = [
  ['the address changes', changeAddress, NEW_EMAIL],
  ['the password changes', () => maya.api.account.setPassword.mutate({ password: PASSWORD }), ''],
  ['the password is reset', resetPassword, ''],
  ['its owner signs out everywhere', () => maya.api.account.signOutEverywhere.mutate(), ''],
  ['its owner signs out all other devices', () => maya.api.account.endOtherSessions.mutate(), ''],
  ['its owner asks for the account to be deleted', () => maya.api.account.askDeletion.mutate(), null],
];

describe('a link to an approval', () => {
  test.each(ENDINGS)(
    'an approval link stops working once %s, and a pending approval is emailed again with a new link',
    async (_, end, to) => {
      await ask();
      await sendEmails(app);
      const old = newestLink();
      await end();
      await press(old, 'approve');
      expect(await countWaiting()).toBe(1);
      expect(await isShown(old)).toBe(false);
      await sendEmails(app);
      await sendEmails(app);
      expect(asked()).toHaveLength(to === null ? 1 : 2);
      if (to === null) return;
      expect(asked().at(-1)?.to).toBe(to === '' ? maya.email : to);
      expect(asked()[0]?.text).not.toContain('sending this again');
      expect(asked().at(-1)?.text).toContain('We’re sending this again because');
      expect(newestLink()).not.toBe(old);
      await press(newestLink(), 'approve');
      expect(await countWaiting()).toBe(0);
      expect(await isShown(old)).toBe(false);
    },
  );

  test('an approval whose email couldn’t be delivered before the address changed is emailed once, to the new address', async () => {
    app.refusedMailboxes.add(maya.email);
    await ask();
    await sendEmails(app);
    app.refusedMailboxes.clear();
    await changeAddress();
    await endPauses(app.db);
    await sendEmails(app);
    expect(asked().map(({ to }) => to)).toEqual([NEW_EMAIL]);
    await press(newestLink(), 'approve');
    expect(await countWaiting()).toBe(0);
  });

  test('an approval link that ends while its email is being sent is replaced by a link in another email', async () => {
    await ask();
    await sendEmails(app);
    const [waits] = (await maya.api.powerUps.automations.approvals.query()).waiting;
    const id = waits?.id ?? '';
    await maya.api.account.endOtherSessions.mutate();
    await noteApprovalEmailed(app.db, { userId: maya.userId, id, linkNumber: 0, now: await app.clock.now() });
    await sendEmails(app);
    expect(asked()).toHaveLength(2);
  });

  test('an approval link that ends while its email is being prepared leaves only the newest link working', async () => {
    await ask();
    const { services } = app.container;
    const [waits] = (await maya.api.powerUps.automations.approvals.query()).waiting;
    const first = { userId: maya.userId, approvalId: waits?.id ?? '', linkNumber: 0 };
    await Promise.all([services.approvals.sendEmail(first), services.sessions.endAll(maya.userId)]);
    await sendEmails(app);
    const shown = await Promise.all(asked().map(({ text }) => isShown(linkIn(text))));
    expect(shown.at(-1)).toBe(true);
    expect(shown.filter(Boolean)).toHaveLength(1);
  });

  test('at most 200 approval links are emailed a day; after that, approvals are only in the bell', async () => {
    await ask();
    await sendEmails(app);
    await useUp(app, maya.userId, 'urgent_emails');
    await maya.api.account.endOtherSessions.mutate();
    await sendEmails(app);
    expect(asked()).toHaveLength(1);
    expect(await countWaiting()).toBe(1);
    app.clock.advance(DAY_MS);
    await maya.api.account.endOtherSessions.mutate();
    await sendEmails(app);
    expect(asked()).toHaveLength(2);
  });

  test('a pending approval is emailed again if its owner decides to keep the account', async () => {
    await ask();
    await sendEmails(app);
    await maya.api.account.askDeletion.mutate();
    await sendEmails(app);
    await maya.api.account.cancelDeletion.mutate();
    await sendEmails(app);
    expect(asked()).toHaveLength(2);
    await press(newestLink(), 'approve');
    expect(await countWaiting()).toBe(0);
  });

  test('a link that ended while there was an answer is emailed again once the answer is taken back', async () => {
    await ask();
    await sendEmails(app);
    const [waits] = (await maya.api.powerUps.automations.approvals.query()).waiting;
    const approvalId = waits?.id ?? '';
    await maya.api.powerUps.automations.answerApproval.mutate({ approvalId, answer: 'approve' });
    await maya.api.account.endOtherSessions.mutate();
    await maya.api.powerUps.automations.takeBackApproval.mutate({ approvalId });
    await sendEmails(app);
    expect(asked()).toHaveLength(2);
    await press(newestLink(), 'approve');
    expect(await countWaiting()).toBe(0);
  });

  test('an approval link can refuse with a reason, but can’t change the text', async () => {
    await ask();
    await sendEmails(app);
    await press(newestLink(), 'refuse', { reason: 'x'.repeat(APPROVAL_REASON_MAX + 1) });
    await press(newestLink(), 'refuse', { reason: 'Two\nlines' });
    expect(await countWaiting()).toBe(1);
    await press(newestLink(), 'refuse', { reason: ' Too long ', text: 'Mine' });
    expect((await maya.api.powerUps.automations.approvals.query()).answered).toMatchObject([
      { status: 'refused', reason: 'Too long', isEdited: false, body: 'Hello, Nora.' },
    ]);
  });
});
