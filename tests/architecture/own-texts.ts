import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/**
 * What an element's child is to React: an element that stays, one that comes and goes, text that never changes, text
 * that may, or nothing.
 */
type Kind = 'element' | 'changing element' | 'text' | 'changing text' | 'space' | 'nothing';

const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

function isConstant(node: unknown): boolean {
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return CONSTANT.test(String(node.name));
    case 'MemberExpression':
      return isConstant(node.object) && (node.computed !== true || isConstant(node.property));
    case 'TemplateLiteral':
      return nodesOf(node.expressions).every(isConstant);
    case 'BinaryExpression':
      return isConstant(node.left) && isConstant(node.right);
    case 'CallExpression':
      return (
        nodesOf(node.arguments).length > 0 &&
        nodesOf(node.arguments).every(isConstant) &&
        (!isNode(node.callee) || node.callee.type !== 'MemberExpression' || isConstant(node.callee.object))
      );
    default:
      return false;
  }
}

/** What a function returns: its body, or the arguments of its `return` statements. */
function resultsOf(callback: Node): Node[] {
  if (!isNode(callback.body)) return [];
  if (callback.body.type !== 'BlockStatement') return [callback.body];
  const found: Node[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value) || /Function/.test(value.type)) return;
    if (value.type === 'ReturnStatement') return void (isNode(value.argument) && found.push(value.argument));
    Object.values(value).forEach(look);
  };
  look(callback.body);
  return found;
}

function kindOf(node: Node, elements: ReadonlySet<string>): Kind {
  switch (node.type) {
    case 'JSXElement':
      return 'element';
    case 'JSXFragment':
      return 'changing element';
    case 'JSXText':
      if (String(node.value).trim() !== '') return 'text';
      return String(node.value).includes('\n') ? 'nothing' : 'space';
    case 'JSXExpressionContainer':
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return isNode(node.expression) ? kindOf(node.expression, elements) : 'nothing';
    case 'JSXEmptyExpression':
      return 'nothing';
    case 'Literal':
      if (node.value === null || typeof node.value === 'boolean') return 'nothing';
      return typeof node.value === 'string' && node.value.trim() === '' ? 'space' : 'text';
    case 'Identifier':
      if (node.name === 'undefined') return 'nothing';
      if (CONSTANT.test(String(node.name))) return 'text';
      return elements.has(String(node.name)) ? 'changing element' : 'changing text';
    case 'LogicalExpression':
      return isNode(node.right) && isElement(kindOf(node.right, elements)) ? 'changing element' : 'changing text';
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].every(
        (one) => isNode(one) && (isElement(kindOf(one, elements)) || kindOf(one, elements) === 'nothing'),
      )
        ? 'changing element'
        : 'changing text';
    case 'CallExpression': {
      // `render(x)` and `list.map(render)`, with a function of this file, or one that is written there.
      const called = [node.callee, ...nodesOf(node.arguments)].filter(isNode);
      if (called.some((one) => one.type === 'Identifier' && elements.has(String(one.name)))) return 'changing element';
      const [callback] = nodesOf(node.arguments);
      if (callback && isRenderer(callback, elements)) return 'changing element';
      return isConstant(node) ? 'text' : 'changing text';
    }
    case 'MemberExpression':
      if (isNode(node.property) && elements.has(String(node.property.name))) return 'changing element';
      return isConstant(node) ? 'text' : 'changing text';
    default:
      return isConstant(node) ? 'text' : 'changing text';
  }
}

const isRenderer = (node: Node, elements: ReadonlySet<string>): boolean => {
  const results = /Function/.test(node.type) ? resultsOf(node) : [];
  return (
    results.some((one) => isElement(kindOf(one, elements))) &&
    results.every((one) => ['element', 'changing element', 'nothing'].includes(kindOf(one, elements)))
  );
};
const isElement = (kind: Kind) => kind === 'element' || kind === 'changing element';

/** The names in a file that stand for elements or for functions that return them: made from JSX, or typed as such. */
function elementNames(file: SourceFile, program: unknown): Set<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && value.type === 'VariableDeclarator' && isNode(value.init) && isNode(value.id)) {
      const isRendered = isElement(kindOf(value.init, names)) || isRenderer(value.init, names);
      if (value.id.type === 'Identifier' && isRendered) names.add(String(value.id.name));
    }
    Object.values(value).forEach(look);
  };
  look(program);
  for (const [, name] of file.text.matchAll(/\b(\w+)\??: (?:\([^()]*\) => )?React(?:Node|Element)\b/g))
    if (name) names.add(name);
  return names.add('children').add('dialog');
}

/**
 * Finds texts that break when the browser translates a page: it replaces text nodes with elements. React keeps
 * the old nodes, so removing one or inserting before it throws, and updates to one stay invisible. A
 * text is safe as the only child of its element.
 */
export function findSharedTexts(file: SourceFile): string[] {
  const { program } = parseSync(file.path, file.text);
  const elements = elementNames(file, program);
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && (value.type === 'JSXElement' || value.type === 'JSXFragment')) {
      const kinds = nodesOf(value.children)
        .map((child) => kindOf(child, elements))
        .filter((kind) => kind !== 'nothing');
      const isChanging = kinds.length > 1 && kinds.includes('changing text');
      const isBehind = kinds.some((kind, at) => kind === 'text' && kinds[at - 1] === 'changing element');
      const isBare = value.type === 'JSXFragment' && kinds.some((kind) => kind.includes('text'));
      if (isChanging || isBehind || isBare)
        found.push(`${file.path}:${file.text.slice(0, value.start).split('\n').length}: ${kinds.join(', ')}`);
    }
    if (isNode(value) && value.type === 'JSXElement' && nodesOf(value.children).length > 0) {
      const swapped = nodesOf(value.children)
        .flatMap((child) => (isNode(child.expression) ? [child.expression] : []))
        .flatMap(({ consequent, alternate, right }) => [consequent, alternate, right].filter(isNode))
        .some((branch) => branch.type === 'Identifier' && branch.name === 'children');
      // A keyed element goes as a whole, with all that it was given.
      const isKeyed = /^<\w+[^>]*\skey=/.test(file.text.slice(value.start, value.end));
      if (swapped && !isKeyed)
        found.push(`${file.path}:${file.text.slice(0, value.start).split('\n').length}: children that come and go`);
    }
    for (const child of Object.values(value)) look(child);
  };
  look(program);
  return found;
}
