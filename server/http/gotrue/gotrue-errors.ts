import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { toAppError } from '#server/lib/database-errors.ts';

/** GoTrue's own names and statuses for errors. Source: its internal/api/apierrors/errorcode.go. */
const KNOWN: Partial<Record<ErrorCode, { status: ContentfulStatusCode; code: string; message?: string }>> = {
  INVALID_CREDENTIALS: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
  EMAIL_NOT_CONFIRMED: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  COMMON_PASSWORD: { status: 422, code: 'weak_password' },
  SAME_PASSWORD: { status: 422, code: 'same_password' },
  TOO_MANY_ATTEMPTS: { status: 429, code: 'over_request_rate_limit' },
  PASSWORD_PAUSED: { status: 429, code: 'over_request_rate_limit' },
  SMS_LIMIT: { status: 429, code: 'over_sms_send_rate_limit' },
  SMS_HOUR_LIMIT: { status: 429, code: 'over_sms_send_rate_limit' },
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
  REAUTHENTICATION_NEEDED: { status: 400, code: 'reauthentication_needed' },
  CODE_INVALID: { status: 422, code: 'mfa_verification_failed' },
  FACTOR_NAME_TAKEN: { status: 422, code: 'mfa_factor_name_conflict' },
  TOO_MANY_FACTORS: { status: 422, code: 'too_many_enrolled_mfa_factors' },
  NOT_FOUND: { status: 404, code: 'mfa_factor_not_found' },
  PROVIDER_EMAIL_UNCONFIRMED: { status: 403, code: 'provider_email_needs_verification' },
  IDENTITY_TAKEN: { status: 422, code: 'identity_already_exists' },
  PROVIDER_CANCELLED: { status: 403, code: 'bad_oauth_callback' },
  PROVIDER_FAILED: { status: 500, code: 'bad_oauth_callback' },
  INVALID_INPUT: { status: 400, code: 'validation_failed' },
};

type Failure = { status: ContentfulStatusCode; code: string; message: string; weakPassword?: string[] };

/** A refusal that only GoTrue has a name for. */
export class GotrueError extends Error {
  readonly failure: Failure;
  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.failure = { status, code, message };
  }
}

function ofSchema(error: z.ZodError): Failure {
  const issue = error.issues[0];
  const message = issue?.message ?? ERROR_CODES.INVALID_INPUT.text;
  return issue?.path[0] === 'password' && issue.code === 'custom'
    ? { status: 422, code: 'weak_password', message, weakPassword: ['length'] }
    : { status: 400, code: 'validation_failed', message };
}

/** GoTrue's version of one of our errors, or null when it is a server failure. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof GotrueError) return error.failure;
  if (error instanceof z.ZodError) return ofSchema(error);
  const ours = toAppError(error);
  if (!ours) return null;
  const known = KNOWN[ours.code];
  // Whatever has no name there keeps its status.
  const status = ERROR_CODES[ours.code].status as ContentfulStatusCode; // reason: the table of codes holds error statuses only
  if (!known) return { status, code: status >= 500 ? 'unexpected_failure' : 'validation_failed', message: ours.text };
  return {
    status: known.status,
    code: known.code,
    message: known.message ?? ours.text,
    ...(ours.code === 'COMMON_PASSWORD' ? { weakPassword: ['pwned'] } : {}),
  };
}

const VERSION_HEADER = 'x-supabase-api-version';
const NAMED_CODES_SINCE = '2024-01-01';

/** Clients that request the newer API version find the code in `code`; older ones find it in `error_code`. */
export function answerFailure(c: Context, { status, code, message, weakPassword }: Failure): Response {
  const weak = weakPassword ? { weak_password: { reasons: weakPassword } } : {};
  const isNew = (c.req.header(VERSION_HEADER) ?? '') >= NAMED_CODES_SINCE;
  if (!isNew) return c.json({ code: status, error_code: code, msg: message, ...weak }, status);
  c.header(VERSION_HEADER, NAMED_CODES_SINCE);
  return c.json({ code, message, ...weak }, status);
}
