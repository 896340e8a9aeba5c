import { readImports } from '../architecture/read-imports.ts';
import { readSourceFiles } from '../architecture/source-files.ts';

const DATABASE = 'tests/support/test-database.ts';

/** Tests that reach the database and don't depend on it, each with what they're about. */
const NOT_ABOUT_THE_DATABASE: Record<string, string> = {
  'tests/integration/hostile-text.test.ts': 'what reading a text costs before anything is stored',
  'src/route-search.test.ts': 'what pages read from their address',
};

/** The test files whose imports reach the tests' database. Only these can behave differently on PostgreSQL. */
export function databaseTests(): string[] {
  const users = new Map<string, string[]>();
  for (const file of readSourceFiles(/\.tsx?$/))
    for (const { target } of readImports(file).filter(({ isOurs, isTypeOnly }) => isOurs && !isTypeOnly))
      users.set(target, [...(users.get(target) ?? []), file.path]);
  const reached = new Set([DATABASE]);
  for (const path of reached) for (const user of users.get(path) ?? []) reached.add(user);
  return [...reached].filter((path) => /\.test\.tsx?$/.test(path) && !(path in NOT_ABOUT_THE_DATABASE));
}
