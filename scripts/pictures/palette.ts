import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { projectRoot } from '../lib/project.mjs';

const tokens = readFileSync(join(projectRoot, 'src/ui/styles/base/tokens.css'), 'utf8');

function first(pattern: RegExp, what: string): string {
  const value = pattern.exec(tokens)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no ${what}`);
  return value;
}

/** A color of the light theme, by its name in tokens.css. */
export function token(name: string): string {
  // The light theme comes first in the file.
  return first(new RegExp(`--${name}: (#[0-9a-f]{6});`), `--${name}`);
}

/** A color of the dark theme. */
export function darkToken(name: string): string {
  return first(new RegExp(`prefers-color-scheme: dark\\)[^@]*?--${name}: (#[0-9a-f]{6});`), `dark --${name}`);
}

export function tileOf(id: AssistantId): string {
  return first(new RegExp(`data-assistant='${id}'\\] \\{[^}]*--a-tile: (#[0-9a-f]{6});`), `tile of ${id}`);
}
