import { defineConfig } from 'vitest/config';
import { databaseTests } from './tests/setup/database-tests.ts';

const junitFile = `test-results/vitest-${process.env.VITEST_JUNIT ?? 'pglite'}.xml`;

const ALL_TESTS = [
  'server/**/*.test.ts',
  'sandbox/**/*.test.ts',
  'db/**/*.test.ts',
  'migrations/**/*.test.ts',
  'src/**/*.test.{ts,tsx}',
  'tests/integration/**/*.test.ts',
  'tests/architecture/**/*.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    include: process.env.TEST_DATABASE_URL || process.env.STATEMENTS_FOLDER ? databaseTests() : ALL_TESTS,
    globalSetup: ['tests/setup/global-setup.ts'],
    setupFiles: ['tests/setup/no-console.ts', 'tests/setup/statements.ts'],
    // The embedded database is loaded once per worker and emptied before each test, which keeps the suite fast.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    reporters: process.env.CI ? ['default', 'junit'] : ['default'],
    outputFile: { junit: junitFile },
  },
});
