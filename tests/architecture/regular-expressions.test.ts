import { createHash } from 'node:crypto';
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
 * all of them again, and each day a fortieth is checked again, so that a wrong verdict doesn't stay.
 */
const RECORD = join(import.meta.dirname, 'regular-expressions.gen.json');
const CHECKED = /^(?:db|sandbox|server|src)\//;
/** The time limit for one pattern, in milliseconds. Some take 10 seconds on a busy machine. */
const TIMEOUT_MS = 60_000;
const DAYS_PER_ROUND = 40;
/** A pattern that takes longer than this to check again keeps its verdict. */
const AGAIN_TIMEOUT_MS = 1_000;
const AGAIN_TOTAL_MS = 4_000;
/** The pattern is known only at run time, so no tool can check it. */
const BUILT = 'built at run time';

// recheck's other backends need Java or a binary for this system, and aren't faster.
process.env['RECHECK_BACKEND'] = 'pure';

type Record = { recheck: string; verdicts: { [pattern: string]: string } };
const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Record; // reason: this test writes it
const known = new Map(recorded.recheck === recheck.version ? Object.entries(recorded.verdicts) : []);

function checkPattern({ source, flags }: Pattern, timeout = TIMEOUT_MS): string {
  if (source === null) return BUILT;
  const found = checkSync(source, flags, { timeout, randomSeed: 1 });
  return found.status === 'unknown' ? `unknown (${found.error.kind})` : found.complexity.summary;
}

const today = Math.floor(Date.now() / 86_400_000);
const isDue = (written: string): boolean =>
  createHash('sha256').update(written).digest().readUInt32BE() % DAYS_PER_ROUND === today % DAYS_PER_ROUND;

/**
 * The verdict on record, or another one that holds instead. What fuzzing finds depends on how busy the machine is, and
 * is no other.
 */
function checkAgain(pattern: Pattern, verdict: string, timeout: number): string {
  const found = checkPattern(pattern, timeout);
  const isUnsure = found.startsWith('unknown') || (found.endsWith('(fuzz)') && verdict.endsWith('(fuzz)'));
  return isUnsure ? verdict : found;
}

let againMs = 0;
function verdictOf(pattern: Pattern): string {
  const verdict = known.get(pattern.written);
  if (verdict === undefined) return checkPattern(pattern);
  if (!isDue(pattern.written) || againMs > AGAIN_TOTAL_MS) return verdict;
  const start = performance.now();
  const again = checkAgain(pattern, verdict, AGAIN_TIMEOUT_MS);
  againMs += performance.now() - start;
  return again;
}

const isLinear = (verdict: string) => /^(?:safe|linear)/.test(verdict);

const patterns = readSourceFiles(/(?<!\.test|\.d)\.tsx?$/)
  .filter(({ path }) => CHECKED.test(path))
  .flatMap(readPatterns)
  .map((pattern) => ({ ...pattern, verdict: verdictOf(pattern) }));

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
      'const LITERAL = /\\s+$/;',
      "const named = new RegExp(SPACES, 'u');",
      "const joined = new RegExp([SPACES, 'x'].join('|'));",
      "const found = text.match('\\\\s+$');",
      'const named = text.match(SPACES);',
      'const other = text.match(LITERAL);',
      'const built = new RegExp(text);',
    ].join('\n');
    const found = readPatterns({ path: 'server/planted.ts', text });
    expect(found.map((pattern) => [pattern.line, pattern.written, checkPattern(pattern)])).toEqual([
      [2, String.raw`/\s+$/`, '2nd degree polynomial'],
      [3, String.raw`/\s+$/u`, '2nd degree polynomial'],
      [4, String.raw`/\s+$|x/`, '2nd degree polynomial'],
      [5, String.raw`/\s+$/`, '2nd degree polynomial'],
      [6, String.raw`/\s+$/`, '2nd degree polynomial'],
      [8, 'new RegExp(text)', BUILT],
    ]);
  });

  test('with a verdict on record that doesn’t hold gets another on its day', () => {
    const [spaces] = readPatterns({ path: 'server/planted.ts', text: String.raw`const SPACES = /\s+$/;` });
    expect(spaces && checkAgain(spaces, 'linear', TIMEOUT_MS)).toBe('2nd degree polynomial');
    expect(spaces && checkAgain(spaces, 'safe (fuzz)', TIMEOUT_MS)).toBe('2nd degree polynomial');
  });
});
