import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type SourceFile } from './source-files.ts';
import { readTestTitles } from './test-titles.ts';

/** One line of docs/product-rules.md. A rule of a feature that isn't built yet names no files. */
export type Rule = {
  id: string;
  place: string;
  statement: string;
  code: string[];
  tests: [file: string, title: string][];
};

const RULES_PAGE = 'docs/product-rules.md';
const RULE_LINE =
  /^- \*\*(?<id>[A-Z]+-\d+)\*\* (?<statement>.+?)(?: Lives in (?<code>.+?)\. Tested by (?<tests>.+)\.)?$/;
/** A file and the titles of its tests: `a.test.ts` “one”, “another”. */
const TESTS_OF_FILE = /`([^`]+)` ((?:“[^”]+”(?:, )?)+)/g;
const NOT_BUILT = 'LATER';

/** The page's rules, and complaints about lines that look like a rule but can't be parsed. */
export function readRules(page = readPage(RULES_PAGE)): { rules: Rule[]; complaints: string[] } {
  const rules: Rule[] = [];
  const complaints: string[] = [];
  for (const [index, line] of page.split('\n').entries()) {
    if (!line.startsWith('- **')) continue;
    const place = `${RULES_PAGE}:${index + 1}`;
    const { id, statement = '', code = '', tests = '' } = RULE_LINE.exec(line)?.groups ?? {};
    if (id === undefined) complaints.push(`${place}: this line can't be read as a rule`);
    else
      rules.push({
        id,
        place,
        statement,
        code: [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        tests: [...tests.matchAll(TESTS_OF_FILE)].flatMap(([, file = '', titles = '']) =>
          [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']): [string, string] => [file, title]),
        ),
      });
  }
  return { rules, complaints };
}

function readPage(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
const exists = (path: string) => existsSync(join(projectRoot, path));

/** Complaints about the rules themselves: ids must be unique, and each named file and test must exist. */
export function checkRules(rules: Rule[]): string[] {
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    const located = (complaint: string) => `${rule.place}: ${rule.id} ${complaint}`;
    const complaints = seen.has(rule.id) ? [located('is there twice')] : [];
    seen.add(rule.id);
    if (rule.id.startsWith(`${NOT_BUILT}-`)) return complaints;
    if (rule.code.length === 0) complaints.push(located('names no file it lives in'));
    if (rule.tests.length === 0) complaints.push(located('names no test'));
    for (const file of rule.code) if (!exists(file)) complaints.push(located(`lives in ${file}, which doesn't exist`));
    for (const [file, title] of rule.tests) {
      if (!exists(file)) complaints.push(located(`is tested by ${file}, which doesn't exist`));
      else if (!readTestTitles(file).has(title))
        complaints.push(located(`names a test that ${file} doesn't have: ${title}`));
    }
    return complaints;
  });
}

// In character classes, so that the patterns don't match themselves.
const GONE =
  /\bspec(?:ification)?[ ]§|\bspecification,[ ]section|\bDECISION[S]\b|\bARCHITECTUR[E]\b|\bVISUA[L]\b|\/work[/]shared/;
const ID = /\b([A-Z]{3,})-\d+\b/g;
/** Texts that look like an id but aren't: character sets, ciphers, sample invoice and tax numbers. */
const NO_RULE = new Set(['UTF', 'SHA', 'AES', 'PDF', 'CHE', 'ISO']);
const PAGE = /\bdocs\/[\w/-]+\.md\b/g;
const HEADING = /\b(docs\/[\w/-]+\.md), "([^"]+)"/g;
const DECISION = /\bdecisions?(?: |\/)(\d{3})\b/g;

function headingsOf(page: string): Set<string> {
  return new Set([...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading));
}

/** A project file named in a page, such as `server/app.ts`. */
const FILE_IN_PAGE = /`((?:server|src|db|sandbox|tests|scripts)\/[\w./$-]+\.\w+)`/g;

/** Complaints about a file's citations: a rule, page, section, decision or (in a page) file that doesn't exist. */
export function checkCitations({ path, text }: SourceFile, rules: Rule[], decisions: string[]): string[] {
  const ids = new Set(rules.map(({ id }) => id));
  return text.split('\n').flatMap((line, index) => {
    const located = (complaint: string) => `${path}:${index + 1}: ${complaint}`;
    const complaints = GONE.test(line) ? [located('cites a document that is not in this repository')] : [];
    for (const [id, prefix = ''] of line.matchAll(ID))
      if (!ids.has(id) && !NO_RULE.has(prefix)) complaints.push(located(`${id} is not in ${RULES_PAGE}`));
    for (const [page] of line.matchAll(PAGE)) if (!exists(page)) complaints.push(located(`${page} doesn't exist`));
    for (const [, page = '', heading = ''] of line.matchAll(HEADING))
      if (exists(page) && !headingsOf(page).has(heading))
        complaints.push(located(`${page} has no section "${heading}"`));
    for (const [, number = ''] of line.matchAll(DECISION))
      if (!decisions.some((file) => file.startsWith(`${number}-`)))
        complaints.push(located(`there is no decision ${number}`));
    // The glossary contains former file names.
    if (path.endsWith('.md') && path !== 'docs/glossary.md')
      for (const [, file = ''] of line.matchAll(FILE_IN_PAGE))
        if (!exists(file)) complaints.push(located(`${file} doesn't exist`));
    return complaints;
  });
}
