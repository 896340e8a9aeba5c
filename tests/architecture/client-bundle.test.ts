import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { assistantPrompt } from '#server/prompts/assistant-prompt.ts';
import { projectRoot } from './source-files.ts';

type Chunk = { file: string; modules: string[] };

const SERVER_PACKAGES = [
  'postgres',
  '@electric-sql/pglite',
  'kysely',
  'nodemailer',
  'smtp-server',
  'lucia',
  'hono',
  'pino',
  'ai',
  'arctic',
];
const FORBIDDEN_WORDS = [
  'APP_SECRET',
  'AI_API_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'nodemailer',
  'kysely',
  'pglite',
  'postgres://',
];

/** The words after the introduction, up to where a teammate's name may appear. */
function openingOf(prompt: string): string {
  return /\. (You [^.:]{20,40})/.exec(prompt)?.[1] ?? '';
}

const client = join(projectRoot, 'dist/client');
const list = join(projectRoot, 'dist/client-modules.json');

function serverModulesIn(chunks: Chunk[]): string[] {
  const isServer = (module: string) =>
    (/^(?:server|sandbox|db|migrations|tests)\//.test(module) && !module.startsWith('server/contract/')) ||
    SERVER_PACKAGES.some((name) => module.includes(`node_modules/${name}/`));
  return chunks.flatMap((chunk) => chunk.modules.filter(isServer).map((module) => `${chunk.file}: ${module}`));
}

function secretsIn(scripts: { name: string; text: string }[], words: string[]): string[] {
  return scripts.flatMap(({ name, text }) =>
    words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
  );
}

describe('what the browser is sent', () => {
  it('is built', () => {
    expect(existsSync(list), 'run `npm run build` first; `npm test` does').toBe(true);
  });

  it('holds no module of the server', () => {
    const chunks = JSON.parse(readFileSync(list, 'utf8')) as Chunk[]; // reason: written by our own build
    expect(chunks.flatMap((chunk) => chunk.modules).length).toBeGreaterThan(100);
    expect(serverModulesIn(chunks)).toEqual([]);
  });

  it('holds no name of a secret, no driver and no prompt', () => {
    const names = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const scripts = names.map((name) => ({ name, text: readFileSync(join(client, name), 'utf8') }));
    expect(scripts.length).toBeGreaterThan(5);
    const openings = ASSISTANT_IDS.map((id) => openingOf(assistantPrompt(id)));
    expect(openings.every((opening) => opening.length >= 20)).toBe(true);
    expect(secretsIn(scripts, [...FORBIDDEN_WORDS, ...openings])).toEqual([]);
  });

  it('would be caught with a planted module or word', () => {
    expect(
      serverModulesIn([{ file: 'a.js', modules: ['server/lib/log.ts', 'node_modules/postgres/src/index.js'] }]),
    ).toHaveLength(2);
    expect(serverModulesIn([{ file: 'a.js', modules: ['server/contract/texts.ts'] }])).toEqual([]);
    expect(secretsIn([{ name: 'a.js', text: 'const a = env.APP_SECRET' }], FORBIDDEN_WORDS)).toHaveLength(1);
  });
});
