import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import recheck from 'recheck/package.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { EXCEPTIONS } from './pattern-exceptions.ts';
import { readPatterns, type Pattern } from './read-patterns.ts';
import { readSourceFiles } from './source-files.ts';

/**
 * The verdicts of `recheck`, by pattern. They are checked in because some patterns take it seconds. Patterns without a
 * verdict are checked here, and `npm test -- regular-expressions -u` adds them. A different version of recheck checks
 * all of them again.
 */
const RECORD = join(import.meta.dirname, 'regular-expressions.gen.json');
const CHECKED = /^(?:db|sandbox|server|src)\//;
/** The time limit for one pattern, in milliseconds. Some take 10 seconds on a busy machine. */
const TIMEOUT_MS = 60_000;
/** The pattern is known only at run time, so no tool can check it. */
const BUILT = 'built at run time';

// recheck's other backends need Java or a binary for this system, and aren't faster.
process.env['RECHECK_BACKEND'] = 'pure';

type Record = { recheck: string; verdicts: { [pattern: string]: string } };
const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Record; // reason: this test writes it
const known = new Map(recorded.recheck === recheck.version ? Object.entries(recorded.verdicts) : []);

function checkPattern({ source, flags }: Pattern): string {
  if (source === null) return BUILT;
  const found = checkSync(source, flags, { timeout: TIMEOUT_MS, randomSeed: 1 });
  return found.status === 'unknown' ? `unknown (${found.error.kind})` : found.complexity.summary;
}
const isLinear = (verdict: string) => /^(?:safe|linear)/.test(verdict);

const patterns = readSourceFiles(/(?<!\.test|\.d)\.tsx?$/)
  .filter(({ path }) => CHECKED.test(path))
  .flatMap(readPatterns)
  .map((pattern) => ({ ...pattern, verdict: known.get(pattern.written) ?? checkPattern(pattern) }));

describe('a regular expression', () => {
  test('every regular expression has a verdict on record, and the record has no others', async () => {
    const verdicts = Object.fromEntries(
      patterns.map(({ written, verdict }) => [written, verdict] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    const record: Record = { recheck: recheck.version, verdicts };
    await expect(`${JSON.stringify(record, null, 2)}\n`).toMatchFileSnapshot(RECORD);
  });

  test('every regular expression takes linear time, or its input is bounded', () => {
    const backtracking = patterns
      .filter(({ verdict }) => !isLinear(verdict))
      .map(({ file, written, verdict }) => `${file}: ${written} is ${verdict}`);
    const excepted = EXCEPTIONS.map(({ file, pattern, verdict }) => `${file}: ${pattern} is ${verdict}`);
    expect(backtracking.toSorted()).toEqual(excepted.toSorted());
  });

  test('a regular expression that backtracks is found however it is written', () => {
    const text = [
      'const SPACES = String.raw`\\s+$`;',
      'const isLong = /\\s+$/;',
      "const named = new RegExp(SPACES, 'u');",
      "const joined = new RegExp([SPACES, 'x'].join('|'));",
      "const found = text.match('\\\\s+$');",
      'const built = new RegExp(text);',
    ].join('\n');
    const found = readPatterns({ path: 'server/planted.ts', text });
    expect(found.map((pattern) => [pattern.line, pattern.written, checkPattern(pattern)])).toEqual([
      [2, String.raw`/\s+$/`, '2nd degree polynomial'],
      [3, String.raw`/\s+$/u`, '2nd degree polynomial'],
      [4, String.raw`/\s+$|x/`, '2nd degree polynomial'],
      [5, String.raw`/\s+$/`, '2nd degree polynomial'],
      [6, 'new RegExp(text)', BUILT],
    ]);
  });
});
