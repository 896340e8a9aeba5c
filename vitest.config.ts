import { defineConfig } from 'vitest/config';

const junitFile = `test-results/vitest-${process.env.VITEST_JUNIT ?? 'pglite'}.xml`;

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'server/**/*.test.ts',
      'sandbox/**/*.test.ts',
      'db/**/*.test.ts',
      'migrations/**/*.test.ts',
      'src/**/*.test.{ts,tsx}',
      'tests/integration/**/*.test.ts',
      'tests/architecture/**/*.test.ts',
    ],
    globalSetup: ['tests/setup/global-setup.ts'],
    setupFiles: ['tests/setup/no-console.ts'],
    // The embedded database is loaded once a worker and emptied before each test, which is what makes the suite quick.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: process.env.CI ? ['default', 'junit'] : ['default'],
    outputFile: { junit: junitFile },
  },
});
