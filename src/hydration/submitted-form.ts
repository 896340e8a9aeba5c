import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A form that was posted without scripts and refused: its page is drawn again with what was typed. */
export type SubmittedForm = {
  path: string;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** A sentence for each field that will not do. */
  problems: Record<string, string>;
  /** What else went wrong. */
  problem: string | null;
};

/** The page that answered the post was left: to come back to its address is another visit. */
let isLeft = false;

/** What was posted to this page, if it answers a post. */
export function useSubmittedForm(path: string): SubmittedForm | undefined {
  const posted = useRouteContext({ from: '__root__', select: (context) => context.posted });
  const [own] = useState(posted?.path === path && !isLeft ? posted : undefined);
  useEffect(
    () => () => {
      isLeft = true;
    },
    [],
  );
  return own;
}
