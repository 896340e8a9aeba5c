import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCitations, checkRules, readRules, type Rule } from './product-rules.ts';
import { projectRoot, readPages, readSourceFiles } from './source-files.ts';

/** Assembles a citation at run time, so that this file doesn't violate the rule it tests. */
const word = (...parts: string[]) => parts.join('');
const decisions = readdirSync(join(projectRoot, 'docs/decisions'));
const { rules, complaints } = readRules();

const TEST = 'tests/architecture/product-rules.test.ts';
const rule = (changes: Partial<Rule>): Rule => ({
  id: 'PLAN-1',
  place: 'docs/product-rules.md:1',
  statement: 'A rule.',
  code: ['server/app.ts'],
  tests: [[TEST, 'the rules of the product']],
  ...changes,
});

describe('the rules of the product', () => {
  it('can all be read, and each names files and tests that are there', () => {
    expect(rules.length, 'a check that sees nothing proves nothing').toBeGreaterThan(100);
    expect([...complaints, ...checkRules(rules)]).toEqual([]);
  });

  it('caught: a later title of a file that has no such test', () => {
    const line = `- **PLAN-1** A rule. Lives in \`server/app.ts\`. Tested by \`${TEST}\` “the rules of the product”, “nothing”.`;
    expect(checkRules(readRules(line).rules)).toEqual([
      `docs/product-rules.md:1: PLAN-1 names a test that ${TEST} doesn't have: nothing`,
    ]);
  });

  it('and pages and decisions are cited only where they exist', () => {
    const files = [...readSourceFiles(/\.(?:tsx?|mjs|css)$/), ...readPages()].filter(
      // Migrations and decisions are never edited.
      ({ path }) => !path.includes('.gen.') && !/^(?:migrations|docs\/decisions)\//.test(path),
    );
    expect(files.flatMap((file) => checkCitations(file, rules, decisions))).toEqual([]);
  });

  it.each([
    ['a rule that there is not', word('// PLAN', '-9999')],
    ['a topic that there is not', word('// PLANN', '-1')],
    ['a page that there is not', word('// docs/', 'nowhere.md')],
    ['a section that there is not', word('// docs/', 'design.md, "Nowhere"')],
    ['a decision that there is not', word('// decision', ' 999')],
    ['a section of a specification elsewhere', word('// spec', ' §4')],
    ['a document elsewhere', word('// DECIS', 'IONS "Usage"')],
  ])('caught: a citation of %s', (_title, text) => {
    expect(checkCitations({ path: 'server/lib/a.ts', text }, rules, decisions)).toHaveLength(1);
  });

  it('caught: a page that names a file that there is not', () => {
    const page = { path: 'docs/limits.md', text: word('See `server/', 'nowhere.ts`.') };
    expect(checkCitations(page, rules, decisions)).toHaveLength(1);
  });

  it.each([
    '// PLAN-1',
    '// docs/design.md, "Motion"',
    '// UTF-8 and SHA-256',
    '// RFC 9110 §10.2.3',
    '// decision 014',
  ])('allowed: %s', (text) => {
    expect(checkCitations({ path: 'server/lib/a.ts', text }, rules, decisions)).toEqual([]);
  });

  it.each<[string, Rule[]]>([
    ['an id that is there twice', [rule({}), rule({})]],
    ['a file that there is not', [rule({ code: ['server/nowhere.ts'] })]],
    ['a test file that there is not', [rule({ tests: [['tests/nowhere.test.ts', 'x']] })]],
    ['a test that there is not', [rule({ tests: [[TEST, 'a title that nobody wrote']] })]],
    ['no file', [rule({ code: [] })]],
    ['no test', [rule({ tests: [] })]],
  ])('caught: a rule with %s', (_title, planted) => {
    expect(checkRules(planted)).toHaveLength(1);
  });

  it('caught: a line that can’t be read', () => {
    expect(readRules('- **Plan 1** costs $29').complaints).toHaveLength(1);
  });

  it('and a rule of a feature that isn’t built needs neither file nor test', () => {
    expect(checkRules(readRules('- **LATER-8** Integrations have counts.').rules)).toEqual([]);
  });
});
