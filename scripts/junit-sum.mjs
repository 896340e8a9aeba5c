import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Closes a run of .ci/run: adds up the JUnit files, names the parts that failed, and sets the exit code.
const [folder, ...failedParts] = process.argv.slice(2);
const expected = ['vitest-pglite.xml', 'vitest-postgres.xml', 'e2e.xml', 'vitest-processes.xml'];

/** A test that is left out did not pass, so it is not counted as such. */
function count(file) {
  const path = join(folder, file);
  if (!existsSync(path)) return { passed: 0, failed: 0, isMissing: true };
  const cases = readFileSync(path, 'utf8').split('<testcase').slice(1);
  const failed = cases.filter((one) => /<(?:failure|error)[\s>/]/.test(one)).length;
  const skipped = cases.filter((one) => /<skipped[\s>/]/.test(one)).length;
  return { passed: cases.length - failed - skipped, failed, isMissing: false };
}

const counts = expected.map((file) => ({ file, ...count(file) }));
for (const { file, isMissing } of counts) if (isMissing) failedParts.push(`${file} is missing`);
const passed = counts.reduce((sum, one) => sum + one.passed, 0);
// A part that broke outside a test, such as a lint error, is a failure too.
const failedTests = counts.reduce((sum, one) => sum + one.failed, 0);
const failed = failedTests === 0 ? failedParts.length : failedTests;

if (failedParts.length > 0) console.log(`\nFailed: ${failedParts.join('; ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failedParts.length > 0 || failed > 0 ? 1 : 0;
