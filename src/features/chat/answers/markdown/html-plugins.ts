type HtmlNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
};

/**
 * HTML plugin: each top-level block gets its own text direction, so that Arabic or Hebrew can be right to left next
 * to English. Nested blocks inherit it: a list can't detect its direction if its items set their own.
 */
export function autoDirection() {
  return (tree: HtmlNode): void => {
    for (const block of tree.children ?? [])
      if (block.type === 'element' && block.tagName !== 'pre') block.properties = { ...block.properties, dir: 'auto' };
  };
}

const inItsOwn = (child: HtmlNode): HtmlNode =>
  child.type === 'text' && child.value?.trim() !== ''
    ? { type: 'element', tagName: 'span', properties: {}, children: [child] }
    : child;

/**
 * HTML plugin for pages that the browser translates: it replaces text nodes, which React then can't update. Text
 * next to elements gets an element of its own. Code isn't translated.
 */
export function translatable() {
  const change = (node: HtmlNode): void => {
    if (node.tagName === 'code') node.properties = { ...node.properties, translate: 'no' };
    node.children?.forEach(change);
    if (node.children && node.children.length > 1) node.children = node.children.map(inItsOwn);
  };
  return change;
}
