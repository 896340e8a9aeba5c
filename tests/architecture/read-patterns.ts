import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

/**
 * A regular expression in the code. `source` is null if it is built at run time; `written` is the text to search for.
 */
export type Pattern = { file: string; line: number; written: string; source: string | null; flags: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Constants = ReadonlyMap<string, Node>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** These methods compile a string that is passed in place of a pattern. */
const COMPILING_METHODS = new Set(['match', 'matchAll', 'search']);

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  if (!isNode(value)) return;
  yield value;
  for (const part of Object.values(value)) if (typeof part === 'object') yield* nodesIn(part);
}

function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : null;
}

/** The constants of a module, from which a pattern may be assembled. */
function constantsIn(body: unknown[]): Constants {
  const declarations = body
    .filter(isNode)
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node['declaration'] : node))
    .filter((node) => isNode(node) && node.type === 'VariableDeclaration' && node['kind'] === 'const');
  return new Map(
    declarations
      .flatMap((node) => (isNode(node) ? (node['declarations'] as Node[]) : [])) // reason: ESTree's shape
      .flatMap(({ id, init }) => {
        const name = nameOf(id);
        return name !== null && isNode(init) ? [[name, init] as const] : [];
      }),
  );
}

/** The text of a template literal, or null if one of its values isn't constant. */
function evaluateTemplate(template: Node, kind: 'raw' | 'cooked', constants: Constants): string | null {
  const quasis = template['quasis'] as { value: Record<'raw' | 'cooked', string> }[]; // reason: ESTree's shape
  const values = (template['expressions'] as Node[]).map((value) => evaluate(value, constants)); // reason: ESTree's shape
  if (values.includes(null)) return null;
  return quasis.map(({ value }, index) => value[kind] + (values[index] ?? '')).join('');
}

/** The string that an expression evaluates to, or null if it is known only at run time. */
function evaluate(node: unknown, constants: Constants): string | null {
  if (!isNode(node)) return null;
  switch (node.type) {
    case 'Literal':
      return ['string', 'number'].includes(typeof node['value']) ? String(node['value']) : null;
    case 'TSAsExpression':
      return evaluate(node['expression'], constants);
    case 'Identifier':
      return evaluate(constants.get(String(node['name'])), constants);
    case 'TemplateLiteral':
      return evaluateTemplate(node, 'cooked', constants);
    case 'TaggedTemplateExpression': {
      const { tag, quasi } = node;
      const isRaw = isNode(tag) && tag.type === 'MemberExpression' && nameOf(tag['object']) === 'String';
      return isRaw && isNode(quasi) ? evaluateTemplate(quasi, 'raw', constants) : null;
    }
    case 'CallExpression':
      return evaluateJoin(node, constants);
    default:
      return null;
  }
}

/** `[a, b].join('|')` */
function evaluateJoin({ callee, arguments: args }: Node, constants: Constants): string | null {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || nameOf(callee['property']) !== 'join') return null;
  const { object } = callee;
  const constant = constants.get(nameOf(object) ?? '') ?? object;
  const list = isNode(constant) && constant.type === 'TSAsExpression' ? constant['expression'] : constant;
  if (!isNode(list) || list.type !== 'ArrayExpression') return null;
  const items = (list['elements'] as unknown[]).map((item) => evaluate(item, constants)); // reason: ESTree's shape
  const between = evaluate((args as unknown[])[0], constants); // reason: ESTree's shape
  return items.includes(null) || between === null ? null : items.join(between);
}

/**
 * Every regular expression in a file: literals, and strings that are passed to `RegExp` or to a string method that
 * compiles them.
 */
export function readPatterns({ path, text }: SourceFile): Pattern[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const constants = constantsIn(program.body);
  const patterns: Pattern[] = [];
  const add = (node: Node, source: string | null, flags: string | null) => {
    const line = text.slice(0, node.start).split('\n').length;
    const isKnown = source !== null && flags !== null;
    const written = isKnown ? `/${source}/${flags}` : text.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
    patterns.push({ file: path, line, written, source: isKnown ? source : null, flags: flags ?? '' });
  };
  for (const node of nodesIn(program)) {
    const { regex, callee } = node as { regex?: { pattern: string; flags: string }; callee?: unknown }; // reason: ESTree's shape
    if (node.type === 'Literal' && regex) add(node, regex.pattern, regex.flags);
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') continue;
    const [source, flags] = node['arguments'] as unknown[]; // reason: ESTree's shape
    const isMethod = isNode(callee) && callee.type === 'MemberExpression';
    const compiled =
      isMethod && COMPILING_METHODS.has(nameOf(callee['property']) ?? '') ? evaluate(source, constants) : null;
    if (nameOf(callee) === 'RegExp')
      add(node, evaluate(source, constants), flags === undefined ? '' : evaluate(flags, constants));
    if (compiled !== null) add(node, compiled, '');
  }
  return patterns;
}
