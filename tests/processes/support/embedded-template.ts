import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { startServer } from './server-process.ts';

/** The key of every process: a database refuses another one than the first. */
export const SECRET = 'the same long secret for every process';

/** A data directory as the first start leaves it. Creating one takes seconds of computing, so every test gets a copy. */
export async function createEmbeddedTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-template-'));
  const nobody = 'http://127.0.0.1:9';
  const server = await startServer(await freePort(), {
    DATA_DIR: folder,
    APP_SECRET: SECRET,
    AI_BASE_URL: nobody,
    AI_MODEL: 'none',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SANDBOX_PORT: '0',
  });
  server.signal('SIGTERM');
  await server.exited;
  return folder;
}

export const copyTemplate = (template: string, dataDir: string): void => cpSync(template, dataDir, { recursive: true });
