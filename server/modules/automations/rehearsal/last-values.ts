import type { Value, Values } from '#contract/automations/values.ts';
import type { AutomationPageRow } from '#db/queries/automations/automations.ts';
import { createStoredValues } from '../runs/stored-values.ts';
import type { LastInput } from './past-occasions.ts';

const toValues = (saved: unknown): Values => (saved ?? {}) as Record<string, Value>; // reason: it was bounded before it was saved

/** The last real call of an automation's address, or else what its newest run began with. */
export function lastInputOf({ hookSample, lastRuns }: AutomationPageRow): LastInput {
  const { values, at } = (hookSample ?? {}) as { values?: Values; at?: string }; // reason: the only form it is saved in
  if (values && at !== undefined) return { at: new Date(at), values };
  const [newest] = lastRuns;
  return newest ? { at: new Date(newest.createdAt), values: toValues(newest.input) } : null;
}

/** What the steps of the newest runs returned, by `step.field`: of the newest run that has each. */
export function lastValuesOf({ lastRuns }: AutomationPageRow): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { input, steps } of lastRuns.toReversed())
    for (const { source, of } of [
      { source: 'trigger', of: toValues(input) },
      ...createStoredValues(toValues(input))
        .read(steps)
        .map(({ key, output }) => ({ source: key.split('/').at(-1) ?? key, of: output })),
    ])
      for (const [field, value] of Object.entries(of)) values.set(`${source}.${field}`, value);
  return values;
}
