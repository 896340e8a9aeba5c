import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Step } from '#contract/automations/steps.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { runAutomations } from '#tests/support/automations/runs.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { anOwnTemplate } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { canGoOnWith } from './newer-steps.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});
const api = () => maya.api.powerUps;

const toMe = (id: string, body: string): Step => ({ kind: 'email', id, to: 'me', subject: body, body });
const fillIn = (templateId: string): Step => ({ kind: 'template', id: 's2', templateId, values: { name: 'Nora' } });
const stepsWith = (templateId: string): Step[] => [toMe('s1', 'Before'), fillIn(templateId), toMe('s3', '{{s2.text}}')];

async function aTemplate(): Promise<string> {
  const id = randomUUID();
  await api().templates.create.mutate({ id, template: anOwnTemplate() });
  return id;
}
/** A run whose second step failed, because its template was deleted. */
async function aFailedRun() {
  const templateId = await aTemplate();
  const automationId = await anAutomation(maya, {
    isOn: true,
    definition: aDefinition({ steps: stepsWith(templateId) }),
  });
  await api().templates.remove.mutate({ templateId });
  const runId = randomUUID();
  await api().automations.startRun.mutate({ id: runId, automationId, form: {} });
  await runAutomations(app);
  const { run, steps } = await api().automations.run.query({ runId });
  expect(run.status).toBe('failed');
  expect(steps.at(-1)?.error).toContain('Choose another one in this step.');
  return { automationId, runId, templateId };
}
async function change(automationId: string, steps: Step[], { isUsed = true } = {}) {
  const definition = aDefinition({ steps });
  const { automation } = await api().automations.get.query({ automationId });
  const draft = { automationId, revision: 1, name: automation.name, description: '', definition };
  await api().automations.saveDraft.mutate(draft);
  if (isUsed) await api().automations.publish.mutate({ automationId });
}
async function retry(runId: string): Promise<string> {
  await api().automations.retryRun.mutate({ runId });
  await runAutomations(app);
  return (await api().automations.run.query({ runId })).run.status;
}
const sent = () => app.emails.map(({ subject }) => subject);

test('a run that failed goes on with the step as its owner has mended it, and nothing is done twice', async () => {
  const { automationId, runId } = await aFailedRun();
  await change(automationId, stepsWith(await aTemplate()));
  expect(await retry(runId)).toBe('done');
  expect(sent()).toEqual(['Before', expect.stringContaining('Nora')]);
  expect((await api().automations.run.query({ runId })).run.version).toBe(2);
});

test('changes that aren’t in use yet don’t count for a run that is retried', async () => {
  const { automationId, runId } = await aFailedRun();
  await change(automationId, stepsWith(await aTemplate()), { isUsed: false });
  expect(await retry(runId)).toBe('failed');
});

test('a template that is brought back is enough, without a change', async () => {
  const { runId, templateId } = await aFailedRun();
  await api().templates.restore.mutate({ templateId });
  expect(await retry(runId)).toBe('done');
  expect(sent()).toHaveLength(2);
});

test.each([
  ['another step before it', (id: string) => [toMe('s9', 'New'), ...stepsWith(id)]],
  ['a step less before it', (id: string) => stepsWith(id).slice(1)],
  ['the step itself gone', () => [toMe('s1', 'Before'), toMe('s3', 'After')]],
])('a run keeps its own steps if there is %s', async (_, changed) => {
  const { automationId, runId } = await aFailedRun();
  await change(automationId, changed(await aTemplate()));
  expect(await retry(runId)).toBe('failed');
  expect(sent()).toEqual(['Before']);
  expect((await api().automations.run.query({ runId })).run.version).toBe(1);
});

test('a run that failed in a list keeps its own steps if anything in the list was added, removed or moved, or the list is another one', () => {
  const ask: Step = {
    kind: 'ask',
    id: 's1',
    assistantId: 'emmie',
    prompt: 'Who?',
    parts: [
      { name: 'people', label: 'People', kind: 'list' },
      { name: 'others', label: 'Others', kind: 'list' },
    ],
  };
  const withLoop = (steps: Step[], over = 's1.people') =>
    aDefinition({ steps: [ask, { kind: 'loop', id: 's4', over, max: 5, steps }] });
  const before = withLoop([toMe('s5', 'A'), toMe('s6', 'B'), toMe('s7', 'C')]);
  expect(canGoOnWith(withLoop([toMe('s5', 'A'), toMe('s6', 'Mended'), toMe('s7', 'C')]), before, 's6')).toBe(true);
  // Items before the one that failed have been emailed "C" already.
  expect(canGoOnWith(withLoop([toMe('s5', 'A'), toMe('s6', 'B'), toMe('s8', 'C')]), before, 's6')).toBe(false);
  expect(canGoOnWith(withLoop([toMe('s5', 'A'), toMe('s6', 'B')]), before, 's6')).toBe(false);
  expect(canGoOnWith(withLoop([toMe('s5', 'A'), toMe('s6', 'B'), toMe('s7', 'C')], 's1.others'), before, 's6')).toBe(
    false,
  );
});
