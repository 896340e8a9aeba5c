import { templateFileSchema, type TemplateFile } from '#contract/templates/template-inputs.ts';
import { AppError } from '#server/lib/app-error.ts';
import { lineOfPath } from '#server/lib/text/json-lines.ts';
import { isStorableInput } from '#server/lib/text/storable-input.ts';

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

/** The templates in an exported file. Says in which line something is wrong. */
export function readTemplateFile(text: string): TemplateFile['templates'] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse(brokenLine(text, error), 'This isn’t a file of templates. Please choose one that Tenfold exported.');
  }
  if (!isStorableInput(content))
    throw refuse(lineOfPath(text, pathOfUnstorable(content)), 'This has characters that can’t be saved.');
  const parsed = templateFileSchema.safeParse(content);
  if (parsed.success) return parsed.data.templates;
  const [issue] = parsed.error.issues;
  throw refuse(lineOfPath(text, issue?.path ?? []), issue?.message ?? 'Please check this.');
}
