import { HOOK_URL, MARKER } from './stand-ins.mjs';

/** The most items of a loop, and as many steps in it as make the most steps of a run. */
const ITEMS = 50;
const STEPS = 10;
/** With the body, as many characters as a run's values may have. Three bytes each. */
const LONG = '世'.repeat(19_900);

const TRIGGER = { kind: 'webhook', check: 'signature' };
const inLoop = (...kinds) => ({
  trigger: TRIGGER,
  steps: [
    {
      kind: 'loop',
      id: 's0',
      over: 'trigger.items',
      max: ITEMS,
      steps: Array.from({ length: STEPS }, (_, index) => ({ ...kinds[index % kinds.length], id: `s${index + 1}` })),
    },
  ],
});

const long = { kind: 'post', assistantId: 'brain_ai', text: '{{trigger.long}}' };
const post = { ...long, text: `${MARKER} {{s0.number}}` };
const email = { kind: 'email', to: 'me', subject: `${MARKER} {{s0.number}}`, body: '{{trigger.long}}' };
const call = {
  kind: 'webhook',
  url: HOOK_URL,
  fields: [
    { name: 'long', value: '{{trigger.long}}' },
    { name: 'body', value: '{{trigger.body}}' },
  ],
  recognizesRepeats: true,
};
const notify = { kind: 'notify', text: `${MARKER} {{s0.number}}` };
const note = { kind: 'note', text: `The ${MARKER} mug number {{s0.number}} is on sale` };

/** Each has 500 steps, and uses up one budget or two. */
export const DEFINITIONS = {
  'writes as much as possible': inLoop(long),
  'emails its owner': inLoop(email),
  'calls another system': inLoop(call),
  'adds notices, messages and facts': inLoop(notify, post, note),
};

/** The body of a call that starts one of them. No two are the same: a repeated call starts nothing. */
export const hookBody = (number) =>
  JSON.stringify({ number, items: Array.from({ length: ITEMS }, (_, index) => String(index)), long: LONG });

/** A step whose try asks the model. */
export const TRIED = {
  stepId: 's1',
  definition: {
    trigger: { kind: 'manual', form: [] },
    steps: [{ kind: 'ask', id: 's1', assistantId: 'brain_ai', prompt: `Write about the ${MARKER}`, parts: [] }],
  },
};
