const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/**
 * The URL if an answer may link to it, or empty text. A model writes the answer from text that strangers may have put there, so
 * only absolute web and mail URLs pass.
 */
export function allowedLink(address: string): string {
  try {
    return ALLOWED.has(new URL(address).protocol) ? address : '';
  } catch {
    return '';
  }
}
