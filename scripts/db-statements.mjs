import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInForeground } from './lib/child.mjs';
import { buildIfStale } from './lib/build.mjs';
import { runMain } from './lib/messages.mjs';
import { ensureReady } from './ready.mjs';

/**
 * Writes db/statements: runs the tests that reach the database and notes every statement of db/queries. With arguments,
 * only the test files whose path contains them; then statements are only added, as they are on PostgreSQL, or if a test
 * fails.
 */
await runMain(async () => {
  const node = await ensureReady();
  await buildIfStale(node);
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-statements-'));
  const files = process.argv.slice(2);
  const areAll = files.length === 0 && !process.env.TEST_DATABASE_URL;
  const env = { STATEMENTS_FOLDER: folder, STATEMENTS_ALL: areAll ? '1' : '' };
  try {
    return await runInForeground(node, ['node_modules/vitest/vitest.mjs', 'run', ...files], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
