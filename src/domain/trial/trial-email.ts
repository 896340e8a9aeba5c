import { parseEmail } from '#contract/account/email-address.ts';
import { TRIAL_DIALOG_TEXTS } from '#contract/texts.ts';

/** The error message for an invalid address. The server's schemas use the same parser. */
export function trialEmailProblem(typed: string): string | undefined {
  const email = typed.trim();
  if (email === '') return TRIAL_DIALOG_TEXTS.required;
  return parseEmail(email) === undefined ? TRIAL_DIALOG_TEXTS.invalid : undefined;
}
