import type { ErrorCode } from '#contract/errors.ts';
import { errorCode, errorText, lackIn } from '#src/lib/app-error.ts';
import type { Lack } from './signed-in.ts';

export type Failure = { code: ErrorCode | null; text: string; lacks: Lack | null };

export function describeFailure(error: unknown): Failure {
  return { code: errorCode(error), text: errorText(error), lacks: lackIn(error) };
}
