import { questions } from '../knowledge.mjs';
import { KNOWER, KNOWS_NOTHING } from '../people.mjs';
import { judge, takeTurns } from '../rounds.mjs';
import { median, quantile } from '../statistics.mjs';

const SENDS = 100;
const CYCLES = 2;
const MEDIAN_GOAL_MS = 15;
const P95_GOAL_MS = 40;
const MODEL = { tokens: 4, tokensPerSecond: 1_000, firstAfterMs: 30 };
const ms = (value) => `${value.toFixed(1)} ms`;

/** How long sends of the same questions take with 100,000 facts and passages, next to a person who has none, at a million of others. */
export async function measureRetrieval(rig, largeUrl) {
  await rig.model.call('set', MODEL);
  const product = await rig.startOn(largeUrl);
  try {
    const texts = questions(SENDS);
    const send = (person) => async () => {
      const turns = await rig.load.call('sendTurns', { port: product.port, person, texts });
      return turns.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
    };
    const contestants = [send(KNOWER), send(KNOWS_NOTHING)];
    for (const contestant of contestants) await contestant();
    const [known, nothing] = (await takeTurns(contestants, CYCLES)).map((rounds) => rounds.flat());
    const row = (name, of, goal) => {
      const added = of(known) - of(nothing);
      return {
        name,
        product: ms(added),
        baseline: ms(of(nothing)),
        goal: `<= ${goal} ms`,
        verdict: judge(added <= goal),
        note: 'added to a send; baseline: a person who has told nothing',
      };
    };
    return [
      row('Retrieval among 100 thousand texts, median', median, MEDIAN_GOAL_MS),
      row('Retrieval among 100 thousand texts, p95', (values) => quantile(values, 0.95), P95_GOAL_MS),
    ];
  } finally {
    await product.stop();
  }
}
