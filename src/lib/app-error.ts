import type { ErrorCode } from '#contract/errors.ts';
import { TOASTS, UNEXPECTED_PROBLEM } from '#contract/texts.ts';
import { toast } from './toast.ts';

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * Whether it has the form of one of our codes. That is enough for what our server sends, which always comes with its sentence: the table of
 * all sentences (`error-sentences.ts`) would weigh on every page.
 */
export function hasFormOfCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[A-Z]+(?:_[A-Z]+)*$/.test(value);
}

/** The server's code in an error of the API, or null when the error came from elsewhere (the network, a bug). */
export function errorCode(error: unknown): ErrorCode | null {
  const code = field(field(error, 'data'), 'appCode');
  return hasFormOfCode(code) ? code : null;
}

/** The HTTP status that the server gave an error of the API, or 0 when the error came from elsewhere. */
export function errorStatus(error: unknown): number {
  return Number(field(field(error, 'data'), 'httpStatus') ?? 0);
}

/** The step of signing in that a refusal demands; null if it is about something else. */
export function missingStepIn(error: unknown): 'sign-in' | 'code' | null {
  const code = errorCode(error);
  if (code === 'UNAUTHENTICATED') return 'sign-in';
  return code === 'SECOND_FACTOR_NEEDED' ? 'code' : null;
}

/** The sentence to show a person. Messages from anywhere but our server are never shown verbatim. */
export function errorText(error: unknown): string {
  const message = field(error, 'message');
  return errorCode(error) !== null && typeof message === 'string' && message !== '' ? message : UNEXPECTED_PROBLEM;
}

/** Shows a failure as a toast (TEXT-4). */
export function toastError(error: unknown): void {
  toast.error({ title: TOASTS.error.title, text: errorText(error) });
}
