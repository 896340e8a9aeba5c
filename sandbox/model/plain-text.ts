import { trimEnd } from '#server/lib/text/trim.ts';

/** A person's text on one line, without anything that Markdown or HTML would treat as markup. */
export function plain(text: string, max: number): string {
  const line = text
    .replace(/\[sandbox:[^[\]]*\]/gi, ' ')
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[*_`~#<>|[\]\\{}]+/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max);
  const space = cut.lastIndexOf(' ');
  return `${trimEnd(space > max / 2 ? cut.slice(0, space) : cut, /[\s.,;:]/)}…`;
}
