import { z } from 'zod';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { UserId } from '#db/types.gen.ts';
import type { ModelTask } from '#server/prompts/model-task.ts';
import type { Judgment } from './score.ts';

export const TASK_NAMES = ['learn', 'summary', 'automation', 'blanks', 'image'] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** The day of every case, a Monday. */
export const TODAY = '2026-11-16';
/** A placeholder user; evaluations store nothing. */
export const NOBODY = '00000000-0000-4000-8000-000000000000' as UserId; // reason: the id of no row

/** What every case has. */
export const caseFields = {
  id: z.string().regex(/^[a-z]-\d{3}$/),
  language: z.enum(['en', 'de', 'es', 'fr']),
};

/** How one thing that the model is asked to do is measured. */
type Measure<Case> = {
  name: TaskName;
  schema: z.ZodType<Case>;
  /** Whether unexpected parts count as wrong; if not, only recall is measured. */
  hasPrecision: boolean;
  /** The case's category, for the table. */
  kindOf: (one: Case) => string;
  /** What was asked, for whoever reads the failures. */
  askedOf: (one: Case) => string;
  /** Reported as missed if the answer can't be parsed. */
  expectedOf: (one: Case) => string[];
  /** Asks and checks the answer as the product does, and compares what is left of it with what is expected. */
  judge: (one: Case, ask: ModelTasks, folder: string) => Promise<Judgment>;
  /**
   * The answer of a model that does everything right as long as the instructions say so. `follows` tells whether they
   * have a rule; without it, the answer does what the rule forbids.
   */
  script: (one: Case, follows: (rule: string) => boolean) => unknown;
  /** The rules that the script knows, each as words of the instructions. */
  rules: readonly string[];
};

/** Asks the model once; no budget is ever used up here. */
export async function askOnce<Input, Answer>(
  ask: ModelTasks,
  task: ModelTask<Input, Answer>,
  input: Input,
): Promise<Answer> {
  const answer = await ask(NOBODY, task, input, new AbortController().signal);
  if (answer === null) throw new Error(`${task.id} is over a budget`);
  return answer;
}

/** A case that can be asked. */
export type EvalCase = {
  id: string;
  language: string;
  kind: string;
  isHeldOut: boolean;
  asked: string;
  expected: string[];
  judge: (ask: ModelTasks) => Promise<Judgment>;
  /** The scripted answer to a request with these instructions. */
  answerScripted: (instructions: string) => string;
};
/** Where cases are from: a list of them, the folder of their pictures, and whether they are held out. */
export type CaseList = { cases: unknown; folder: string; isHeldOut: boolean; file: string };

export type EvalTask = Pick<Measure<unknown>, 'name' | 'hasPrecision' | 'rules'> & {
  /** Throws with the ids and the fields that don't fit, and never with what a case says. */
  load: (list: CaseList) => EvalCase[];
};

const hasIds = z.array(z.looseObject({ id: z.string() }));

/** The cases of a list. Throws with ids and fields only, because held-out cases may not be read. */
export function parseCases<Case extends { id: string }>(
  schema: z.ZodType<Case>,
  { cases, file }: Pick<CaseList, 'cases' | 'file'>,
): Case[] {
  const listed = hasIds.safeParse(cases);
  if (!listed.success) throw new Error(`${file}: not a list of cases with ids`);
  const seen = new Set<string>();
  return listed.data.map((one) => {
    const parsed = schema.safeParse(one);
    if (seen.has(one.id)) throw new Error(`${file}: duplicate id ${one.id}`);
    seen.add(one.id);
    if (parsed.success) return parsed.data;
    const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
    throw new Error(`${file}: ${one.id}: ${faults.join(', ')}`);
  });
}

/** A task whose cases can be asked whatever their type is. */
export const defineTask = <Case extends { id: string; language: string }>(measure: Measure<Case>): EvalTask => ({
  name: measure.name,
  hasPrecision: measure.hasPrecision,
  rules: measure.rules,
  load: (list) =>
    parseCases(measure.schema, list).map((one) => ({
      id: one.id,
      language: one.language,
      kind: measure.kindOf(one),
      isHeldOut: list.isHeldOut,
      asked: measure.askedOf(one),
      expected: measure.expectedOf(one),
      judge: (ask) => measure.judge(one, ask, list.folder),
      answerScripted: (instructions) => JSON.stringify(measure.script(one, (rule) => instructions.includes(rule))),
    })),
});
