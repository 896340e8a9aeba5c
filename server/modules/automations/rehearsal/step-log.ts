import { boundedText } from '#contract/automations/values.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { RehearsedRun, RehearsedStep } from '../automations.dto.ts';
import { getStepTraits } from '../steps/handlers.ts';

/** What the real runs would use. `isAtMost`: some of it depends on what isn't known yet. */
export type Uses = { messages: number; approvals: number; emails: number; isAtMost: boolean };
export const NO_USES: Uses = { messages: 0, approvals: 0, emails: 0, isAtMost: false };

const STEPS_OF_RUN_MAX = 60;
/** Of all runs together: with their texts, the result stays far below what its row holds. */
const STEPS_MAX = 600;
const BODIES_MAX = 300_000;
const TEXT_MAX = 400;
const BODY_MAX = 4_000;

/** How much of a rehearsal can still be kept. */
export type Room = { steps: number; characters: number };
export const createRoom = (): Room => ({ steps: STEPS_MAX, characters: BODIES_MAX });

/** Keeps the steps of one rehearsed run, as many as there is room for, and counts what they would use. */
export function createStepLog(room: Room) {
  const steps: RehearsedStep[] = [];
  const uses = { ...NO_USES };
  let moreSteps = 0;
  let isUncertain = false;
  return {
    uses,
    /** From here on, it isn't known whether the steps happen. */
    becomeUncertain: (): void => {
      isUncertain = true;
    },
    /** `times`: how often it would happen at most. */
    add: (step: RehearsedStep, times: number): void => {
      const used = step.outcome === 'stops' ? undefined : getStepTraits(step.kind).uses;
      if (used) uses[used] += times;
      if (used && (isUncertain || times > 1 || step.onlyIf !== null || step.outcome === 'unclear'))
        uses.isAtMost = true;
      if (room.steps <= 0 || steps.length >= STEPS_OF_RUN_MAX) {
        moreSteps += 1;
        return;
      }
      const body = step.body === null || room.characters <= 0 ? null : boundedText(step.body, BODY_MAX);
      room.steps -= 1;
      room.characters -= body?.length ?? 0;
      steps.push({ ...step, text: cutAtWord(step.text, TEXT_MAX), body });
    },
    kept: (): Pick<RehearsedRun, 'steps' | 'moreSteps'> => ({ steps, moreSteps }),
  };
}
