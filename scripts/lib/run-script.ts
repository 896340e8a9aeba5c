import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainFailure } from './explain-failure.ts';

/** Runs one of our scripts. An expected problem becomes a paragraph and exit code 1, without a stack trace. */
const [file = '', ...args] = process.argv.slice(2);
// The script finds its own arguments where it would if it had been started directly.
process.argv.splice(1, 2, resolve(file));
try {
  await import(pathToFileURL(resolve(file)).href);
} catch (error) {
  const sentence = explainFailure(error, args);
  if (sentence === null) throw error;
  process.stderr.write(`\n${sentence}\n`);
  process.exitCode = 1;
}
