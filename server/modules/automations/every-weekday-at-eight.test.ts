import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { APPROVAL_UNDO_MS } from '#contract/automations/run-states.ts';
import { clockText, isoDayText } from '#contract/dates.ts';
import { knowingModel, say } from '#tests/support/brain/brain.ts';
import { runAutomations, runsOf } from '#tests/support/automations/runs.ts';
import { approvalPathIn, pressOn } from '#tests/support/automations/whole-runs.ts';
import type { Person } from '#tests/support/chat.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { manualClock } from '#tests/support/manual-clock.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const NEW_YORK = 'America/New_York';
const SENTENCE =
  'Every weekday at 8:00 let Soshie draft a post from yesterday’s conversation, ask me, then put it into our conversation and email it to me.';
const DAY_MS = 86_400_000;
/** When the clock is looked at each day, in UTC: around 8:00 in New York before and after a change, and otherwise now and then. */
const LOOKS = ['00:00:00', '06:00:00', '11:59:59', '12:00:00', '12:59:59', '13:00:00', '13:59:59', '20:00:00'];

/** Types the sentence, and turns on what becomes of it. */
async function automate({ api }: Person): Promise<void> {
  const { automations } = api.powerUps;
  const { name, description, definition, notes } = await automations.describe.mutate({ text: SENTENCE });
  expect(notes).toEqual([]);
  const id = randomUUID();
  await automations.create.mutate({ id, name, description, definition });
  await automations.setOn.mutate({ automationId: id, isOn: true });
}

/** Answers the newest question through the link in its email. Opening the page, as programs that check links do, decides nothing. */
async function approveByEmail(app: TestApp, { api }: Person, text: string): Promise<void> {
  await sendEmails(app);
  const email = app.emails.findLast(({ subject }) => subject.startsWith('For your approval'));
  const path = approvalPathIn(email ?? { text: '' });
  for (const method of ['HEAD', 'GET']) expect((await app.app.request(path, { method })).status).toBe(200);
  const html = await (await app.app.request(path)).text();
  expect(html).toContain(text);
  expect(html).toContain('Approve</button>');
  expect((await api.powerUps.automations.approvals.query()).waiting).toHaveLength(1);
  for (const answer of ['approve', 'approve', 'refuse'] as const)
    expect((await pressOn(app, path, answer)).status).toBe(303);
  expect(await (await app.app.request(path)).text()).toContain('You approved this from the email');
  await app.container.jobs.idle();
  app.clock.advance(APPROVAL_UNDO_MS);
  await runAutomations(app);
}

test.each([
  ['fall', '2026-10-29', ['2026-10-29', '2026-10-30', '2026-11-02', '2026-11-03']],
  ['spring', '2027-03-11', ['2027-03-11', '2027-03-12', '2027-03-15', '2027-03-16']],
])(
  'the draft of every weekday at 8:00 is approved by email, posted and emailed once a day, over a weekend and the change of the clocks in %s',
  async (_, first, days) => {
    const app = await createTestApp({ clock: manualClock(`${first}T00:00:00Z`) });
    const maya = await aPerson(app, { plan: 'pro' });
    const preferences = { language: 'en-US', timeZone: NEW_YORK, emailsAboutSignIns: true };
    await maya.api.profile.updatePreferences.mutate(preferences);
    knowingModel(app);
    await automate(maya);
    const midnight = app.clock.current().getTime();
    const startedAt: string[] = [];
    for (let day = 0; day < 6; day += 1)
      for (const look of LOOKS) {
        app.clock.set(`${isoDayText(new Date(midnight + day * DAY_MS), 'UTC')}T${look}Z`);
        // In the afternoon, so that it is yesterday's the next morning.
        if (look === '20:00:00') await say(app, maya, `On day ${day} we glazed ${day} bowls`, { to: 'soshie' });
        await runAutomations(app);
        const now = app.clock.current();
        if ((await runsOf(app, maya.userId)).length === startedAt.length) continue;
        startedAt.push(`${isoDayText(now, NEW_YORK)} ${clockText(now, NEW_YORK)}`);
        await approveByEmail(app, maya, day === 0 ? 'There were no conversations yesterday' : `On day ${day - 1}`);
      }

    expect(startedAt, 'Thursday, Friday, Monday and Tuesday, at 8:00 there').toEqual(days.map((day) => `${day} 08:00`));
    const runs = await runsOf(app, maya.userId);
    expect(runs.map(({ status, cause, messages, emails }) => ({ status, cause, messages, emails }))).toEqual(
      days.map(() => ({ status: 'done', cause: 'schedule', messages: 1, emails: 1 })),
    );
    const emails = app.emails.filter(({ text }) => text.includes('Sent by your automation'));
    expect(emails.map(({ to }) => to)).toEqual(days.map(() => maya.email));
    const { items } = await maya.api.notifications.list.query({});
    const paths = items.filter(({ topic }) => topic === 'automation_notice').map(({ path }) => path);
    expect(paths).toHaveLength(days.length);
    const [conversationId = '', ...others] = new Set(paths.map((path) => path.split('?c=')[1] ?? ''));
    expect(others, 'one conversation of its own').toEqual([]);
    const { messages } = await maya.api.chat.messages.query({ conversationId });
    expect(messages.map(({ role, content }) => ({ role, content }))).toEqual(
      emails.map(({ text }) => ({
        role: 'assistant',
        content: expect.toSatisfy((post: string) => text.includes(post)),
      })),
    );
    expect(new Set(messages.map(({ content }) => content)).size, 'each about the day before').toBe(days.length);
  },
);
