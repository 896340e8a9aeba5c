type HtmlNode = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: HtmlNode[] };

/**
 * HTML plugin: each block reads in the direction of its own text, so that Arabic or Hebrew is right to left next to English. What is inside
 * a block follows the block: a list can't find its direction if its items set their own.
 */
export function autoDirection() {
  return (tree: HtmlNode): void => {
    for (const block of tree.children ?? [])
      if (block.type === 'element' && block.tagName !== 'pre') block.properties = { ...block.properties, dir: 'auto' };
  };
}
