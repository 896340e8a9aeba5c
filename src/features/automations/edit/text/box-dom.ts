import { piecesOf } from '#contract/automations/values.ts';
import { offsetAt, readText, tokenOf } from './rich-text.ts';

/** How a value is shown in a text. */
export type ShownValue = { label: string; sample: string; isMissing: boolean };

function chipFor(reference: string, { label, sample, isMissing }: ShownValue): HTMLElement {
  const chip = document.createElement('span');
  chip.className = isMissing ? 'val bad' : 'val';
  chip.contentEditable = 'false';
  chip.dataset.reference = reference;
  chip.append(label);
  if (!isMissing) {
    const small = document.createElement('small');
    small.textContent = sample;
    chip.append(small);
  }
  return chip;
}

/** Shows a text in a box, its values as chips. */
export function showText(box: HTMLElement, text: string, shownOf: (reference: string) => ShownValue): void {
  const pieces = piecesOf(text);
  const nodes: Node[] = pieces.map((piece) =>
    piece.kind === 'text' ? document.createTextNode(piece.text) : chipFor(piece.reference, shownOf(piece.reference)),
  );
  // Where a text begins or ends with a chip, the cursor needs something to be in.
  if (pieces[0]?.kind === 'value') nodes.unshift(document.createTextNode(''));
  if (pieces.at(-1)?.kind === 'value') nodes.push(document.createTextNode(''));
  if (text.endsWith('\n') || pieces.at(-1)?.kind === 'value') nodes.push(document.createElement('br'));
  box.replaceChildren(...nodes);
}

/** What is selected in a box, as offsets of its text; null if the selection is somewhere else. */
export function selectionIn(box: HTMLElement): { start: number; end: number } | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.startContainer) || !box.contains(range.endContainer)) return null;
  return {
    start: offsetAt(box, range.startContainer, range.startOffset),
    end: offsetAt(box, range.endContainer, range.endOffset),
  };
}

/** Puts the cursor where this offset of the text is. */
export function placeCursor(box: HTMLElement, offset: number): void {
  const selection = document.getSelection();
  if (!selection) return;
  let left = Math.min(offset, readText(box).length);
  const nodes = [...box.childNodes];
  for (const [index, node] of nodes.entries()) {
    const reference = node instanceof HTMLElement ? node.dataset.reference : undefined;
    const length = reference === undefined ? (node.nodeValue?.length ?? 0) : tokenOf(reference).length;
    // Behind a chip, in the text after it if there is one.
    if (node.nodeName === '#text' && left <= length) {
      selection.collapse(node, left);
      return;
    }
    if (reference !== undefined && left < length) {
      selection.collapse(box, index);
      return;
    }
    left -= length;
  }
  selection.collapse(box, box.lastChild?.nodeName === 'BR' ? nodes.length - 1 : nodes.length);
}
