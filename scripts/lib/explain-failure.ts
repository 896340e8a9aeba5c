import { ExpectedError } from '#db/expected-error.ts';
import { ConfigError } from '#server/config/environment.ts';
import { errorCode, explainDatabaseFailure } from '#server/lib/start-failure.ts';

/** What PostgreSQL says of a table or column that doesn't exist. */
const NOT_MIGRATED = ['42P01', '42703'];
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
 * other error.
 */
export function explainFailure(error: unknown, args: string[]): string | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  if (NOT_MIGRATED.includes(code))
    return "The database doesn't have this version's tables. Run `npm run db:migrate` first.";
  const isOwnSentence =
    error instanceof ExpectedError ||
    error instanceof ConfigError ||
    code.startsWith('ERR_PARSE_ARGS') ||
    ('type' in error && String(error.type).startsWith('Stripe'));
  return isOwnSentence ? error.message : (explainDatabaseFailure(error) ?? explainFile(error, args));
}
