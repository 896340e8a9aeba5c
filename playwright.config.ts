import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from './scripts/lib/chromium-arguments.mjs';
import { UNSET_SETTINGS } from './scripts/lib/unset-settings.mjs';

const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'tenfold-e2e-'));

/** A product of its own for the journeys, with its sandbox on the next port. */
const product = (port: number, folder: string, environment: Record<string, string> = {}) => ({
  command: `"${process.execPath}" server/main.ts`,
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
    SANDBOX_PORT: String(port + 1),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: join(dataDir, folder),
    LOG_LEVEL: 'warn',
    // Tests say where they come from.
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  },
});

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['list'], ['junit', { outputFile: 'test-results/e2e.xml' }]] : [['list']],
  use: {
    baseURL: 'http://localhost:4310',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_ARGUMENTS,
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'mobile', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
  ],
  webServer: [
    product(4310, 'usual'),
    // Its time is moved by tests/e2e/time.spec.ts, which would sign everybody out elsewhere.
    product(4320, 'moving', { CLOCK_URL: 'http://127.0.0.1:4321/clock' }),
  ],
});
