import { asMark, splitAtCitations, withoutBegunCitation } from '#contract/brain/citations.ts';

type MarkdownNode = {
  type: string;
  value?: string;
  /** Of a reference: its text, such as `f7`. */
  label?: string;
  children?: MarkdownNode[];
  data?: object;
  position?: { end: { offset?: number } };
};
type Source = { value: unknown };

const text = (value: string): MarkdownNode => ({ type: 'text', value });
/** Becomes a `cite` element, which Markdown itself has no way to write. */
const citation = (marks: readonly string[]): MarkdownNode[] =>
  marks.map((mark) => ({ type: 'citation', data: { hName: 'cite', hProperties: { 'data-mark': mark } } }));

/**
 * Markdown plugin: citations become elements, wherever there is text. What an answer that is still being written ends with, and may become
 * a citation, is left out. A citation inside a link follows it: a button can't be part of a link.
 */
export function citations() {
  return (tree: MarkdownNode, source: Source): void => {
    const length = String(source.value).trimEnd().length;
    const isLast = ({ position }: MarkdownNode) => (position?.end.offset ?? 0) >= length;

    const split = (node: MarkdownNode): MarkdownNode[] => {
      const value = isLast(node) ? withoutBegunCitation(node.value ?? '') : (node.value ?? '');
      return splitAtCitations(value).flatMap((part) => (typeof part === 'string' ? text(part) : citation(part)));
    };
    const replace = (node: MarkdownNode): MarkdownNode[] => {
      if (node.type === 'text') return split(node);
      // With a definition for it, `[f7]` is a link.
      const mark = node.type === 'linkReference' ? asMark(node.label ?? '') : null;
      if (mark !== null) return citation([mark]);
      if (node.children) node.children = node.children.flatMap(replace);
      if (node.type !== 'link' && node.type !== 'linkReference') return [node];
      const isCitation = ({ type }: MarkdownNode) => type === 'citation';
      const cited = node.children?.filter(isCitation) ?? [];
      node.children = node.children?.filter((child) => !isCitation(child));
      return [node, ...cited];
    };
    replace(tree);
  };
}
