import { templateFileSchema, type TemplateFile } from '#contract/power-ups/template-inputs.ts';
import { AppError } from '#server/lib/app-error.ts';
import { lineOfPath } from '#server/lib/text/json-lines.ts';

const refuse = (line: number, message: string) => new AppError('INVALID_INPUT', `Line ${line}: ${message}`);

/** Where JSON.parse gave up, as a line of the text; the last one if it doesn't say. */
function brokenLine(text: string, error: unknown): number {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}

/** The templates in an exported file. Says in which line something is wrong. */
export function readTemplateFile(text: string): TemplateFile['templates'] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse(brokenLine(text, error), 'This isn’t a file of templates. Please choose one that Tenfold exported.');
  }
  const parsed = templateFileSchema.safeParse(content);
  if (parsed.success) return parsed.data.templates;
  const [issue] = parsed.error.issues;
  throw refuse(lineOfPath(text, issue?.path ?? []), issue?.message ?? 'Please check this.');
}
