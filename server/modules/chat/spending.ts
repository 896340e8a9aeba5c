import type { Db } from '#db/client.ts';
import { prepareSpending, type Reservation } from '#db/queries/open-turn.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Spending } from '#server/config.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelUsage } from '#server/gateways/model.ts';
import type { AnswerRequest } from './read-answer.ts';

/** What a token is taken to be where the provider does not count: a common rule of thumb for English. */
const CHARACTERS_PER_TOKEN = 4;
/** An answer is taken to have this many tokens until it is there. */
const EXPECTED_ANSWER_TOKENS = 1_000;

type Held = Pick<Reservation, 'spendingDay' | 'estimateMicroUsd' | 'personCapMicroUsd' | 'totalCapMicroUsd'>;

const tokensIn = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN);
const charactersOf = ({ instructions, history }: AnswerRequest) =>
  history.reduce((sum, { content }) => sum + content.length, instructions.length);
const toMicroUsd = (usd: number | null) => (usd === null ? null : Math.round(usd * 1_000_000));

/** What answers cost, and how much of it an operator allows in a UTC day, for one person and for everybody. */
export function createSpending({ db, clock, settings }: { db: Db; clock: Clock; settings: Spending }) {
  const { inputUsdPerMillion, outputUsdPerMillion, dailyCapUsd, dailyCapPerPersonUsd } = settings;
  const isCapped = dailyCapUsd !== null || dailyCapPerPersonUsd !== null;
  // A dollar for a million tokens is a millionth of a dollar for one.
  const microUsd = (inputTokens: number, outputTokens: number) =>
    Math.ceil(inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion);

  return {
    /** What to hold of the day's allowance until the answer is there. Nothing where no cap is set. */
    reserve: async (userId: UserId, asked: AnswerRequest): Promise<Held> => {
      if (!isCapped) return { spendingDay: null, estimateMicroUsd: 0, personCapMicroUsd: null, totalCapMicroUsd: null };
      const spendingDay = (await clock.now()).toISOString().slice(0, 10);
      await prepareSpending(db, userId, spendingDay);
      return {
        spendingDay,
        estimateMicroUsd: microUsd(tokensIn(charactersOf(asked)), EXPECTED_ANSWER_TOKENS),
        personCapMicroUsd: toMicroUsd(dailyCapPerPersonUsd),
        totalCapMicroUsd: toMicroUsd(dailyCapUsd),
      };
    },

    /** What an answer of this many characters did cost, in millionths of a US dollar; `usage` says it better. */
    costOf: (asked: AnswerRequest, answerCharacters: number, usage: ModelUsage | null): number =>
      microUsd(usage?.inputTokens ?? tokensIn(charactersOf(asked)), usage?.outputTokens ?? tokensIn(answerCharacters)),
  };
}
export type SpendingService = ReturnType<typeof createSpending>;
