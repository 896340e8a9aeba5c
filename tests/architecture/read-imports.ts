import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

/** One import or re-export. `target` is one of our paths or a package name. A lazy one is an `import()`. */
export type Import = { from: string; target: string; isOurs: boolean; isTypeOnly: boolean; isLazy: boolean };

const ALIASES: [string, string][] = [
  ['#contract/', 'server/contract/'],
  ['#sandbox/', 'sandbox/'],
  ['#server/', 'server/'],
  ['#db/', 'db/'],
  ['#src/', 'src/'],
  ['#tests/', 'tests/'],
];

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function toImport(from: string, rawSpecifier: string, isTypeOnly: boolean, isLazy = false): Import {
  const kind = { isTypeOnly, isLazy };
  const specifier = rawSpecifier.replace(/\?.*$/, '');
  if (specifier.startsWith('.')) return { from, target: join(dirname(from), specifier), isOurs: true, ...kind };
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  if (alias) return { from, target: alias[1] + specifier.slice(alias[0].length), isOurs: true, ...kind };
  return { from, target: packageName(specifier), isOurs: false, ...kind };
}

/** Types imported with `import('...').Name`, which the list of imports leaves out. */
function typeImportsIn(file: SourceFile): Import[] {
  return [...file.text.matchAll(/\btypeof import\('([^']+)'\)|[:<|&=,(]\s*import\('([^']+)'\)\./g)]
    .map((match) => match[1] ?? match[2])
    .filter((specifier) => specifier !== undefined)
    .map((specifier) => toImport(file.path, specifier, true));
}

/** Every import in a file: static, re-exported, dynamic with a literal path, and type-only. Throws if it can't parse the file. */
export function readImports(file: SourceFile): Import[] {
  const { module, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  const imports = module.staticImports.map((entry) => {
    const isTypeOnly = entry.entries.length > 0 && entry.entries.every((name) => name.isType);
    return toImport(file.path, entry.moduleRequest.value, isTypeOnly);
  });
  const exports = module.staticExports
    .flatMap((statement) => statement.entries)
    .flatMap((entry) => (entry.moduleRequest ? [toImport(file.path, entry.moduleRequest.value, entry.isType)] : []));
  const dynamic = module.dynamicImports
    .map((entry) => file.text.slice(entry.moduleRequest.start, entry.moduleRequest.end))
    .flatMap((source) => /^['"`]([^'"`$]+)['"`]$/.exec(source)?.[1] ?? [])
    .map((specifier) => toImport(file.path, specifier, false, true));
  return [...imports, ...exports, ...dynamic, ...typeImportsIn(file)];
}
