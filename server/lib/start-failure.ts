type Settings = { port: number; sandboxPort: number | null; dataDir: string };

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}

/** A failed start as a sentence that says what to do. */
export function explainStartFailure(error: unknown, settings: Settings): string {
  const code = codeOf(error);
  const port = error instanceof Error && 'port' in error ? Number(error.port) : settings.port;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or set ${port === settings.sandboxPort ? 'SANDBOX_PORT' : 'PORT'} to a free one.`;
  if (code === 'EACCES' && error instanceof Error && 'syscall' in error && error.syscall === 'listen')
    return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  if (['EACCES', 'EROFS', 'EPERM'].includes(code))
    return `The data directory ${settings.dataDir} cannot be written by this user. Change its owner, or set DATA_DIR to another directory.`;
  if (code === 'ENOSPC') return `The disk that holds ${settings.dataDir} is full.`;
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code))
    return 'The database in DATABASE_URL cannot be reached. Check that it runs and that the address is right.';
  if (code === '28P01' || code === '28000') return 'The database in DATABASE_URL refused the user or the password.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist. Create it first.';
  return error instanceof Error ? error.message : String(error);
}
