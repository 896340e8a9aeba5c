import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { AUTOMATIONS_MAX } from '#contract/automations/automation-limits.ts';
import { definitionSchema } from '#contract/automations/definition.ts';
import { TEMPLATE_GONE } from '#contract/automations/steps/template.ts';
import type { Step } from '#contract/automations/steps.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { anOwnTemplate } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { disagreements } from '#tests/support/usage.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'pro' });
});
const api = () => maya.api.powerUps.automations;
const names = async () => (await api().overview.query()).automations.map(({ name }) => name);
const page = (automationId: string) => api().get.query({ automationId });
const saying = (text: string) => aDefinition({ steps: [{ kind: 'notify', id: 's1', text }] });
const save = (automationId: string, revision: number, more: Partial<Parameters<typeof draft>[0]> = {}) =>
  api().saveDraft.mutate(draft({ automationId, revision, ...more }));
const draft = (more: {
  automationId: string;
  revision: number;
  name?: string;
  definition?: ReturnType<typeof aDefinition>;
}) => ({ name: 'Bowls', description: '', definition: aDefinition(), ...more });

describe('a new account', () => {
  test('sees four samples whose rows come to 3 active, 1,714 runs and 89%', async () => {
    const { samples, automations } = await api().overview.query();
    expect(automations).toEqual([]);
    const sum = (count: (sample: (typeof samples)[number]) => number) =>
      samples.reduce((total, sample) => total + count(sample), 0);
    expect(samples.filter(({ isOn }) => isOn)).toHaveLength(3);
    const runs = sum((sample) => sample.runs);
    expect(runs).toBe(1_714);
    expect(Math.round((100 * sum(({ succeeded }) => succeeded)) / runs)).toBe(89);
  });

  test('no longer sees them once it has hidden them, or created an automation', async () => {
    await api().hideSamples.mutate();
    expect((await api().overview.query()).samples).toEqual([]);
    const tomas = await aPerson(app);
    const id = await anAutomation(tomas);
    expect((await tomas.api.powerUps.automations.overview.query()).samples).toEqual([]);
    await tomas.api.powerUps.automations.remove.mutate({ automationId: id });
    expect((await tomas.api.powerUps.automations.overview.query()).samples).toEqual([]);
  });
});

describe('creating an automation', () => {
  test('starts with nothing to do, by hand, and off', async () => {
    const id = randomUUID();
    const created = await api().create.mutate({ id });
    expect(created).toMatchObject({ id, name: 'New automation', isOn: false, runs: 0, hasChanges: false });
    expect(created.trigger).toEqual({ kind: 'manual', form: [] });
    const { definition, problems, version, liveVersion, revision } = await page(id);
    expect(definition.steps).toEqual([]);
    expect(problems).toEqual([{ stepId: null, text: 'Add at least one step.', fix: null }]);
    expect({ version, liveVersion, revision }).toEqual({ version: 1, liveVersion: null, revision: 1 });
  });

  test('twice with one id creates one, even at the same moment', async () => {
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 5 }, () => api().create.mutate({ id, name: 'Once' })));
    expect(new Set(all.map((one) => one.id))).toEqual(new Set([id]));
    expect(await names()).toEqual(['Once']);
  });

  test('again after it was deleted is refused, and Undo brings back the first', async () => {
    const id = await anAutomation(maya);
    await api().remove.mutate({ automationId: id });
    expect(await refusal(api().create.mutate({ id }))).toBe('INVALID_INPUT');
    await api().restore.mutate({ automationId: id });
    await api().restore.mutate({ automationId: id });
    expect(await names()).toEqual(['Bowls']);
  });

  test('from a template has its words and steps, and runs in its owner’s time zone', async () => {
    const preferences = { language: 'en-US', timeZone: 'America/New_York', emailsAboutSignIns: true };
    await maya.api.profile.updatePreferences.mutate(preferences);
    const { templates } = await api().overview.query();
    expect(templates).toHaveLength(12);
    for (const { id: templateId, name, description } of templates) {
      const id = randomUUID();
      expect(await api().create.mutate({ id, templateId })).toMatchObject({ name, description, isOn: false });
      const { definition } = await page(id);
      if (definition.trigger.kind === 'schedule') expect(definition.trigger.timeZone).toBe('America/New_York');
    }
  });

  test('from a template shows which teammate the plan lacks for it', async () => {
    const lacks = async (person: typeof maya) =>
      (await person.api.powerUps.automations.overview.query()).templates.map((template) => template.lacks);
    expect(new Set(await lacks(maya))).toEqual(new Set([null, 'Finny']));
    expect(await lacks(await aPerson(app, { plan: 'ultimate' }))).toEqual(Array(12).fill(null));
  });

  test('from a template that doesn’t exist is refused', async () => {
    expect(await refusal(api().create.mutate({ id: randomUUID(), templateId: 'no-such-template' }))).toBe('NOT_FOUND');
  });

  test('beyond the most that an account has is refused, however many calls come at once', async () => {
    await app.db
      .insertInto('automations')
      .values(
        Array.from({ length: AUTOMATIONS_MAX - 2 }, (_, index) => ({
          user_id: maya.userId,
          id: randomUUID(),
          name: `Number ${index}`,
          assistant_type: 'brain_ai',
          trigger_kind: 'manual' as const,
          created_at: new Date(0),
          updated_at: new Date(0),
        })),
      )
      .execute();
    const calls = Array.from({ length: 6 }, () => refusal(api().create.mutate({ id: randomUUID() })));
    const outcomes = await Promise.all(calls);
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('TOO_MANY_AUTOMATIONS'), 'accepted', 'accepted']);
  });
});

describe('a draft', () => {
  test('is saved under the next revision, with what is wrong and when it would run', async () => {
    const id = await anAutomation(maya);
    const saved = await save(id, 1, { name: 'Cups', definition: saying(' ') });
    expect(saved).toEqual({
      revision: 2,
      version: 1,
      problems: [{ stepId: 's1', text: 'Write what the notification says.', fix: null }],
      nextRuns: [],
    });
    expect(await page(id)).toMatchObject({ revision: 2, definition: saying(' '), automation: { name: 'Cups' } });
  });

  test('that was changed in another tab is not overwritten, and saving the same twice is no conflict', async () => {
    const id = await anAutomation(maya);
    const first = await save(id, 1, { definition: saying('First') });
    expect(await save(id, 1, { definition: saying('First') })).toEqual(first);
    expect(await refusal(save(id, 1, { definition: saying('Second') }))).toBe('AUTOMATION_CHANGED');
    expect(await refusal(save(id, 7, { definition: saying('Second') }))).toBe('AUTOMATION_CHANGED');
    expect((await page(id)).definition).toEqual(saying('First'));
    await save(id, 2, { definition: saying('Second') });
    expect((await page(id)).definition).toEqual(saying('Second'));
  });

  test('of five tabs that save at the same moment is that of one', async () => {
    const id = await anAutomation(maya);
    const saves = Array.from({ length: 5 }, (_, index) => refusal(save(id, 1, { name: `Tab ${index}` })));
    expect((await Promise.all(saves)).filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect((await page(id)).revision).toBe(2);
  });

  test('leaves the version alone that runs: the first save after publishing is the next version', async () => {
    const id = await anAutomation(maya, { isOn: true });
    expect(await page(id)).toMatchObject({ version: 1, liveVersion: 1, automation: { hasChanges: false } });
    expect(await save(id, 1, { name: 'Only the name' })).toMatchObject({ version: 1 });
    expect(await save(id, 2, { definition: saying('New') })).toMatchObject({ version: 2 });
    expect(await save(id, 3, { definition: saying('Newer') })).toMatchObject({ version: 2 });
    expect(await page(id)).toMatchObject({ version: 2, liveVersion: 1, automation: { hasChanges: true } });
    const published = await api().publish.mutate({ automationId: id });
    expect(published).toMatchObject({ hasChanges: false, isOn: true });
    const { versions } = await page(id);
    expect(versions.map(({ version, publishedAt, runs }) => [version, publishedAt !== null, runs])).toEqual([
      [2, true, 0],
      [1, true, 0],
    ]);
  });

  test('with a problem is not published', async () => {
    const id = await anAutomation(maya, { definition: saying('') });
    await expect(api().publish.mutate({ automationId: id })).rejects.toThrow(
      'This automation isn’t ready to run yet. Write what the notification says.',
    );
    expect((await page(id)).liveVersion).toBeNull();
  });

  test('can be an earlier version again', async () => {
    const id = await anAutomation(maya, { isOn: true, definition: saying('Old') });
    await save(id, 1, { definition: saying('New') });
    await api().publish.mutate({ automationId: id });
    expect(await api().restoreVersion.mutate({ automationId: id, version: 1 })).toMatchObject({ version: 3 });
    expect(await page(id)).toMatchObject({ liveVersion: 2, version: 3, definition: saying('Old') });
    expect(await refusal(api().restoreVersion.mutate({ automationId: id, version: 9 }))).toBe('NOT_FOUND');
  });

  test('is copied with its steps, under a name of its own, and off', async () => {
    const id = await anAutomation(maya, { isOn: true, name: 'x'.repeat(80), definition: saying('Mine') });
    const copy = randomUUID();
    const duplicated = await api().duplicate.mutate({ id: copy, automationId: id });
    expect(duplicated).toMatchObject({ name: `${'x'.repeat(73)} (copy)`, isOn: false });
    expect((await page(copy)).definition).toEqual(saying('Mine'));
  });

  test('shows the teammate who is asked first as its face', async () => {
    const ask: Step = { kind: 'ask', id: 's2', assistantId: 'soshie', prompt: 'Write a post.', parts: [] };
    const id = await anAutomation(maya, { definition: aDefinition({ steps: [ask] }) });
    expect((await page(id)).automation.assistantId).toBe('soshie');
  });
});

describe('hostile definitions', () => {
  const create = (definition: unknown) =>
    refusal(api().create.mutate({ id: randomUUID(), definition: definition as ReturnType<typeof aDefinition> })); // reason: what the type rules out
  const notify = (id: string, text = 'Hello') => ({ kind: 'notify', id, text });
  const trigger = { kind: 'manual', form: [] };
  const nested = (depth: number): unknown =>
    depth === 0 ? notify('s0') : { kind: 'loop', id: `s${depth}`, over: '', max: 1, steps: [nested(depth - 1)] };

  test.each([
    ['5,000 steps', { trigger, steps: Array.from({ length: 5_000 }, (_, index) => notify(`s${index}`, '')) }],
    [
      '31 steps in one loop',
      {
        trigger,
        steps: [{ ...(nested(1) as object), steps: Array.from({ length: 31 }, (_, index) => notify(`s${index}`)) }],
      },
    ],
    [
      '31 steps in two branches',
      {
        trigger,
        steps: [
          {
            kind: 'condition',
            id: 'sc',
            value: '',
            test: 'is',
            than: '',
            stops: false,
            then: Array.from({ length: 15 }, (_, index) => notify(`sa${index}`)),
            otherwise: Array.from({ length: 15 }, (_, index) => notify(`sb${index}`)),
          },
        ],
      },
    ],
    ['loops 4 deep', { trigger, steps: [nested(4)] }],
    ['loops 25 deep', { trigger, steps: [nested(25)] }],
    ['a loop over a million items', { trigger, steps: [{ ...(nested(1) as object), max: 1_000_000 }] }],
    ['a kind of step that isn’t one', { trigger, steps: [{ kind: 'run_code', id: 's1', code: 'process.exit()' }] }],
    ['two steps of one id', { trigger, steps: [notify('s1'), notify('s1')] }],
    ['an id that isn’t a step’s', { trigger, steps: [notify('trigger')] }],
    [
      'a wait of a year',
      { trigger, steps: [{ kind: 'wait', id: 's1', until: { kind: 'duration', minutes: 525_600 } }] },
    ],
    [
      '100 KB of texts',
      {
        trigger,
        steps: Array.from({ length: 26 }, (_, index) => ({ kind: 'note', id: `s${index}`, text: 'x'.repeat(4_000) })),
      },
    ],
    [
      'a form of 100 fields',
      {
        trigger: {
          kind: 'manual',
          form: Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, label: '', kind: 'text' })),
        },
        steps: [],
      },
    ],
    [
      'a field called __proto__',
      { trigger: { kind: 'manual', form: [{ name: '__proto__', label: '', kind: 'text' }] }, steps: [] },
    ],
  ])('with %s are refused', async (_, definition) => {
    expect(await create(definition)).toMatch(/^(INVALID_INPUT|TOO_LARGE)$/);
    expect(await names()).toEqual([]);
  });

  test('with 10,000 steps take no time to refuse', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => notify(`s${index}`));
    expect(definitionSchema.safeParse({ trigger, steps }).success).toBe(false);
  });

  test('lose fields that no step has', async () => {
    const id = randomUUID();
    const extra = { ...notify('s1'), userId: randomUUID(), isAdmin: true };
    const definition = { trigger, steps: [extra] } as ReturnType<typeof aDefinition>; // reason: what the type rules out
    const outcome = await refusal(api().create.mutate({ id, definition }));
    if (outcome === 'accepted') expect((await page(id)).definition.steps).toEqual([notify('s1')]);
    else expect(outcome).toBe('INVALID_INPUT');
  });
});

describe('turning on', () => {
  test('counts one of the plan’s active automations, and turning off gives it back', async () => {
    const id = await anAutomation(maya, { isOn: true });
    expect(await api().overview.query()).toMatchObject({
      usage: { used: 1, limit: 25 },
      automations: [{ isOn: true }],
    });
    await api().setOn.mutate({ automationId: id, isOn: true });
    expect((await api().overview.query()).usage.used).toBe(1);
    for (const _ of [1, 2]) await api().setOn.mutate({ automationId: id, isOn: false });
    expect(await api().overview.query()).toMatchObject({ usage: { used: 0 }, automations: [{ isOn: false }] });
    await api().setOn.mutate({ automationId: id, isOn: true });
    await api().remove.mutate({ automationId: id });
    expect(await api().overview.query()).toMatchObject({ usage: { used: 0 }, automations: [] });
    await api().restore.mutate({ automationId: id });
    expect(await api().overview.query()).toMatchObject({ usage: { used: 0 }, automations: [{ isOn: false }] });
    expect(await disagreements(app)).toEqual([]);
  });

  test('at the limit is refused with the plan’s figures', async () => {
    const { userId: _, ...tomas } = await aPerson(app, { plan: 'free' });
    await anAutomation(tomas, { isOn: true });
    const second = await anAutomation(tomas);
    await expect(tomas.api.powerUps.automations.setOn.mutate({ automationId: second, isOn: true })).rejects.toThrow(
      "You've reached your Free plan limit of 1 active automations. You are using 1 of 1. Please upgrade your plan to continue.",
    );
  });

  test('a hundred at once stops at the limit', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => anAutomation(maya)));
    const outcomes = await Promise.all(ids.map((id) => refusal(api().setOn.mutate({ automationId: id, isOn: true }))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(25);
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'USAGE_LIMIT']));
    const { automations, usage } = await api().overview.query();
    expect(automations.filter(({ isOn }) => isOn)).toHaveLength(25);
    expect(usage.used).toBe(25);
    expect(await disagreements(app)).toEqual([]);
  });

  test('one automation a hundred times at once counts it once', async () => {
    const automationId = await anAutomation(maya);
    await Promise.all(Array.from({ length: 100 }, () => api().setOn.mutate({ automationId, isOn: true })));
    expect((await api().overview.query()).usage.used).toBe(1);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => api().setOn.mutate({ automationId, isOn: index % 2 === 0 })),
    );
    const { automations, usage } = await api().overview.query();
    expect(usage.used).toBe(automations.filter(({ isOn }) => isOn).length);
    expect(await disagreements(app)).toEqual([]);
  });

  test('something with a problem is refused, and names the first', async () => {
    const ask: Step = { kind: 'ask', id: 's1', assistantId: 'finny', prompt: 'Sum up the week.', parts: [] };
    const id = await anAutomation(maya, { definition: aDefinition({ steps: [ask] }) });
    await expect(api().setOn.mutate({ automationId: id, isOn: true })).rejects.toThrow(
      'This automation isn’t ready to run yet. Finny isn’t in your plan.',
    );
    expect((await api().overview.query()).usage.used).toBe(0);
  });
});

describe('a step that fills in a template', () => {
  const filling = (templateId: string) =>
    aDefinition({ steps: [{ kind: 'template', id: 's1', templateId, values: {} }] });
  const turnOn = (automationId: string) => api().setOn.mutate({ automationId, isOn: true });

  test('needs one that is there: ours, or the owner’s own until it is removed', async () => {
    const own = randomUUID();
    await maya.api.powerUps.templates.create.mutate({ id: own, template: anOwnTemplate() });
    const tom = await aPerson(app, { plan: 'pro' });
    const foreign = await anAutomation(tom, { definition: filling(own) });
    await expect(tom.api.powerUps.automations.setOn.mutate({ automationId: foreign, isOn: true })).rejects.toThrow(
      TEMPLATE_GONE,
    );

    const automationId = await anAutomation(maya, { definition: filling(own), isOn: true });
    await anAutomation(maya, { definition: filling('weekly-question'), isOn: true });
    await maya.api.powerUps.templates.remove.mutate({ templateId: own });
    expect((await page(automationId)).problems).toEqual([{ stepId: 's1', text: TEMPLATE_GONE, fix: null }]);
    await api().setOn.mutate({ automationId, isOn: false });
    await expect(turnOn(automationId)).rejects.toThrow(`This automation isn’t ready to run yet. ${TEMPLATE_GONE}`);
  });

  test('needs a plan that has premium templates if it is one', async () => {
    const { templates } = await maya.api.powerUps.templates.list.query();
    const premium = templates.find(({ isPremium }) => isPremium)?.id ?? '';
    await anAutomation(maya, { definition: filling(premium), isOn: true });
    const tom = await aPerson(app, { plan: 'starter' });
    const automationId = await anAutomation(tom, { definition: filling(premium) });
    expect((await tom.api.powerUps.automations.get.query({ automationId })).problems).toEqual([
      { stepId: 's1', text: 'This template isn’t in your plan.', fix: 'upgrade' },
    ]);
  });
});

describe('after a downgrade', () => {
  async function threeOn() {
    const person = await aPerson(app, { plan: 'starter' });
    const ids = [];
    for (const name of ['First', 'Second', 'Third']) {
      ids.push(await anAutomation(person, { isOn: true, name }));
      app.clock.advance(60_000);
    }
    await app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'free', subscription_status: 'none' })
      .where('user_id', '=', person.userId)
      .execute();
    const state = async () =>
      Object.fromEntries(
        (await person.api.powerUps.automations.overview.query()).automations.map(({ name, isOn, pauseReason }) => [
          name,
          isOn ? 'on' : pauseReason,
        ]),
      );
    return { person, ids, state };
  }

  test('the newest are paused, and the bell says so', async () => {
    const { person, state } = await threeOn();
    expect(await state()).toEqual({ First: 'on', Second: 'plan', Third: 'plan' });
    const { items } = await person.api.notifications.list.query();
    expect(items.find(({ kind }) => kind === 'automations')).toMatchObject({
      title: '2 automations were paused',
      detail: 'Free runs 1 automation at a time. Choose which one stays on.',
    });
    expect(await disagreements(app)).toEqual([]);
  });

  test('the owner chooses which stays on', async () => {
    const { person, ids, state } = await threeOn();
    await state();
    const [first = '', second = '', third = ''] = ids;
    await person.api.powerUps.automations.chooseActive.mutate({ automationIds: [third] });
    expect(await state()).toEqual({ First: 'plan', Second: 'plan', Third: 'on' });
    expect(await refusal(person.api.powerUps.automations.chooseActive.mutate({ automationIds: [first, second] }))).toBe(
      'USAGE_LIMIT',
    );
    expect(await refusal(person.api.powerUps.automations.chooseActive.mutate({ automationIds: [randomUUID()] }))).toBe(
      'NOT_FOUND',
    );
    await Promise.all(ids.map((id) => person.api.powerUps.automations.chooseActive.mutate({ automationIds: [id] })));
    expect(Object.values(await state()).filter((one) => one === 'on')).toHaveLength(1);
    expect(await disagreements(app)).toEqual([]);
  });
});

test('everything can be paused and resumed, and the minutes that a run saves are the owner’s', async () => {
  const automationId = await anAutomation(maya);
  await api().pauseAll.mutate({ isPaused: true });
  expect((await api().overview.query()).isEverythingPaused).toBe(true);
  await api().pauseAll.mutate({ isPaused: false });
  expect((await api().overview.query()).isEverythingPaused).toBe(false);
  await api().setMinutesSaved.mutate({ automationId, minutes: 12 });
  expect((await page(automationId)).minutesSaved).toBe(12);
});

test('what was removed an hour ago is deleted for good', async () => {
  const kept = await anAutomation(maya, { name: 'Kept' });
  const gone = await anAutomation(maya, { name: 'Gone' });
  await api().remove.mutate({ automationId: gone });
  app.clock.advance(61 * 60_000);
  await purge(app);
  expect(await refusal(api().restore.mutate({ automationId: gone }))).toBe('NOT_FOUND');
  expect((await page(kept)).automation.name).toBe('Kept');
});
