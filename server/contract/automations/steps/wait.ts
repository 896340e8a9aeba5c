import { z } from 'zod';
import { WAIT_MAX_MINUTES } from '../automation-limits.ts';
import { clockWords, deadlineWords, durationWords } from '../schedule-words.ts';
import { timeOfDaySchema } from '../schedules.ts';
import { chip, words } from '../sentence-pieces.ts';
import { plainSentence, type StepContract } from './step-contract.ts';
import { stepId } from './step-fields.ts';

/** Returns nothing. */
export const waitSchema = z.object({
  kind: z.literal('wait'),
  id: stepId,
  until: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('duration'), minutes: z.int().min(1).max(WAIT_MAX_MINUTES) }),
    /** The next time it is this late in the owner's time zone. */
    z.object({ kind: z.literal('time'), time: timeOfDaySchema }),
    /** Only if it is quiet now: until `to`. */
    z.object({ kind: z.literal('quiet_hours'), from: timeOfDaySchema, to: timeOfDaySchema }),
  ]),
});

export const wait: StepContract<z.infer<typeof waitSchema>> = {
  sentence: ({ until }) => {
    switch (until.kind) {
      case 'duration':
        return plainSentence(words('Wait '), chip(durationWords(until.minutes)));
      case 'time':
        return plainSentence(words('Wait until '), chip(deadlineWords(until.time)));
      case 'quiet_hours':
        return plainSentence(
          words('If it’s after '),
          chip(clockWords(until.from)),
          words(', wait until '),
          chip(clockWords(until.to)),
        );
    }
  },
  title: () => 'Wait',
  missing: () => null,
};
