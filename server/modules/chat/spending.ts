import type { Db } from '#db/client.ts';
import { prepareSpending, type Reservation } from '#db/queries/open-turn.ts';
import { correctSpendingDay, takeOfSpendingDay } from '#db/queries/spending-day.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Spending } from '#server/config.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelUsage } from '#server/gateways/model/model.ts';
import type { AnswerRequest } from './read-answer.ts';

/** What a token is taken to be where the provider does not count: the usual rule of thumb for English. */
const ASCII_PER_TOKEN = 4;
/** Other scripts and pictures take more: a Chinese character (3 bytes of UTF-8) about one token, an emoji (4 bytes) two. */
const OTHER_BYTES_PER_TOKEN = 2;
/** An answer is taken to have this many tokens until it is there. */
const EXPECTED_ANSWER_TOKENS = 1_000;
/** Visitors are answered until this share of the day's cap is spent: the rest is for people with an account. */
const VISITORS_SHARE = 0.5;

/** What an answer to a visitor holds of the day's allowance; `day` is null where no cap is set. */
type VisitorHold = { day: string | null; microUsd: number };
type Held = Pick<Reservation, 'spendingDay' | 'estimateMicroUsd' | 'personCapMicroUsd' | 'totalCapMicroUsd'>;

function tokensIn(text: string): number {
  const ascii = text.replaceAll(/[\u0080-\uffff]/g, '').length;
  return Math.ceil(ascii / ASCII_PER_TOKEN + (Buffer.byteLength(text) - ascii) / OTHER_BYTES_PER_TOKEN);
}
const tokensAsked = ({ instructions, history }: AnswerRequest) =>
  history.reduce((sum, { content }) => sum + tokensIn(content), tokensIn(instructions));
const toMicroUsd = (usd: number | null) => (usd === null ? null : Math.round(usd * 1_000_000));

/** What answers cost, and how much of it an operator allows in a UTC day, for one person and for everybody. */
export function createSpending({ db, clock, settings }: { db: Db; clock: Clock; settings: Spending }) {
  const { inputUsdPerMillion, outputUsdPerMillion, dailyCapUsd, dailyCapPerPersonUsd } = settings;
  const isCapped = dailyCapUsd !== null || dailyCapPerPersonUsd !== null;
  // A dollar for a million tokens is a millionth of a dollar for one.
  const microUsd = (inputTokens: number, outputTokens: number) =>
    Math.ceil(inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion);
  const today = async () => (await clock.now()).toISOString().slice(0, 10);

  return {
    /** What to hold of the day's allowance until the answer is there. Nothing where no cap is set. */
    reserve: async (userId: UserId, asked: AnswerRequest): Promise<Held> => {
      if (!isCapped) return { spendingDay: null, estimateMicroUsd: 0, personCapMicroUsd: null, totalCapMicroUsd: null };
      const spendingDay = await today();
      await prepareSpending(db, userId, spendingDay);
      return {
        spendingDay,
        estimateMicroUsd: microUsd(tokensAsked(asked), EXPECTED_ANSWER_TOKENS),
        personCapMicroUsd: toMicroUsd(dailyCapPerPersonUsd),
        totalCapMicroUsd: toMicroUsd(dailyCapUsd),
      };
    },

    /**
     * The same for a visitor, who has no account. `openOf` says how much of the visitors' share this one may see used up.
     * Null when that is spent: nothing is held then.
     */
    holdForVisitor: async (
      asked: AnswerRequest,
      answerTokens: number,
      openOf: (max: number) => number,
    ): Promise<VisitorHold | null> => {
      const capMicroUsd = toMicroUsd(dailyCapUsd);
      if (capMicroUsd === null) return { day: null, microUsd: 0 };
      const hold = { day: await today(), microUsd: microUsd(tokensAsked(asked), answerTokens) };
      const openMicroUsd = openOf(Math.floor(capMicroUsd * VISITORS_SHARE));
      const isTaken = await takeOfSpendingDay(db, { ...hold, capMicroUsd: openMicroUsd });
      return isTaken ? hold : null;
    },

    /** Puts what was really spent in the place of what was held. */
    settleForVisitor: async ({ day, microUsd: held }: VisitorHold, spentMicroUsd: number): Promise<void> => {
      if (day !== null) await correctSpendingDay(db, day, spentMicroUsd - held);
    },

    /** What an answer did cost, in millionths of a US dollar: by `usage`, or by its text where the provider does not say. */
    costOf: (asked: AnswerRequest, answer: string, usage: ModelUsage | null): number =>
      microUsd(usage?.inputTokens ?? tokensAsked(asked), usage?.outputTokens ?? tokensIn(answer)),
  };
}
export type SpendingService = ReturnType<typeof createSpending>;
