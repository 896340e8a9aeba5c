import { Parser } from 'htmlparser2';
import { PageTooLarge } from './sections.ts';

/** The maximum number of elements and texts. Real pages have a tenth of this; larger ones are made to fill memory. */
const NODES_MAX = 100_000;
/** Browsers stop nesting at half of this. */
const DEPTH_MAX = 1_000;

/** The attributes that we read. An element may have any number of others. */
const ATTRIBUTES = [
  'id',
  'class',
  'name',
  'property',
  'content',
  'http-equiv',
  'href',
  'rel',
  'type',
  'lang',
  'role',
  'style',
  'colspan',
  'rowspan',
  'hidden',
  'inert',
  'aria-hidden',
  'aria-level',
  'aria-modal',
] as const;
type AttributeName = (typeof ATTRIBUTES)[number];
const isKept = (name: string): name is AttributeName => (ATTRIBUTES as readonly string[]).includes(name); // reason: `includes` wants a member

export type HtmlText = { data: string };
export type HtmlNode = HtmlText | HtmlElement;
/** An element, or a page's root, which may hold anything: pages without <html> or <body> are common. */
export type HtmlParent = { childNodes: HtmlNode[] };

/** The parts of an element that we use. It never runs or loads anything. */
export class HtmlElement implements HtmlParent {
  readonly localName: string;
  readonly parentNode: HtmlElement | null;
  readonly childNodes: HtmlNode[] = [];
  readonly #attributes: Partial<Record<AttributeName, string>> = {};

  constructor(localName: string, parentNode: HtmlElement | null) {
    this.localName = localName;
    this.parentNode = parentNode;
  }

  getAttribute(name: AttributeName): string | null {
    return this.#attributes[name] ?? null;
  }

  hasAttribute(name: AttributeName): boolean {
    return this.#attributes[name] !== undefined;
  }

  /** If two attributes have the same name, the first one counts. */
  addAttribute(name: AttributeName, value: string): void {
    this.#attributes[name] ??= value;
  }

  get textContent(): string {
    let text = '';
    const open = this.childNodes.toReversed();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (isText(node)) text += node.data;
      else for (const child of node.childNodes.toReversed()) open.push(child);
    }
    return text;
  }
}

export const isElement = (node: HtmlNode): node is HtmlElement => node instanceof HtmlElement;
export const isText = (node: HtmlNode): node is HtmlText => !isElement(node);

/** Parses a page into a tree. Throws PageTooLarge while still parsing, so that no page fills the memory. */
export function parseDocument(html: string): HtmlParent {
  const root: HtmlParent = { childNodes: [] };
  let open: HtmlElement | null = null;
  let [nodes, depth] = [0, 0];
  const add = (node: HtmlNode) => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new PageTooLarge();
    (open ?? root).childNodes.push(node);
  };
  const parser = new Parser({
    onopentagname: (name) => {
      depth += 1;
      if (depth > DEPTH_MAX) throw new PageTooLarge();
      const element = new HtmlElement(name, open);
      add(element);
      open = element;
    },
    onattribute: (name, value) => {
      if (isKept(name)) open?.addAttribute(name, value);
    },
    // The parser closes every element that it opened, void ones too, in reverse order.
    onclosetag: () => {
      depth -= 1;
      open = open?.parentNode ?? null;
    },
    // A text arrives in several pieces if it contains entities.
    ontext: (data) => {
      const before = (open ?? root).childNodes.at(-1);
      if (before && isText(before)) before.data += data;
      else add({ data });
    },
  });
  parser.end(html);
  return root;
}

/** The elements with these names, in document order. It doesn't recurse, because pages may nest deeply. */
export function collectElements<Name extends string>(root: HtmlParent, names: Name[]) {
  const found = new Map<string, HtmlElement[]>(names.map((name) => [name, []]));
  const open = root.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue;
    found.get(node.localName)?.push(node);
    for (const child of node.childNodes.toReversed()) open.push(child);
  }
  return Object.fromEntries(found) as Record<Name, HtmlElement[]>; // reason: it has an entry for each name
}
