import { ASSISTANT, CONVERSATIONS_OF, HEAVY, LONG_CONVERSATION, READER } from '../people.mjs';
import { getRequest, queryPath } from '../load/requests.mjs';
import { compareRounds, judge, takeTurns } from '../rounds.mjs';
import { median } from '../statistics.mjs';

const GOAL = 1.3;
const READS = 40;
const SENDS = 15;
const CYCLES = 2;
const LENGTH_CYCLES = 4;
const MODEL = { tokens: 4, tokensPerSecond: 1_000, firstAfterMs: 30 };

/** The median of a person's requests, one at a time, in milliseconds. */
async function readOneByOne(rig, product, person, procedure, input) {
  const request = getRequest(queryPath(procedure, input), { person });
  const job = { port: product.port, requests: Array.from({ length: READS }, () => request) };
  return (await rig.load.call('oneByOne', job)).p50Ms;
}

/** The heavy user's list, newest page and send. */
async function measureOnce(rig, product) {
  const read = (procedure, input) => readOneByOne(rig, product, HEAVY, procedure, input);
  const job = { port: product.port, person: HEAVY, conversationId: LONG_CONVERSATION, count: SENDS };
  const turns = async () => {
    const sent = await rig.load.call('sendTurns', job);
    return median(sent.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  };
  return {
    list: await read('chat.conversations', { assistantId: ASSISTANT }),
    page: await read('chat.messages', { conversationId: LONG_CONVERSATION }),
    read: await read('profile.get'),
    send: await turns(),
  };
}

const NAMES = {
  list: 'Conversation list (200)',
  page: 'Newest page of a long conversation (50)',
  read: 'Authenticated read',
  send: 'Send in a long conversation',
};
const ms = (value) => `${value.toFixed(1)} ms`;

/** What the screen reads when a conversation of 5,000 messages is opened, next to one of 50. */
export async function measureLength(rig, product) {
  const open = (messages) => () =>
    readOneByOne(rig, product, READER, 'chat.messages', { conversationId: CONVERSATIONS_OF[messages] });
  const contestants = [open(5_000), open(50)];
  for (const contestant of contestants) await contestant();
  const compared = compareRounds(...(await takeTurns(contestants, LENGTH_CYCLES)));
  return [
    {
      name: 'Opening a conversation of 5,000 messages',
      product: ms(compared.product),
      baseline: ms(compared.baseline),
      ratio: compared.ratio,
      goal: `<= ${GOAL}`,
      verdict: judge(compared.ratio <= GOAL, compared.isSteady),
      note: 'its newest page; baseline: one of 50',
    },
  ];
}

/** List, page, read and send at a million messages in partitions by owner, next to the same in whole tables. */
export async function measurePartitions(rig, { wholeUrl, splitUrl }) {
  await rig.model.call('set', MODEL);
  const servers = [await rig.startOn(splitUrl), await rig.startOn(wholeUrl)];
  try {
    return await compareSizes(rig, servers, {
      what: 'in 16 partitions beside whole tables, at 1 million messages',
      note: 'baseline: the same data in whole tables',
    });
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Each request at the first server, next to the same at the second. */
async function compareSizes(rig, servers, { what, note }) {
  for (const server of servers) await measureOnce(rig, server);
  const [ours, baseline] = await takeTurns(
    servers.map((server) => () => measureOnce(rig, server)),
    CYCLES,
  );
  return Object.entries(NAMES).map(([key, name]) => {
    const compared = compareRounds(
      ours.map((round) => round[key]),
      baseline.map((round) => round[key]),
    );
    return {
      name: `${name} ${what}`,
      product: ms(compared.product),
      baseline: ms(compared.baseline),
      ratio: compared.ratio,
      goal: `<= ${GOAL}`,
      verdict: judge(compared.ratio <= GOAL, compared.isSteady),
      note,
    };
  });
}

/** List, page and send at ten thousand messages; with `largeUrl`, the same at a million next to it. */
export async function measureGrowth(rig, product, largeUrl = null) {
  await rig.model.call('set', MODEL);
  if (!largeUrl) {
    await measureOnce(rig, product);
    const [rounds] = await takeTurns([() => measureOnce(rig, product)], CYCLES);
    return Object.entries(NAMES).map(([key, name]) => ({
      name: `${name} at 10 thousand messages`,
      product: ms(median(rounds.map((round) => round[key]))),
    }));
  }
  const large = await rig.startOn(largeUrl);
  try {
    return await compareSizes(rig, [large, product], {
      what: 'at 1 million messages beside 10 thousand',
      note: 'the person owns half of all messages; baseline: the same at 10 thousand',
    });
  } finally {
    await large.stop();
  }
}
