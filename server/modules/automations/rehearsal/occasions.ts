import { REHEARSAL_DAYS } from '#contract/automations/automation-limits.ts';
import { referencesOf } from '#contract/automations/available-values.ts';
import { allSteps } from '#contract/automations/all-steps.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { Value, Values } from '#contract/automations/values.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import type { NextTimes } from '../manage/automation-reads.ts';
import { findPastOccasions, type LastInput } from './past-occasions.ts';
import type { Occasion } from './rehearse-run.ts';

const EVENTS_MAX = 10;
/** A schedule runs at most every 15 minutes. */
const SLOTS_MAX = REHEARSAL_DAYS * 24 * 4;
/** A schedule that rarely runs is asked for years ahead, so for a few times only. */
const SLOTS_AT_A_TIME = 16;
/** More runs than that are only counted. */
export const RUNS_SHOWN = 30;
const CHATS = 'run.yesterdays_chats';

/** The values that every run has, as the runs themselves compute them. */
export type RunValues = (
  run: { userId: UserId; timeZone: string; startedAt: Date },
  references: ReadonlySet<string>,
) => Promise<Record<string, Value>>;

type Dependencies = { db: Db; nextTimes: NextTimes; runValues: RunValues };
type Asked = { userId: UserId; definition: Definition; timeZone: string; lastInput: LastInput; now: Date };
/** `input` is what the trigger would bring. */
type Planned = { at: Date; about: string | null; input: Values };
export type Occasions = {
  /** The first runs, in their order. */
  planned: Planned[];
  /** How many there would be. */
  count: number;
  days: { day: string; runs: number }[];
  nextRunAt: Date | null;
  valuesOf: (planned: Planned) => Promise<Occasion['values']>;
};

/** The days that are rehearsed, beginning today, where the owner lives. */
function daysFrom(now: Date, timeZone: string): string[] {
  const [year = 0, month = 1, day = 1] = isoDayText(now, timeZone).split('-').map(Number);
  return Array.from({ length: REHEARSAL_DAYS }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day + index)).toISOString().slice(0, 10),
  );
}

/** When an automation would run, or would have run, and what it would start with. */
export function createOccasions({ db, nextTimes, runValues }: Dependencies) {
  /** The times until the end of a day, and if there are none, the next one. */
  function slotsUntil(trigger: Trigger, now: Date, isWithin: (at: Date) => boolean) {
    const slots: Date[] = [];
    for (let after = now; slots.length < SLOTS_MAX;) {
      const some = nextTimes(trigger, after, SLOTS_AT_A_TIME);
      const within = some.filter(isWithin);
      slots.push(...within);
      after = some.at(-1) ?? now;
      if (within.length < SLOTS_AT_A_TIME) return { slots, nextRunAt: slots.length === 0 ? (some[0] ?? null) : null };
    }
    return { slots: slots.slice(0, SLOTS_MAX), nextRunAt: null };
  }

  return async ({ userId, definition, timeZone, lastInput, now }: Asked): Promise<Occasions> => {
    const { trigger, steps } = definition;
    const references = new Set(allSteps(steps).flatMap(referencesOf));

    /** Yesterday's conversations of a day to come are those of two weeks before it. */
    async function valuesOfRun(startedAt: Date): Promise<Values> {
      const run = { userId, timeZone, startedAt };
      if (trigger.kind !== 'schedule' || !references.has(CHATS)) return runValues(run, references);
      const others = new Set([...references].filter((reference) => reference !== CHATS));
      const before = new Date(startedAt.getTime() - REHEARSAL_DAYS * DAY_MS);
      const { yesterdays_chats: chats = '' } = await runValues({ ...run, startedAt: before }, new Set([CHATS]));
      return { ...(await runValues(run, others)), yesterdays_chats: chats };
    }
    const valuesOf = async ({ at, input }: Planned) => ({ trigger: input, run: await valuesOfRun(at) });

    if (trigger.kind === 'schedule') {
      const days = daysFrom(now, timeZone);
      const last = days.at(-1) ?? '';
      const { slots, nextRunAt } = slotsUntil(trigger, now, (at) => isoDayText(at, timeZone) <= last);
      const perDay = Map.groupBy(slots, (slot) => isoDayText(slot, timeZone));
      return {
        planned: slots.slice(0, RUNS_SHOWN).map((at) => ({ at, about: null, input: {} })),
        count: slots.length,
        days: days.map((day) => ({ day, runs: perDay.get(day)?.length ?? 0 })),
        nextRunAt,
        valuesOf,
      };
    }
    const past = await findPastOccasions(db, { userId, trigger, lastInput, limit: EVENTS_MAX });
    const runs = past.map(({ values, ...one }) => ({ ...one, input: values }));
    // Before the first event, the form of a run can still be seen: what an event would bring is unknown.
    const planned = runs.length > 0 ? runs : [{ at: now, about: null, input: {} }];
    return { planned, count: planned.length, days: [], nextRunAt: null, valuesOf };
  };
}
