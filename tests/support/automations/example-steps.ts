import type { ActionStep, StepOf } from '#contract/automations/steps.ts';

/** `text` is called for each text of the step. */
type Given = { id: string; text: () => string };

/** A step of each kind that has no steps inside it. This doesn't compile if a kind is missing. */
const EXAMPLES: { [K in ActionStep['kind']]: (given: Given) => StepOf<K> } = {
  ask: ({ id, text }) => ({ kind: 'ask', id, assistantId: 'brain_ai', prompt: text(), parts: [] }),
  template: ({ id, text }) => ({
    kind: 'template',
    id,
    templateId: 'weekly-question',
    values: { question: text(), why: text(), ourAnswer: text(), whatHappens: 'read' },
  }),
  search: ({ id, text }) => ({ kind: 'search', id, query: text() }),
  wait: ({ id }) => ({ kind: 'wait', id, until: { kind: 'time', time: '18:00' } }),
  email: ({ id, text }) => ({ kind: 'email', id, to: 'me', subject: text(), body: text() }),
  webhook: ({ id, text }) => ({
    kind: 'webhook',
    id,
    url: 'https://hooks.shop.example/in',
    fields: [{ name: 'text', value: text() }],
    recognizesRepeats: true,
  }),
  note: ({ id, text }) => ({ kind: 'note', id, text: text() }),
  post: ({ id, text }) => ({ kind: 'post', id, assistantId: 'brain_ai', text: text() }),
  notify: ({ id, text }) => ({ kind: 'notify', id, text: text() }),
  approve: ({ id, text }) => ({
    kind: 'approve',
    id,
    title: text(),
    text: text(),
    deadline: { kind: 'hours', hours: 24 },
    ifLate: 'skip',
  }),
};
export const LEAF_KINDS = Object.keys(EXAMPLES) as ActionStep['kind'][]; // reason: the keys of EXAMPLES

export const exampleStep = (kind: ActionStep['kind'], given: Given): ActionStep => EXAMPLES[kind](given);
