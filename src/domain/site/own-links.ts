import type { Site } from './site.ts';

/** A piece of a text; `href` if it is a link. */
type TextPart = { text: string; href?: string };

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * The path of an address of this site; null if it leads to another host, or its path alone would be a protocol-relative
 * URL.
 */
function ownPath(address: string, publicUrl: string): string | null {
  try {
    const url = new URL(address);
    if (url.origin !== new URL(publicUrl).origin || url.username !== '' || url.password !== '') return null;
    return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

function linkOf(address: string, { supportEmail, publicUrl }: Pick<Site, 'supportEmail' | 'publicUrl'>): TextPart {
  if (address === supportEmail) return { text: address, href: `mailto:${address}` };
  const path = ownPath(address, publicUrl);
  return path === null ? { text: address } : { text: address.replace(/^https?:\/\//, ''), href: path };
}

/**
 * Finds our own address and pages in a text that a model wrote. Each address is read whole and as a browser reads it,
 * so that no other host can be hidden in it (VISITOR-10); everything else stays text.
 */
export function splitOwnLinks(text: string, site: Pick<Site, 'supportEmail' | 'publicUrl'>): TextPart[] {
  const { supportEmail, publicUrl } = site;
  const ours = new RegExp(String.raw`((?:${escaped(supportEmail)}|${escaped(publicUrl)})[^\s()<>"“”]*)`);
  return text.split(ours).flatMap((part, index): TextPart[] => {
    if (index % 2 === 0) return part === '' ? [] : [{ text: part }];
    // The end of the sentence isn't part of the address.
    let length = part.length;
    while (length > 0 && '.,;:!?]'.includes(part.charAt(length - 1))) length -= 1;
    const link = linkOf(part.slice(0, length), site);
    return length === part.length ? [link] : [link, { text: part.slice(length) }];
  });
}
