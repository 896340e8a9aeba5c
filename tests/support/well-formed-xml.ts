/** Whether every element is closed in order, within one root, and no text contains a bare `<` or `&`. */
export function wellFormedXml(xml: string): boolean {
  const body = xml
    .replace(/^<\?xml [^?]*\?>\s*/, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '');
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  const isText = (text: string) => !/<|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text);
  for (const tag of body.matchAll(
    /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g,
  )) {
    const [whole, closes, name = '', attributes = '', isEmpty] = tag;
    const between = body.slice(end, tag.index);
    end = tag.index + whole.length;
    if (!isText(between) || !isText(attributes) || (open.length === 0 && between.trim() !== '')) return false;
    if (closes) {
      if (open.pop() !== name) return false;
      continue;
    }
    if (open.length === 0) roots += 1;
    if (!isEmpty) open.push(name);
  }
  return open.length === 0 && roots === 1 && body.slice(end).trim() === '';
}
