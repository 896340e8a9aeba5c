import { parseEmail } from '#contract/account/email-address.ts';
import { LOOP_ITEMS_MAX, STEP_TEXT_MAX, WAIT_MAX_MINUTES } from '#contract/automations/automation-limits.ts';
import { DEADLINE_CHOICES, TESTS, type Step, type StepOf } from '#contract/automations/steps.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { LooseStep } from '#server/prompts/automation-draft.ts';
import { readFields, readTime } from './read-trigger.ts';

/** What a draft can name. `teammate` finds one that the plan opens, by its id or name. */
export type Known = {
  timeZone: string;
  teammate: (name: string) => AssistantId | null;
  isTemplate: (id: string) => boolean;
};

/** Shorter than what a step holds, because our names of values are longer than a model’s. */
const LINE_MAX = 280;
const TEXT_MAX = STEP_TEXT_MAX - 200;
const EMAIL_MAX = 254;
const URL_MAX = 2_000;
/** The deadline of an approval if the sentence names none. */
const USUAL_HOURS = 24;
const HOUR_MINUTES = 60;
const DEADLINE_MAX_HOURS = 24 * 30;

const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, LINE_MAX);
const long = (text: string) => text.trim().slice(0, TEXT_MAX);
const minutesIn = (value: number) => Math.min(WAIT_MAX_MINUTES, Math.max(1, Math.round(value) || 1));

function readWait({ minutes, time, until }: LooseStep): StepOf<'wait'>['until'] {
  const [from, to] = [readTime(time), readTime(until)];
  if (from && to) return { kind: 'quiet_hours', from, to };
  return from ? { kind: 'time', time: from } : { kind: 'duration', minutes: minutesIn(minutes) };
}

function readDeadline({ minutes, time }: LooseStep): StepOf<'approve'>['deadline'] {
  const at = readTime(time);
  if (at) return { kind: 'time', time: at };
  const hours = Math.round(minutes / HOUR_MINUTES);
  return { kind: 'hours', hours: hours > 0 ? Math.min(hours, DEADLINE_MAX_HOURS) : USUAL_HOURS };
}

function readAddress(to: string, notes: string[]): string {
  const address = to.trim().slice(0, EMAIL_MAX);
  if (address === '' || address === 'me') return 'me';
  if (parseEmail(address) !== undefined) return address;
  notes.push(`“${address}” isn’t an email address, so the email goes to you.`);
  return 'me';
}

/** One step, whose lists are still empty; null if there is no such step. What can't be used is left out, and said in `notes`. */
export function readStep(loose: LooseStep, id: string, known: Known, notes: string[]): Step | null {
  const teammate = (): AssistantId => {
    const found = known.teammate(loose.teammate);
    if (found === null && loose.teammate !== '')
      notes.push(`“${line(loose.teammate)}” isn’t on your team, so Brain AI does it.`);
    return found ?? 'brain_ai';
  };
  switch (loose.kind) {
    case 'ask':
      return { kind: 'ask', id, assistantId: teammate(), prompt: long(loose.text), parts: readFields(loose.parts) };
    case 'template': {
      const isKnown = known.isTemplate(loose.template);
      if (!isKnown) notes.push('I don’t know the template you mean. Please choose one.');
      return { kind: 'template', id, templateId: isKnown ? loose.template : '', values: {} };
    }
    case 'search':
      return { kind: 'search', id, query: line(loose.text) };
    case 'wait':
      return { kind: 'wait', id, until: readWait(loose) };
    case 'email':
      return {
        kind: 'email',
        id,
        to: readAddress(loose.to, notes),
        subject: line(loose.subject),
        body: long(loose.text),
      };
    case 'webhook':
      if (loose.url === '') notes.push('I don’t know the address to call. Please enter it.');
      return {
        kind: 'webhook',
        id,
        url: loose.url.trim().slice(0, URL_MAX),
        fields: loose.text === '' ? [] : [{ name: 'text', value: long(loose.text) }],
        recognizesRepeats: false,
      };
    case 'note':
      return { kind: 'note', id, text: long(loose.text) };
    case 'post':
      return { kind: 'post', id, assistantId: teammate(), text: long(loose.text) };
    case 'notify':
      return { kind: 'notify', id, text: line(loose.text) };
    case 'approve':
      return {
        kind: 'approve',
        id,
        title: line(loose.subject),
        text: long(loose.text),
        deadline: readDeadline(loose),
        ifLate: DEADLINE_CHOICES.find((choice) => choice === loose.if_late) ?? 'skip',
      };
    case 'condition':
      return {
        kind: 'condition',
        id,
        value: loose.value,
        test: TESTS.find((test) => test === loose.test) ?? 'is_not_empty',
        than: line(loose.than),
        then: [],
        otherwise: [],
        stops: loose.stops,
      };
    case 'loop':
      return { kind: 'loop', id, over: loose.value, max: LOOP_ITEMS_MAX, steps: [] };
    default:
      notes.push(`I left out “${line(loose.kind).slice(0, 40)}”: automations have no such step.`);
      return null;
  }
}
