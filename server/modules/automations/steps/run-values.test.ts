import { beforeEach, describe, expect, test } from 'vitest';
import type { StepOf } from '#contract/automations/steps.ts';
import { anAutomation, BY_HAND, runAutomations, runsOf, startRun, stepsOf } from '#tests/support/automations/runs.ts';
import { say } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const ALL = new Set(['run.yesterdays_chats', 'run.next_date']);
type Person = Awaited<ReturnType<typeof aPerson>>;
const valuesOn = (at: string, { userId }: Person, references = ALL, timeZone = 'Europe/Berlin') =>
  app.container.services.runValues({ userId, timeZone, startedAt: new Date(at) }, references);

describe('the values that every run has', () => {
  test('are the day and the time where the owner lives, and nothing is looked up that no step uses', async () => {
    const maya = await aPerson(app);
    expect(await valuesOn('2026-11-16T23:30:00Z', maya, new Set())).toEqual({ day: '2026-11-17', time: '12:30 AM' });
  });

  test('are yesterday’s conversations, without private ones and those of the days around it', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    app.clock.set('2026-11-14T22:59:00Z');
    await say(app, maya, 'The day before');
    app.clock.set('2026-11-14T23:01:00Z');
    await say(app, maya, 'Which bowls sell best?', { to: 'soshie' });
    await say(app, maya, 'My salary', { isPrivate: true });
    app.clock.set('2026-11-15T23:01:00Z');
    await say(app, maya, 'Today');
    const tom = await aPerson(app, { plan: 'pro' });
    const values = await valuesOn('2026-11-16T07:00:00Z', maya);
    expect(values.yesterdays_chats).toBe(
      'Soshie, “Which bowls sell best?”\nOwner: Which bowls sell best?\nSoshie: Hello there.',
    );
    expect(await valuesOn('2026-11-16T07:00:00Z', tom)).toMatchObject({
      yesterdays_chats: '',
      next_date: '',
    });
  });

  test('are empty for a condition if there is nothing, while a text says so', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    const isEmpty = (id: string, value: string): StepOf<'condition'> => ({
      kind: 'condition',
      id,
      value,
      test: 'is_empty',
      than: '',
      then: [{ kind: 'notify', id: `${id}a`, text: `{{${value}}}` }],
      otherwise: [],
      stops: true,
    });
    const steps = [isEmpty('s1', 'run.yesterdays_chats'), isEmpty('s2', 'run.next_date')];
    const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps });
    await startRun(app, maya.userId, automationId);
    await runAutomations(app);
    const [run] = await runsOf(app, maya.userId);
    expect(run?.status).toBe('done');
    const ran = await stepsOf(app, run?.id ?? '');
    expect(ran.map(({ key, input }) => [key, input])).toEqual([
      ['s1', expect.objectContaining({ value: '' })],
      ['s1a', expect.objectContaining({ text: 'There were no conversations yesterday.' })],
      ['s2', expect.objectContaining({ value: '' })],
      ['s2a', expect.objectContaining({ text: 'There’s no date coming up.' })],
    ]);
    const { samples } = await maya.api.powerUps.automations.get.query({ automationId });
    expect(samples).toMatchObject({ 'run.next_date': 'There’s no date coming up.' });
  });

  test('are bounded', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    for (let index = 0; index < 10; index += 1) await say(app, maya, `Question ${index} ${'word '.repeat(600)}`);
    const { yesterdays_chats: chats } = await valuesOn('2026-11-17T07:00:00Z', maya);
    expect(String(chats).length).toBeLessThan(12_100);
    expect(chats).toContain('characters were too many');
  });

  test('are the next date that a confirmed fact has', async () => {
    const maya = await aPerson(app);
    const fact = {
      kind: 'date',
      subject: 'Fair',
      words: '',
      learned_at: new Date(),
      source: 'typed',
      state: 'confirmed',
    } as const;
    const rows = [
      { statement: 'Over', valid_from: '2026-11-01', valid_until: '2026-11-02' },
      { statement: 'The fair opens', valid_from: '2026-11-28', valid_until: '2026-12-01' },
      { statement: 'Later', valid_from: '2026-12-24', valid_until: null },
    ].map((row, index) => ({ ...fact, ...row, user_id: maya.userId, id: crypto.randomUUID(), number: index + 1 }));
    await app.db.insertInto('facts').values(rows).execute();
    expect(await valuesOn('2026-11-16T07:00:00Z', maya)).toMatchObject({ next_date: 'November 28: The fair opens' });
    expect(await valuesOn('2026-11-29T07:00:00Z', maya)).toMatchObject({ next_date: 'December 1: The fair opens' });
  });
});
