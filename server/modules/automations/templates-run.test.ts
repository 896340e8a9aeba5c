import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { allSteps } from '#contract/automations/all-steps.ts';
import { AUTOMATION_TEMPLATES } from '#server/content/automations/index.ts';
import { knowingModel, tell, typeFact } from '#tests/support/brain/brain.ts';
import { runAutomations, runsOf } from '#tests/support/automations/runs.ts';
import { finishRun } from '#tests/support/automations/whole-runs.ts';
import type { Person } from '#tests/support/chat.ts';
import { manualClock } from '#tests/support/manual-clock.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** What its owner types in, which steps it rightly leaves out, and what there is once it is done. */
type Story = {
  form?: Record<string, string>;
  leavesOut?: string[];
  emails?: string[];
  /** Who puts something into the automation's conversation. */
  posts?: string[];
  notices?: string[];
  facts?: string[];
};
const STORIES: Record<string, Story> = {
  'birthday-greeting': {
    form: { name: 'Nora', story: 'Buys a mug every spring', gift: 'A $10 voucher' },
    emails: ['For Nora: News from Fern & Kiln'],
  },
  'weekly-newsletter': { emails: ['Ready to send: News from Fern & Kiln'] },
  'review-request': {
    form: {
      customer: 'Dana',
      purchase: 'moss bowl',
      link: 'fern.example/review',
      signature: 'Maya',
      business: 'Fern & Kiln',
    },
    emails: ['For Dana: A small favor about your moss bowl'],
  },
  'quote-chaser': {
    form: { customer: 'Harbor Cafe', quote: '40 espresso cups', price: '$1,200' },
    emails: ['First follow-up for Harbor Cafe', 'Last follow-up for Harbor Cafe'],
  },
  'monday-call-list': { emails: ['Your calls for the week'], posts: ['Milli'] },
  'price-news': { posts: ['Milli'] },
  'event-reminder': { emails: ['Your reminder, ready to post'], posts: ['Soshie'] },
  'event-announcement': {
    form: { event: 'The winter fair', date: 'Saturday, December 5, 10 to 4', place: 'Town Hall', why: 'New glazes' },
    emails: ['Ready to send: News from Fern & Kiln'],
    posts: ['Soshie'],
    facts: ['The winter fair is on Saturday, December 5, 10 to 4 at Town Hall.'],
  },
  'seasonal-ideas': { posts: ['Soshie'] },
  'traffic-alert': {
    form: { now: '300', before: '1000' },
    leavesOut: ['s4'],
    emails: ['Visits dropped by 70 percent'],
  },
  'month-end-review': { emails: ['Your month in seven questions'] },
  'yesterday-in-five-lines': { posts: ['Finny'] },
};

let app: TestApp;
let maya: Person;
const api = () => maya.api.powerUps.automations;
beforeEach(async () => {
  // A Wednesday: each of the schedules has a time in the 14 days of a rehearsal.
  app = await createTestApp({ clock: manualClock('2026-11-18T15:00:00Z') });
  maya = await aPerson(app, { plan: 'ultimate', email: 'maya@fern-and-kiln.example' });
  const preferences = { language: 'en-US', timeZone: 'America/New_York', emailsAboutSignIns: true };
  await maya.api.profile.updatePreferences.mutate(preferences);
  knowingModel(app);
});

/** What a shop has told its team by the time it automates something. */
async function tellTheTeam(): Promise<void> {
  await tell(app, maya, 'We offer a free mug at our open studio until 2026-11-28.');
  app.clock.advance(1_000);
  await typeFact(maya, 'The big bowl is back in moss this week, for $48');
  await typeFact(maya, 'Harbor Cafe waits for a quote on 40 espresso cups, about $1,200');
}

/** Clicks "Use Template" and turns it on, without changing anything. */
async function useTemplate(templateId: string): Promise<string> {
  const id = randomUUID();
  const { name } = await api().create.mutate({ id, templateId });
  expect(name).toBe(AUTOMATION_TEMPLATES.find((template) => template.id === templateId)?.name);
  expect(await api().setOn.mutate({ automationId: id, isOn: true })).toMatchObject({ isOn: true });
  return id;
}

async function rehearse(automationId: string) {
  await api().startRehearsal.mutate({ id: randomUUID(), automationId });
  await app.container.jobs.idle();
  return (await api().rehearsal.query({ automationId })).rehearsal;
}

/** Starts it by its own trigger: its form, its next time, or what it listens to. Returns the run's id. */
async function start(automationId: string, form: Record<string, string> = {}): Promise<string> {
  const { trigger } = (await api().get.query({ automationId })).definition;
  if (trigger.kind === 'manual') await api().startRun.mutate({ id: randomUUID(), automationId, form });
  else if (trigger.kind === 'schedule') {
    const [next = ''] = await api().nextRuns.query(trigger);
    app.clock.set(next);
    await runAutomations(app);
  } else {
    await tell(app, maya, 'The small bowl costs $28.');
    await app.container.jobs.runDue(['automation-event']);
  }
  const runs = await runsOf(app, maya.userId);
  expect(runs.map(({ cause }) => cause)).toEqual([trigger.kind]);
  return runs[0]?.id ?? '';
}

/** What there is once it is done, as its owner finds it: in the inbox, behind the bell, in the conversations and in the Brain. */
async function effects() {
  const emails = app.emails.filter(({ subject }) => !subject.startsWith('For your approval'));
  const { items } = await maya.api.notifications.list.query({});
  const said = items.filter(({ topic }) => topic === 'automation_notice');
  const posts = await Promise.all(
    said.flatMap(({ title, path }) => {
      const [, conversationId] = /\?c=(\S+)$/.exec(path) ?? [];
      return conversationId === undefined ? [] : [postIn(conversationId, title)];
    }),
  );
  const facts = await app.db
    .selectFrom('facts')
    .select('statement')
    .where('state', '=', 'suggested')
    .where('conversation_id', 'is', null)
    .execute();
  return { emails, posts, notices: said.filter(({ path }) => !path.includes('?c=')), facts };
}
async function postIn(conversationId: string, title: string) {
  const { messages } = await maya.api.chat.messages.query({ conversationId });
  return { by: title.replace(' has something for you', ''), texts: messages.map(({ content }) => content) };
}

/** All texts in it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
/** A blank that nothing was filled into, or a value as only a program writes it. */
const UNREADABLE = /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |\[value \d|"from":|^\s*(?:#+|\|)/m;

describe.each(AUTOMATION_TEMPLATES.map(({ id, name }) => [name, id] as const))('“%s”', (_, templateId) => {
  test('is used as it is, rehearsed, started by its own trigger, and done, with texts that can be read', async () => {
    const { form, leavesOut = [], ...expected } = STORIES[templateId] ?? {};
    await tellTheTeam();
    const automationId = await useTemplate(templateId);
    const rehearsal = await rehearse(automationId);
    expect(rehearsal).toMatchObject({ status: 'done', isOutdated: false });
    expect(rehearsal?.runs[0]).toMatchObject({ stopsAt: null, moreSteps: 0 });
    expect(app.emails, 'a rehearsal sends nothing').toEqual([]);

    const { run, steps, definition } = await finishRun(app, maya, await start(automationId, form));
    expect({ status: run.status, reason: run.reason }).toEqual({ status: 'done', reason: '' });
    expect(steps.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual(
      allSteps(definition.steps).flatMap(({ id }) => (leavesOut.includes(id) ? [] : [`${id} done`])),
    );

    const { emails, posts, notices, facts } = await effects();
    expect({
      emails: emails.map(({ subject }) => subject),
      posts: posts.map(({ by }) => by),
      notices: notices.map(({ title }) => title),
      facts: facts.map(({ statement }) => statement),
    }).toEqual({ emails: [], posts: [], notices: [], facts: [], ...expected });
    expect(new Set(app.emails.map(({ to }) => to))).toEqual(new Set(app.emails.length > 0 ? [maya.email] : []));
    for (const { texts } of posts) expect(texts).toHaveLength(1);
    const inbox = app.emails.map(({ subject, text }) => ({ subject, text }));
    // What a teammate is asked has the owner's own conversations in it.
    const shown = steps.map((step) => (step.kind === 'ask' ? step.output : step));
    for (const text of textsIn([rehearsal, shown, inbox, posts, notices, facts])) expect(text).not.toMatch(UNREADABLE);
  });
});

describe('a template with nothing to say', () => {
  test.each(['monday-call-list', 'event-reminder'])('stops and says why, and sends nothing: %s', async (templateId) => {
    const { run } = await finishRun(app, maya, await start(await useTemplate(templateId)));
    expect(run).toMatchObject({ status: 'stopped', reason: 'The condition wasn’t met, so the run ended there.' });
    expect(await effects()).toEqual({ emails: [], posts: [], notices: [], facts: [] });
  });

  test('says that visits are fine if they didn’t drop by a fifth', async () => {
    const { run } = await finishRun(
      app,
      maya,
      await start(await useTemplate('traffic-alert'), { now: '810', before: '1000' }),
    );
    expect(run.status).toBe('done');
    const { emails, notices } = await effects();
    expect({ emails, notices: notices.map(({ title }) => title) }).toEqual({
      emails: [],
      notices: ['Visits are fine: 810 this week'],
    });
  });
});
