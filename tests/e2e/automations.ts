import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Definition } from '#contract/automations/definition.ts';
import { call } from './identity.ts';

export const LIST = '/dashboard/power-ups/automations';
export type Steps = Definition['steps'];
export const NOTIFY: Steps = [{ kind: 'notify', id: 's1a', text: 'Good morning' }];

/** An automation that is started by hand. */
export async function anAutomation(page: Page, name: string, steps: Steps = NOTIFY): Promise<string> {
  const id = randomUUID();
  const definition: Definition = { trigger: { kind: 'manual', form: [] }, steps };
  await call(page, 'powerUps.automations.create', { id, name, description: 'Says good morning.', definition });
  return id;
}

/** One that is on and was started. */
export async function aRun(page: Page, name: string, steps: Steps): Promise<{ automationId: string; runId: string }> {
  const automationId = await anAutomation(page, name, steps);
  await call(page, 'powerUps.automations.setOn', { automationId, isOn: true });
  const runId = randomUUID();
  await call(page, 'powerUps.automations.startRun', { id: runId, automationId, form: {} });
  return { automationId, runId };
}
