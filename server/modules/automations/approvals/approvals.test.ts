import { beforeEach, describe, expect, test } from 'vitest';
import { APPROVAL_UNDO_MS } from '#contract/automations/run-states.ts';
import type { Step, StepOf } from '#contract/automations/steps.ts';
import { anAutomation, BY_HAND, runAutomations, runsOf, startRun, stepsOf } from '#tests/support/automations/runs.ts';
import { aRehearsal } from '#tests/support/automations/step-context.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const HOUR_MS = 60 * 60_000;
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});

const asking = (more: Partial<StepOf<'approve'>> = {}): StepOf<'approve'> => ({
  kind: 'approve',
  id: 's1',
  title: 'Post for {{trigger.name}}',
  text: 'Hello {{trigger.name}} {{run.day}}',
  deadline: { kind: 'hours', hours: 3 },
  ifLate: 'skip',
  ...more,
});
const toMe: Step = { kind: 'email', id: 's2', to: 'me', subject: 'Approved', body: '{{s1.text}}' };
/** A run that has come to its question. `name` is what a stranger typed. */
async function ask(more: Partial<StepOf<'approve'>> = {}, name = 'Nora {{run.time}} <script>') {
  const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [asking(more), toMe] });
  await startRun(app, maya.userId, automationId, { input: { name } });
  await runAutomations(app);
  const [approval] = (await approvals()).waiting;
  return approval;
}
const approvals = () => maya.api.powerUps.automations.approvals.query();
const answer = (approvalId = '', more: object = {}) =>
  maya.api.powerUps.automations.answerApproval.mutate({ approvalId, answer: 'approve', ...more });
const takeBack = (approvalId = '') => maya.api.powerUps.automations.takeBackApproval.mutate({ approvalId });
async function later(ms: number) {
  // What was kicked has begun already.
  await app.container.jobs.idle();
  app.clock.advance(ms);
  await runAutomations(app);
}
const statusOf = async () => (await runsOf(app, maya.userId))[0]?.status;
const sent = () => app.emails.filter(({ subject }) => subject === 'Approved');
const bell = async () => (await maya.api.notifications.list.query({})).items;
const linkIn = () => {
  const [, path = ''] =
    /http:\/\/localhost:3000(\/automations\/approval\?token=\S+)/.exec(app.emails.at(-1)?.text ?? '') ?? [];
  return path;
};
const open = (path: string) => app.app.request(path);
function post(path: string, fields: Record<string, string>) {
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' };
  return app.app.request(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
}

describe('an approval', () => {
  test('waits for its owner, with what happens next, and is in the bell', async () => {
    expect(await ask()).toMatchObject({
      title: 'Post for Nora {{run.time}} <script>',
      body: 'Hello Nora {{run.time}} <script> 2026-11-16',
      status: 'waiting',
      ifLate: 'skip',
      deadline: '2026-11-16T12:00:00.000Z',
      then: 'If you approve, an email goes to you.',
    });
    expect(await statusOf()).toBe('waiting');
    expect(await bell()).toMatchObject([
      { topic: 'approval', title: 'Post for Nora {{run.time}} <script>', kind: 'waiting', isUnread: true },
    ]);
  });

  test('takes effect after a few seconds, with the owner’s own version, and the run goes on', async () => {
    const asked = await ask();
    await answer(asked?.id, { text: ' Hello, dear {{run.day}}\r\nNora\u200b ' });
    await later(APPROVAL_UNDO_MS - 1);
    expect(sent()).toEqual([]);
    await later(1);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.text).toContain('Hello, dear {{run.day}}\nNora');
    expect(await statusOf()).toBe('done');
    const { waiting, answered } = await approvals();
    expect(waiting).toEqual([]);
    expect(answered).toMatchObject([{ status: 'approved', answeredFrom: 'app', isEdited: true }]);
    expect(await bell()).toMatchObject([{ isUnread: false }]);
  });

  test('that is taken back in time waits again, and later it can’t be', async () => {
    const asked = await ask();
    await answer(asked?.id);
    await later(APPROVAL_UNDO_MS - 1);
    await takeBack(asked?.id);
    await takeBack(asked?.id);
    await later(HOUR_MS);
    expect(sent()).toEqual([]);
    expect((await approvals()).waiting).toMatchObject([{ status: 'waiting', isEdited: false }]);
    await answer(asked?.id);
    await later(APPROVAL_UNDO_MS);
    expect(sent()).toHaveLength(1);
    expect(await refusal(takeBack(asked?.id))).toBe('APPROVAL_TAKEN');
  });

  test('of a run that was canceled meanwhile can’t be taken back, and nothing waits', async () => {
    const asked = await ask();
    await answer(asked?.id);
    await maya.api.powerUps.automations.cancelRun.mutate({ runId: asked?.runId ?? '' });
    expect(await refusal(takeBack(asked?.id))).toBe('APPROVAL_TAKEN');
    await later(HOUR_MS);
    expect((await approvals()).waiting).toEqual([]);
    expect(sent()).toEqual([]);
    expect(await statusOf()).toBe('canceled');
  });

  test('that is refused stops the run, with the reason', async () => {
    const asked = await ask();
    await answer(asked?.id, { answer: 'refuse', reason: 'Too long' });
    await later(APPROVAL_UNDO_MS);
    expect((await runsOf(app, maya.userId))[0]).toMatchObject({
      status: 'stopped',
      reason: 'You refused it: “Too long”',
    });
    expect((await approvals()).answered).toMatchObject([{ status: 'refused', reason: 'Too long' }]);
  });

  test.each([
    ['skip', 'skipped', 0],
    ['refuse', 'stopped', 0],
    ['approve', 'done', 1],
  ] as const)('that nobody answers in time: %s', async (ifLate, status, emails) => {
    const asked = await ask({ ifLate });
    await later(3 * HOUR_MS - 1);
    expect(await statusOf()).toBe('waiting');
    app.clock.advance(1);
    expect(await refusal(answer(asked?.id))).toBe('APPROVAL_LATE');
    await runAutomations(app);
    expect(await statusOf()).toBe(status);
    expect(sent()).toHaveLength(emails);
    expect((await approvals()).answered).toMatchObject([{ status: 'late', answeredFrom: null }]);
    expect(await bell()).toMatchObject([{ isUnread: false }]);
  });

  test('that is answered just before its deadline counts, although it takes effect after it', async () => {
    const asked = await ask();
    app.clock.advance(3 * HOUR_MS - 1);
    await answer(asked?.id);
    await later(APPROVAL_UNDO_MS);
    expect(await statusOf()).toBe('done');
  });

  test('is answered once, by its owner only, and not with nothing', async () => {
    const asked = await ask();
    const tom = await aPerson(app);
    const ofTom = tom.api.powerUps.automations.answerApproval.mutate({
      approvalId: asked?.id ?? '',
      answer: 'approve',
    });
    expect(await refusal(ofTom)).toBe('NOT_FOUND');
    expect(await refusal(answer(asked?.id, { text: ' \u200b ' }))).toBe('INVALID_INPUT');
    const both = await Promise.all([refusal(answer(asked?.id)), refusal(answer(asked?.id, { answer: 'refuse' }))]);
    expect(both.toSorted()).toEqual(['APPROVAL_ANSWERED', 'accepted']);
  });

  test('of a run that is canceled needs no answer anymore', async () => {
    const asked = await ask();
    await sendEmails(app);
    await maya.api.powerUps.automations.cancelRun.mutate({ runId: asked?.runId ?? '' });
    expect((await approvals()).waiting).toEqual([]);
    expect(await refusal(answer(asked?.id))).toBe('APPROVAL_ANSWERED');
    expect(await (await open(linkIn())).text()).toContain('was canceled, so there’s nothing left to decide');
    expect(await bell()).toMatchObject([{ isUnread: false }]);
  });

  test('of an empty text is a failure, and nobody is asked', async () => {
    await ask({ text: '{{trigger.nothing}} ' });
    expect(await statusOf()).toBe('failed');
    expect((await approvals()).waiting).toEqual([]);
    expect((await stepsOf(app, (await runsOf(app, maya.userId))[0]?.id ?? ''))[0]).toMatchObject({
      error: 'There was nothing to approve: the text was empty.',
    });
  });

  test('that is rehearsed says what would be asked, until when, and asks nothing', async () => {
    const context = await aRehearsal(app, maya.userId, { values: { 'trigger.name': 'Nora' } });
    const rehearsed = await app.container.services.stepHandlers.approve.rehearse(asking(), context);
    expect(rehearsed).toMatchObject({
      text: expect.stringMatching(
        /^You would be asked to approve “Post for Nora”, by Monday, November 16, 2026, 1:00 PM/,
      ),
      output: { text: 'Hello Nora' },
    });
    expect((await approvals()).waiting).toEqual([]);
  });
});

describe('the email of an approval', () => {
  test('has the text, the deadline and a link, and is sent once', async () => {
    await ask();
    await sendEmails(app);
    await sendEmails(app);
    const emails = app.emails.filter(({ subject }) => subject.startsWith('For your approval'));
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain('> Hello Nora {{run.time}} <script> 2026-11-16');
    expect(emails[0]?.text).toContain(
      'Answer by Monday, November 16, 2026, 12:00 PM UTC. After that, this run is skipped.',
    );
    expect(emails[0]?.text).toContain('If you approve, an email goes to you.');
  });

  test('isn’t sent to owners who don’t want it, or once it was answered', async () => {
    await maya.api.powerUps.automations.setApprovalEmails.mutate({ isOn: false });
    expect((await approvals()).emailsToo).toBe(false);
    await ask();
    await maya.api.powerUps.automations.setApprovalEmails.mutate({ isOn: true });
    const asked = await ask({ title: 'Second' });
    await answer(asked?.id);
    await Promise.all((await approvals()).waiting.map(({ id }) => answer(id)));
    await sendEmails(app);
    expect(app.emails.filter(({ subject }) => subject.startsWith('For your approval'))).toEqual([]);
  });

  test('leads to a page that shows the text as text, and opening it decides nothing', async () => {
    await ask();
    await sendEmails(app);
    for (const method of ['GET', 'HEAD']) await app.app.request(linkIn(), { method });
    const page = await open(linkIn());
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(html).toContain('Hello Nora {{run.time}} &#60;script&#62; 2026-11-16');
    expect(html).not.toMatch(/<script/);
    expect((await approvals()).waiting).toHaveLength(1);
  });

  test('is answered by pressing a button, and a second use says what was decided', async () => {
    await ask();
    await sendEmails(app);
    const path = linkIn();
    const token = new URL(path, 'http://localhost:3000').searchParams.get('token') ?? '';
    expect((await post('/automations/approval', { token, answer: 'perhaps' })).status).toBe(303);
    expect((await approvals()).waiting).toHaveLength(1);
    const done = await post('/automations/approval', { token, answer: 'approve' });
    expect([done.status, done.headers.get('location')]).toEqual([303, path]);
    await post('/automations/approval', { token, answer: 'refuse' });
    const html = await (await open(path)).text();
    expect(html).toContain('You approved this from the email on November 16, 2026, 9:00 AM UTC.');
    expect(html).not.toContain('<button');
    await later(APPROVAL_UNDO_MS);
    expect(await statusOf()).toBe('done');
    expect((await approvals()).answered).toMatchObject([{ answeredFrom: 'email' }]);
  });

  test('isn’t answered from another site, or with a token that isn’t ours', async () => {
    await ask();
    await sendEmails(app);
    const [, token = ''] = linkIn().split('token=');
    const foreign = await app.app.request('/automations/approval', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, answer: 'approve' }).toString(),
    });
    expect(foreign.status).toBe(403);
    const wrong = `${token.slice(0, -2)}${token.endsWith('A') ? 'Q' : 'A'}A`;
    for (const bad of ['', 'x', wrong, `${token}x`, 'x'.repeat(5_000), "'%00<script>"]) {
      const page = await open(`/automations/approval?token=${encodeURIComponent(bad)}`);
      expect([page.status, (await page.text()).includes('<script')]).toEqual([400, false]);
      await post('/automations/approval', { token: bad, answer: 'approve' });
    }
    expect((await approvals()).waiting).toHaveLength(1);
  });

  test('says that it is too late, and what became of it', async () => {
    await ask({ ifLate: 'refuse' });
    await sendEmails(app);
    const [path, token = ''] = [linkIn(), linkIn().split('token=')[1]];
    app.clock.advance(3 * HOUR_MS);
    await post('/automations/approval', { token, answer: 'approve' });
    expect(await (await open(path)).text()).toContain('You didn’t answer in time, so it counted as refused.');
    await runAutomations(app);
    expect(await statusOf()).toBe('stopped');
  });
});
