/** An expected problem: its message is written for people, and nothing else is shown. */
export class PlainError extends Error {}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Runs a script's main function; an expected problem becomes one plain paragraph and exit code 1, never a stack trace. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
