import { defineConfig } from 'vitest/config';

const times = Number(process.env.TIMES ?? 1);

// Real processes, killed and restarted, each test in a world of its own. They wait more than they compute, so three files run at a time on two cores.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/processes/**/*.test.ts'],
    globalSetup: ['tests/processes/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    maxConcurrency: 4,
    tags: [{ name: 'full', description: 'Takes minutes of waiting, or nginx: only `npm run test:full` runs it.' }],
    repeats: times - 1,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    reporters: process.env.CI ? ['default', 'junit'] : ['verbose'],
    outputFile: { junit: 'test-results/vitest-processes.xml' },
  },
});
