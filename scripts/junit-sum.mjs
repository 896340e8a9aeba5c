import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Ends a run of .ci/run: adds up the JUnit files, reports where the time went, names the tests and parts that failed, and sets the exit code.
const [folder, ...failedParts] = process.argv.slice(2);
const expected = ['vitest-pglite.xml', 'vitest-postgres.xml', 'e2e.xml', 'vitest-processes.xml'];

/** Long enough to show what was expected and where, short enough for ten failures to fit on a screen. */
const REASON_CHARACTERS = 600;
const PAGE_CHARACTERS = 1_500;

const attribute = (element, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? '';

/** The beginning of a failed test's report, without color codes: XML can't represent their first character. */
function reasonOf(testCase) {
  const [, content = ''] = /<(?:failure|error)(?:\s[^>]*)?>([\s\S]*?)(?:<\/(?:failure|error)>|$)/.exec(testCase) ?? [];
  // Playwright quotes the whole text, Vitest each character that needs it.
  const [, quoted] = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>/.exec(content) ?? [];
  const text =
    quoted ??
    content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return text
    .replace(/\[\d+(?:;\d+)*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .slice(0, REASON_CHARACTERS);
}

/** What a screen reader would find on the page where a journey failed: headings, messages and controls. */
function pageOf(testCase) {
  const [, path] = /\[\[ATTACHMENT\|([^\]]+error-context\.md)\]\]/.exec(testCase) ?? [];
  if (!path || !existsSync(join(folder, path))) return '';
  const [, snapshot = ''] = readFileSync(join(folder, path), 'utf8').split('# Page snapshot');
  const lines = snapshot
    .split('\n')
    .filter((line) => /- (?:heading|alert|status|alertdialog|dialog|textbox|button)/.test(line));
  return lines
    .map((line) => line.trim())
    .join('\n')
    .slice(0, PAGE_CHARACTERS);
}

/** A skipped test did not pass, so it is not counted as passed. */
function read(file) {
  const path = join(folder, file);
  if (!existsSync(path)) return { passed: 0, failed: [], isMissing: true, suites: [] };
  const [, ...parts] = readFileSync(path, 'utf8').split(/<testsuite(?=\s)/);
  const cases = parts.flatMap((part) => part.split('<testcase').slice(1));
  const failed = cases
    .filter((one) => /<(?:failure|error)[\s>/]/.test(one))
    .map((one) => ({
      name: `${attribute(one, 'classname')}: ${attribute(one, 'name')}`,
      reason: [reasonOf(one), pageOf(one)].filter(Boolean).join('\n'),
    }));
  const skipped = cases.filter((one) => /<skipped[\s>/]/.test(one)).length;
  const suites = parts.map((part) => {
    const head = part.slice(0, part.indexOf('>'));
    const project = attribute(head, 'hostname');
    const name = [attribute(head, 'name'), file === 'e2e.xml' && project].filter(Boolean).join(', ');
    return { phase: file.replace('.xml', ''), name, seconds: Number(attribute(head, 'time')) };
  });
  return { passed: cases.length - failed.length - skipped, failed, isMissing: false, suites };
}

const results = expected.map((file) => ({ file, ...read(file) }));
for (const { file, isMissing } of results) if (isMissing) failedParts.push(`${file} is missing`);
const passed = results.reduce((sum, one) => sum + one.passed, 0);
// A part that broke outside a test, such as a lint error, is a failure too.
const failedTests = results.flatMap(({ file, failed: tests }) =>
  tests.map((one) => ({ ...one, name: `${one.name} (${file.replace('.xml', '')})` })),
);
const failed = failedTests.length === 0 ? failedParts.length : failedTests.length;

const files = results.flatMap(({ suites }) => suites).toSorted((a, b) => b.seconds - a.seconds);
const phasesFile = join(folder, 'phases.tsv');
const phases = (existsSync(phasesFile) ? readFileSync(phasesFile, 'utf8').trim().split('\n') : []).map((line) => {
  const [seconds, name] = line.split('\t');
  return { name, seconds: Number(seconds) };
});
writeFileSync(join(folder, 'durations.json'), JSON.stringify({ phases, files }, null, 2));

console.log('\nThe slowest test files:');
for (const { phase, name, seconds } of files.slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name} (${phase})`);
console.log('\nPhases:');
for (const { name, seconds } of phases) console.log(`${String(seconds).padStart(6)} s  ${name}`);
console.log(`${String(phases.reduce((sum, one) => sum + one.seconds, 0)).padStart(6)} s  in all`);

// The end of a long output is what people are shown first, so it names every failure and why it failed.
for (const { name, reason } of failedTests) console.log(`\n${name}\n${reason.replace(/^/gm, '  | ')}`);
if (failedTests.length > 0) console.log(`\nFailed tests:\n${failedTests.map(({ name }) => `  ${name}`).join('\n')}`);
if (failedParts.length > 0) console.log(`\nFailed: ${failedParts.join('; ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failedParts.length > 0 || failed > 0 ? 1 : 0;
