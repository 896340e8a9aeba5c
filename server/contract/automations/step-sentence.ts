import { assistantById } from '../chat/assistants.ts';
import { allSteps } from './all-steps.ts';
import { valuesBefore, type AvailableValue } from './available-values.ts';
import type { Definition } from './definition.ts';
import { clockWords, deadlineWords, durationWords } from './schedule-words.ts';
import {
  chip,
  missing,
  quoted,
  subjectOf,
  valueChip,
  words,
  type Sentence,
  type SentencePiece,
} from './sentence-pieces.ts';
import type { Step, StepKind, StepOf, Test } from './steps.ts';

/** The names of what a definition only has the ids of. An id without a name no longer exists. */
export type Names = { templates?: Readonly<Record<string, string>> };

/** What a condition asks, between the value and what it is compared with. */
export const TEST_WORDS: Record<Test, string> = {
  is: 'is',
  is_not: 'isn’t',
  contains: 'contains',
  more_than: 'is more than',
  less_than: 'is less than',
  is_empty: 'is empty',
  is_not_empty: 'isn’t empty',
};

/** Verbs that a request begins with, so that it can follow "to". Anything else follows a colon. */
const VERBS = new Set(
  (
    'add answer ask brainstorm build calculate check choose classify collect compare compile compose count create decide describe draft ' +
    'edit estimate explain extract find fix gather generate give help highlight identify improve invent leave list look make name note ' +
    'outline pick plan prepare propose rank rate read recommend reply review rewrite say score see shorten sort suggest sum summarize ' +
    'tell think translate turn use write'
  ).split(' '),
);

/** "to write one post from [yesterday’s conversations]", or ": What was asked most?". */
function request(prompt: string, known: readonly AvailableValue[]): SentencePiece[] {
  if (prompt.trim() === '') return [words(' '), missing('something')];
  const [first, ...rest] = quoted(prompt, known);
  if (first?.kind !== 'words') return [words(' about '), ...(first ? [first] : []), ...rest];
  const text = first.text.replace(/^please\s+/i, '');
  const verb = /^[A-Za-z]+/.exec(text)?.[0].toLowerCase() ?? '';
  if (!VERBS.has(verb)) return [words(`: ${text}`), ...rest];
  return [words(` to ${text.charAt(0).toLowerCase()}${text.slice(1)}`), ...rest];
}

const REACHES_OTHERS = new Set<StepKind>(['email', 'webhook', 'post', 'notify', 'note']);
/** Whether something may already have been sent when the run comes to this step. */
function isAfterSending(steps: readonly Step[], step: Step): boolean {
  const all = allSteps(steps);
  return all.slice(0, all.indexOf(step)).some(({ kind }) => REACHES_OTHERS.has(kind));
}

function condition(step: StepOf<'condition'>, definition: Definition, known: readonly AvailableValue[]): Sentence {
  const value = step.value === '' ? missing('a value') : valueChip(step.value, known);
  const compares = step.test !== 'is_empty' && step.test !== 'is_not_empty';
  const than =
    step.than.trim() === ''
      ? [missing('something')]
      : quoted(step.than, known).map((piece) => (piece.kind === 'words' ? chip(piece.text) : piece));
  const pieces = [
    words('If '),
    value,
    words(` ${TEST_WORDS[step.test]}${compares ? ' ' : ''}`),
    ...(compares ? than : []),
    words(step.then.length === 0 ? ', carry on' : ':'),
  ];
  if (step.otherwise.length > 0) return { pieces, notes: [] };
  if (!step.stops)
    return {
      pieces,
      notes: step.then.length === 0 ? [] : [{ kind: 'otherwise', text: 'If not, skip these steps.' }],
    };
  const sent = isAfterSending(definition.steps, step) ? 'Nothing more is sent.' : 'Nothing is sent.';
  return { pieces, notes: [{ kind: 'otherwise', text: `If not, stop. ${sent}` }] };
}

const LATE = { skip: 'Skip it.', approve: 'Continue without it.', refuse: 'Count it as refused.' } as const;
function approve(step: StepOf<'approve'>, known: readonly AvailableValue[]): Sentence {
  const { deadline } = step;
  const time =
    deadline.kind === 'hours' ? `in ${durationWords(deadline.hours * 60)}` : `by ${deadlineWords(deadline.time)}`;
  return {
    pieces: [words('Ask '), chip('me'), words(' to approve '), ...subjectOf(step.text, known, 'a text')],
    notes: [{ kind: 'deadline', text: `No answer ${time}? ${LATE[step.ifLate]}` }],
  };
}

function wait({ until }: StepOf<'wait'>): Sentence {
  switch (until.kind) {
    case 'duration':
      return { pieces: [words('Wait '), chip(durationWords(until.minutes))], notes: [] };
    case 'time':
      return { pieces: [words('Wait until '), chip(deadlineWords(until.time))], notes: [] };
    case 'quiet_hours':
      return {
        pieces: [
          words('If it’s after '),
          chip(clockWords(until.from)),
          words(', wait until '),
          chip(clockWords(until.to)),
        ],
        notes: [],
      };
  }
}

/** `hooks.example.com` of an address, or the address if it isn't one yet. */
const hostOf = (url: string) => /^https?:\/\/([^\s/?#]+)/.exec(url)?.[1] ?? url;

/** A step as a sentence, such as "Ask [Soshie] to write one post from [yesterday’s conversations]". */
export function stepSentence(definition: Definition, step: Step, names: Names = {}): Sentence {
  const known = valuesBefore(definition, step.id);
  const about = (text: string, none: string) => subjectOf(text, known, none);
  const plain = (...pieces: SentencePiece[]): Sentence => ({ pieces, notes: [] });
  switch (step.kind) {
    case 'ask':
      return plain(words('Ask '), chip(assistantById(step.assistantId).name), ...request(step.prompt, known));
    case 'template': {
      const name = names.templates ? (names.templates[step.templateId] ?? '') : step.templateId;
      return plain(words('Fill in the template '), name === '' ? missing('choose one') : chip(name));
    }
    case 'search':
      return plain(words('Look in the Brain for '), ...about(step.query, 'something'));
    case 'wait':
      return wait(step);
    case 'email': {
      const to = step.to === 'me' ? chip('me') : step.to.trim() === '' ? missing('someone') : chip(step.to);
      return plain(
        words('Email '),
        ...about(step.subject.trim() === '' ? step.body : step.subject, 'a text'),
        words(' to '),
        to,
      );
    }
    case 'webhook':
      return plain(words('Call '), step.url.trim() === '' ? missing('an address') : chip(hostOf(step.url)));
    case 'note':
      return plain(words('Suggest to the Brain: '), ...about(step.text, 'a fact'));
    case 'post':
      return plain(
        words('Put '),
        ...about(step.text, 'a text'),
        words(' into the conversation with '),
        chip(assistantById(step.assistantId).name),
      );
    case 'notify':
      return plain(words('Notify '), chip('me'), words(': '), ...about(step.text, 'a text'));
    case 'approve':
      return approve(step, known);
    case 'condition':
      return condition(step, definition, known);
    case 'loop':
      return {
        pieces: [
          words('For each item of '),
          step.over === '' ? missing('a list') : valueChip(step.over, known),
          words(':'),
        ],
        notes: [{ kind: 'detail', text: `At most ${step.max} ${step.max === 1 ? 'item' : 'items'}.` }],
      };
  }
}

/** A step in a few words, for lists and the run page. */
export function stepTitle(step: Step, names: Names = {}): string {
  switch (step.kind) {
    case 'ask':
      return `Ask ${assistantById(step.assistantId).name}`;
    case 'template':
      return names.templates?.[step.templateId] ?? 'Fill in a template';
    case 'search':
      return 'Look in the Brain';
    case 'wait':
      return 'Wait';
    case 'email':
      return step.to === 'me' ? 'Email me' : `Email ${step.to || 'someone'}`;
    case 'webhook':
      return step.url === '' ? 'Call an address' : `Call ${hostOf(step.url)}`;
    case 'note':
      return 'Suggest a fact to the Brain';
    case 'post':
      return `Message from ${assistantById(step.assistantId).name}`;
    case 'notify':
      return 'Notify me';
    case 'approve':
      return step.title.trim() === '' || step.title.includes('{{')
        ? 'Ask me to approve'
        : `Ask me to approve: ${step.title}`;
    case 'condition':
      return 'Check a condition';
    case 'loop':
      return 'Go through a list';
  }
}
