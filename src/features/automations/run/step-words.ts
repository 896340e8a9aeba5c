import { valuesOf } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { stepTitle } from '#contract/automations/step-sentence.ts';
import type { Step } from '#contract/automations/steps.ts';
import { cutItemsOf, valueText, type Value } from '#contract/automations/values.ts';
import { timeText } from '#contract/dates.ts';
import type { RunStep } from '#src/domain/automations/automation.ts';
import { viewOf, viewOfKind } from '../steps/step-views.ts';

const ANSWERED: Record<NonNullable<RunStep['approval']>['status'], string> = {
  waiting: 'Waiting for your answer',
  approved: 'You approved it',
  refused: 'You refused it',
  late: 'You didn’t answer in time',
  canceled: 'No answer is needed anymore',
};

/** What a step did, as the heading of its card. A step that the definition no longer explains keeps its kind. */
export function ranTitle(definition: Definition, step: Step | undefined, ran: RunStep): string {
  if (!step) return 'A step';
  const view = viewOf(step);
  const labels = view.labels(step);
  const item = ran.items.length === 0 ? '' : `Item ${ran.items.join(', ')}: `;
  const title = () => {
    if (ran.approval) return ANSWERED[ran.approval.status];
    switch (ran.status) {
      case 'running':
        return labels.doing;
      case 'waiting':
        return view.isWaiting ? labels.doing : `${stepTitle(step)}: waiting`;
      case 'failed':
        return labels.failed;
      case 'unknown':
        return labels.unknown;
      case 'skipped':
        return `${stepTitle(step)}: skipped`;
      case 'done':
        return view.doneLabel?.(step, ran, definition) ?? labels.done;
    }
  };
  return item + title();
}

/** How an approval was answered: `From the email, at 8:14 AM. Nothing changed.` */
export function answeredLine({ approval, endedAt }: RunStep, zone?: string): string | null {
  if (!approval || (approval.status !== 'approved' && approval.status !== 'refused')) return null;
  const where = approval.from === 'email' ? 'From the email' : 'In Tenfold';
  const at = endedAt === null ? '' : `, at ${timeText(endedAt, zone)}`;
  if (approval.status === 'refused') return `${where}${at}.`;
  return `${where}${at}. ${approval.isEdited ? 'With your changes.' : 'Nothing changed.'}`;
}

/** A text without the marks of Markdown, in its own lines. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, '')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/(?<![*\w])\*(?=\S)([^*\n]+?)\*(?![*\w])/g, '$1');

/** The text that a step wrote or sent, if it is worth reading on its own. */
export function formatOutputText(ran: RunStep): string | null {
  const text = viewOfKind(ran.kind).outputText?.(ran);
  return typeof text === 'string' ? withoutMarks(text) : null;
}

/** A name of a value as a person reads it: `yesterdays_chats` is `Yesterdays chats`. */
const readable = (name: string) => {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
const CUT_ITEMS = cutItemsOf('');
const nameOf = (name: string) =>
  name.endsWith(CUT_ITEMS) ? `${readable(name.slice(0, -CUT_ITEMS.length))}: more items that were cut` : readable(name);

/** Values with their names, for what went in and what came out. Empty ones are left out. */
export function namedValues(values: Readonly<Record<string, Value>>, step: Step | undefined) {
  const labels = new Map(step ? valuesOf(step).map(({ reference, label }) => [reference.split('.')[1], label]) : []);
  return Object.entries(values).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join('; ') : valueText(value);
    return text === '' ? [] : [{ name: labels.get(name) ?? nameOf(name), text }];
  });
}
