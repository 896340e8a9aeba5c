import type { EvalTask } from './eval-task.ts';
import type { Outcome } from './run-cases.ts';
import { addUp, f1Of, isWhole, precisionOf, recallOf, type Judgment } from './score.ts';
import { alignColumns } from '../align-columns.ts';

type Scored = Pick<EvalTask, 'name' | 'hasPrecision'>;

/** An answer that can’t be read has nothing of what was expected. */
const judgmentsIn = (outcomes: readonly Outcome[]): Judgment[] =>
  outcomes.map(
    ({ judgment, one }) => judgment ?? { found: [], missed: one.expected, right: 0, wrong: [], forbidden: [] },
  );
const fixed = (share: number) => share.toFixed(2);

/** The figure by which a task is compared: F1, or recall where nothing can be superfluous. */
function figureOf({ hasPrecision }: Scored, outcomes: readonly Outcome[]): number {
  const score = addUp(judgmentsIn(outcomes));
  return hasPrecision ? f1Of(precisionOf(score), recallOf(score)) : recallOf(score);
}

/** The column title for wrong parts, by task. */
const WRONG: Record<EvalTask['name'], string> = {
  learn: 'learned wrongly',
  summary: 'kept wrongly',
  automation: 'extra steps',
  blanks: 'extra blanks',
  image: 'said wrongly',
};

type Column = [name: string, cell: (outcomes: readonly Outcome[]) => string];

function columnsOf(task: Scored, hasRelated: boolean): Column[] {
  const score = (outcomes: readonly Outcome[]) => addUp(judgmentsIn(outcomes));
  const precision: Column = ['precision', (outcomes) => fixed(precisionOf(score(outcomes)))];
  const f1: Column = ['F1', (outcomes) => fixed(figureOf(task, outcomes))];
  const relation: Column = [
    'relation',
    (outcomes) => `${score(outcomes).related.right}/${score(outcomes).related.all}`.replace('0/0', ''),
  ];
  const unanswered = (isUnreadable: boolean) => (outcomes: readonly Outcome[]) =>
    String(outcomes.filter((one) => one.judgment === null && one.isUnreadable === isUnreadable).length);
  return [
    ['cases', (outcomes) => String(outcomes.length)],
    ...(task.hasPrecision ? [precision] : []),
    ['recall', (outcomes) => fixed(recallOf(score(outcomes)))],
    ...(task.hasPrecision ? [f1] : []),
    ['missed', (outcomes) => String(score(outcomes).expected - score(outcomes).found)],
    [WRONG[task.name], (outcomes) => String(score(outcomes).wrong + score(outcomes).forbidden)],
    ['forbidden', (outcomes) => String(score(outcomes).forbidden)],
    ...(hasRelated ? [relation] : []),
    ['all right', (outcomes) => String(outcomes.filter(({ judgment }) => judgment && isWhole(judgment)).length)],
    ['unreadable', unanswered(true)],
    ['no answer', unanswered(false)],
  ];
}

/** Both figures, and below them the open cases by kind and language. */
export function reportTable(task: Scored, outcomes: readonly Outcome[]): string {
  const open = outcomes.filter(({ one }) => !one.isHeldOut);
  const heldOut = outcomes.filter(({ one }) => one.isHeldOut);
  const groups = (by: 'kind' | 'language') =>
    [...Map.groupBy(open, ({ one }) => one[by])]
      .filter(([name]) => name !== '')
      .map(([name, own]) => [`  ${name}`, own] as const);
  const rows: (readonly [string, readonly Outcome[]])[] = [
    ['open', open],
    ...groups('kind'),
    ...groups('language'),
    ['held out', heldOut],
  ];
  const hasRelated = addUp(judgmentsIn(outcomes)).related.all > 0;
  const columns = columnsOf(task, hasRelated);
  return alignColumns([
    ['', ...columns.map(([name]) => name)],
    ...rows.filter(([, own]) => own.length > 0).map(([name, own]) => [name, ...columns.map(([, cell]) => cell(own))]),
  ]).join('\n');
}

/** Each open case that isn’t all right. Held-out cases are never shown. */
export function reportFailures(outcomes: readonly Outcome[]): string {
  const shown = outcomes.filter(({ one, judgment }) => !one.isHeldOut && (judgment === null || !isWhole(judgment)));
  return shown
    .map((outcome) => {
      const { id, kind, language, asked } = outcome.one;
      const title = [id, kind, language].filter(Boolean).join(', ');
      const quoted = asked.split('\n').map((line) => `  | ${line}`);
      if (outcome.judgment === null) return [title, ...quoted, `  no answer: ${outcome.failure}`].join('\n');
      const { missed, wrong, forbidden } = outcome.judgment;
      return [
        title,
        ...quoted,
        ...missed.map((text) => `  missed: ${text}`),
        ...wrong.map((text) => `  wrong: ${text}`),
        ...forbidden.map((text) => `  forbidden: ${text}`),
      ].join('\n');
    })
    .join('\n\n');
}

/** Why the run counts as failed, one sentence each. */
export function failuresOfRun(task: Scored, outcomes: readonly Outcome[], min: number | null): string[] {
  const failed = outcomes.filter((one) => one.judgment === null);
  const unreadable = failed.filter((one) => one.judgment === null && one.isUnreadable).length;
  const parts = [
    { name: 'open', own: outcomes.filter(({ one }) => !one.isHeldOut) },
    { name: 'held-out', own: outcomes.filter(({ one }) => one.isHeldOut) },
  ];
  return [
    ...(unreadable > 0 ? [`${unreadable} of ${outcomes.length} answers don’t have the form that was asked for.`] : []),
    ...(failed.length > unreadable ? [`${failed.length - unreadable} of ${outcomes.length} cases got no answer.`] : []),
    ...parts.flatMap(({ name, own }) =>
      min !== null && own.length > 0 && figureOf(task, own) < min
        ? [`The ${name} cases score ${fixed(figureOf(task, own))}, which is less than ${min}.`]
        : [],
    ),
  ];
}
