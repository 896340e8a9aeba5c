import { z } from 'zod';
import { deadlineWords, durationWords } from '../schedule-words.ts';
import { timeOfDaySchema } from '../schedules.ts';
import { chip, subjectOf, words } from '../sentence-pieces.ts';
import { createAvailableValue, isBlank, type StepContract } from './step-contract.ts';
import { stepId, stepLine, stepText } from './step-fields.ts';

/** What happens without an answer in time. */
export const DEADLINE_CHOICES = ['skip', 'approve', 'refuse'] as const;

/** The owner approves, edits or refuses a text. Returns `text` as it was approved. */
export const approveSchema = z.object({
  kind: z.literal('approve'),
  id: stepId,
  title: stepLine,
  text: stepText,
  deadline: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('hours'),
      hours: z
        .int()
        .min(1)
        .max(24 * 30),
    }),
    z.object({ kind: z.literal('time'), time: timeOfDaySchema }),
  ]),
  ifLate: z.enum(DEADLINE_CHOICES),
});

const LATE = { skip: 'Skip it.', approve: 'Continue without it.', refuse: 'Count it as refused.' } as const;

export const approve: StepContract<z.infer<typeof approveSchema>> = {
  sentence: ({ text, deadline, ifLate }, { known }) => {
    const time =
      deadline.kind === 'hours' ? `in ${durationWords(deadline.hours * 60)}` : `by ${deadlineWords(deadline.time)}`;
    return {
      pieces: [words('Ask '), chip('me'), words(' to approve '), ...subjectOf(text, known, 'a text')],
      notes: [{ kind: 'deadline', text: `No answer ${time}? ${LATE[ifLate]}` }],
    };
  },
  title: ({ title }) => (isBlank(title) || title.includes('{{') ? 'Ask me to approve' : `Ask me to approve: ${title}`),
  missing: ({ text }) => (isBlank(text) ? 'Choose what to approve.' : null),
  yields: ({ id }) => [createAvailableValue(id, 'text', 'Approved text')],
  replace: (step, { text }) => ({ ...step, title: text(step.title), text: text(step.text) }),
};
