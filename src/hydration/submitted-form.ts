import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A form that was submitted without scripts and refused: its page is rendered again with what was typed. */
export type SubmittedForm = {
  path: string;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** A sentence for each invalid field. */
  problems: Record<string, string>;
  /** Any other error. */
  problem: string | null;
};

/** The person has left the page that answered the submission: coming back to its address is a new visit. */
let isLeft = false;

/** What was submitted to this page, if it answers a submission. */
export function useSubmittedForm(path: string): SubmittedForm | undefined {
  const submittedForm = useRouteContext({ from: '__root__', select: (context) => context.submittedForm });
  const [own] = useState(submittedForm?.path === path && !isLeft ? submittedForm : undefined);
  useEffect(
    () => () => {
      isLeft = true;
    },
    [],
  );
  return own;
}
