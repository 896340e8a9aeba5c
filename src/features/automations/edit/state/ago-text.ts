import { relativeTime } from '#src/lib/text/format.ts';

/** `just now` or `5h ago`, within a sentence. */
export function agoText(date: Date | string, now: Date): string {
  const text = relativeTime(date, now);
  return text.startsWith('Just') ? text.toLowerCase() : text;
}
