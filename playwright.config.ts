import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from './scripts/lib/chromium-arguments.mjs';
import { UNSET_SETTINGS } from './scripts/lib/unset-settings.mjs';
import { CLOCK_PORT, e2eDatabase, sandboxPort, usualPort, WORKERS } from './tests/e2e/products.ts';
import { typescriptArguments } from './scripts/lib/typescript-arguments.mjs';
import { SERVER_ENTRY } from './scripts/lib/server-entry.mjs';

const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'tenfold-e2e-'));

const run = (file: string, args: string[] = []) => `"${process.execPath}" ${typescriptArguments(file, args).join(' ')}`;

/** With TEST_DATABASE_URL, each instance has a database of its own there. */
const databaseOf = (folder: string): Record<string, string> => {
  if (!process.env.TEST_DATABASE_URL) return {};
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = `/${e2eDatabase(folder)}`;
  return { DATABASE_URL: url.href };
};

/** A separate product instance for the journeys, with its sandbox on the next port. */
const product = (port: number, folder: string, environment: Record<string, string> = {}, prepare: string[] = []) => ({
  command: [
    ...(process.env.TEST_DATABASE_URL ? [run('tests/e2e/new-database.ts')] : []),
    ...prepare,
    `"${process.execPath}" ${SERVER_ENTRY}`,
  ].join(' && '),
  url: `http://localhost:${port}/health/ready`,
  reuseExistingServer: false,
  timeout: 60_000,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  env: {
    ...UNSET_SETTINGS,
    NODE_ENV: 'test',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort(port)),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: join(dataDir, folder),
    ...databaseOf(folder),
    LOG_LEVEL: 'warn',
    // Tests choose their own IP address.
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  },
});

/** The same with a long conversation, which is written before anything runs on the database. */
const productWithHistory = (port: number, folder: string) =>
  product(port, folder, {}, [run('db/scripts/seed.ts', ['--long'])]);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Journeys mostly wait for pages, so three keep two cores busy; each worker has its own product instance.
  workers: WORKERS,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['list'], ['junit', { outputFile: 'test-results/e2e.xml' }]] : [['list']],
  use: {
    screenshot: 'only-on-failure',
    // Recording costs a tenth of the time. CI keeps a screenshot; run a failed journey here to get its trace.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_ARGUMENTS,
    },
  },
  projects: [
    // Without animations, unlike the phone: painting every frame of them takes a twentieth of the time.
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    // Journeys where the layout differs. The others would show the same a second time; `npm run test:full` runs them too.
    {
      name: 'phone',
      grep: process.env.TEST_FULL ? /./ : /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: [
    ...Array.from({ length: WORKERS }, (_, worker) => productWithHistory(usualPort(worker), `worker-${worker}`)),
    product(CLOCK_PORT, 'moving', { CLOCK_URL: `http://127.0.0.1:${sandboxPort(CLOCK_PORT)}/clock` }),
  ],
});
