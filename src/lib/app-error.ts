import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { TOASTS } from '#contract/texts.ts';
import { toast } from './toast.ts';

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whether a text is one of our codes. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}

/** The sentence of a code, or null if it isn't one of ours. */
export const sentenceOf = (code: string): string | null => (isErrorCode(code) ? ERROR_CODES[code].text : null);

/** The server's code in an error of the API, or null when the error came from elsewhere (the network, a bug). */
export function errorCode(error: unknown): ErrorCode | null {
  const code = field(field(error, 'data'), 'appCode');
  return isErrorCode(code) ? code : null;
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
  return errorCode(error) !== null && typeof message === 'string' && message !== ''
    ? message
    : ERROR_CODES.INTERNAL.text;
}

/** Shows a failure as a toast (TEXT-4). */
export function toastError(error: unknown): void {
  toast.error({ title: TOASTS.error.title, text: errorText(error) });
}
