import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { callsOf } from '../../bench/calls.mjs';
import { freePort } from '../../lib/free-port.mjs';
import { seedPeople } from '../../lib/load/seed-people.ts';
import { stopOnSignals } from '../../lib/load/stop-on-signals.mjs';
import { warmUp } from '../../lib/load/warm-up.mjs';
import { startWatchedProduct } from '../../lib/load/watched-product.mjs';
import { say } from '../../lib/messages.mjs';
import { compareBudgets } from './compare-budgets.mjs';
import { databaseBytes, inspect, prepareHostileAccount } from './database.mjs';
import { formatReport } from './report.mjs';
import { MARKER, startStandIns } from './stand-ins.mjs';

const PEOPLE = 20;
const HOSTILE_MESSAGES = 20_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long after the end reading documents and finishing runs may take. */
const SETTLE_MS = 5 * MINUTE_MS;
/** The model's answers: four seconds each, at the pace of a real model. */
const ANSWERS = { tokens: 100, tokensPerSecond: 30, firstAfterMs: 300 };
const WARM_PATHS = ['/', '/health/live', '/dashboard', '/trpc/usage.overview'];

function startWorker(file, data) {
  const worker = new Worker(new URL(file, import.meta.url), { workerData: data });
  const result = new Promise((resolve, reject) => {
    worker.on('message', (message) => message.kind === 'result' && resolve(message));
    worker.on('error', reject);
  });
  result.catch(() => undefined); // reason: whoever waits for the result gets the error
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
  return { worker, result, send: (message) => worker.postMessage(message) };
}

function startModel(stack) {
  const file = join(import.meta.dirname, '../../bench/model-server.mjs');
  const child = stack.adopt(fork(file, { execPath: process.execPath, serialization: 'advanced' }), (it) =>
    it.kill('SIGKILL'),
  );
  return callsOf(child);
}

/** The emails in the sandbox's inbox, which keeps the newest 500. NaN if the product has stopped. */
async function emailsTo(sandboxPort, email) {
  const address = `http://127.0.0.1:${sandboxPort}/inbox.json?${new URLSearchParams({ to: email })}`;
  const response = await fetch(address).catch(() => null);
  if (response === null) return { owner_emails: Number.NaN, urgent_emails: Number.NaN };
  const emails = await response.json();
  const ofAutomations = emails.filter(({ text }) => text.includes('Sent by your automation')).length;
  return { owner_emails: ofAutomations, urgent_emails: emails.length - ofAutomations };
}

function lostOf(sent) {
  const wanted = { answers: 'complete', sources: 'ready', runs: 'done' };
  return Object.entries(wanted).flatMap(([what, status]) =>
    sent[what].filter((one) => one.status !== status).map((one) => `${what}: ${one.status ?? 'not found'}`),
  );
}

/** How long people waited for what happens in the background after a response. */
const waitsOf = (sent, hostileSince) =>
  [
    ['document is ready', sent.sources],
    ['run is done', sent.runs],
  ].flatMap(([kind, list]) =>
    list
      .filter(({ ms }) => ms !== null)
      .map(({ at, ms }) => ({ kind, part: at < hostileSince ? 'quiet' : 'hostile', ms })),
  );

/**
 * Has twenty people use the product, first alone and then alongside one account that does everything it can to slow it
 * down, all at once. Returns 1 if they lost anything or met an error.
 */
export async function soak({ databaseUrl, port, minutes, quietMinutes, isTrial }, dataDir) {
  await using stack = new AsyncDisposableStack();
  const location = databaseUrl === undefined ? { directory: dataDir } : { url: databaseUrl, poolMax: 1 };
  const [enemy, ...people] = await seedPeople(location, PEOPLE + 1);
  const { userId, email } = enemy;
  await prepareHostileAccount(location, { userId, isTrial, messages: HOSTILE_MESSAGES });
  const { rows: rowsBefore } = await inspect(location, { userId });

  const model = startModel(stack);
  await model('set', ANSWERS);
  await model('mark', MARKER);
  const standIns = stack.adopt(await startStandIns(), (it) => it.close());
  const sandboxPort = await freePort();
  const logged = [];
  const errors = [];
  const product = await startWatchedProduct({
    node: process.execPath,
    port,
    environment: {
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      SANDBOX_PORT: String(sandboxPort),
      WEB_STAND_INS: standIns.standIns,
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: await model('address'),
      AI_API_KEY: 'soak',
      AI_MODEL: 'soak',
    },
    onError: (entry) => logged.push(`${entry.event ?? entry.msg}: ${entry.err?.message ?? ''}`),
    onExit: ({ code, signal, complaint }) => {
      errors.push({ kind: 'the product', part: 'all', what: `ended (${code ?? signal}) ${complaint}` });
    },
  });
  stack.adopt(product, (it) => it.stop());
  stopOnSignals(product);
  await warmUp({ port, paths: WARM_PATHS, cookie: people[0].cookies[0] });

  const since = new Date();
  const bystanders = startWorker('people-worker.mjs', { port, people });
  await once(bystanders.worker, 'message');
  const bytes = [await databaseBytes(location)];
  say(`${PEOPLE} people alone for ${quietMinutes} minutes ...`);
  bystanders.send({ kind: 'part', part: 'quiet' });
  await wait(quietMinutes * MINUTE_MS);

  bytes.push(await databaseBytes(location));
  say(`The same beside the hostile account for ${minutes - quietMinutes} minutes ...`);
  const hostileSince = Date.now();
  bystanders.send({ kind: 'part', part: 'hostile' });
  const hostile = startWorker('hostile-worker.mjs', { port, cookie: enemy.cookies[0], isTrial });
  await Promise.race([wait((minutes - quietMinutes) * MINUTE_MS), hostile.result]);

  say('Waiting for unfinished work ...');
  bystanders.send({ kind: 'stop', settleMs: SETTLE_MS });
  hostile.send({ kind: 'stop' });
  const [{ readings, errors: met, sent }, { outcomes }] = await Promise.all([bystanders.result, hostile.result]);
  bytes.push(await databaseBytes(location));
  const emails = await emailsTo(sandboxPort, email);
  const { marked: modelCalls } = await model('counts');
  await product.stop();

  const left = await inspect(location, { userId, since, sent });
  const lost = lostOf(left.sent);
  const standing = isTrial ? 'trial' : 'free';
  const days = Math.floor(Date.now() / DAY_MS) - Math.floor(since.getTime() / DAY_MS) + 1;
  const caused = { ...emails, ...left.effects, calls: standIns.calls(), model_calls: modelCalls };
  const report = formatReport({
    readings: [...readings, ...waitsOf(left.sent, hostileSince)],
    errors: [...errors, ...met],
    lost,
    hostile: outcomes,
    budgets: compareBudgets(caused, { standing, days }),
    standing,
    growth: [
      { name: `people alone, ${quietMinutes} minutes`, bytes: bytes[1] - bytes[0] },
      { name: `beside the hostile account, ${minutes - quietMinutes} minutes`, bytes: bytes[2] - bytes[1] },
    ],
    rows: { before: rowsBefore, after: left.rows },
    logged,
  });
  say(`\n${report}`);
  return lost.length + errors.length + met.length === 0 ? 0 : 1;
}
