import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startSandbox } from '#sandbox/sandbox.ts';
import { createLog } from '#server/lib/log.ts';
import { callsOf } from '../../bench/calls.mjs';
import { startCluster } from '../../bench/cluster.mjs';
import { quantile } from '../../bench/statistics.mjs';
import { freePort } from '../../lib/free-port.mjs';
import { seedPeople } from '../../lib/load/seed-people.ts';
import { startWatchedProduct } from '../../lib/load/watched-product.mjs';
import { say } from '../../lib/messages.mjs';
import { checkRows } from './check-rows.mjs';
import { startNginx } from './nginx.mjs';

const PEOPLE = 20;
const MINUTE_MS = 60_000;
const RESTART_EVERY_MS = 2 * MINUTE_MS;
/** The pause between the restarts of two processes, in which the first takes its share again. */
const BETWEEN_RESTARTS_MS = 12_000;
/** How long a killed process is gone, one hangs, and the database is stopped. */
const GONE_MS = 5_000;
const HANG_MS = 30_000;
const DATABASE_DOWN_MS = 20_000;
/** Answers of four seconds each, at the pace of a real model. */
const ANSWERS = { tokens: 100, tokensPerSecond: 30, firstAfterMs: 300 };
const SLOW_MS = 1_000;

const count = (number) => number.toLocaleString('en-US');
const ms = (value) => `${count(Math.round(value))} ms`;
const tally = (texts) =>
  [...Map.groupBy(texts, (text) => text)].map(([text, list]) => `  ${count(list.length)} x ${text}`).join('\n');
const line = (cells) => `| ${cells.join(' | ')} |`;

function timesTable(deeds) {
  const headings = [
    'what people did',
    'times',
    'at the first try',
    'p50',
    'p99',
    'longest wait',
    `over ${ms(SLOW_MS)}`,
    'failed',
  ];
  const rows = [...Map.groupBy(deeds, ({ kind }) => kind)].map(([kind, list]) => {
    const times = list.map((deed) => deed.ms);
    return [
      kind,
      count(list.length),
      count(list.filter(({ attempts, isDone }) => isDone && attempts === 1).length),
      ms(quantile(times, 0.5)),
      ms(quantile(times, 0.99)),
      ms(Math.max(...times)),
      count(times.filter((time) => time > SLOW_MS).length),
      count(list.filter(({ isDone }) => !isDone).length),
    ];
  });
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What an operator's night brings, in order: `{ atMs, name, work }`. */
function planNight({ totalMs, processes, cluster }) {
  const restarts = Array.from({ length: Math.ceil(totalMs / RESTART_EVERY_MS) - 1 }, (_, index) => ({
    atMs: (index + 1) * RESTART_EVERY_MS,
    name: 'rolling restart',
    work: async () => {
      await processes.restart(0);
      await wait(BETWEEN_RESTARTS_MS);
      await processes.restart(1);
    },
  }));
  const troubles = [
    {
      atMs: totalMs / 5,
      name: 'kill -9 of a process',
      work: async () => {
        await processes.at(0).kill();
        await wait(GONE_MS);
        await processes.begin(0);
      },
    },
    {
      atMs: (totalMs * 2) / 5,
      name: `a process hangs for ${HANG_MS / 1_000} s`,
      work: async () => {
        process.kill(processes.at(1).pid, 'SIGSTOP');
        await wait(HANG_MS);
        process.kill(processes.at(1).pid, 'SIGCONT');
      },
    },
    {
      atMs: (totalMs * 7) / 10,
      name: `the database is stopped for ${DATABASE_DOWN_MS / 1_000} s`,
      work: async () => {
        cluster.pause();
        await wait(DATABASE_DOWN_MS);
        cluster.resume();
      },
    },
  ];
  return [...restarts, ...troubles].toSorted((a, b) => a.atMs - b.atMs);
}

async function startModel(stack) {
  const file = join(import.meta.dirname, '../../bench/model-server.mjs');
  const child = stack.adopt(fork(file, { execPath: process.execPath, serialization: 'advanced' }), (it) =>
    it.kill('SIGKILL'),
  );
  const model = callsOf(child);
  await model('set', ANSWERS);
  return model('address');
}

/** The outside systems of both processes, which survive their restarts. */
async function startOutside(stack, folder) {
  const sandbox = stack.adopt(
    await startSandbox({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      log: createLog('silent'),
      now: () => new Date(),
    }),
    (it) => it.close(),
  );
  const { stripe, sms, oauth } = sandbox;
  return {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: await startModel(stack),
    AI_API_KEY: 'operations',
    AI_MODEL: 'operations',
    SMTP_URL: sandbox.smtpUrl,
    GOOGLE_ISSUER: oauth.google.issuer,
    GOOGLE_CLIENT_ID: oauth.google.clientId,
    GOOGLE_CLIENT_SECRET: oauth.google.clientSecret,
    SLACK_ISSUER: oauth.slack.issuer,
    SLACK_CLIENT_ID: oauth.slack.clientId,
    SLACK_CLIENT_SECRET: oauth.slack.clientSecret,
    STRIPE_API_BASE: `http://${stripe.host}:${stripe.port}`,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_operations',
    SMS_BASE_URL: sms.baseUrl,
    SMS_ACCOUNT: sms.account,
    SMS_TOKEN: sms.token,
    SMS_FROM: sms.from,
  };
}

/** Two processes that can be restarted one by one. */
async function startProcesses(stack, environment, { onError, onExit }) {
  const ports = [await freePort(), await freePort()];
  const running = [];
  stack.defer(async () => {
    await Promise.all(running.map((one) => one.kill()));
  });
  const begin = async (index) => {
    const node = process.execPath;
    running[index] = await startWatchedProduct({ node, port: ports[index], environment, onError, onExit });
  };
  for (const index of ports.keys()) await begin(index);
  return {
    ports,
    begin,
    at: (index) => running[index],
    restart: async (index) => {
      await running[index].stop();
      await begin(index);
    },
  };
}

/**
 * Has twenty people use two processes behind nginx while an operator restarts them every two minutes, one is killed,
 * one hangs and the database is stopped. Returns 1 if anything was lost or happened twice, or if anyone had to give up.
 */
export async function operations({ port, minutes }, folder) {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.adopt(await startCluster({ isCached: false }), (it) => it.close());
  const location = { url: cluster.url('tenfold'), poolMax: 2 };
  await cluster.admin`create database tenfold`;
  const people = await seedPeople(location, PEOPLE);
  const logged = [];
  const ends = [];
  const environment = {
    ...(await startOutside(stack, folder)),
    APP_SECRET: 'the same long secret for both processes',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    // As in production; without it, a stop cuts answers after two seconds.
    DRAIN_S: '30',
    DATABASE_URL: location.url,
  };
  const processes = await startProcesses(stack, environment, {
    onError: (entry) => logged.push(`${entry.event ?? entry.msg}`),
    onExit: ({ code, signal, complaint }) => ends.push(`a process ended (${code ?? signal}) ${complaint}`),
  });
  stack.defer(await startNginx(folder, { port, plain: await freePort(), processes: processes.ports }));

  const worker = new Worker(new URL('people-worker.mjs', import.meta.url), { workerData: { port, people } });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined); // reason: whoever waits for the worker gets the error
  const next = () => Promise.race([once(worker, 'message').then(([message]) => message), failed]);
  await next();
  const begun = performance.now();
  const totalMs = minutes * MINUTE_MS;
  const events = [];
  for (const { atMs, name, work } of planNight({ totalMs, processes, cluster })) {
    await Promise.race([wait(Math.max(0, begun + atMs - performance.now())), failed]);
    const since = performance.now();
    events.push({ name, at: Date.now() });
    await work();
    say(
      `${((since - begun) / MINUTE_MS).toFixed(1)} min: ${name} (${((performance.now() - since) / 1_000).toFixed(1)} s)`,
    );
  }
  await Promise.race([wait(Math.max(0, begun + totalMs - performance.now())), failed]);

  say('Waiting for unfinished work ...');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
  worker.postMessage({ kind: 'stop' });
  const { deeds, refusals, sent } = await next();
  const { lost, doubled, turns, interrupted, effects } = await checkRows(location, { people, sent });
  const gaveUp = deeds.filter(({ isDone }) => !isDone).length;
  const ofMessages = turns.map(({ status, count: number }) => `${number} ${status}`).join(', ');
  const causeOf = ({ settled_at: settledAt }) => events.findLast(({ at }) => at <= settledAt)?.name ?? 'nothing';
  const parts = [
    timesTable(deeds),
    `requests that had to be sent again: ${count(refusals.length)}\n${tally(refusals.map(({ kind, what }) => `${kind}: ${what}`))}`,
    `sent: ${sent.messages.length} messages (${ofMessages}; ${effects.units} units), ${sent.sources.length} documents, ${sent.runs.length} runs (${effects.posts} posts, ${effects.notices} notices)`,
    `interrupted: ${interrupted.length}\n${tally(interrupted.map((turn) => `after ${causeOf(turn)}`))}`,
    `lost: ${lost.length}\n${tally(lost)}`,
    `doubled: ${doubled.length}\n${tally(doubled)}`,
  ];
  if (ends.length > 0) parts.push(tally(ends));
  if (logged.length > 0) parts.push(`${logged.length} lines of level error:\n${tally(logged)}`);
  say(`\n${parts.map((part) => part.trimEnd()).join('\n\n')}`);
  return lost.length + doubled.length + gaveUp + ends.length === 0 ? 0 : 1;
}
