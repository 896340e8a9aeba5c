import { beforeEach, describe, expect, test, vi } from 'vitest';
import { BUDGETS } from '#contract/billing/budgets.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { UserId } from '#db/types.gen.ts';
import { aRehearsal, aStepContext } from '#tests/support/automations/step-context.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const MOST = BUDGETS.emails_to_others.perAccount.trial;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const NINA = 'nina@printshop.example';
const email = (more: Partial<StepOf<'email'>> = {}): StepOf<'email'> => ({
  kind: 'email',
  id: 's2',
  to: 'me',
  subject: 'Today: {{s1.answer}}',
  body: 'Hello,\n\n{{s1.answer}}',
  ...more,
});
const step = () => app.container.services.stepHandlers.email;
async function hasAgreed(userId: UserId, isConfirmed = true) {
  const now = await app.clock.now();
  const values = { user_id: userId, email: NINA, link_hash: 'x', requested_at: now };
  await app.db
    .insertInto('automation_recipients')
    .values({ ...values, confirmed_at: isConfirmed ? now : null })
    .execute();
}

describe('an email of an automation', () => {
  test('goes to its owner, with an id that is the same each time', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Bowls are back.\nAll of them.' } });
    expect(await step().run(email(), context)).toMatchObject({
      kind: 'done',
      emails: 1,
      input: { to: maya.email, subject: 'Today: Bowls are back. All of them.' },
    });
    const [sent] = app.emails;
    expect(sent).toMatchObject({ to: maya.email, id: `automation ${context.effectId}` });
    expect(sent?.html).toContain('Bowls are back.<br>All of them.</p>');
    expect(sent?.text).toContain('Sent by your automation “Morning post”.');
    expect(sent?.text).toContain(`/dashboard/power-ups/automations/${context.automation.id}`);
  });

  test('goes to someone else once they have agreed, with a way to stop it, and replies go to the owner', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Hi.' } });
    const toNina = email({ to: NINA });
    await expect(step().run(toNina, context)).rejects.toThrow(`${NINA} hasn’t agreed to get these emails`);
    await hasAgreed(maya.userId);
    await step().run(email({ to: NINA.toUpperCase() }), context);
    const [sent] = app.emails;
    expect(app.emails).toHaveLength(1);
    expect(sent).toMatchObject({ to: NINA, replyTo: { name: 'Fern & Kiln', address: maya.email } });
    expect(sent?.headers?.['List-Unsubscribe']).toContain('/automations/stop-emails?token=');
    expect(sent?.text).toMatch(/Stop these emails: http\S+\/automations\/stop-emails\?token=/);
    expect(sent?.text).not.toContain('/dashboard');
  });

  test('doesn’t use the consent that somebody else was given', async () => {
    const [maya, tom] = [await aPerson(app), await aPerson(app)];
    await hasAgreed(tom.userId);
    await hasAgreed(maya.userId, false);
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Hi.' } });
    await expect(step().run(email({ to: NINA }), context)).rejects.toThrow('hasn’t agreed');
    expect(app.emails).toEqual([]);
  });

  test('goes to other people at most 100 times a day, however many are sent at once, and to its owner as before', async () => {
    const [maya, tom] = [await aPerson(app), await aPerson(app)];
    for (const { userId } of [maya, tom]) await hasAgreed(userId);
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Hi.' } });
    const toNina = () => step().run(email({ to: NINA }), context);
    // What wasn't sent doesn't count.
    app.missingMailboxes.add(NINA);
    await expect(toNina()).rejects.toThrow('doesn’t know this address');
    app.missingMailboxes.clear();
    const sent = await Promise.allSettled(Array.from({ length: MOST + 5 }, toNina));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST);
    await expect(toNina()).rejects.toMatchObject({ text: 'Automations send other people at most 100 emails a day.' });
    await step().run(email(), context);
    await step().run(email({ to: NINA }), await aStepContext(app, tom.userId, { values: { 's1.answer': 'Hi.' } }));
    app.clock.advance(86_400_000);
    await toNina();
    expect(app.emails.length).toBe(MOST + 3);
  });

  test('keeps what values bring along as text', async () => {
    const maya = await aPerson(app);
    const evil = '<script>alert(1)</script>\r\nBcc: all@example.com\u0000 {{run.day}}';
    const values = { 's1.answer': evil, 'run.day': 'today' };
    await step().run(email(), await aStepContext(app, maya.userId, { values }));
    const [sent] = app.emails;
    expect(sent?.subject).toBe('Today: <script>alert(1)</script> Bcc: all@example.com {{run.day}}');
    expect(sent?.html).not.toContain('<script');
    expect(sent?.text).toContain('{{run.day}}');
  });

  test('of 50 MB is cut', async () => {
    const maya = await aPerson(app);
    const values = { 's1.answer': 'x'.repeat(50_000_000) };
    await step().run(email(), await aStepContext(app, maya.userId, { values }));
    expect(app.emails[0]?.text.length).toBeLessThan(25_000);
    expect(app.emails[0]?.subject).toHaveLength(200);
  });

  test('that the mail server refuses isn’t tried again, and one that it can’t take now is', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Hi.' } });
    app.missingMailboxes.add(maya.email);
    await expect(step().run(email(), context)).rejects.toMatchObject({
      message: `The mail server of ${maya.email} doesn’t know this address, so nothing was sent.`,
      isTemporary: false,
    });
    app.missingMailboxes.clear();
    const send = vi.spyOn(app.container.services.mail, 'send');
    send.mockRejectedValueOnce(Object.assign(new Error('Try later'), { responseCode: 451 }));
    await expect(step().run(email(), context)).rejects.toMatchObject({ isTemporary: true });
    send.mockRejectedValueOnce(Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' }));
    await expect(step().run(email(), context)).rejects.toMatchObject({ isTemporary: true });
  });

  test('whose connection broke off may have arrived, so its owner is asked', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId);
    vi.spyOn(app.container.services.mail, 'send').mockRejectedValueOnce(new Error('Timeout'));
    await expect(step().run(email(), context)).rejects.toMatchObject({ isUnknown: true, isTemporary: false });
  });

  test('isn’t sent empty, or to an owner who hasn’t confirmed their address', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId);
    await expect(step().run(email({ body: '{{s1.answer}}' }), context)).rejects.toThrow('would have been empty');
    await app.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', maya.userId).execute();
    await expect(step().run(email(), context)).rejects.toThrow('Your own address isn’t confirmed');
  });

  test('that is rehearsed says what would be sent to whom, and sends nothing', async () => {
    const maya = await aPerson(app);
    const context = await aRehearsal(app, maya.userId, { values: { 's1.answer': 'Hi.' } });
    expect(await step().rehearse(email(), context)).toEqual({
      outcome: 'would',
      text: 'An email with the subject “Today: Hi.” would be sent to you.',
      body: 'Hello,\n\nHi.',
      output: {},
    });
    expect(await step().rehearse(email({ to: NINA }), context)).toMatchObject({ outcome: 'stops' });
    expect(app.emails).toEqual([]);
  });
});
