import { runInForeground } from './lib/child.mjs';
import { runMain, say } from './lib/messages.mjs';

/**
 * The tests that take too long for every change, to be run before a release: every journey at both sizes with every axe rule in both
 * themes, the database split into partitions, the long outages and nginx, and 20,000 generated requests. See docs/testing.md.
 */
const PARTS = [
  { name: 'journeys', args: ['scripts/e2e.mjs'] },
  { name: 'partitions', args: ['scripts/test-partitions.mjs'] },
  { name: 'processes', args: ['scripts/test-processes.mjs'] },
  { name: 'fuzz', args: ['scripts/fuzz.mjs', '--seed', '3', '--requests', '20000'] },
];

await runMain(async () => {
  const failed = [];
  for (const { name, args } of PARTS) {
    say(`\n== ${name}`);
    if ((await runInForeground(process.execPath, args, { env: { TEST_FULL: '1' } })) !== 0) failed.push(name);
  }
  say(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
