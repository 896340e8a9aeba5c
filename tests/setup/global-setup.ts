import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInMemory } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { installJobs } from '#server/jobs/boss.ts';
import { createLog } from '#server/lib/log.ts';
import { saveStatements } from '#tests/support/statements/save-statements.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface can be merged into vitest's
  interface ProvidedContext {
    databaseTemplate: string;
  }
}

/** Whether no test failed and no process broke. */
const hasPassed = ({ vitest: { state } }: TestProject) =>
  state.getCountOfFailedTests() === 0 &&
  state.getFailedFilepaths().length === 0 &&
  state.getUnhandledErrors().length === 0;

/** Builds the migrated database once; every worker loads the copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'tenfold-test-'));
  const database = await openInMemory();
  if (!database.dump) throw new Error('the embedded database can be dumped');
  await migrateToLatest(database.db);
  await installJobs(database.jobStore, createLog('silent'));
  const path = join(directory, 'template.tar');
  writeFileSync(path, Buffer.from(await (await database.dump()).arrayBuffer()));
  await database.close();
  project.provide('databaseTemplate', path);
  return async () => {
    const folder = process.env['STATEMENTS_FOLDER'];
    if (folder) {
      const { count, broken } = await saveStatements(folder, {
        template: new Blob([readFileSync(path)]),
        isComplete: process.env['STATEMENTS_ALL'] === '1' && hasPassed(project),
      });
      process.stdout.write(`${[`${count} statements in db/statements`, ...broken].join('\n')}\n`);
      if (broken.length > 0) process.exitCode = 1;
    }
    rmSync(directory, { recursive: true, force: true });
  };
}
