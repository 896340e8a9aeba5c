import type { FactKind } from './brain.ts';

type StartQuestion = {
  id: string;
  kind: FactKind;
  text: string;
  /** The topic of an answer that doesn’t state it: "Who buys from us: young families". */
  label: string;
  example: string;
};

/** What a new team needs to know first. The examples are from an invented pottery shop. */
export const START_QUESTIONS = [
  {
    id: 'products',
    kind: 'product',
    text: 'What do you sell, and what does it cost?',
    label: 'What we sell',
    example: 'We sell stoneware bowls from $24 to $42.',
  },
  {
    id: 'customers',
    kind: 'customer',
    text: 'Who buys from you?',
    label: 'Who buys from us',
    example: 'Mostly people looking for a wedding gift around $60.',
  },
  {
    id: 'hours',
    kind: 'people',
    text: 'When are you open, and who does what?',
    label: 'When we’re open and who does what',
    example: 'The studio is open Tuesday to Saturday, 10 to 4.',
  },
  {
    id: 'rules',
    kind: 'policy',
    text: 'What’s your rule on returns, shipping, or discounts?',
    label: 'Returns, shipping, and discounts',
    example: 'We never discount sets, and returns are free for 30 days.',
  },
  {
    id: 'voice',
    kind: 'voice',
    text: 'How should we sound, and which words should we avoid?',
    label: 'How we sound',
    example: 'Friendly and brief, and never “artisanal.”',
  },
] as const satisfies readonly StartQuestion[];
export type StartQuestionId = (typeof START_QUESTIONS)[number]['id'];
export const START_QUESTION_IDS = START_QUESTIONS.map(({ id }) => id);
