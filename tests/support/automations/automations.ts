import { randomUUID } from 'node:crypto';
import type { Definition } from '#contract/automations/definition.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Browser, TestApp } from '#tests/support/test-app.ts';

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

/** Something that a run of an automation asks its owner. Returns its id. */
export async function anApproval(app: TestApp, userId: UserId, automationId: string): Promise<string> {
  const now = await app.clock.now();
  const [runId, id] = [randomUUID(), randomUUID()];
  const run = { user_id: userId, id: runId, automation_id: automationId, version: 1, occasion: runId };
  await app.db
    .insertInto('automation_runs')
    .values({ ...run, cause: 'manual', status: 'waiting', due_at: now, created_at: now })
    .execute();
  const asked = { title: 'Mine', body: 'Mine', if_late: 'skip' as const, deadline: new Date(now.getTime() + 60_000) };
  await app.db
    .insertInto('automation_approvals')
    .values({ user_id: userId, id, run_id: runId, step_key: 's1', status: 'waiting', ...asked, created_at: now })
    .execute();
  return id;
}
