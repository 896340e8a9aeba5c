import { ExpectedError } from '#db/expected-error.ts';
import { confirmCost, formatUsed } from '../cost.ts';
import type { OpenModel } from '../open-model.ts';
import type { EvalOptions } from '../options.ts';
import type { EvalCase, EvalTask } from './eval-task.ts';
import { failuresOfRun, reportFailures, reportTable } from './report-task.ts';
import { runCases } from './run-cases.ts';

const SCRIPT = { name: 'a script', prices: 'free', isSandbox: false, gateway: null } as const;

const SANDBOX_HEADING =
  'SANDBOX, MEANINGLESS FOR QUALITY: no model is connected. This only shows that requests and answers have their form.';
const SCRIPT_HEADING =
  'SCRIPTED: the answers are written from the labels, for instructions with all of their rules. This only checks the scoring.';

/** Asks about the cases of a task, prints the scores, and returns the exit code. Without a model, a script answers. */
export async function evaluateTask(
  task: Pick<EvalTask, 'name' | 'hasPrecision'>,
  cases: readonly EvalCase[],
  model: OpenModel | null,
  options: Pick<EvalOptions, 'isVerbose' | 'min' | 'concurrency' | 'isConfirmed' | 'without'>,
): Promise<number> {
  const { name, prices, isSandbox, gateway } = model ?? SCRIPT;
  const { isVerbose, min, concurrency, without } = options;
  // The same requests, answered by the script: they say what the run will take.
  const rehearsed = await runCases(cases, null, { concurrency: 1, without });
  if (without !== null && rehearsed.linesLeftOut === 0)
    throw new ExpectedError(`No line of the instructions contains “${without}”.`);
  if (!(await confirmCost(rehearsed.expected, { name, prices }, options))) return 0;

  const { outcomes, used } = gateway === null ? rehearsed : await runCases(cases, gateway, { concurrency, without });
  const heading = isSandbox ? SANDBOX_HEADING : gateway === null ? SCRIPT_HEADING : name;
  const parts = [
    isVerbose ? reportFailures(outcomes) : '',
    `${heading}${without === null ? '' : `\nWithout the lines of the instructions that contain “${without}”.`}`,
    reportTable(task, outcomes),
    `It took ${formatUsed(used, prices)}.`,
  ];
  process.stdout.write(`\n${parts.filter(Boolean).join('\n\n')}\n`);
  const problems = failuresOfRun(task, outcomes, min);
  if (problems.length > 0) process.stderr.write(`\n${problems.join('\n')}\n`);
  return problems.length > 0 ? 1 : 0;
}
