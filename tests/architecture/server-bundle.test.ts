import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './source-files.ts';

const folder = join(projectRoot, 'dist', 'app');

test('every part of the bundled server loads, also those that only a rare request needs', async () => {
  // The entry starts the server, so it is the one file that is not opened here.
  const parts = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'main.js');
  expect(parts.length).toBeGreaterThan(5);
  for (const name of parts) await expect(import(join(folder, name)), name).resolves.toBeDefined();
});
