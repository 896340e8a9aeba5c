import type { StepKind } from '#contract/automations/steps.ts';
import { effectsIn, findRuns, type Owner, type StepOfTest } from './automated.ts';
import type { WebReceiver } from './web-receiver.ts';
import type { World } from './world.ts';

/** A run, and what its owner answers about its step that may or may not have happened. */
export type Planned = { name: string; kinds: StepOfTest[]; answer: 'happened' | 'repeat' | null };
export const nameOf = ({ name }: Planned, place: number): string => `Step ${place + 1} of ${name}`;
/** The name of the step that made a call. */
export const nameIn = (body: string): string => String((JSON.parse(body) as { name?: unknown }).name); // reason: what `aStep` sends

/** What a step of a kind leaves behind. */
function effectOf(kind: StepOfTest, name: string): Record<string, string[]> {
  switch (kind) {
    case 'ask':
      return { uses: ['messages counted'] };
    case 'template':
      return { uses: ['templates counted'] };
    case 'search':
    case 'wait':
      return {};
    case 'condition':
    case 'notify':
      return { notify: [name] };
    case 'loop':
      return { notify: [`${name}: one`, `${name}: two`] };
    case 'email':
      return { email: [name] };
    case 'webhook':
    case 'repeatable webhook':
      return { calls: [name] };
    case 'note':
      return { note: [`The note is ${name}`] };
    case 'post':
      return { post: [name], notify: ['Brain AI has something for you'] };
    case 'approve':
      return { approve: [name], approvalNotices: [name] };
  }
}

/** What has to have happened in the end, each once. */
export function effectsOf(runs: Planned[]): Record<string, string[]> {
  const effects: Record<string, string[]> = {};
  for (const run of runs)
    for (const [place, kind] of run.kinds.entries())
      for (const [what, names] of Object.entries(effectOf(kind, nameOf(run, place))))
        effects[what] = [...(effects[what] ?? []), ...names];
  return Object.fromEntries(Object.entries(effects).map(([what, names]) => [what, names.toSorted()]));
}

/** What has happened. To a service that recognizes repeats, calls with the same key count as one. */
export async function whatHappened(world: World, { calls }: WebReceiver, runs: Planned[]) {
  const repeatable = new Set(
    runs.flatMap((run) =>
      run.kinds.flatMap((kind, place) => (kind === 'repeatable webhook' ? [nameOf(run, place)] : [])),
    ),
  );
  const made = calls.map(({ key, body }) => ({ key, name: nameIn(body) }));
  const once = made.filter(
    ({ key, name }, index) => !repeatable.has(name) || made.findIndex((other) => other.key === key) === index,
  );
  return { ...(await effectsIn(world)), calls: once.map(({ name }) => name).toSorted() };
}

const HOUR_MS = 3_600_000;
type Life = { world: World; process: number; owners: Owner[]; planned: Map<string, Planned>; asked: string[] };

/**
 * What owners do: they approve, say what they know about a step, and wait for the time that runs wait for. Adds the runs that asked about a
 * step to `asked`. Returns the runs it found.
 */
export async function live({ world, process, owners, planned, asked }: Life) {
  const runs = await findRuns(world);
  const apiOf = (userId: string) => owners.find((owner) => owner.userId === userId)?.api(process);
  for (const { id, userId, status, awaits } of runs) {
    const { name = '', answer = null } = planned.get(id) ?? {};
    if (status === 'paused' && answer) {
      await apiOf(userId)?.settleUnknown.mutate({ runId: id, outcome: answer });
      asked.push(name);
    }
    if (awaits) await apiOf(userId)?.answerApproval.mutate({ approvalId: awaits, answer: 'approve' });
  }
  const now = (await world.now()).getTime();
  const times = runs.flatMap(({ status, resumeAt }) => (status === 'waiting' && resumeAt ? [resumeAt.getTime()] : []));
  const next = Math.max(...times.filter((time) => time > now && time < now + HOUR_MS));
  if (next > 0) await world.moveTo(new Date(next + 1_000));
  return runs;
}

/** The status that each kind of step has once it was carried out. */
export const WRITTEN: Record<StepKind, string> = {
  note: 'done',
  post: 'done',
  notify: 'done',
  approve: 'waiting',
  template: 'done',
  ask: 'done',
  search: 'done',
  condition: 'done',
  loop: 'done',
  wait: 'waiting',
  email: 'done',
  webhook: 'done',
};
export const KINDS = Object.keys(WRITTEN) as StepKind[]; // reason: the keys of WRITTEN
