import type { RunPage, RunStep } from '#src/domain/automations/automation.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { between, durationText } from '../times.ts';

const isDone = ({ status }: Pick<RunStep, 'status'>) => status === 'done' || status === 'skipped';

/** How many steps are done, of those that stand in a row. What is inside conditions and loops counts with them. */
export function stepsDone({ definition, steps }: Pick<RunPage, 'definition' | 'steps'>) {
  const done = new Set(steps.filter((step) => isDone(step) && step.items.length === 0).map(({ stepId }) => stepId));
  return { done: definition.steps.filter(({ id }) => done.has(id)).length, of: definition.steps.length };
}

/** `Four of five steps are done.` */
export function stepsSentence({ done, of }: { done: number; of: number }): string {
  if (done === of) return of === 1 ? 'The only step is done.' : `All ${inWords(of).toLowerCase()} steps are done.`;
  if (of === 1) return 'The only step isn’t done.';
  const all = inWords(of).toLowerCase();
  if (done === 0) return `${of === 2 ? 'Neither' : 'None'} of the ${all} steps is done.`;
  return `${inWords(done)} of ${all} steps ${done === 1 ? 'is' : 'are'} done.`;
}

type Timed = { run: Pick<RunPage['run'], 'startedAt' | 'endedAt'>; steps: readonly RunStep[] };
/** How long it took, and how much of that was waiting for its owner. */
export function runTime({ run, steps }: Timed, now: Date) {
  const asked = steps.filter(({ approval }) => approval !== null);
  const forYou = asked.reduce((sum, step) => sum + between(step.startedAt, step.endedAt ?? run.endedAt, now), 0);
  const whole = run.endedAt === null ? 'since it started' : 'from start to end';
  return {
    total: run.startedAt === null ? '–' : durationText(between(run.startedAt, run.endedAt, now)),
    label: forYou < 60_000 ? whole : `${durationText(forYou)} of it waiting for you`,
  };
}

/** The attempts of a step, each with what came after it. */
export function triesOf({ attempts, resumeAt }: Pick<RunStep, 'attempts' | 'resumeAt'>) {
  return attempts.map(({ at, error }, index) => {
    const next = attempts[index + 1]?.at;
    const after =
      next === undefined
        ? resumeAt === null
          ? 'gave up'
          : 'tries again'
        : `waited ${durationText(between(at, next, new Date(next)))}`;
    return { number: index + 1, at, error, after };
  });
}
