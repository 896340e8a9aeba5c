import { parseHTML } from 'linkedom';

/** What we use of the parsed tree. Nothing in it runs or loads anything. */
export type HtmlNode = { nodeType: number };
type HtmlText = HtmlNode & { data: string };
/** An element, or a page's root, which may hold anything: pages without <html> or <body> are common. */
export type HtmlParent = HtmlNode & { childNodes: Iterable<HtmlNode> };
export type HtmlElement = HtmlParent & {
  localName: string;
  parentNode: HtmlElement | null;
  textContent: string;
  getAttribute: (name: string) => string | null;
  hasAttribute: (name: string) => boolean;
};

const ELEMENT = 1;
const TEXT = 3;

export const isElement = (node: HtmlNode): node is HtmlElement => node.nodeType === ELEMENT;
export const isText = (node: HtmlNode): node is HtmlText => node.nodeType === TEXT;

export function parseDocument(html: string): HtmlParent {
  const window: unknown = parseHTML(html);
  return (window as { document: HtmlParent }).document; // reason: its types are the browser's, which the server doesn't know
}

export const childrenOf = (parent: HtmlParent): HtmlNode[] => [...parent.childNodes];

/** The elements with these names, in the order of the page. It doesn't recurse, because pages may nest without end. */
export function collectElements<Name extends string>(root: HtmlParent, names: Name[]) {
  const found = new Map<string, HtmlElement[]>(names.map((name) => [name, []]));
  const open = childrenOf(root).toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue;
    found.get(node.localName)?.push(node);
    for (const child of childrenOf(node).toReversed()) open.push(child);
  }
  return Object.fromEntries(found) as Record<Name, HtmlElement[]>; // reason: it has an entry for each name
}
