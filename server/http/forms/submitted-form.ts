/** A form that came without scripts and was refused, for its page to be drawn again with it (`SubmittedForm` in the browser's code). */
export type SubmittedForm = {
  path: string;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** A sentence for each field that will not do. */
  problems: Record<string, string>;
  /** What else went wrong. */
  problem: string | null;
};
