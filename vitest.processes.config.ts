import { defineConfig } from 'vitest/config';

const times = Number(process.env.TIMES ?? 1);

// Real processes, killed and restarted: one test at a time, each in a world of its own.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/processes/**/*.test.ts'],
    globalSetup: ['tests/processes/support/global-setup.ts'],
    fileParallelism: false,
    pool: 'forks',
    repeats: times - 1,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    reporters: process.env.CI ? ['default', 'junit'] : ['verbose'],
    outputFile: { junit: 'test-results/vitest-processes.xml' },
  },
});
