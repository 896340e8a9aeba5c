import type { Failure } from '../describe-failure.ts';

const UNREACHED = 'We could not be reached. Please check your connection and try again.';

/** What to say about something that failed. The catalogue of errors comes with the first one. */
export async function lazyFailure(error: unknown): Promise<Failure> {
  try {
    return (await import('../describe-failure.ts')).describeFailure(error);
  } catch {
    return { code: null, text: UNREACHED, lacks: null };
  }
}
