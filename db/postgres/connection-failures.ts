import postgres from 'postgres';
import { DatabaseError } from '../database-error.ts';

/**
 * `isSent`: the statement was sent and got no response, so it may or may not have taken effect. Otherwise it was never
 * sent, and nothing was changed.
 */
export const silence = ({ isSent }: { isSent: boolean }) =>
  isSent
    ? new DatabaseError('the database does not answer', { code: 'DATABASE_SILENT' })
    : new DatabaseError('no connection became free', { code: 'DATABASE_BUSY' });

export const ended = () => new DatabaseError('the pool has ended', { code: 'CONNECTION_ENDED' });

/** PostgreSQL reported it, so PostgreSQL is there. */
export const isReported = ({ cause }: DatabaseError) => cause instanceof postgres.PostgresError;
/** The connection couldn't be made. Its client waits a little longer before each further attempt. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT']);
/** A statement that writes ran where only reading is allowed. After a failover, the server is a standby now. */
export const READ_ONLY_TRANSACTION = '25006';
/**
 * After a failure that PostgreSQL didn't report, the client keeps state of the statement that was running, and would
 * report its failure or its rows as those of the next statement (postgres.js 3.4.9).
 */
export function breaksConnection(failure: DatabaseError): boolean {
  if (!isReported(failure)) return !NOT_CONNECTED.has(failure.code);
  return Reflect.get(Object(failure.cause), 'severity') === 'FATAL';
}
