/**
 * A form that was submitted without JavaScript and refused, so that its page can be rendered with it again (`SubmittedForm` in the
 * browser's code).
 */
export type SubmittedForm = {
  path: string;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** A message for each invalid field. */
  problems: Record<string, string>;
  /** Any other error. */
  problem: string | null;
};
