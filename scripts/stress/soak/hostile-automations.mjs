import { HOOK_URL, MARKER } from './stand-ins.mjs';

/** The maximum number of items in a loop, with the number of steps that makes the longest run. */
const ITEMS = 50;
const STEPS = 10;
/** About as long as a value may be. Each character takes three bytes, and they hardly compress. */
const LONG = 19_900;
const FIRST_CHARACTER = 0x4e_00;
const CHARACTERS = 20_000;

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

const post = { kind: 'post', assistantId: 'brain_ai', text: `${MARKER} {{s0.number}}` };
const long = { ...post, text: '{{trigger.long}}' };
const email = { kind: 'email', to: 'me', subject: `${MARKER} {{s0.number}}`, body: 'On sale' };
const call = { kind: 'webhook', url: HOOK_URL, fields: [], recognizesRepeats: true };
const notify = { kind: 'notify', text: `${MARKER} {{s0.number}}` };
const note = { kind: 'note', text: `The ${MARKER} mug number {{s0.number}} of {{trigger.number}} is on sale` };

/**
 * Each has 500 steps and uses up a budget or two. The last one writes as much as possible; once its budget is used up,
 * the others can't run.
 */
export const AUTOMATIONS = [
  { name: 'Emails its owner', definition: inLoop(email), isLong: false },
  { name: 'Calls another system', definition: inLoop(call), isLong: false },
  { name: 'Adds notices, messages and facts', definition: inLoop(notify, post, note), isLong: false },
  { name: 'Writes as much as possible', definition: inLoop(long), isLong: true },
];

const randomText = () =>
  String.fromCodePoint(...Array.from({ length: LONG }, () => FIRST_CHARACTER + Math.floor(Math.random() * CHARACTERS)));

/** The body of a call that starts one of them. No two are the same: a repeated call starts nothing. */
export function hookBody(number, { isLong }) {
  const items = Array.from({ length: ITEMS }, (_, index) => String(index));
  return JSON.stringify({ number: String(number), items, ...(isLong && { long: randomText() }) });
}

/** A step that asks the model when it's tried. */
export const TRIED = {
  stepId: 's1',
  definition: {
    trigger: { kind: 'manual', form: [] },
    steps: [{ kind: 'ask', id: 's1', assistantId: 'brain_ai', prompt: `Write about the ${MARKER}`, parts: [] }],
  },
};
