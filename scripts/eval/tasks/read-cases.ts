import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ExpectedError } from '#db/expected-error.ts';
import { automation } from './automation.ts';
import { blanks } from './blanks.ts';
import type { CaseList, EvalCase, EvalTask, TaskName } from './eval-task.ts';
import { image } from './image.ts';
import { learn } from './learn.ts';
import { summary } from './summary.ts';

const ROOT = join(import.meta.dirname, '..');
/** Prompts are tuned by the cases in `sets`. Those in `held-out` are only counted, and nobody reads them. */
const FOLDERS = [
  { folder: join(ROOT, 'sets'), isHeldOut: false },
  { folder: join(ROOT, 'held-out'), isHeldOut: true },
];

export const TASKS: Record<TaskName, EvalTask> = { learn, summary, automation, blanks, image };

/** The lists of a file in both folders, the open one first. */
export const readLists = (name: string): CaseList[] =>
  FOLDERS.map(({ folder, isHeldOut }) => {
    const path = join(folder, name);
    const file = relative(process.cwd(), path);
    if (!existsSync(path)) throw new ExpectedError(`${file} is missing.`);
    const cases: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return { cases, folder, isHeldOut, file };
  });

/** The cases of a task, the open ones first. Throws if one doesn’t fit its schema. */
export const readCases = (task: TaskName): EvalCase[] => readLists(`${task}.json`).flatMap(TASKS[task].load);
