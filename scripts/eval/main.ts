// Evaluates the assistants against the configured model (docs/assistants.md):
//   npm run eval -- --verbose --min 0.9 seomi emmie
import { readConfig } from '#server/config.ts';
import { openModel } from './open-model.ts';
import { readOptions, USAGE, type EvalOptions } from './options.ts';
import { readSets } from './read-sets.ts';
import { failuresOfRun, reportFailures, reportTable } from './report.ts';
import { runSets } from './run-sets.ts';

async function evaluate({ assistants, isVerbose, min, concurrency, timeoutMs }: EvalOptions): Promise<number> {
  const { sets, businesses } = readSets();
  const chosen = sets.filter(({ assistant }) => assistants.length === 0 || assistants.includes(assistant));
  const model = await openModel(readConfig({ isDev: true }), timeoutMs);
  try {
    const outcomes = await runSets({ sets: chosen, businesses }, model.ask, concurrency);
    const failures = isVerbose ? reportFailures(outcomes) : '';
    process.stdout.write(`${[failures, reportTable(outcomes, model.name)].filter(Boolean).join('\n\n')}\n`);
    const problems = failuresOfRun(outcomes, min);
    if (problems.length > 0) process.stderr.write(`\n${problems.join('\n')}\n`);
    return problems.length > 0 ? 1 : 0;
  } finally {
    await model.close();
  }
}

const options = readOptions(process.argv.slice(2));
if (options) {
  process.exitCode = await evaluate(options);
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
