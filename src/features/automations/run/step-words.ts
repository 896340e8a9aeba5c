import { IN_BELL } from '#contract/automations/automation-texts.ts';
import { valuesOf } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { stepSentence, stepTitle } from '#contract/automations/sentences.ts';
import type { Step } from '#contract/automations/steps.ts';
import { valueText, type Value } from '#contract/automations/values.ts';
import { timeText } from '#contract/dates.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import type { RunStep } from '#src/domain/automations/automation.ts';

/** A step in words: done, while it happens, if it failed, and if we don't know whether it happened. */
type Told = { done: string; doing: string; failed: string; unknown: string };

const hostOf = (url: string) => /^https?:\/\/([^\s/?#]+)/.exec(url)?.[1] ?? 'The address';

function toldOf(step: Step): Told {
  switch (step.kind) {
    case 'ask': {
      const { name } = assistantById(step.assistantId);
      return {
        done: `${name} answered`,
        doing: `${name} is writing`,
        failed: `${name} couldn’t answer`,
        unknown: `${name} may have answered`,
      };
    }
    case 'template':
      return {
        done: 'The template was filled in',
        doing: 'Filling in the template',
        failed: 'The template couldn’t be filled in',
        unknown: 'The template may have been filled in',
      };
    case 'search':
      return {
        done: 'Looked in the Brain',
        doing: 'Looking in the Brain',
        failed: 'The Brain couldn’t be searched',
        unknown: 'The Brain may have been searched',
      };
    case 'email':
      return {
        done: 'The email went out',
        doing: 'Sending the email',
        failed: 'The email didn’t go out',
        unknown: 'The email may have gone out',
      };
    case 'webhook': {
      const host = hostOf(step.url);
      return {
        done: `${host} was called`,
        doing: `Calling ${host}`,
        failed: `Calling ${host} didn’t work`,
        unknown: `${host} may have been called`,
      };
    }
    case 'note':
      return {
        done: 'A fact was suggested to the Brain',
        doing: 'Suggesting a fact to the Brain',
        failed: 'The fact couldn’t be suggested',
        unknown: 'The fact may have been suggested',
      };
    case 'post': {
      const { name } = assistantById(step.assistantId);
      return {
        done: `The message is in the conversation with ${name}`,
        doing: `Posting to the conversation with ${name}`,
        failed: 'The message couldn’t be posted',
        unknown: 'The message may have been posted',
      };
    }
    case 'notify':
      return {
        done: 'You were notified',
        doing: 'Notifying you',
        failed: 'You couldn’t be notified',
        unknown: 'You may have been notified',
      };
    case 'wait':
      return { done: 'Waited', doing: 'Waiting', failed: 'Waiting failed', unknown: 'It may have waited' };
    case 'approve':
      return {
        done: 'You answered',
        doing: 'Waiting for your answer',
        failed: 'You couldn’t be asked',
        unknown: 'You may have been asked',
      };
    case 'condition':
      return {
        done: 'The condition was checked',
        doing: 'Checking the condition',
        failed: 'The condition couldn’t be checked',
        unknown: 'The condition may have been checked',
      };
    case 'loop':
      return {
        done: 'Went through a list',
        doing: 'Going through a list',
        failed: 'The list couldn’t be worked through',
        unknown: 'The list may have been worked through',
      };
  }
}

const ANSWERED: Record<NonNullable<RunStep['approval']>['status'], string> = {
  waiting: 'Waiting for your answer',
  approved: 'You approved it',
  refused: 'You refused it',
  late: 'You didn’t answer in time',
  canceled: 'No answer is needed anymore',
};

/** The longest value that a title has room for. */
const SHORT_VALUE = 30;

/** What a condition looked at, and what came of it. */
function conditionTitle(definition: Definition, step: Step, { input, output }: RunStep): string {
  const value = valueText(input['value'] ?? '');
  const label = stepSentence(definition, step).pieces.find(({ kind }) => kind === 'chip')?.text ?? '';
  if (value !== '' && value.length <= SHORT_VALUE && !/\n/.test(value))
    return `${label.charAt(0).toUpperCase()}${label.slice(1)} was ${value}${output['holds'] === true ? '' : ', so the condition wasn’t met'}`;
  return output['holds'] === true ? 'The condition was met' : 'The condition wasn’t met';
}

/** What a step did, as the heading of its card. A step that the definition no longer explains keeps its kind. */
export function ranTitle(definition: Definition, step: Step | undefined, ran: RunStep): string {
  if (!step) return 'A step';
  const told = toldOf(step);
  const item = ran.items.length === 0 ? '' : `Item ${ran.items.join(', ')}: `;
  const title = () => {
    if (ran.approval) return ANSWERED[ran.approval.status];
    switch (ran.status) {
      case 'running':
        return told.doing;
      case 'waiting':
        return step.kind === 'wait' || step.kind === 'approve' ? told.doing : `${stepTitle(step)}: waiting`;
      case 'failed':
        return told.failed;
      case 'unknown':
        return told.unknown;
      case 'skipped':
        return `${stepTitle(step)}: skipped`;
      case 'done':
        if (step.kind === 'email' && ran.input['to'] === IN_BELL) return 'The email is in the bell instead';
        if (step.kind === 'condition') return conditionTitle(definition, step, ran);
        if (step.kind === 'loop') {
          const count = Number(ran.output['count'] ?? 0);
          return `Went through ${count === 1 ? '1 item' : `${count} items`}`;
        }
        return told.done;
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
export function saidText({ kind, input, output, status, approval }: RunStep): string | null {
  const texts = (values: Readonly<Record<string, Value>>, ...names: string[]) =>
    names.map((name) => values[name]).find((value) => typeof value === 'string' && value !== '');
  const said =
    kind === 'ask'
      ? (texts(output, 'answer') ?? Object.values(output).find((value) => typeof value === 'string' && value !== ''))
      : kind === 'template'
        ? texts(output, 'text')
        : kind === 'approve'
          ? // What was approved as it was stands above, where it was written.
            approval?.status === 'approved' && !approval.isEdited
            ? null
            : (texts(output, 'text') ?? texts(input, 'text'))
          : kind === 'post' || kind === 'note' || kind === 'notify'
            ? status === 'done' && texts(input, 'text')
            : null;
  return typeof said === 'string' ? withoutMarks(said) : null;
}

/** A name of a value as a person reads it: `yesterdays_chats` is `Yesterdays chats`. */
const readable = (name: string) => {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Values with their names, for what went in and what came out. Empty ones are left out. */
export function namedValues(values: Readonly<Record<string, Value>>, step: Step | undefined) {
  const labels = new Map(step ? valuesOf(step).map(({ reference, label }) => [reference.split('.')[1], label]) : []);
  return Object.entries(values).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join('; ') : valueText(value);
    return text === '' ? [] : [{ name: labels.get(name) ?? readable(name), text }];
  });
}
