import { TRIAL_DIALOG_TEXTS } from '#contract/texts.ts';

/** The simple pattern of spec §5, which the server's schema holds too. A schema library would weigh on the public pages. */
const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LENGTH_MAX = 254;

/** The sentence about an address that will not do. */
export function trialEmailProblem(typed: string): string | undefined {
  const email = typed.trim();
  if (email === '') return TRIAL_DIALOG_TEXTS.required;
  return SIMPLE_EMAIL.test(email) && email.length <= LENGTH_MAX ? undefined : TRIAL_DIALOG_TEXTS.invalid;
}
