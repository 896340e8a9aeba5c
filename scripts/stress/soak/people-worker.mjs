import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { addressOf } from '../ask.mjs';
import { createClient } from './client.mjs';

// Twenty people who use the product at a steady pace, however long it takes to respond. They have their own thread, so
// that the work of the hostile account's client isn't measured.

/** What each person does, and how often. Their start times are spread evenly. */
const HABITS = [
  { act: chat, everyMs: 30_000 },
  { act: look, everyMs: 5_000 },
  { act: upload, everyMs: 120_000 },
  { act: run, everyMs: 120_000 },
];
const ASSISTANT = 'brain_ai';
const DOCUMENT = 'Delivery\n\nWe ship bowls and mugs on weekdays, within two days of the payment.\n'.repeat(20);
const DEFINITION = {
  trigger: { kind: 'manual', form: [] },
  steps: [
    { kind: 'search', id: 's1', query: 'delivery of bowls' },
    { kind: 'notify', id: 's2', text: 'Found {{s1.count}}' },
    { kind: 'post', id: 's3', assistantId: ASSISTANT, text: 'This is what we say: {{s1.found}}' },
  ],
};

const { port, people } = workerData;
const [readings, errors] = [[], []];
const sent = { answers: [], sources: [], runs: [] };
const waiting = new Set();
let part = 'setup';
let isStopped = false;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
const post = (message) => parentPort.postMessage(message);
const clients = people.map(({ cookies: [cookie] }, index) => createClient({ port, cookie, address: addressOf(index) }));

function fail(kind, what, at = part) {
  errors.push({ kind, part: at, what, time: new Date().toISOString() });
}

/** Measures one request; returns the data of its response, or null after an error. */
async function measure(kind, request) {
  const [at, begun] = [part, performance.now()];
  const { status, code, data } = await request;
  if (status !== 200) {
    fail(kind, `${status} ${code}`, at);
    return null;
  }
  readings.push({ kind, part: at, ms: performance.now() - begun });
  return data ?? true;
}

async function chat(index, round) {
  const { conversationIds } = people[index];
  const [at, begun] = [part, performance.now()];
  const text = `How do we bring back customers who bought bowls? This is question ${round}.`;
  const conversationId = conversationIds[round % conversationIds.length];
  const input = { id: randomUUID(), assistantId: ASSISTANT, conversationId, text };
  const turn = await measure('chat.send', clients[index].call('chat.send', input));
  if (turn === null) return;
  sent.answers.push(turn.answer.id);
  let firstMs = null;
  const end = await clients[index].follow(turn.answer.id, () => (firstMs ??= performance.now() - begun));
  if (firstMs !== null) readings.push({ kind: 'first words', part: at, ms: firstMs });
  if (end === 'complete') readings.push({ kind: 'whole answer', part: at, ms: performance.now() - begun });
  else fail('whole answer', end, at);
}

async function look(index, round) {
  const conversationId = people[index].conversationIds[round % people[index].conversationIds.length];
  const pages = [
    ['chat.conversations', { assistantId: ASSISTANT }],
    ['chat.messages', { conversationId }],
    ['brain.list', {}],
    ['usage.overview', undefined],
    ['chat.search', { text: 'customers' }],
  ];
  const [path, input] = pages[(index + round) % pages.length];
  await measure(path, clients[index].query(path, input));
}

async function upload(index, round) {
  const id = randomUUID();
  const content = `${DOCUMENT}This is version ${round} of person ${index}.\n`;
  const source = await measure('upload', clients[index].upload(id, `delivery-${round}.txt`, content));
  if (source !== null) sent.sources.push(id);
}

async function run(index) {
  const id = randomUUID();
  const { automationId } = people[index];
  const started = await measure(
    'start a run',
    clients[index].call('powerUps.automations.startRun', { id, automationId, form: {} }),
  );
  if (started !== null) sent.runs.push(id);
}

async function repeat(index, { act, everyMs }) {
  const begun = performance.now();
  const offsetMs = (index / people.length) * everyMs;
  for (let round = 0; ; round += 1) {
    await wait(Math.max(0, begun + offsetMs + round * everyMs - performance.now()), undefined, { ref: false });
    if (isStopped) return;
    const acting = act(index, round).catch((error) => fail(act.name, error.message));
    waiting.add(acting);
    void acting.finally(() => waiting.delete(acting));
  }
}

/** Each person turns on the automation that they start now and then. */
async function setUp() {
  for (const [index, client] of clients.entries()) {
    const id = randomUUID();
    await measure(
      'create',
      client.call('powerUps.automations.create', { id, name: 'Delivery', definition: DEFINITION }),
    );
    await measure('turn on', client.call('powerUps.automations.setOn', { automationId: id, isOn: true }));
    people[index].automationId = id;
  }
}

const isSettled = {
  sources: ({ state }) => state === 'ready' || state === 'failed',
  runs: ({ endedAt }) => endedAt !== null,
};

/** Waits until everyone's documents are read and everyone's runs have ended, or time is up. */
async function settle(untilMs) {
  for (const client of clients) {
    for (;;) {
      const { status, data } = await client.query('brain.sources.list');
      const runs = (await client.query('powerUps.automations.runs', {})).data?.runs;
      if (data?.sources.every(isSettled.sources) && runs?.every(isSettled.runs)) break;
      const isProductGone = status === 0;
      if (isProductGone || performance.now() > untilMs) return;
      await wait(1_000);
    }
  }
}

async function stop(settleMs) {
  isStopped = true;
  await Promise.all(waiting);
  await settle(performance.now() + settleMs);
  post({ kind: 'result', readings, errors, sent });
  for (const client of clients) client.close();
  parentPort.close();
}

parentPort.on('message', (message) => {
  if (message.kind === 'part') part = message.part;
  if (message.kind === 'stop') void stop(message.settleMs);
});

await setUp();
post({ kind: 'ready' });
for (const index of people.keys()) for (const habit of HABITS) void repeat(index, habit);
