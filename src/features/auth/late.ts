import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { apiClient } from '#src/lib/api-client.ts';
import { errorCode, errorText, isErrorCode } from '#src/lib/app-error.ts';
import { readSession } from '#src/lib/session.ts';

export type Failure = { code: ErrorCode | null; text: string };

/** What the sign-in pages need once somebody acts. It is heavier than the pages, so it comes after them, in one piece. */
export const late = {
  api: apiClient,
  readSession,
  describe: (error: unknown): Failure => ({ code: errorCode(error), text: errorText(error) }),
  /** The sentence of a code, or null where it is none of ours. */
  sentenceOf: (code: string): string | null => (isErrorCode(code) ? ERROR_CODES[code].text : null),
};
