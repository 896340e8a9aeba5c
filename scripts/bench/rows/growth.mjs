import { ASSISTANT, HEAVY, LONG_CONVERSATION } from '../people.mjs';
import { getRequest, queryPath } from '../load/requests.mjs';
import { compareRounds, judge, takeTurns } from '../rounds.mjs';
import { median } from '../statistics.mjs';

const GOAL = 1.3;
const READS = 40;
const SENDS = 15;
const CYCLES = 2;

/** The heavy user's list, newest page and send, one at a time: medians in milliseconds. */
async function measureOnce(rig, product) {
  const read = async (procedure, input) => {
    const request = getRequest(queryPath(procedure, input), { person: HEAVY });
    const job = { port: product.port, requests: Array.from({ length: READS }, () => request) };
    return (await rig.load.call('oneByOne', job)).p50Ms;
  };
  const job = { port: product.port, person: HEAVY, conversationId: LONG_CONVERSATION, count: SENDS };
  const turns = async () => {
    const sent = await rig.load.call('sendTurns', job);
    return median(sent.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  };
  return {
    list: await read('chat.conversations', { assistantId: ASSISTANT }),
    page: await read('chat.messages', { conversationId: LONG_CONVERSATION }),
    send: await turns(),
  };
}

const NAMES = {
  list: 'Conversation list (200)',
  page: 'Newest page of a long conversation (500)',
  send: 'Send in a long conversation',
};
const ms = (value) => `${value.toFixed(1)} ms`;

/** List, page and send at ten thousand messages; with `largeUrl`, the same at a million next to it. */
export async function measureGrowth(rig, product, largeUrl = null) {
  await rig.model.call('set', { tokens: 4, tokensPerSecond: 1_000, firstAfterMs: 30 });
  const large = largeUrl ? await rig.startOn(largeUrl) : null;
  try {
    const servers = large ? [large, product] : [product];
    for (const server of servers) await measureOnce(rig, server);
    const results = await takeTurns(
      servers.map((server) => () => measureOnce(rig, server)),
      CYCLES,
    );
    const small = results.at(-1);
    return Object.entries(NAMES).map(([key, name]) => {
      const small10k = small.map((round) => round[key]);
      if (!large) return { name: `${name} at 10 thousand messages`, product: ms(median(small10k)) };
      const compared = compareRounds(
        results[0].map((round) => round[key]),
        small10k,
      );
      return {
        name: `${name} at 1 million messages beside 10 thousand`,
        product: ms(compared.product),
        baseline: ms(compared.baseline),
        ratio: compared.ratio,
        goal: `<= ${GOAL}`,
        verdict: judge(compared.ratio <= GOAL, compared.isSteady),
        note: 'the person owns half of all messages; baseline: the same at 10 thousand',
      };
    });
  } finally {
    await large?.stop();
  }
}
