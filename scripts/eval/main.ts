// Measures what models answer to the product's requests (docs/assistants.md):
//   npm run eval -- learn --verbose
import { readConfig } from '#server/config.ts';
import { evaluateAnswers } from './answers/evaluate-answers.ts';
import { openModel } from './open-model.ts';
import { reportPairs } from './pairs.ts';
import { reportSecrets } from './secrets.ts';
import { reportTalk } from './talk.ts';
import { readOptions, USAGE, type EvalOptions } from './options.ts';
import { reportAgreement } from './tasks/agreement.ts';
import { evaluateTask } from './tasks/evaluate-task.ts';
import { readCases, readLists, TASKS } from './tasks/read-cases.ts';

async function evaluate(options: EvalOptions): Promise<number> {
  const { what, isScripted, isVerbose, timeoutMs } = options;
  if (what === 'agreement') {
    process.stdout.write(`${reportAgreement(readLists('learn.json'), readLists('learn-second-reader.json'))}\n`);
    return 0;
  }
  if (what === 'pairs') {
    process.stdout.write(`${await reportPairs(isVerbose)}\n`);
    return 0;
  }
  if (what === 'secrets') {
    process.stdout.write(`${reportSecrets(options.isVerbose)}\n`);
    return 0;
  }
  // Read first, so that a mistake in a set costs nothing.
  const cases = what === 'answers' || what === 'talk' ? [] : readCases(what);
  const model = isScripted ? null : await openModel(readConfig({ isDev: true }), timeoutMs);
  try {
    if (what === 'talk' && model) {
      process.stdout.write(`${await reportTalk(model.gateway, isVerbose)}\n`);
      return 0;
    }
    if (what === 'talk') return 2;
    if (what !== 'answers') return await evaluateTask(TASKS[what], cases, model, options);
    return model === null ? 2 : await evaluateAnswers(model, options);
  } finally {
    await model?.close();
  }
}

const options = readOptions(process.argv.slice(2));
if (options) {
  process.exitCode = await evaluate(options);
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
