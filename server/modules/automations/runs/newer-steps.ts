import { isDeepStrictEqual } from 'node:util';
import { branchesOf } from '#contract/automations/all-steps.ts';
import { valuesOf } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { Db } from '#db/client.ts';
import type { RunKey } from '#db/queries/automations/run-claims.ts';
import { findVersionsOfRun, setVersionOfRun } from '#db/queries/automations/run-versions.ts';

/** What a run's values depend on in a step: where it is, its kind, what it returns, and what decides which steps follow it. */
type Place = { at: string; kind: Step['kind']; returns: string[]; goesBy: string };

function placesOf(steps: readonly Step[], around = ''): Place[] {
  return steps.flatMap((step) => {
    const at = `${around}/${step.id}`;
    const returns = valuesOf(step).map(({ reference, kind }) => `${reference} ${kind}`);
    const goesBy = step.kind === 'loop' ? step.over : step.kind === 'condition' ? String(step.stops) : '';
    const inside = branchesOf(step).flatMap(({ branch, steps: list }) => placesOf(list, `${at}/${branch}`));
    return [{ at, kind: step.kind, returns, goesBy }, ...inside];
  });
}

const startOf = ({ trigger }: Definition) => [trigger.kind, trigger.kind === 'manual' ? trigger.form : []];

/** The place of the outermost loop around a place; the place itself if it is in none. */
const outermostLoop = (places: readonly Place[], { at }: Place): string =>
  places.find((place) => place.kind === 'loop' && at.startsWith(`${place.at}/`))?.at ?? at;

/**
 * Whether a run that failed at a step can continue with the steps of `now`: up to that step, both must have the same ones, and in a loop the
 * whole loop, because items before the one that failed have been through all of it. Their texts may differ.
 */
export function canGoOnWith(now: Definition, before: Definition, failedAt: string): boolean {
  const upToFailure = ({ steps }: Definition) => {
    const places = placesOf(steps);
    const index = places.findIndex(({ at }) => at.endsWith(`/${failedAt}`));
    const failed = places[index];
    if (!failed) return [];
    const around = outermostLoop(places, failed);
    return places.filter(({ at }, place) => place <= index || at.startsWith(`${around}/`));
  };
  const known = upToFailure(before);
  return (
    known.length > 0 && isDeepStrictEqual(known, upToFailure(now)) && isDeepStrictEqual(startOf(now), startOf(before))
  );
}

/** Gives a failed run the steps that are live now, if it can take them: its owner has fixed the step, and expects the retry to use the fix. */
export async function takeNewerSteps(trx: Db, run: RunKey): Promise<void> {
  const found = await findVersionsOfRun(trx, run);
  if (!found) return;
  const now = found.live as unknown as Definition; // reason: checked by its schema before it was saved
  const before = found.own as unknown as Definition; // reason: checked by its schema before it was saved
  const failedAt = found.failedKey.split('/').at(-1) ?? '';
  if (canGoOnWith(now, before, failedAt)) await setVersionOfRun(trx, run, found.liveVersion);
}
