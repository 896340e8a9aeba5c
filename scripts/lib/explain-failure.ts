import { ExpectedError } from '#db/expected-error.ts';
import { ConfigError } from '#server/config/environment.ts';
import { errorCode, explainDatabaseFailure } from '#server/lib/start-failure.ts';

/** What PostgreSQL says of a table or column that doesn't exist. */
const TABLE_MISSING = ['42P01', '42703'];
/** Three causes look alike, and the last one needs the stack. */
const TABLES_DIFFER =
  "The database lacks a table or column that this command reads. If it's older than this version of Tenfold, run `npm run db:migrate`. If a newer version has migrated it, use that one. Otherwise this is a bug.";
/** How a file that was named on the command line can't be used. */
const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: "doesn't exist, or its folder doesn't",
  EACCES: "can't be used by this user",
  EPERM: "can't be used by this user",
  EROFS: 'is on a disk that is read-only',
  EISDIR: 'is a folder',
  ENOTDIR: 'leads through a file',
  ENOSPC: 'is on a full disk',
};

function explainFile(error: Error, args: string[]): string | null {
  const path = 'path' in error ? String(error.path) : null;
  const problem = FILE_PROBLEMS[errorCode(error)];
  return path !== null && problem && args.includes(path) ? `${path} ${problem}.` : null;
}

/**
 * One sentence for an expected problem, such as a wrong setting or option, or a database that isn't there; null for any
 * other error. A missing table may be our bug, so it keeps its stack.
 */
export function explainFailure(error: unknown, args: string[]): string | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  if (TABLE_MISSING.includes(code)) return `${error.stack ?? error.message}\n\n${TABLES_DIFFER}`;
  const isOwnSentence =
    error instanceof ExpectedError ||
    error instanceof ConfigError ||
    code.startsWith('ERR_PARSE_ARGS') ||
    ('type' in error && String(error.type).startsWith('Stripe'));
  return isOwnSentence ? error.message : (explainDatabaseFailure(error) ?? explainFile(error, args));
}
