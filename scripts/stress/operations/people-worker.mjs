import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { addressOf } from '../ask.mjs';
import { createClient } from '../soak/client.mjs';

// People who try again as a browser does: with the same id, until it worked. They have their own thread, so that
// restarting processes doesn't delay them.

const HABITS = [
  { act: chat, everyMs: 20_000 },
  { act: look, everyMs: 3_000 },
  { act: upload, everyMs: 60_000 },
  { act: run, everyMs: 60_000 },
];
const RETRY_MS = 1_000;
/** After this long a person gives up, and what they did counts as failed. */
const GIVE_UP_AFTER_MS = 120_000;
const ASSISTANT = 'brain_ai';
const DOCUMENT = 'Delivery\n\nWe ship bowls and mugs on weekdays, within two days of the payment.\n'.repeat(20);
const DEFINITION = {
  trigger: { kind: 'manual', form: [] },
  steps: [
    { kind: 'notify', id: 's1', text: 'It ran' },
    { kind: 'post', id: 's2', assistantId: ASSISTANT, text: 'It ran.' },
  ],
};

const { port, people } = workerData;
/** One entry for everything that people did: `{ kind, ms, attempts, isDone }`. */
const deeds = [];
/** Each attempt that didn't work. */
const refusals = [];
const sent = { messages: [], sources: [], runs: [] };
const waiting = new Set();
let isStopped = false;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
const post = (message) => parentPort.postMessage(message);
const clients = people.map(({ cookies: [cookie] }, index) => createClient({ port, cookie, address: addressOf(index) }));

/** Tries until it works; returns the data of the response, or null if the person gave up. */
async function insist(kind, attempt) {
  const begun = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    const { status, code, data } = await attempt();
    const ms = performance.now() - begun;
    if (status === 200) {
      deeds.push({ kind, ms, attempts, isDone: true });
      return data ?? true;
    }
    refusals.push({ kind, what: `${status} ${code}`.trim(), time: new Date().toISOString() });
    if (ms > GIVE_UP_AFTER_MS) {
      deeds.push({ kind, ms, attempts, isDone: false });
      return null;
    }
    await wait(RETRY_MS);
  }
}

async function chat(index, round) {
  const { conversationIds } = people[index];
  const text = `How do we bring back customers who bought bowls? This is question ${round}.`;
  const conversationId = conversationIds[round % conversationIds.length];
  const input = { id: randomUUID(), assistantId: ASSISTANT, conversationId, text };
  const turn = await insist('chat.send', () => clients[index].call('chat.send', input));
  if (turn === null) return;
  sent.messages.push({ id: input.id });
  // A cut-off answer ends, too: it is kept as far as it was saved, and its person can continue it.
  await insist('answer', async () => {
    const end = await clients[index].follow(turn.answer.id, () => undefined);
    return ['complete', 'interrupted'].includes(end) ? { status: 200 } : { status: end, code: '' };
  });
}

async function look(index, round) {
  const conversationId = people[index].conversationIds[round % people[index].conversationIds.length];
  const pages = [
    ['chat.conversations', { assistantId: ASSISTANT }],
    ['chat.messages', { conversationId }],
    ['brain.list', {}],
    ['usage.overview', undefined],
  ];
  const [path, input] = pages[(index + round) % pages.length];
  await insist('read', () => clients[index].query(path, input));
}

async function upload(index, round) {
  const id = randomUUID();
  const content = `${DOCUMENT}This is version ${round} of person ${index}.\n`;
  const source = await insist('upload', () => clients[index].upload(id, `delivery-${round}.txt`, content));
  if (source !== null) sent.sources.push({ id });
}

async function run(index) {
  const id = randomUUID();
  const { automationId } = people[index];
  const input = { id, automationId, form: {} };
  const started = await insist('start a run', () => clients[index].call('powerUps.automations.startRun', input));
  if (started !== null) sent.runs.push({ id });
}

async function repeat(index, { act, everyMs }) {
  const begun = performance.now();
  const offsetMs = (index / people.length) * everyMs;
  for (let round = 0; ; round += 1) {
    await wait(Math.max(0, begun + offsetMs + round * everyMs - performance.now()), undefined, { ref: false });
    if (isStopped) return;
    const acting = act(index, round);
    waiting.add(acting);
    void acting.finally(() => waiting.delete(acting));
  }
}

/** Each person turns on the automation that they start now and then. */
async function setUp() {
  for (const [index, client] of clients.entries()) {
    const id = randomUUID();
    const input = { id, name: 'Delivery', definition: DEFINITION };
    await insist('create', () => client.call('powerUps.automations.create', input));
    await insist('turn on', () => client.call('powerUps.automations.setOn', { automationId: id, isOn: true }));
    people[index].automationId = id;
  }
}

async function stop() {
  isStopped = true;
  await Promise.all(waiting);
  post({ kind: 'result', deeds, refusals, sent });
  for (const client of clients) client.close();
  parentPort.close();
}

parentPort.on('message', ({ kind }) => kind === 'stop' && void stop());

await setUp();
post({ kind: 'ready' });
for (const index of people.keys()) for (const habit of HABITS) void repeat(index, habit);
