/** A piece of a text; `href` if it is a link. */
type TextPart = { text: string; href?: string };

/** An address on the web, up to the next space or sign that no address has. */
const ADDRESS = /((?:https?:\/\/|www\.)[^\s<>"“”]+)/i;
/** The end of the sentence isn't part of the address. */
const ENDS = ".,;:!?)]}'’。、";

/** The address without the end of the sentence. A closing parenthesis is part of it if it opens one. */
function addressIn(found: string): string {
  let address = found;
  while (ENDS.includes(address.slice(-1)) && !(address.endsWith(')') && address.includes('(')))
    address = address.slice(0, -1);
  return address;
}

/** Finds the addresses on the web that a person typed or pasted. */
export function linksInText(text: string): TextPart[] {
  return text.split(ADDRESS).flatMap((part, index): TextPart[] => {
    if (index % 2 === 0) return part === '' ? [] : [{ text: part }];
    const address = addressIn(part);
    const href = /^www/i.test(address) ? `https://${address}` : address;
    if (!URL.canParse(href) || !new URL(href).hostname.includes('.')) return [{ text: part }];
    const link = { text: address, href };
    return address === part ? [link] : [link, { text: part.slice(address.length) }];
  });
}

/** The text, with its addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return linksInText(text).map((part, index) =>
    part.href === undefined ? (
      <span key={index}>{part.text}</span>
    ) : (
      <a key={index} className="link" href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  );
}
