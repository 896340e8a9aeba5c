import { randomId } from './random-id.ts';

/** An id that is always the same for a text, so that what is added twice is there once. Random where the browser can't hash: without https. */
export async function idOfText(text: string): Promise<string> {
  if (!globalThis.crypto.subtle) return randomId();
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 16);
  // A UUID of version 8, whose bits are our own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
