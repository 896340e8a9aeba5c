/** Characters that can't be stored, or that nobody sees: controls, soft hyphens, joiners of nothing, byte order marks, and the tags block, in which text for machines can be hidden. */
// oxlint-disable-next-line no-control-regex -- reason: control characters are what it removes
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/** Leaves out what can't be stored and what nobody can see. */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll(INVISIBLE, '');
}
