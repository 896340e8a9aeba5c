import type { ErrorCode } from '#contract/errors.ts';
import { DatabaseError } from '#db/database-error.ts';
import { AppError } from './app-error.ts';

/** The statement was rolled back, or never sent: nothing was changed. Source: PostgreSQL's appendix "Error Codes". */
const LOCK_NOT_AVAILABLE = '55P03';
const STATEMENT_TIMEOUT = '57014';
const TOO_MANY_CONNECTIONS = '53300';
const DISK_FULL = '53100';
const READ_ONLY_TRANSACTION = '25006';
const FOREIGN_KEY_VIOLATION = '23503';

const CODES: Record<string, ErrorCode> = {
  [LOCK_NOT_AVAILABLE]: 'SERVER_BUSY',
  [STATEMENT_TIMEOUT]: 'SERVER_BUSY',
  [TOO_MANY_CONNECTIONS]: 'SERVER_BUSY',
  DATABASE_BUSY: 'SERVER_BUSY',
  // Our own limit for searches (`db/run-search.ts`).
  SEARCH_TOO_SLOW: 'SEARCH_TOO_SLOW',
  // The person's account was deleted while their call ran.
  PERSON_GONE: 'UNAUTHENTICATED',
  // The statement may or may not have taken effect.
  DATABASE_SILENT: 'DATABASE_UNAVAILABLE',
  CONNECT_TIMEOUT: 'DATABASE_UNAVAILABLE',
  CONNECTION_CLOSED: 'DATABASE_UNAVAILABLE',
  CONNECTION_DESTROYED: 'DATABASE_UNAVAILABLE',
  CONNECTION_ENDED: 'DATABASE_UNAVAILABLE',
  [DISK_FULL]: 'CANNOT_SAVE',
  [READ_ONLY_TRANSACTION]: 'CANNOT_SAVE',
  // The database is shutting down, has crashed, or is starting.
  '57P01': 'DATABASE_UNAVAILABLE',
  '57P02': 'DATABASE_UNAVAILABLE',
  '57P03': 'DATABASE_UNAVAILABLE',
};
/** A connection that can't be opened, or that breaks. Source: Node's system errors. */
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

function codeOf({ code, constraint }: DatabaseError): ErrorCode | null {
  // Something that the request needs was deleted while it ran: the person's account, if the key refers to the owner.
  if (code === FOREIGN_KEY_VIOLATION) return constraint?.endsWith('_user_id_fkey') ? 'UNAUTHENTICATED' : 'NOT_FOUND';
  if (SOCKET_ERRORS.has(code)) return 'DATABASE_UNAVAILABLE';
  return CODES[code] ?? null;
}

/** Returns an AppError unchanged, and turns a database failure into the error that people are told, with its cause. Null for anything else. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const code = error instanceof DatabaseError ? codeOf(error) : null;
  return code === null ? null : new AppError(code, undefined, { cause: error });
}

/** Whether an error was caused by the database. A search that reaches our own limit isn't a failure of the database. */
export const isDatabaseFailure = ({ code, cause }: AppError): boolean =>
  code !== 'SEARCH_TOO_SLOW' && cause instanceof DatabaseError;

/** Whether the database can't be reached or refuses writes. All requests then fail alike, so a stack says nothing. */
export function isOutage(error: unknown): boolean {
  const ours = toAppError(error);
  if (ours === null || !isDatabaseFailure(ours)) return false;
  return ours.code === 'DATABASE_UNAVAILABLE' || ours.code === 'CANNOT_SAVE';
}

/** Why the database refuses writes: `disk full` or `read-only`. Null for any other error. */
export function findWriteRefusal(error: unknown): 'disk full' | 'read-only' | null {
  const ours = toAppError(error);
  if (ours?.code !== 'CANNOT_SAVE' || !(ours.cause instanceof DatabaseError)) return null;
  return ours.cause.code === DISK_FULL ? 'disk full' : 'read-only';
}
