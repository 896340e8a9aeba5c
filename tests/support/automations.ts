import { randomUUID } from 'node:crypto';
import type { Definition } from '#contract/automations/definition.ts';
import type { Browser } from '#tests/support/test-app.ts';

/** An automation that runs as it is: by hand, and it tells its owner. */
export const aDefinition = (more: Partial<Definition> = {}): Definition => ({
  trigger: { kind: 'manual', form: [] },
  steps: [{ kind: 'notify', id: 's1', text: 'Time to count the bowls' }],
  ...more,
});

/** One that its owner has created, and turned on if asked to. */
export async function anAutomation(
  { api }: Pick<Browser, 'api'>,
  { isOn = false, ...more }: { isOn?: boolean; name?: string; definition?: Definition } = {},
): Promise<string> {
  const id = randomUUID();
  await api.powerUps.automations.create.mutate({ id, name: 'Bowls', definition: aDefinition(), ...more });
  if (isOn) await api.powerUps.automations.setOn.mutate({ automationId: id, isOn: true });
  return id;
}
