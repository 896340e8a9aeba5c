/** How much of a page is searched for the declaration of its encoding, in bytes. */
const DECLARED_WITHIN = 4_096;
const LEGACY_ENCODING = 'windows-1252';

function decoderFor(label: string | null) {
  try {
    return label === null ? null : new TextDecoder(label);
  } catch {
    return null; // an encoding that doesn't exist
  }
}

function encodingFromBom(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function encodingFromMeta(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const tags = start.match(/<meta\s[^<>]*/gi) ?? [];
  const [declared = null] = tags.flatMap(
    (tag) => /charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w.:-]{1,40})/i.exec(tag)?.[1] ?? [],
  );
  // A page whose declaration could be read as single bytes isn't written in pairs of them.
  return declared !== null && /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

/**
 * Decodes a page the way browsers do: a byte order mark counts most, then the header, then the page's own declaration. Without any of
 * them it is UTF-8, or the encoding of old Western pages if it can't be that.
 */
export function decodePage(bytes: Uint8Array, charset: string | null, isHtml: boolean): string {
  const named = encodingFromBom(bytes) ?? charset ?? (isHtml ? encodingFromMeta(bytes) : null);
  const decoder = decoderFor(named);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(LEGACY_ENCODING).decode(bytes);
  }
}
