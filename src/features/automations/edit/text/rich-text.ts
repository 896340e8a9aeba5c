import { piecesOf } from '#contract/automations/values.ts';

// A text with values as the editor's box holds it: text nodes, and chips that can't be edited. Offsets count in the text as it is saved,
// where a value is `{{step.field}}`.

/** The parts of a node that are read here, so that tests need no browser. */
export type BoxNode = {
  nodeName: string;
  nodeValue: string | null;
  childNodes: Iterable<BoxNode>;
  dataset?: DOMStringMap;
};

export const tokenOf = (reference: string): string => `{{${reference}}}`;

/** A node as text. A last line break only makes an empty last line visible. */
function textOf(node: BoxNode, isLast: boolean): string {
  if (node.nodeName === '#text')
    return (node.nodeValue ?? '').replaceAll(/\u00a0|\r/g, (sign) => (sign === '\r' ? '' : ' '));
  const reference = node.dataset?.reference;
  if (reference !== undefined) return tokenOf(reference);
  if (node.nodeName === 'BR') return isLast ? '' : '\n';
  const children = [...node.childNodes];
  return children.map((child, index) => textOf(child, isLast && index === children.length - 1)).join('');
}

/** What stands in a box, as it is saved. */
export function readText(box: BoxNode): string {
  const children = [...box.childNodes];
  return children.map((child, index) => textOf(child, index === children.length - 1)).join('');
}

/** The offset of a point in a box: before the child or the character with this number, as ranges have it. */
export function offsetAt(box: BoxNode, container: BoxNode, at: number): number {
  let offset = 0;
  const walk = (node: BoxNode): boolean => {
    if (node === container) {
      if (node.nodeName === '#text') offset += Math.min(at, node.nodeValue?.length ?? 0);
      else for (const child of [...node.childNodes].slice(0, at)) offset += textOf(child, false).length;
      return true;
    }
    if (node.nodeName === '#text' || node.nodeName === 'BR') {
      offset += textOf(node, false).length;
      return false;
    }
    if (node.dataset?.reference !== undefined) {
      const isInside = [...node.childNodes].some(
        (child) => child === container || [...child.childNodes].includes(container),
      );
      offset += textOf(node, false).length;
      return isInside;
    }
    return [...node.childNodes].some(walk);
  };
  walk(box);
  return offset;
}

/** The text without its end, where there is no room for it. A value is left out as a whole. */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  let clipped = '';
  for (const piece of piecesOf(text)) {
    const next = piece.kind === 'text' ? piece.text.slice(0, max - clipped.length) : tokenOf(piece.reference);
    if (clipped.length + next.length > max) break;
    clipped += next;
  }
  return clipped;
}

/** The text with something in place of what is between two offsets. */
export const spliceText = (text: string, start: number, end: number, inserted: string): string =>
  text.slice(0, start) + inserted + text.slice(end);

/** Where the value begins that ends at an offset, or ends that begins there; null if none does. */
export function valueBeside(text: string, offset: number, side: 'before' | 'after'): number | null {
  let at = 0;
  for (const piece of piecesOf(text)) {
    const length = piece.kind === 'text' ? piece.text.length : tokenOf(piece.reference).length;
    if (piece.kind === 'value' && side === 'before' && at + length === offset) return at;
    if (piece.kind === 'value' && side === 'after' && at === offset) return at + length;
    at += length;
  }
  return null;
}

/** What was pasted, as it may stand in a field: plain text, on one line where there is only one. */
export const pastedText = (text: string, isOneLine: boolean): string =>
  isOneLine ? text.replaceAll(/(?<!\s)\s*[\r\n]\s*/g, ' ') : text.replaceAll(/\r\n?/g, '\n');

/** A value inserted between words gets the spaces that words have. */
export function withSpaces(text: string, start: number, end: number, token: string): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = before === '' || /[\s(“"'/]$/.test(before) ? '' : ' ';
  const tail = after === '' || /^[\s).,;:!?”"'/]/.test(after) ? '' : ' ';
  return lead + token + tail;
}
