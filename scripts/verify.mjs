import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain, say } from './lib/messages.mjs';
import { ensureReady } from './ready.mjs';

const quick = process.argv.includes('--without-tests');

function checks(node) {
  const tool =
    (file, ...args) =>
    () =>
      runInForeground(node, [`node_modules/${file}`, ...args]);
  return [
    ['build', () => buildIfStale(node).then(() => 0)],
    ['format', tool('oxfmt/bin/oxfmt', '--check', '.')],
    ['lint', tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
    ['types', tool('typescript/bin/tsc', '-b')],
    [
      'unused',
      () => runInForeground(node, ['--import', './scripts/lib/knip-typescript.mjs', 'node_modules/knip/bin/knip.js']),
    ],
    ...(quick ? [] : [['tests', tool('vitest/vitest.mjs', 'run')]]),
    ['size', () => runInForeground(node, ['scripts/size.mjs'])],
  ];
}

await runMain(async () => {
  const done = [];
  for (const [name, check] of checks(await ensureReady())) {
    const start = Date.now();
    say(['\n==', name].join(' '));
    const code = await check();
    done.push([code === 0 ? 'passed' : 'FAILED', name, `${Math.round((Date.now() - start) / 1000)} s`].join('  '));
    if (code !== 0) {
      say(`\n${done.join('\n')}\nStopped at the first failure.`);
      return code;
    }
  }
  say(`\n${done.join('\n')}\nEverything passed.`);
  return 0;
});
