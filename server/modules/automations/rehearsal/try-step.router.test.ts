import { beforeEach, describe, expect, test } from 'vitest';
import { TRIES_PER_DAY } from '#contract/automations/automation-limits.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { CANNOT_BE_TRIED, TRIES_USED_UP, valueNotKnown } from '#contract/automations/rehearsal-texts.ts';
import type { Step } from '#contract/automations/steps.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { typeFact } from '#tests/support/brain/brain.ts';
import { ask, brokenModel, messagesUsed, model } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
let automationId: string;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'pro' });
  automationId = await anAutomation(maya);
});

const question = (prompt: string, id = 's1'): Step => ({ kind: 'ask', id, assistantId: 'soshie', prompt, parts: [] });
const tryStep = (steps: Step[], stepId = 's1', trigger: Definition['trigger'] = { kind: 'manual', form: [] }) =>
  maya.api.powerUps.automations.tryStep.mutate({ automationId, stepId, definition: aDefinition({ steps, trigger }) });

describe('one step of a draft that isn’t saved', () => {
  test('asks a teammate, and costs no message', async () => {
    model(app, 'Warm bowls, still.');
    expect(await tryStep([question('Write one post')])).toMatchObject({
      output: { answer: 'Warm bowls, still.' },
      left: TRIES_PER_DAY - 1,
    });
    expect(await messagesUsed(maya)).toBe(0);
  });

  test('looks into the Brain', async () => {
    await typeFact(maya, 'Large bowls are $42.');
    const { output } = await tryStep([{ kind: 'search', id: 's1', query: 'large bowls' }]);
    expect(output).toMatchObject({ count: 1, facts: [expect.stringContaining('$42')] });
  });

  test('gets the values of the newest event that would have started it', async () => {
    model(app, 'We ship on Fridays.');
    await ask(maya, 'When do you ship?');
    await app.container.services.runner.idle();
    model(app, 'Fine.');
    const trigger: Definition['trigger'] = { kind: 'chat', on: 'answer', assistantId: null };
    await tryStep([question('Judge {{trigger.answer}}')], 's1', trigger);
    expect(app.model.requests.at(-1)?.history.at(-1)?.content).toContain('We ship on Fridays.');
  });
});

describe('is refused, and counts nothing', () => {
  test.each<[string, Step[], string]>([
    ['what would reach others', [{ kind: 'email', id: 's1', to: 'me', subject: 'A', body: 'B' }], CANNOT_BE_TRIED],
    ['an unfinished step', [question('')], 'Write what to ask.'],
    [
      'a value that no run has had',
      [question('Write one post'), question('Shorten {{s1.answer}}', 's2')],
      valueNotKnown('Answer'),
    ],
  ])('%s', async (_, steps, text) => {
    await expect(tryStep(steps, steps.at(-1)?.id)).rejects.toThrow(text);
    model(app, 'Hello');
    expect((await tryStep([question('Hello')])).left).toBe(TRIES_PER_DAY - 1);
  });

  test('a step of somebody else’s automation, and one that isn’t there', async () => {
    await expect(tryStep([question('Hello')], 's9')).rejects.toThrow();
    const tomas = await aPerson(app, { plan: 'pro' });
    automationId = await anAutomation(tomas);
    expect(await refusal(tryStep([question('Hello')]))).toBe('NOT_FOUND');
  });
});

test('a person can try 20 steps a day', async () => {
  const search: Step = { kind: 'search', id: 's1', query: 'bowls' };
  const all = await Promise.allSettled(Array.from({ length: TRIES_PER_DAY + 3 }, () => tryStep([search])));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(TRIES_PER_DAY);
  await expect(tryStep([search])).rejects.toThrow(TRIES_USED_UP);
});

test('when the model fails, a sentence says so; when the operator’s budget is spent, so does its own', async () => {
  brokenModel(app, '', new ModelError('timeout'));
  await expect(tryStep([question('Hello')])).rejects.toThrow('Soshie took too long to answer.');
  const spent = { AI_DAILY_CAP_USD: '0.000001', AI_PRICE_INPUT_USD: '1', AI_PRICE_OUTPUT_USD: '1' };
  const other = await createTestApp({ keepData: true, environment: spent, clock: app.clock });
  const definition = aDefinition({ steps: [question('Hello')] });
  const tried = other.container.services.rehearsals.tryStep(maya.userId, { automationId, stepId: 's1', definition });
  await expect(tried).rejects.toThrow('MODEL_BUDGET');
});
