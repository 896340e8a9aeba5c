import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '#server/lib/app-error.ts';

/** GoTrue's own names and statuses for what can go wrong. Source: its internal/api/apierrors/errorcode.go. */
const KNOWN: Partial<Record<ErrorCode, { status: ContentfulStatusCode; code: string; message?: string }>> = {
  INVALID_CREDENTIALS: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
  EMAIL_NOT_CONFIRMED: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  COMMON_PASSWORD: { status: 422, code: 'weak_password' },
  SAME_PASSWORD: { status: 422, code: 'same_password' },
  TOO_MANY_ATTEMPTS: { status: 429, code: 'over_request_rate_limit' },
  SMS_LIMIT: { status: 429, code: 'over_sms_send_rate_limit' },
  SMS_TOO_SOON: { status: 429, code: 'over_sms_send_rate_limit' },
  SMS_UNAVAILABLE: { status: 503, code: 'sms_send_failed' },
  PHONE_REFUSED: { status: 422, code: 'sms_send_failed' },
  REFRESH_TOKEN_INVALID: {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  REFRESH_TOKEN_REUSED: {
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  },
  SECOND_FACTOR_NEEDED: { status: 403, code: 'insufficient_aal' },
  PROOF_NEEDED: { status: 400, code: 'reauthentication_needed' },
  CODE_INVALID: { status: 422, code: 'mfa_verification_failed' },
  FACTOR_NAME_TAKEN: { status: 422, code: 'mfa_factor_name_conflict' },
  TOO_MANY_FACTORS: { status: 422, code: 'too_many_enrolled_mfa_factors' },
  NOT_FOUND: { status: 404, code: 'mfa_factor_not_found' },
  INVALID_INPUT: { status: 400, code: 'validation_failed' },
};

type Failure = { status: ContentfulStatusCode; code: string; message: string; weakPassword?: string[] };

/** A refusal that only this dialect has a name for. */
export class GotrueError extends Error {
  readonly failure: Failure;
  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.failure = { status, code, message };
  }
}

function ofSchema(error: z.ZodError): Failure {
  const issue = error.issues[0];
  const isPassword = issue?.path[0] === 'password';
  const message = issue?.code === 'custom' || isPassword ? (issue?.message ?? '') : ERROR_CODES.INVALID_INPUT.text;
  return isPassword && issue?.code === 'custom'
    ? { status: 422, code: 'weak_password', message, weakPassword: ['length'] }
    : { status: 400, code: 'validation_failed', message };
}

/** What the dialect says to an error of ours, or null when it is a failure of the server. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof GotrueError) return error.failure;
  if (error instanceof z.ZodError) return ofSchema(error);
  if (!(error instanceof AppError)) return null;
  const known = KNOWN[error.code];
  // Whatever has no name there keeps its status.
  const status = ERROR_CODES[error.code].status as ContentfulStatusCode; // reason: the table of codes holds error statuses only
  if (!known) return { status, code: status >= 500 ? 'unexpected_failure' : 'validation_failed', message: error.text };
  return {
    status: known.status,
    code: known.code,
    message: known.message ?? error.text,
    ...(error.code === 'COMMON_PASSWORD' ? { weakPassword: ['pwned'] } : {}),
  };
}

const VERSION_HEADER = 'x-supabase-api-version';
const NAMED_CODES_SINCE = '2024-01-01';

/** Clients that ask for the newer shape get the code's name in `code`; older ones find it in `error_code`. */
export function answerFailure(c: Context, { status, code, message, weakPassword }: Failure): Response {
  const weak = weakPassword ? { weak_password: { reasons: weakPassword } } : {};
  const isNew = (c.req.header(VERSION_HEADER) ?? '') >= NAMED_CODES_SINCE;
  if (!isNew) return c.json({ code: status, error_code: code, msg: message, ...weak }, status);
  c.header(VERSION_HEADER, NAMED_CODES_SINCE);
  return c.json({ code, message, ...weak }, status);
}
