const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address when an answer may link to it, else empty text. An answer is written by a model from words that
 * strangers may have put there, so only absolute web and mail addresses pass.
 */
export function allowedLink(address: string): string {
  try {
    return ALLOWED.has(new URL(address).protocol) ? address : '';
  } catch {
    return '';
  }
}
