import { allSteps } from '#contract/automations/all-steps.ts';
import { VALUE_MAX } from '#contract/automations/automation-limits.ts';
import { withCallFields } from '#contract/automations/call-fields.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import { boundedText, type Value, type Values } from '#contract/automations/values.ts';
import type { RunPageRow, RunRow, RunStepRow } from '#db/queries/automations/run-lists.ts';
import { callFields, toCallFields } from '../hooks/call-fields.ts';
import type { RunDto, RunPage, RunStepDto } from '../automations.dto.ts';
import { maskSecrets, maskValues } from './mask-secrets.ts';
import { createStoredValues } from './stored-values.ts';

/** The values of a page together, in UTF-16 units: a run of 500 steps is shown, and not all that they wrote. */
const PAGE_MAX = 600_000;
const VALUE_MIN = 300;
const BEHIND_ANOTHER = 'Waits for the run before it to end.';

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

export const toRun = ({ isBehindAnother, ...run }: RunRow): RunDto => ({
  ...run,
  reason: isBehindAnother ? BEHIND_ANOTHER : run.reason,
  dueAt: run.dueAt.toISOString(),
  startedAt: iso(run.startedAt),
  resumeAt: iso(run.resumeAt),
  endedAt: iso(run.endedAt),
});

/** The step and the places of the items around it: of `s4:0/s5`, `s5` and 1. */
function placeOf(key: string): { stepId: string; items: number[] } {
  const parts = key.split('/');
  const items = parts.slice(0, -1).map((part) => Number(part.split(':')[1]) + 1);
  return { stepId: parts.at(-1) ?? key, items };
}

function cutTo(max: number) {
  const cut = (value: Value): Value => {
    if (typeof value === 'string') return boundedText(value, max);
    return Array.isArray(value) ? value.map((item) => boundedText(item, max)) : value;
  };
  return (stored: Record<string, unknown>): Values => {
    const values = stored as Values; // reason: values were bounded before they were stored
    return maskValues(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)])));
  };
}

function toStep(row: RunStepRow, step: Step, shown: ReturnType<typeof cutTo>): RunStepDto {
  const { approvalId, approvalStatus, deadline } = row;
  return {
    key: row.key,
    ...placeOf(row.key),
    kind: step.kind,
    assistantId: 'assistantId' in step ? step.assistantId : null,
    status: row.status,
    input: shown(row.input),
    output: shown(row.output),
    error: row.error,
    detail: maskSecrets(row.detail),
    attempts: row.attempts as RunStepDto['attempts'], // reason: the only form they are saved in
    startedAt: row.startedAt.toISOString(),
    endedAt: iso(row.endedAt),
    resumeAt: iso(row.resumeAt),
    messages: row.messages,
    approval:
      approvalId && approvalStatus && deadline
        ? {
            id: approvalId,
            status: approvalStatus,
            deadline: deadline.toISOString(),
            from: row.answeredFrom,
            isEdited: row.isEdited,
          }
        : null,
  };
}

/** What a run’s page shows. Secrets are masked, and long values cut if there are many. */
export function toRunPage(row: RunPageRow, stored: readonly RunStepRow[], others: readonly RunRow[]): RunPage {
  const { version, messages, emails, areValuesDeleted, input, definition: saved, callFields: remembered, ...run } = row;
  const known = saved as unknown as Definition; // reason: checked by its schema before it was saved
  // A definition from before calls had fields names their values all the same.
  const ofInput = callFields((input ?? {}) as Values); // reason: bounded before it was saved
  const definition = withCallFields(withCallFields(known, ofInput), toCallFields(remembered));
  const steps = createStoredValues(input as Values).read(stored); // reason: it was bounded before it was stored
  const byId = new Map(allSteps(definition.steps).map((step) => [step.id, step]));
  const values = steps.reduce(
    (count, step) => count + Object.keys(step.input).length + Object.keys(step.output).length,
    1,
  );
  const shown = cutTo(Math.max(VALUE_MIN, Math.min(VALUE_MAX * 2, Math.floor(PAGE_MAX / values))));
  return {
    run: { ...toRun(run), version, messages, emails, areValuesDeleted },
    definition,
    input: shown(input),
    steps: steps.flatMap((one) => {
      const step = byId.get(placeOf(one.key).stepId);
      return step ? [toStep(one, step, shown)] : [];
    }),
    otherRuns: others.map(toRun),
  };
}
