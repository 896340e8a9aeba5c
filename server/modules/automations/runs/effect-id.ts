import { createHash } from 'node:crypto';

/** A UUID that is the same for the same step of the same run and item (version 8 of RFC 9562: made of a hash). */
export function effectIdOf(runId: string, key: string): string {
  const hex = createHash('sha256').update(`automation step ${runId} ${key}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
