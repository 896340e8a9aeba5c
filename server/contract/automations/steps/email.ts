import { z } from 'zod';
import { parseEmail } from '../../account/email-address.ts';
import { chip, missing, subjectOf, words } from '../sentence-pieces.ts';
import { isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepLine, stepText } from './step-fields.ts';

/** To the owner (`me`) or to an address that was confirmed. */
export const emailSchema = z.object({
  kind: z.literal('email'),
  id: stepId,
  to: z.union([z.literal('me'), z.string().max(254)]),
  subject: stepLine,
  body: stepText,
});

export const email: StepContract<z.infer<typeof emailSchema>> = {
  sentence: ({ to, subject, body }, { known }) =>
    plainSentence(
      words('Email '),
      ...subjectOf(isBlank(subject) ? body : subject, known, 'a text'),
      words(' to '),
      isBlank(to) ? missing('someone') : chip(to),
    ),
  title: ({ to }) => (to === 'me' ? 'Email me' : `Email ${to || 'someone'}`),
  missing: ({ to, subject, body }) => {
    if (isBlank(to)) return 'Choose who gets the email.';
    return isBlank(subject) ? 'Write a subject.' : isBlank(body) ? 'Write what the email says.' : null;
  },
  problem: ({ to }, { owner }) => {
    if (to === 'me' || to.toLowerCase() === owner.email.toLowerCase()) return null;
    if (parseEmail(to) === undefined) return { text: 'Enter a valid email address.', fix: null };
    if (owner.confirmedAddresses.includes(to.toLowerCase())) return null;
    return { text: 'This address isn’t confirmed yet.', fix: 'confirm_address', chip: to };
  },
  replace: (step, { text }) => ({ ...step, subject: text(step.subject), body: text(step.body) }),
  reachesOthers: true,
};
