const KEPT = new Set(['href', 'start', 'colspan', 'rowspan', 'dir']);

/** What a document, a spreadsheet or a mail program gets of a message: its elements, without what only this page needs. */
export function cleanHtml(bubble: Element): string {
  const copy = bubble.cloneNode(true) as Element; // reason: a clone is of its original's type
  for (const part of copy.querySelectorAll('.sr, cite, button, .code-head, svg')) part.remove();
  for (const part of copy.querySelectorAll('*'))
    for (const { name } of Array.from(part.attributes)) if (!KEPT.has(name)) part.removeAttribute(name);
  return copy.innerHTML;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Plain text as HTML, with its line breaks. */
export function textAsHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (sign) => ENTITIES.get(sign) ?? '');
  return `<p>${escaped.replace(/\n/g, '<br>')}</p>`;
}

/** Puts a message on the clipboard twice: formatted, and as plain text for programs that take nothing else. */
export async function copyFormatted(html: string, text: string): Promise<void> {
  // Older browsers, and pages without https, copy plain text only.
  if (typeof ClipboardItem !== 'function' || typeof navigator.clipboard.write !== 'function')
    return navigator.clipboard.writeText(text);
  const as = (type: string, content: string) => new Blob([content], { type });
  const item = new ClipboardItem({ 'text/html': as('text/html', html), 'text/plain': as('text/plain', text) });
  await navigator.clipboard.write([item]);
}
