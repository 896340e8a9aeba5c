import { z } from 'zod';
import { allSteps } from '#contract/automations/all-steps.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { cronOf, type Schedule } from '#contract/automations/schedules.ts';
import type { Step } from '#contract/automations/steps.ts';
import { TRIGGER_KINDS, type Trigger } from '#contract/automations/triggers.ts';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { TEMPLATES } from '#server/content/templates/index.ts';
import { knownInDrafts } from '#server/modules/automations/describe/describe.ts';
import { readDraft } from '#server/modules/automations/describe/read-draft.ts';
import { draftAutomation } from '#server/prompts/automation-draft.ts';
import { askOnce, caseFields, defineTask } from './eval-task.ts';
import type { Judgment } from './score.ts';
import { fits, spellOut, wordsSchema } from './words.ts';

const STEP_KINDS = [
  'ask',
  'search',
  'note',
  'post',
  'notify',
  'email',
  'template',
  'webhook',
  'wait',
  'approve',
  'condition',
  'loop',
] as const satisfies Step['kind'][];

const stepKinds = z.array(z.enum(STEP_KINDS)).min(1);
const time = z.string().regex(/^\d\d:\d\d$/);
const optional = <T extends z.ZodType>(schema: T) => z.optional(schema);
const triggerSchema = z.strictObject({
  kind: z.enum(TRIGGER_KINDS),
  every: optional(z.enum(['hour', 'day', 'weekday', 'week', 'month', 'year'])),
  time: optional(time),
  /** From Monday, which is 1, to Sunday, which is 7. */
  weekdays: optional(z.array(z.int().min(1).max(7))),
  /** 0 is the last of the month. */
  day: optional(z.int().min(0).max(31)),
  on: optional(z.enum(['answer', 'conversation', 'fact', 'source'])),
  teammate: optional(z.string()),
});
const stepSchema = z.strictObject({
  kind: z.enum(STEP_KINDS),
  teammate: optional(z.string()),
  to: optional(z.string()),
  minutes: optional(z.int()),
  time: optional(time),
  until: optional(time),
  url: optional(z.string()),
  test: optional(z.string()),
  than: optional(z.string()),
  words: optional(wordsSchema),
});
const caseSchema = z.strictObject({
  ...caseFields,
  sentence: z.string().min(1),
  /** The kinds of its steps in the order they are read, and other lists that would do. */
  kinds: stepKinds,
  also: z.array(stepKinds).default([]),
  /** What starts it, and its steps, with the fields that the sentence fixes. */
  trigger: triggerSchema,
  steps: z.array(stepSchema),
});
type AutomationCase = z.output<typeof caseSchema>;
type Fields = Record<string, string | number>;

const WEEKDAYS = '1,2,3,4,5';
const ALL_DAYS = '1,2,3,4,5,6,7';

/** Days of the week in a cron expression as `1,3`; Sunday is 7. */
function daysIn(written: string): string {
  if (written === '*') return ALL_DAYS;
  const days = written.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return [...new Set(days.map((day) => (day === 0 ? 7 : day)))].toSorted((a, b) => a - b).join(',');
}

/** A schedule by what it means, so that "every week from Monday to Friday" equals "every weekday". */
function scheduleFields(schedule: Schedule): Fields {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cronOf(schedule).split(/\s+/);
  if (hour === '*') return { every: 'hour' };
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (month !== '*') return { every: 'year', time: at, day };
  if (day !== '*') return { every: 'month', time: at, day: day === 'L' ? 0 : day };
  const weekdays = daysIn(weekday);
  return { every: weekdays === ALL_DAYS ? 'day' : weekdays === WEEKDAYS ? 'weekday' : 'week', time: at, weekdays };
}

function triggerFields(trigger: Trigger): Fields {
  if (trigger.kind === 'schedule') return scheduleFields(trigger.schedule);
  if (trigger.kind === 'chat') return { on: trigger.on, teammate: trigger.assistantId ?? '' };
  return trigger.kind === 'brain' ? { on: trigger.on } : {};
}

function waitFields(until: Extract<Step, { kind: 'wait' }>['until']): Fields {
  if (until.kind === 'duration') return { minutes: until.minutes };
  return until.kind === 'time' ? { time: until.time } : { time: until.from, until: until.to };
}

function stepFields(step: Step): Fields {
  if (step.kind === 'ask' || step.kind === 'post') return { teammate: step.assistantId };
  if (step.kind === 'email') return { to: step.to };
  if (step.kind === 'webhook') return { url: step.url };
  if (step.kind === 'wait') return waitFields(step.until);
  if (step.kind === 'condition') return { test: step.test, than: step.than };
  if (step.kind !== 'approve') return {};
  return step.deadline.kind === 'time' ? { time: step.deadline.time } : { minutes: step.deadline.hours * 60 };
}

/** All texts of a step, without those of the steps in it. */
const textOf = ({ id: _id, ...step }: Step): string =>
  JSON.stringify(step, (key, value: unknown) => (['then', 'otherwise', 'steps'].includes(key) ? undefined : value));

/** Pairs of places at which two lists have the same kinds in the same order, as many as possible. */
function pairsOf(wanted: readonly string[], drafted: readonly string[]): [number, number][] {
  const best: [number, number][][][] = Array.from({ length: wanted.length + 1 }, () =>
    Array.from({ length: drafted.length + 1 }, () => []),
  );
  for (const [row, kind] of wanted.entries())
    for (const [column, other] of drafted.entries()) {
      const [above = [], left = []] = [best[row]?.[column + 1], best[row + 1]?.[column]];
      const both: [number, number][] = [...(best[row]?.[column] ?? []), [row, column]];
      const longer = above.length >= left.length ? above : left;
      best[row + 1]?.splice(column + 1, 1, kind === other && both.length > longer.length ? both : longer);
    }
  return best[wanted.length]?.[drafted.length] ?? [];
}

const toDays = (days: readonly number[]) => days.toSorted((a, b) => a - b).join(',');
/** The expected fields as they are read from a draft. */
const asFields = ({ weekdays, teammate, ...fields }: Omit<AutomationCase['trigger'], 'kind'>): Fields => ({
  ...fields,
  ...(weekdays ? { weekdays: toDays(weekdays) } : {}),
  ...(weekdays && fields.every === 'week' && toDays(weekdays) === WEEKDAYS ? { every: 'weekday' } : {}),
  ...(teammate === undefined ? {} : { teammate: teammate.replaceAll('-', '_') }),
});

function compareFields(place: string, expected: Fields, actual: Fields): Pick<Judgment, 'found' | 'missed'> {
  const named = Object.entries(expected).map(([name, value]) => ({
    text: `${place}: ${name} ${value}`,
    isRight: String(actual[name]).toLowerCase() === String(value).toLowerCase(),
  }));
  return {
    found: named.filter(({ isRight }) => isRight).map(({ text }) => text),
    missed: named.filter(({ isRight }) => !isRight).map(({ text }) => text),
  };
}

/** What starts it, its steps by their kinds, and the fields of those that are there. */
function compare(one: AutomationCase, { trigger, steps }: Definition): Judgment {
  const all = allSteps(steps);
  const drafted = all.map(({ kind }) => kind);
  const lists = [one.kinds, ...one.also].map((wanted) => ({ wanted, pairs: pairsOf(wanted, drafted) }));
  const differs = ({ wanted, pairs }: (typeof lists)[number]) => wanted.length + drafted.length - 2 * pairs.length;
  const [{ wanted, pairs } = { wanted: one.kinds, pairs: [] }] = lists.toSorted((a, b) => differs(a) - differs(b));

  const { kind, ...expected } = one.trigger;
  const isStarted = trigger.kind === kind;
  const parts = [
    { found: isStarted ? [`starts by ${kind}`] : [], missed: isStarted ? [] : [`starts by ${kind}`] },
    ...(isStarted ? [compareFields(kind, asFields(expected), triggerFields(trigger))] : []),
    {
      found: pairs.map(([place]) => `step ${wanted[place]}`),
      missed: wanted.filter((_, place) => !pairs.some(([row]) => row === place)).map((name) => `step ${name}`),
    },
    // A step that is missing is one fault, whatever its fields are.
    ...pairsOf(
      one.steps.map((step) => step.kind),
      drafted,
    ).map(([row, column]) => {
      const [step, found] = [one.steps[row], all[column]];
      if (!step || !found) return { found: [], missed: [] };
      const { kind: name, words, ...fields } = step;
      const wantedWords: Fields = words ? { says: 'its words' } : {};
      const itsWords: Fields = words && fits(textOf(found), words) ? wantedWords : {};
      return compareFields(name, { ...asFields(fields), ...wantedWords }, { ...stepFields(found), ...itsWords });
    }),
  ];
  const found = parts.flatMap((part) => part.found);
  return {
    found,
    missed: parts.flatMap((part) => part.missed),
    right: found.length,
    wrong: drafted
      .filter((_, place) => !pairs.some(([, column]) => column === place))
      .map((name) => `an extra ${name}`),
    forbidden: [],
  };
}

/** What is left of a draft in which nothing can be used. */
const NO_STEPS: Definition = { trigger: { kind: 'manual', form: [] }, steps: [] };

const RULES = { approval: 'approved by the owner first', schedule: '{"kind": "schedule"' } as const;

export const automation = defineTask<AutomationCase>({
  name: 'automation',
  schema: caseSchema,
  hasPrecision: true,
  kindOf: ({ trigger }) => trigger.kind,
  askedOf: ({ sentence }) => sentence,
  expectedOf: ({ trigger, kinds }) => [`starts by ${trigger.kind}`, ...kinds.map((kind) => `step ${kind}`)],
  rules: Object.values(RULES),

  judge: async (one, ask) => {
    const loose = await askOnce(ask, draftAutomation, {
      text: one.sentence,
      team: ASSISTANTS.map(({ id, name, role }) => ({ id, name, role })),
      templates: TEMPLATES.map(({ id, title }) => ({ id, title })),
      draft: null,
    });
    const draft = readDraft(loose, knownInDrafts({ team: ASSISTANTS, templates: TEMPLATES, timeZone: 'UTC' }), null);
    return compare(one, draft?.definition ?? NO_STEPS);
  },

  script: (one, follows) => {
    const { weekdays = [], teammate = '', ...trigger } = one.trigger;
    const described = pairsOf(
      one.kinds,
      one.steps.map((step) => step.kind),
    );
    const steps = one.kinds
      .map((kind, place) => one.steps[described.find(([row]) => row === place)?.[1] ?? -1] ?? { kind })
      .filter(({ kind }) => kind !== 'approve' || follows(RULES.approval));
    return {
      name: 'An automation',
      trigger: follows(RULES.schedule)
        ? { ...trigger, weekdays: weekdays.map((day) => day % 7), teammate: teammate.replaceAll('-', '_') }
        : { kind: 'manual' },
      steps: steps.map(({ words = [], ...step }: AutomationCase['steps'][number], index) => ({
        than: spellOut(words),
        ...step,
        as: String.fromCodePoint('a'.codePointAt(0) ?? 0) + index,
        teammate: step.teammate?.replaceAll('-', '_') ?? '',
        template: step.kind === 'template' ? TEMPLATES[0]?.id : '',
        text: spellOut(words),
      })),
    };
  },
});
