import { setTimeout as wait } from 'node:timers/promises';
import { HEAVY, LONG_CONVERSATION, ASSISTANT } from '../people.mjs';
import { getRequest, queryPath } from '../load/requests.mjs';
import { logPlans, readPlans, stopLoggingPlans } from '../plans.mjs';
import { judge } from '../rounds.mjs';
import { median, sharedNow } from '../statistics.mjs';
import { startWireCount } from '../wire-count.mjs';

const REPEATS = 11;
/** Jobs begin a second after the start; neither theirs nor the start's statements must count as a request's. */
const START_REST_MS = 3_000;
const SEND_GOAL = 2;
const READS = {
  'profile.get': undefined,
  'usage.overview': undefined,
  'chat.conversations': { assistantId: ASSISTANT },
  'chat.messages': { conversationId: LONG_CONVERSATION },
  'chat.search': { text: 'customers' },
  'brain.overview': undefined,
  'powerUps.templates.get': { templateId: 'win-back-note' },
};

/** The statements of each window, and those of the window with the most common count. */
function usual(windows, seen) {
  const lists = windows.map(({ from, to }) => seen.filter(({ at }) => at >= from && at <= to).map(({ sql }) => sql));
  const count = median(lists.map((list) => list.length));
  return { count, first: lists[0].length, list: lists.find((list) => list.length === count) ?? [] };
}

const shorten = (sql) => sql.replaceAll(/\s+/g, ' ').slice(0, 70);

function readRow(procedure, { count, first, list }) {
  return {
    name: `Statements of ${procedure}`,
    product: String(count),
    note: `${first} with a session not seen before`,
    statements: list,
  };
}

async function countReads(rig, product, wire) {
  await wait(START_REST_MS);
  const rows = [];
  for (const [index, [procedure, input]] of Object.entries(READS).entries()) {
    // A different user for each procedure, so that the first request finds no cached session.
    const person = procedure === 'chat.messages' ? HEAVY : index;
    const request = getRequest(queryPath(procedure, input), { person });
    const windows = [];
    wire.take();
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const from = sharedNow();
      await rig.load.call('ask', { port: product.port, request });
      windows.push({ from, to: sharedNow() });
    }
    rows.push(readRow(procedure, usual(windows, wire.take())));
  }
  return rows;
}

async function countSends(rig, product, wire) {
  await rig.model.call('set', { tokens: 40, tokensPerSecond: 200, firstAfterMs: 100 });
  await rig.model.call('takeCallTimes');
  wire.take();
  const job = { port: product.port, person: HEAVY, conversationId: LONG_CONVERSATION, count: REPEATS };
  const turns = await rig.load.call('sendTurns', job);
  const seen = wire.take();
  const called = await rig.model.call('takeCallTimes');
  const before = usual(
    turns.map(({ sentAt }, index) => ({ from: sentAt, to: called[index] })),
    seen,
  );
  const answered = usual(
    turns.map(({ sentAt, answeredAt }) => ({ from: sentAt, to: answeredAt })),
    seen,
  );
  return [
    {
      name: 'Statements of a send before the model is called',
      product: String(before.count),
      goal: `<= ${SEND_GOAL}`,
      verdict: judge(before.count <= SEND_GOAL),
      note: 'session included',
      statements: before.list,
    },
    { name: 'Statements of a send until it is answered', product: String(answered.count) },
    {
      name: 'Statements of a whole turn, following included',
      product: (seen.length / REPEATS).toFixed(1),
      note: 'an answer of 0.3 s; saving and sweeping in the background included',
    },
  ];
}

/** How many of the plans are fine, and which aren't. */
function planRow(name, plans, isFine, why) {
  const wrong = plans.filter((plan) => !isFine(plan));
  return {
    name,
    product: `${wrong.length} of ${plans.length}`,
    goal: '0',
    verdict: judge(wrong.length === 0 && plans.length > 0),
    note: [...new Set(wrong.map((plan) => `${why(plan)}: ${shorten(plan.sql)}`))].join(' | '),
  };
}

/**
 * Counts what goes over the wire to PostgreSQL for each procedure, and checks every plan for sequential scans; on a schema that is split by
 * owner also that no request reads more than one partition.
 */
export async function measureStatements(rig, { databaseUrl, size, isPlansOnly = false, isPartitioned = false }) {
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  const wire = await startWireCount(rig.cluster.port);
  await logPlans(rig.cluster.admin, database);
  url.port = String(wire.port);
  const logBefore = rig.cluster.readLog().length;
  const product = await rig.startOn(url.href);
  try {
    const rows = [...(await countReads(rig, product, wire)), ...(await countSends(rig, product, wire))];
    const plans = readPlans(rig.cluster.readLog().slice(logBefore));
    // The procedures send the same statements whatever the size; only their plans differ.
    const counted = isPlansOnly ? [] : rows;
    const scanning = planRow(
      `Plans with a sequential scan of messages, turns or conversations, at ${size} messages`,
      plans,
      ({ seqScans }) => seqScans.length === 0,
      ({ seqScans }) => seqScans.join(', '),
    );
    if (!isPartitioned) return [...counted, scanning];
    scanning.name += ' in 16 partitions';
    const spread = planRow(
      `Plans of requests that read several of 16 partitions, at ${size} messages`,
      plans.filter(({ isRequest, partitions }) => isRequest && partitions.length > 0),
      ({ partitions }) => partitions.length === 1,
      ({ partitions }) => `${partitions.length} partitions`,
    );
    return [...counted, scanning, spread];
  } finally {
    await product.stop();
    wire.close();
    await stopLoggingPlans(rig.cluster.admin, database);
  }
}
