import type { TemplateFile } from './template-inputs.ts';

// No schemas in here: it comes with the list of templates.

/**
 * The longest file of templates, in bytes. Within its request, each quote and line break takes two bytes, and a request has at most
 * 256 KB. A single template always fits.
 */
export const TEMPLATE_FILE_MAX = 128_000;

/** How long a text is in UTF-8: each unit takes one byte to three, and the two of a pair take four together. */
export const bytesIn = (text: string): number =>
  text.length + (text.match(/[^\0-\x7F]/g)?.length ?? 0) + (text.match(/[\u0800-\uD7FF\uE000-\uFFFF]/g)?.length ?? 0);

// In lines, because a problem in a changed file is named by its line.
const print = (file: TemplateFile): string => JSON.stringify(file, null, 2);

/** Templates as the texts of files that can be imported: one, or as many as it takes for each to be short enough. */
export function printTemplateFiles(file: TemplateFile): string[] {
  const empty = bytesIn(print({ ...file, templates: [] }));
  const parts: TemplateFile['templates'][] = [[]];
  let size = empty;
  for (const template of file.templates) {
    const added = bytesIn(print({ ...file, templates: [template] })) - empty + 1;
    const part = parts.at(-1);
    if (part && (part.length === 0 || size + added <= TEMPLATE_FILE_MAX)) part.push(template);
    else {
      parts.push([template]);
      size = empty;
    }
    size += added;
  }
  return parts.map((templates) => print({ ...file, templates }));
}
