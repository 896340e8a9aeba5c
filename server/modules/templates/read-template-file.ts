import { ERROR_CODES } from '#contract/errors.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { OWN_TEMPLATES_MAX, templateFileSchema, type TemplateFile } from '#contract/templates/template-inputs.ts';
import { AppError } from '#server/lib/app-error.ts';
import { lineOfPath } from '#server/lib/text/json-lines.ts';
import { isStorableInput, nestsAtMost } from '#server/lib/text/storable-input.ts';

const refuse = (line: number, message: string) => new AppError('INVALID_INPUT', `Line ${line}: ${message}`);

/** Where JSON.parse gave up, as a line of the text; the last one if it doesn't say. */
function brokenLine(text: string, error: unknown): number {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}

/** Deeper, a path isn't followed: nothing in a file of templates is. */
const DEPTH_MAX = 32;

/** The path of the first text that can't be stored. JSON can name characters that the file itself doesn't have, such as U+0000. */
function pathOfUnstorable(content: unknown): string[] {
  const path: string[] = [];
  let value = content;
  while (typeof value === 'object' && value !== null && path.length < DEPTH_MAX) {
    const found = Object.entries(value).find((entry) => !isStorableInput(entry));
    if (!found) break;
    path.push(found[0]);
    [, value] = found;
  }
  return path;
}

const NOT_OURS = 'This isn’t a file of templates. Please choose one that Tenfold exported.';

/**
 * What keeps a file from being one of ours, as a sentence; null if it is one. What is wrong in its templates has a line
 * instead.
 */
function findFault(content: unknown): string | null {
  const isFile = typeof content === 'object' && content !== null && !Array.isArray(content);
  const { tenfold, version, templates }: Record<string, unknown> = isFile ? { ...content } : {};
  if (tenfold !== 'templates') return NOT_OURS;
  if (typeof version === 'number' && version > 1)
    return 'This file is from a newer version of Tenfold, which this one can’t read.';
  if (!Array.isArray(templates)) return NOT_OURS;
  if (templates.length === 0) return 'There are no templates in this file.';
  if (templates.length > OWN_TEMPLATES_MAX)
    return `This file has ${templates.length.toLocaleString('en-US')} templates. An account can have ${OWN_TEMPLATES_MAX}.`;
  return nestsAtMost(content, DEPTH_MAX) ? null : 'This file nests too deeply to be one of templates.';
}

/** A sentence for what a field of a template lacks, by its name in the file if the schema has none of its own. */
function sentenceFor({ message, path }: { message: string; path: readonly PropertyKey[] }): string {
  const field = path.findLast((part) => typeof part === 'string');
  const isOwn = /^(?:Please|The|Two|A|At most)\b/.test(message) && message !== ERROR_CODES.INVALID_INPUT.text;
  return isOwn || field === undefined
    ? message
    : `${quotedName(field)} is missing, or isn’t what a template has there.`;
}

/** The templates in an exported file. Says what is wrong, and in which line if it's in a template. */
export function readTemplateFile(text: string): TemplateFile['templates'] {
  let content: unknown;
  // Some editors put a byte order mark at the beginning.
  const json = text.replace(/^\uFEFF/, '');
  try {
    content = JSON.parse(json);
  } catch (error) {
    throw refuse(brokenLine(json, error), NOT_OURS);
  }
  const fault = findFault(content);
  if (fault !== null) throw new AppError('INVALID_INPUT', fault);
  if (!isStorableInput(content))
    throw refuse(lineOfPath(json, pathOfUnstorable(content)), 'This has characters that can’t be saved.');
  const parsed = templateFileSchema.safeParse(content);
  if (parsed.success) return parsed.data.templates;
  const [issue] = parsed.error.issues;
  throw refuse(lineOfPath(json, issue?.path ?? []), issue ? sentenceFor(issue) : 'Please check this.');
}
