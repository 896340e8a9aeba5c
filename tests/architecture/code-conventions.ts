import { basename } from 'node:path';
import { findUnexplainedAssertions } from './assertions.ts';
import type { SourceFile } from './source-files.ts';

const MAX_LINES = 250;
const isTest = (path: string) => /^tests\/|\.test\.tsx?$/.test(path);
const isProduct = (path: string) => /^(?:server|db|migrations|src)\//.test(path) && !isTest(path);
// A character class matches the same letters and keeps the rules from matching themselves.
const MARKS = /\b(?:TOD[O]|FIXM[E]|XX[X])\b/;
const HALF_RUN = /\b(?:it|test|describe)\.(?:onl[y]|ski[p])\b|waitForTimeou[t]/;
/** The test files of a worker share their modules, so a mock works only where its file happens to load them first. */
const MODULE_MOCK = /\bvi\.(?:doM|m)oc[k]\(/;
/** Jobs are added in one place, which knows what each carries: `schedule`, or `enqueueJobs` inside a statement. */
const ENQUEUE = {
  home: 'db/queries/jobs/scheduled-jobs.ts',
  pattern: /insert into "?scheduled_job[s]|insertInto\('scheduled_job[s]/i,
};
/** The schemas of server/contract/ids.ts brand ids. */
const BRANDED_BY_HAND = /\bas (?:User|Conversation|Message|Turn|Factor|Challenge)I[d]\b/;
/** Some `node:http` requests end without a `response` or an `error` event; `responseTo` handles every ending. */
const HTTP_REQUEST = /\brequest\b.* from 'node:https?'/;
/** An input type that is computed from what other functions take, directly or through a helper type. */
const COMPUTED_INPUT = /\bOmit<\s*Parameters<|\bParameters<(?:typeof create[A-Z]|[A-Z]\w*>\[)/;
/** A key press read without asking whether it belongs to an input method. */
const KEY_READ =
  /\b(?:event|press|nativeEvent|e)\.(?:key|keyCode|isComposing)\b|(?:onKey\w+=\{|'key\w+', )\(\{[^}]*\bkey\b|\{[^}]*\bkey\b[^}]*\}: KeyboardEvent/;
/** The script in each page can import nothing. */
const READS_KEYS = /^src\/(?:lib\/pressed-key|hydration\/close-menus)\.ts$/;
const SUPPRESSION = /(?:ox|es)lint-disabl[e]|@ts-expect-erro[r]/;
const FORBIDDEN_SUPPRESSION = /@ts-(?:ignor[e]|nochec[k])/;

function matchingLines(file: SourceFile, isWrong: (line: string) => boolean, complaint: string): string[] {
  return file.text
    .split('\n')
    .flatMap((line, index) => (isWrong(line) ? [`${file.path}:${index + 1}: ${complaint}`] : []));
}

function nameComplaints({ path }: SourceFile): string[] {
  // The router's own naming: __root, _app, $slug, auth_.confirm.
  if (path.startsWith('src/routes/') || path === 'src/routeTree.gen.ts') return [];
  return /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(basename(path)) ? [] : [`${path}: the name is not in kebab-case`];
}

/** Violations in one hand-written file, each as `path:line: what`. */
export function checkCodeConventions(file: SourceFile): string[] {
  const isLong =
    !isTest(file.path) && !file.path.startsWith('migrations/') && file.text.trimEnd().split('\n').length > MAX_LINES;
  return [
    ...nameComplaints(file),
    ...(isLong ? [`${file.path}: more than ${MAX_LINES} lines`] : []),
    ...matchingLines(file, (line) => MARKS.test(line), 'a mark of unfinished work'),
    ...matchingLines(file, (line) => HALF_RUN.test(line), 'a test that is left out, alone, or asleep'),
    ...matchingLines(file, (line) => MODULE_MOCK.test(line), 'a mocked module, which depends on the order of tests'),
    // Vitest requires a default export.
    ...(file.path === 'tests/setup/global-setup.ts'
      ? []
      : matchingLines(file, (line) => /^export default\b/.test(line), 'a default export')),
    ...matchingLines(file, (line) => FORBIDDEN_SUPPRESSION.test(line), 'a suppression that hides more than one error'),
    ...matchingLines(
      file,
      (line) => SUPPRESSION.test(line) && !/(?: -- |: )\w/.test(line),
      'a suppression without its reason',
    ),
    ...(isProduct(file.path) && file.path !== 'server/config.ts'
      ? matchingLines(file, (line) => /\bprocess\.env\b/.test(line), 'only server/config.ts reads the environment')
      : []),
    ...(isProduct(file.path) && file.path.startsWith('server/')
      ? matchingLines(
          file,
          (line) => COMPUTED_INPUT.test(line),
          'input type computed from another function: write it out',
        )
      : []),
    ...(isProduct(file.path) && file.path !== 'server/contract/ids.ts'
      ? matchingLines(file, (line) => /\bz\.uuid\(/.test(line), 'an id that is not read with idSchema')
      : []),
    ...(isProduct(file.path)
      ? matchingLines(
          file,
          (line) => BRANDED_BY_HAND.test(line),
          'an id branded with `as`: parse it with a schema of server/contract/ids.ts',
        )
      : []),
    ...(isProduct(file.path) && file.path !== ENQUEUE.home && !file.path.startsWith('migrations/')
      ? matchingLines(file, (line) => ENQUEUE.pattern.test(line), `a job that isn’t added through ${ENQUEUE.home}`)
      : []),
    ...(isProduct(file.path) && !file.text.includes('responseTo(')
      ? matchingLines(file, (line) => HTTP_REQUEST.test(line), 'a request that doesn’t wait with responseTo')
      : []),
    ...(isProduct(file.path) && file.path.startsWith('src/') && !READS_KEYS.test(file.path)
      ? matchingLines(file, (line) => KEY_READ.test(line), 'a key that is not read with pressedKey')
      : []),
    ...(isProduct(file.path)
      ? findUnexplainedAssertions(file).map((place) => `${place} (an assertion without its reason)`)
      : []),
  ];
}
