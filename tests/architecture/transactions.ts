import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

type Node = Record<string, unknown> & { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const isFunction = ({ type }: Node) =>
  /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type);

function nodesIn(node: Node, isWanted: (node: Node) => boolean): Node[] {
  return [...(isWanted(node) ? [node] : []), ...children(node).flatMap((child) => nodesIn(child, isWanted))];
}

const identifiersIn = (node: Node): string[] =>
  nodesIn(node, ({ type }) => type === 'Identifier').map(({ name }) => String(name));

/** Functions of a file that run inside a transaction: they are given it as `trx`. */
const transactional = (node: Node): Node[] =>
  isFunction(node) && (node['params'] as Node[]).some((param) => param['name'] === 'trx') // reason: every function has parameters
    ? [node]
    : children(node).flatMap(transactional);

/** What stands for the transaction in a function: `trx`, and the local functions that use it. */
function namesOfTransaction(body: Node): Set<string> {
  const names = new Set(['trx']);
  for (const { id, init } of nodesIn(body, ({ type }) => type === 'VariableDeclarator'))
    if (isNode(id) && isNode(init) && isFunction(init) && identifiersIn(init).some((name) => names.has(name)))
      names.add(String(id['name']));
  return names;
}

/** The one exception. In production it is the system's clock, which nobody waits for. */
const CLOCK = /^clock\.now\(\)$/;

/**
 * Places where a function that is given a transaction waits for something else, as `path:line: what`. A transaction
 * holds locks and a connection, and after a deadlock it runs again, so only the database belongs inside it.
 */
export function findNonDatabaseAwaits({ path, text }: SourceFile): string[] {
  if (!/\btrx\b|\binTransaction\(/.test(text)) return [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const program = parseSync(path, text).program as unknown as Node; // reason: walked as plain nodes
  const foreign = transactional(program).flatMap((node) => {
    const names = namesOfTransaction(node);
    return nodesIn(node, ({ type }) => type === 'AwaitExpression')
      .filter(({ argument }) => isNode(argument) && !identifiersIn(argument).some((name) => names.has(name)))
      .filter(({ argument }) => isNode(argument) && !CLOCK.test(text.slice(argument.start, argument.end)))
      .map(({ start, end }) => `${path}:${lineOf(start)}: ${text.slice(start, end)}`);
  });
  const unnamed = nodesIn(
    program,
    ({ type, callee }) => type === 'CallExpression' && isNode(callee) && callee['name'] === 'inTransaction',
  )
    .flatMap((call) => (call['arguments'] as Node[])[1] ?? []) // reason: every call has arguments
    .filter((work) => isFunction(work) && transactional(work)[0] !== work)
    .map(({ start }) => `${path}:${lineOf(start)}: name the transaction parameter \`trx\``);
  return [...foreign, ...unnamed];
}
