import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

type Template = { type: 'TemplateLiteral'; quasis: { value: { cooked: string } }[] };
const isTemplate = (value: object): value is Template => 'type' in value && value.type === 'TemplateLiteral';

function collectTexts(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null) {
    if (isTemplate(value)) found.add(value.quasis.map((quasi) => quasi.value.cooked).join('{}'));
    for (const child of Object.values(value)) collectTexts(child, found);
  }
}

/** The files that hold what people read: screens, emails, prompts, fixed texts. */
export const isProductText = (path: string) =>
  /^(?:src|server\/(?:contract|content))\//.test(path) && !path.includes('.test.');

/** The text people can read: string literals, templates (each value a `{}`) and JSX text, without comments and code. */
export function readTexts(files: SourceFile[]): SourceFile[] {
  return files.flatMap((file) => {
    const found = new Set<string>();
    collectTexts(parseSync(file.path, file.text).program, found);
    return [...found].map((text) => ({ path: file.path, text }));
  });
}
