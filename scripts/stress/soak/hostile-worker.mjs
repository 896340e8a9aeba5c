import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { signatureOf } from '#server/modules/automations/hooks/check-call.ts';
import { createClient } from './client.mjs';
import { AUTOMATIONS, hookBody, TRIED } from './hostile-automations.mjs';
import { MARKER, SITE_ADDRESSES } from './stand-ins.mjs';

// One account that does everything at once that could slow the product down for others. Refusals are expected.

const { port, cookie, isTrial } = workerData;
const ADDRESS = '198.51.100.9';
const AFTER_REFUSAL_MS = 100;
/** An account that can have one automation on at a time switches from one to the next. */
const SWITCH_EVERY_MS = 15_000;
const HOOK_CALLS_EVERY_MS = 500;
const STARTS_EVERY_MS = 2_000;
const SITES_EVERY_MS = 60_000;
const TRIES_EVERY_MS = 5_000;
const CHANGERS = 3;
const SEARCHERS = 4;
const UPLOADERS = 2;
const DOCUMENT = `The ${MARKER} mug costs nine dollars, and every order ships within two days.\n`.repeat(2_500);
/** Two-letter words, of which a search can have 66. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SEARCH = Array.from({ length: 66 }, (_, index) => LETTERS[index % 26] + LETTERS[(index * 7 + 3) % 26]).join(' ');

const client = createClient({ port, cookie, address: ADDRESS });
const outcomes = new Map();
const running = [];
const stopping = new AbortController();

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
const post = (message) => parentPort.postMessage(message);

async function note(what, request) {
  const answer = await request;
  const line = `${what}: ${answer.status === 0 ? '' : `${answer.status} `}${answer.code}`.trim();
  outcomes.set(line, (outcomes.get(line) ?? 0) + 1);
  if (answer.status >= 300 || answer.status === 0) await wait(AFTER_REFUSAL_MS);
  return answer;
}
const call = (path, input) => note(path, client.call(path, input));

/** Repeats `act`, with a pause before the next time, until the end. */
function keep(act, everyMs = 0) {
  running.push(
    (async () => {
      for (let round = 0; !stopping.signal.aborted; round += 1) {
        const begun = performance.now();
        await act(round);
        const pauseMs = begun + everyMs - performance.now();
        if (pauseMs > 0) await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    })(),
  );
}
async function createAutomations() {
  const automations = [];
  for (const { name, definition, isLong } of AUTOMATIONS) {
    const automationId = randomUUID();
    await call('powerUps.automations.create', { id: automationId, name, definition });
    const { data } = await call('powerUps.automations.newHook', { automationId });
    automations.push({ automationId, isLong, path: new URL(data.url).pathname, secret: data.secret });
  }
  return automations;
}
const switchOn = ({ automationId }, isOn) => call('powerUps.automations.setOn', { automationId, isOn });

/** Makes room for the runs of the next automation. */
async function cancelRuns(cursor) {
  const { data } = await client.query('powerUps.automations.runs', { cursor });
  for (const { id, endedAt } of data?.runs ?? [])
    if (endedAt === null) await call('powerUps.automations.cancelRun', { runId: id });
  if (data?.nextCursor) await cancelRuns(data.nextCursor);
}

async function callHook({ path, secret, isLong }, round) {
  const [body, seconds] = [hookBody(round, { isLong }), Math.floor(Date.now() / 1_000)];
  const headers = { 'tenfold-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}` };
  await note('signed call', client.post(path, headers, body));
}

async function changeFact(round) {
  const [id, corrected] = [randomUUID(), randomUUID()];
  const statement = `The ${MARKER} mug costs $${round}.`;
  const { status } = await call('brain.add', { id, kind: 'product', statement });
  if (status !== 200) return;
  await call('brain.correct', { id: corrected, factId: id, statement: `The ${MARKER} mug costs $${round + 0.5}.` });
  await call('brain.forget', { factId: corrected });
  for (const factId of [corrected, id]) await call('brain.erase', { factId });
}

let newestFile = null;
/** Uploads the same document again and has it read again. Now and then, removes the others to make room. */
async function uploadAgain(round) {
  const id = randomUUID();
  const { status } = await note('upload', client.upload(id, 'prices.txt', DOCUMENT));
  if (status === 200) newestFile = id;
  await call('brain.sources.retry', { sourceId: newestFile });
  if (status !== 200 || round % 5 !== 4) return;
  const { data } = await client.query('brain.sources.list');
  for (const { id: sourceId, kind } of data?.sources ?? [])
    if (kind === 'file' && sourceId !== newestFile) await call('brain.sources.remove', { sourceId });
}

const sites = new Map();
async function addSites() {
  for (const address of SITE_ADDRESSES) {
    if (sites.has(address)) await call('brain.sources.remove', { sourceId: sites.get(address) });
    sites.set(address, randomUUID());
    await call('brain.sources.addPage', { id: sites.get(address), address, isSite: true });
  }
}

function begin(automations) {
  const on = isTrial ? automations : [];
  if (!isTrial)
    keep(async (round) => {
      const next = automations[round % automations.length];
      for (const one of on.splice(0)) await switchOn(one, false);
      await cancelRuns();
      on.push(next);
      await switchOn(next, true);
    }, SWITCH_EVERY_MS);
  keep(async (round) => {
    await Promise.all(on.map((one) => callHook(one, round)));
  }, HOOK_CALLS_EVERY_MS);
  keep(async () => {
    for (const { automationId } of on)
      await call('powerUps.automations.startRun', { id: randomUUID(), automationId, form: {} });
  }, STARTS_EVERY_MS);
  for (let index = 0; index < CHANGERS; index += 1) keep(changeFact);
  for (let index = 0; index < UPLOADERS; index += 1) keep(uploadAgain);
  keep(addSites, SITES_EVERY_MS);
  for (let index = 0; index < SEARCHERS; index += 1)
    keep(() => note('chat.search', client.query('chat.search', { text: SEARCH })));
  keep(async (round) => {
    const { automationId } = automations[round % automations.length];
    await call('powerUps.automations.tryStep', { automationId, ...TRIED });
    await call('powerUps.automations.startRehearsal', { id: randomUUID(), automationId });
  }, TRIES_EVERY_MS);
}

async function stop() {
  stopping.abort();
  await Promise.all(running);
  post({ kind: 'result', outcomes: [...outcomes] });
  client.close();
  parentPort.close();
}
parentPort.on('message', () => void stop());

const automations = await createAutomations();
if (isTrial) for (const one of automations) await switchOn(one, true);
begin(automations);
