import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { SANDBOX_MARK } from '#sandbox/model/compose.ts';
import { CHECK_KINDS, type Checked, type CheckKind } from './checks/check-answer.ts';
import { alignColumns } from '../align-columns.ts';
import type { Outcome } from './run-sets.ts';

const checkedOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => (outcome.answer === null ? [] : outcome.checked));

type Score = { passed: number; total: number };
function scoreOf(checked: readonly Checked[], kind?: CheckKind): Score {
  const counted = checked.filter((check) => kind === undefined || check.kind === kind);
  return { passed: counted.filter(({ fault }) => fault === null).length, total: counted.length };
}
const share = ({ passed, total }: Score) => (total === 0 ? 0 : passed / total);
const fraction = ({ passed, total }: Score) => (total === 0 ? '' : `${passed}/${total}`);

function byAssistant(outcomes: readonly Outcome[]): { assistant: AssistantId; own: Outcome[] }[] {
  const ids = [...new Set(outcomes.map(({ assistant }) => assistant))];
  return ids.map((assistant) => ({ assistant, own: outcomes.filter((outcome) => outcome.assistant === assistant) }));
}

/** What was asked of which model. The sandbox's answers are written by rules, so they measure nothing. */
function headingOf(outcomes: readonly Outcome[], modelName: string): string {
  const count = `${outcomes.length} questions, checks passed of those that applied`;
  const isSandbox = outcomes.some(({ answer }) => answer?.startsWith(SANDBOX_MARK));
  return isSandbox
    ? `SANDBOX, MEANINGLESS FOR QUALITY: no model is connected, and worked examples were checked (${count})`
    : `${modelName}: ${count}`;
}

/** Assistants down, checks across, and the share of all checks that passed. */
export function reportTable(outcomes: readonly Outcome[], modelName: string): string {
  const cells = (own: readonly Outcome[]) => {
    const checked = checkedOf(own);
    const unanswered = own.filter(({ answer }) => answer === null).length;
    return [
      ...CHECK_KINDS.map((kind) => fraction(scoreOf(checked, kind))),
      unanswered > 0 ? String(unanswered) : '',
      `${Math.floor(share(scoreOf(checked)) * 100)}%`,
    ];
  };
  const rows = [
    ['assistant', ...CHECK_KINDS, 'unanswered', 'passed'],
    ...byAssistant(outcomes).map(({ assistant, own }) => [assistantById(assistant).name, ...cells(own)]),
    ['all', ...cells(outcomes)],
  ];
  return [headingOf(outcomes, modelName), '', ...alignColumns(rows)].join('\n');
}

/** Each failed check and each missing answer, with the answer it is about. */
export function reportFailures(outcomes: readonly Outcome[]): string {
  return outcomes
    .flatMap((outcome) => {
      const title = `${assistantById(outcome.assistant).name}, ${outcome.one.name}`;
      if (outcome.answer === null) return [`${title}\n  no answer: ${outcome.failure}`];
      const faults = outcome.checked.flatMap(({ kind, fault }) => (fault === null ? [] : [`  ${kind}: ${fault}`]));
      if (faults.length === 0) return [];
      const quoted = outcome.answer.split('\n').map((line) => `  | ${line}`);
      return [[title, `  asked: ${outcome.one.question}`, ...faults, ...quoted].join('\n')];
    })
    .join('\n\n');
}

/** Why the run counts as failed, one sentence each: questions without an answer, and assistants below the required share. */
export function failuresOfRun(outcomes: readonly Outcome[], min: number | null): string[] {
  const unanswered = outcomes.filter(({ answer }) => answer === null).length;
  const below = byAssistant(outcomes).filter(({ own }) => min !== null && share(scoreOf(checkedOf(own))) < min);
  return [
    ...(unanswered > 0 ? [`${unanswered} of ${outcomes.length} questions got no answer.`] : []),
    ...below.map(({ assistant }) => `${assistantById(assistant).name} passed less than ${min} of its checks.`),
  ];
}
