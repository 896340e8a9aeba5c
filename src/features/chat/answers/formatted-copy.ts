const KEPT = new Set(['href', 'start', 'colspan', 'rowspan', 'dir']);

/** A message without the markup that only this page needs. */
function cleaned(bubble: Element): Element {
  const copy = bubble.cloneNode(true) as Element; // reason: a clone is of its original's type
  for (const part of copy.querySelectorAll('.sr, cite, button, .code-head, svg')) part.remove();
  for (const part of copy.querySelectorAll('*'))
    for (const { name } of Array.from(part.attributes)) if (!KEPT.has(name)) part.removeAttribute(name);
  // The `span`s that wrap mixed-in text, and the `font`s of a browser translation.
  for (const part of copy.querySelectorAll('span, font')) part.replaceWith(...part.childNodes);
  return copy;
}

/** A message as HTML, for pasting into documents, spreadsheets and email programs. */
export const cleanHtml = (bubble: Element): string => cleaned(bubble).innerHTML;

const BLOCK = /^(?:P|H[1-6]|BLOCKQUOTE|PRE|UL|OL|TABLE|DIV|SECTION)$/;

function lineText(node: Node): string {
  if (node.nodeName === '#text') return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (node.nodeName === 'BR') return '\n';
  const words = [...node.childNodes].map(lineText).join('');
  const href = node.nodeName === 'A' ? (node as Element).getAttribute('href') : null; // reason: its name says so
  // The parentheses after a link's text only repeat part of its address.
  const linked = words.replace(/ \([^()]*\)$/, '');
  return href === null || href.replace(/^mailto:/, '').includes(words) ? words : `${linked} (${href})`;
}

function blockText(block: Element): string {
  if (block.nodeName === 'PRE') return (block.textContent ?? '').trimEnd();
  if (block.nodeName === 'TABLE') {
    const cells = (row: Element) => [...row.children].map((cell) => lineText(cell).trim()).join('\t');
    return [...block.querySelectorAll('tr')].map(cells).join('\n');
  }
  if (block.nodeName === 'UL' || block.nodeName === 'OL') {
    const first = Number(block.getAttribute('start') ?? 1);
    const mark = (at: number) => (block.nodeName === 'OL' ? `${first + at}.` : '•');
    return [...block.children]
      .map((item, at) => `${mark(at)} ${blocksIn(item).join('\n').replaceAll('\n', '\n  ')}`)
      .join('\n');
  }
  return blocksIn(block).join('\n\n');
}

/** The texts of the blocks in an element, and of what stands between them. */
function blocksIn(element: Element): string[] {
  const texts: string[] = [];
  let line = '';
  const endLine = () => {
    if (line.trim() !== '') texts.push(line.trim());
    line = '';
  };
  for (const node of element.childNodes) {
    if (!BLOCK.test(node.nodeName)) line += lineText(node);
    else {
      endLine();
      texts.push(blockText(node as Element)); // reason: its name says so
    }
  }
  endLine();
  return texts;
}

/** A message as plain text, without Markdown syntax, for programs that accept only text. */
export function plainText(bubble: Element): string {
  const message = cleaned(bubble);
  // Without the line, a struck-through price would look like a current one.
  for (const struck of message.querySelectorAll('del')) struck.remove();
  // Joins the text nodes around it, so that their spaces collapse.
  message.normalize();
  return blocksIn(message).join('\n\n');
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
