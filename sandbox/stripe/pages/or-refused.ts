import { StripeProblem } from '../wire/stripe-problem.ts';

export type Refused = { kind: 'refused'; message: string };

/** The outcome of a submitted form; an error of the API is shown above the form instead of on a page of its own. */
export function orRefused<T>(work: Promise<T>): Promise<T | Refused> {
  return work.catch((error: unknown): Refused => {
    if (error instanceof StripeProblem) return { kind: 'refused', message: error.message };
    throw error;
  });
}
