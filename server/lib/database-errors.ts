import { AppError } from './app-error.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The statement was rolled back, or never sent: nothing was changed. Source: PostgreSQL's appendix "Error Codes". */
const LOCK_NOT_AVAILABLE = '55P03';
const STATEMENT_TIMEOUT = '57014';
const TOO_MANY_CONNECTIONS = '53300';
const FOREIGN_KEY_VIOLATION = '23503';

const CODES: Record<string, ErrorCode> = {
  [LOCK_NOT_AVAILABLE]: 'SERVER_BUSY',
  [STATEMENT_TIMEOUT]: 'SERVER_BUSY',
  [TOO_MANY_CONNECTIONS]: 'SERVER_BUSY',
  DATABASE_BUSY: 'SERVER_BUSY',
  // The person's account was deleted while their call ran.
  PERSON_GONE: 'UNAUTHENTICATED',
  // The statement may or may not have taken effect.
  DATABASE_SILENT: 'DATABASE_UNAVAILABLE',
  CONNECT_TIMEOUT: 'DATABASE_UNAVAILABLE',
  CONNECTION_CLOSED: 'DATABASE_UNAVAILABLE',
  CONNECTION_DESTROYED: 'DATABASE_UNAVAILABLE',
  CONNECTION_ENDED: 'DATABASE_UNAVAILABLE',
  // The database is shutting down, has crashed, or is starting.
  '57P01': 'DATABASE_UNAVAILABLE',
  '57P02': 'DATABASE_UNAVAILABLE',
  '57P03': 'DATABASE_UNAVAILABLE',
};
/** Node's errors for a connection that can't be made or breaks. Only the database driver throws them unwrapped; gateways wrap theirs. */
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

function codeOf(error: Error): ErrorCode | null {
  if (!('code' in error) || typeof error.code !== 'string') return null;
  // Something that the request needs was deleted while it ran: the person's account, if the key refers to the owner.
  if (error.code === FOREIGN_KEY_VIOLATION) return isAboutPerson(error) ? 'UNAUTHENTICATED' : 'NOT_FOUND';
  if (SOCKET_ERRORS.has(error.code)) return 'DATABASE_UNAVAILABLE';
  return CODES[error.code] ?? null;
}

/** The two drivers name the violated constraint differently. */
function isAboutPerson(error: Error): boolean {
  const name = Reflect.get(error, 'constraint_name') ?? Reflect.get(error, 'constraint');
  return typeof name === 'string' && name.endsWith('_user_id_fkey');
}

/** Returns an AppError unchanged, and turns a database failure into the error that people are told, with its cause. Null for anything else. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const code = error instanceof Error ? codeOf(error) : null;
  return code === null ? null : new AppError(code, undefined, { cause: error });
}
