import type { ErrorCode } from '#contract/errors.ts';
import { errorCode, errorText, missingStepIn } from '#src/lib/app-error.ts';
import type { MissingStep } from './signed-in.ts';

export type Failure = { code: ErrorCode | null; text: string; missingStep: MissingStep | null };

export function describeFailure(error: unknown): Failure {
  return { code: errorCode(error), text: errorText(error), missingStep: missingStepIn(error) };
}
