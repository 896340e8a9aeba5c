import type { RunStep } from '#db/queries/automations/run-steps.ts';
import { boundValues } from '#server/modules/automations/runs/bound-values.ts';
import type { RunStore, SettledStep } from '#server/modules/automations/runs/run-store.ts';

/**
 * Stores one run as the tables do, for tests of thousands of steps. A step that fails ends the run: nothing is tried
 * again.
 */
export function aStoreInMemory() {
  const steps = new Map<string, RunStep>();
  let hasEnded = false;
  const put = ({ key, place, attempt, startedAt }: SettledStep, change: Partial<RunStep>) => {
    const empty = { status: 'running' as const, input: {}, output: {}, resumeAt: null };
    steps.set(key, { ...empty, key, place, attempt, startedAt, ...structuredClone(change) });
  };
  const end = () => {
    hasEnded = true;
    return { ends: 'settled' as const };
  };
  const store: RunStore = {
    begin: async (_claim, { key, place, attempt, resumeAt, now }) => {
      const before = steps.get(key);
      const kept = { input: before?.input ?? {}, output: {}, startedAt: before?.startedAt ?? now };
      steps.set(key, { ...kept, key, place, attempt, status: 'running', resumeAt });
      return true;
    },
    add: async (_claim, { key, place, input, output, now }) => {
      const row = { ...structuredClone({ input, output }), status: 'done' as const, attempt: 1 };
      steps.set(key, { ...row, key, place, resumeAt: null, startedAt: now });
      return { steps: 0, bytes: 0 };
    },
    beforeCall: async () => undefined,
    settle: async (step, outcome) => {
      const { place, values } = step;
      const input = boundValues(outcome.input);
      if (outcome.kind === 'done') {
        const row = { input, output: boundValues(outcome.output) };
        put(step, { status: 'done', ...values.write(place, row) });
        values.add(place, row);
        return { output: row.output, isPaused: false };
      }
      const isOver = outcome.kind === 'ends';
      put(step, { status: isOver ? 'done' : 'waiting', input, resumeAt: isOver ? null : outcome.until });
      return isOver ? end() : { ends: 'settled' };
    },
    fail: async (step) => {
      put(step, { status: 'failed' });
      return end();
    },
    askOwner: async () => end(),
    wait: async () => undefined,
    handOn: async () => undefined,
    end: async () => void end(),
  };
  const inOrder = () => [...steps.values()].toSorted((a, b) => a.place - b.place);
  return {
    store,
    rows: inOrder,
    hasEnded: () => hasEnded,
    /** When the waiting step continues. */
    resumesAt: (): Date | null => inOrder().find(({ status }) => status === 'waiting')?.resumeAt ?? null,
  };
}
