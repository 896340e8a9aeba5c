import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

type Node = { type: string; start: number; end: number; typeAnnotation?: { typeName?: { name?: string } } };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) visit(value);
  for (const child of Object.values(value)) walk(child, visit);
}

function overrulesTheCompiler(node: Node): boolean {
  if (node.type === 'TSNonNullExpression') return true;
  return node.type === 'TSAsExpression' && node.typeAnnotation?.typeName?.name !== 'const';
}

/** Places where an `as` or a `!` overrules the compiler and no comment on its lines says why. */
export function findUnexplainedAssertions(file: SourceFile): string[] {
  const lines = file.text.split('\n');
  const lineOf = (offset: number) => file.text.slice(0, offset).split('\n').length;
  const found: string[] = [];
  walk(parseSync(file.path, file.text).program, (node) => {
    if (!overrulesTheCompiler(node)) return;
    const [first, last] = [lineOf(node.start), lineOf(node.end)];
    const isExplained = lines.slice(first - 1, last).some((line) => /\/\/ |\/\* /.test(line));
    if (!isExplained) found.push(`${file.path}:${first}: ${lines[last - 1]?.trim()}`);
  });
  return found;
}
