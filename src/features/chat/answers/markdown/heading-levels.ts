type MarkdownNode = { type: string; depth?: number; children?: MarkdownNode[] };

/**
 * Markdown plugin: the highest heading of an answer becomes an h3, and no level is skipped. The page's h1 and h2 belong to the
 * screen, and people who navigate by headings need a gapless hierarchy.
 */
export function levelHeadings() {
  return (tree: MarkdownNode): void => {
    const headings = (tree.children ?? []).filter((node) => node.type === 'heading');
    const top = Math.min(...headings.map((node) => node.depth ?? 1));
    let last = 2;
    for (const node of headings) {
      last = Math.min(6, last + 1, (node.depth ?? 1) - top + 3);
      node.depth = last;
    }
  };
}
