import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';

/** The one error that services throw. `text` is the sentence a person reads; it defaults to the code's own. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly text: string;

  constructor(code: ErrorCode, text: string = ERROR_CODES[code].text, options?: ErrorOptions) {
    super(`${code}: ${text}`, options);
    this.name = 'AppError';
    this.code = code;
    this.text = text;
  }
}
