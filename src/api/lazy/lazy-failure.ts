import type { Failure } from '../describe-failure.ts';

const UNREACHED = 'We couldn’t connect. Please check your connection and try again.';

/** Describes a failure. The catalog of error messages loads with the first one. */
export async function lazyFailure(error: unknown): Promise<Failure> {
  try {
    return (await import('../describe-failure.ts')).describeFailure(error);
  } catch {
    return { code: null, text: UNREACHED, missingStep: null };
  }
}
