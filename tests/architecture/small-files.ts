import { readImports } from './read-imports.ts';
import type { SourceFile } from './source-files.ts';

const MIN_LINES = 12;
const isTest = (path: string) => /^tests\/|\.(?:test|spec)\.tsx?$/.test(path);
/** Each feature has one router, whatever its length; routes follow their URLs; migrations are frozen. */
const HAS_ITS_PLACE = /\.router\.ts$|^src\/routes\/|^migrations\//;

/** Files that stay separate although they are short and have one user, each with its reason. */
export const STAYS_APART: Record<string, string> = {
  'server/content/articles/date-faults.ts': 'the script that uses it acts when it is imported, so its test could not',
  'server/content/sms/code-sms.ts': 'what people are sent stands in content',
  'server/contract/account/oauth.ts': 'input schemas stand in the contract',
  'server/gateways/stripe/stripe-ping.ts': 'only gateways import the package it calls',
};

/**
 * Short files that could be merged into their only user, tests aside, as `file: its user`. A lazy import is a boundary of the bundle and
 * needs its own file.
 */
export function checkSmallFiles(files: SourceFile[], staysApart: Record<string, string> = STAYS_APART): string[] {
  const uses = files.filter((file) => !isTest(file.path)).flatMap(readImports);
  const usersOf = (path: string) => [...new Set(uses.filter(({ target }) => target === path).map(({ from }) => from))];
  const isLazy = (path: string) => uses.some((one) => one.target === path && one.isLazy);
  const isShort = ({ path, text }: SourceFile) =>
    !isTest(path) && !HAS_ITS_PLACE.test(path) && text.trimEnd().split('\n').length < MIN_LINES;
  const found = files
    .filter((file) => isShort(file) && !isLazy(file.path))
    .map(({ path }) => ({ path, users: usersOf(path) }))
    .filter(({ users }) => users.length === 1);
  const idle = Object.keys(staysApart).filter((path) => !found.some((one) => one.path === path));
  return [
    ...found
      .filter(({ path }) => staysApart[path] === undefined)
      .map(({ path, users }) => `${path}: under ${MIN_LINES} lines, and only ${users[0]} uses it: move it there`),
    ...idle.map((path) => `${path}: an exception that nothing needs any more`),
  ];
}
