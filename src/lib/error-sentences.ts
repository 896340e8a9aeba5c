import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';

/** Whether a text, such as one from a URL, is one of our codes. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_CODES, value);
}

/** The sentence of a code, or null if it isn't one of ours. */
export const sentenceOf = (code: string): string | null => (isErrorCode(code) ? ERROR_CODES[code].text : null);
