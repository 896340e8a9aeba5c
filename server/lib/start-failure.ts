type Settings = { port: number; sandboxPort: number | null; dataDir: string };

/** The connection can't be made or breaks. Source: Node's system errors, and the codes of the driver and the pool. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'DATABASE_SILENT',
]);
/**
 * What PostgreSQL says while it stops, after it crashed, and while it starts
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const STARTING_OR_STOPPING = new Set(['57P01', '57P02', '57P03']);

export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : errorCode(error.cause);
}

/** Whether the database may only need more time, for example because its machine is still starting. */
export const isDatabaseAway = (error: unknown): boolean =>
  UNREACHABLE.has(errorCode(error)) || STARTING_OR_STOPPING.has(errorCode(error));

/**
 * Explains an error of the connection to the database in one sentence that says what to do about it; null for any other
 * error.
 */
export function explainDatabaseFailure(error: unknown): string | null {
  const code = errorCode(error);
  if (UNREACHABLE.has(code))
    return "Can't reach the database in DATABASE_URL. Check that it's running and that the address is right.";
  if (STARTING_OR_STOPPING.has(code))
    return 'The database in DATABASE_URL is starting or stopping. Try again in a minute.';
  if (code === '28P01' || code === '28000') return 'The database in DATABASE_URL rejected the user name or password.';
  if (code === '3D000') return "The database named in DATABASE_URL doesn't exist. Create it, then start again.";
  if (code === '53300')
    return 'The database in DATABASE_URL is out of connections. Lower DATABASE_POOL_MAX, or raise max_connections in PostgreSQL.';
  return null;
}

/** Explains a failed start in one sentence that says what to do about it. */
export function explainStartFailure(error: unknown, settings: Settings): string {
  const code = errorCode(error);
  const port = error instanceof Error && 'port' in error ? Number(error.port) : settings.port;
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or set ${port === settings.sandboxPort ? 'SANDBOX_PORT' : 'PORT'} to a free port.`;
  if (code === 'EACCES' && error instanceof Error && 'syscall' in error && error.syscall === 'listen')
    return `You don't have permission to use port ${port}. Set PORT to a number above 1023.`;
  if (['EACCES', 'EROFS', 'EPERM'].includes(code))
    return `You don't have permission to write to the data directory ${settings.dataDir}. Change its owner, or set DATA_DIR to another directory.`;
  if (code === 'ENOSPC') return `The disk with ${settings.dataDir} is full. Free up some space and try again.`;
  return explainDatabaseFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
