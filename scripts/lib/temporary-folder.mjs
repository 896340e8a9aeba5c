import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` with a new folder that is removed afterwards. */
export async function withTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
