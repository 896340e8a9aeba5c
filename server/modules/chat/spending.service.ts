import type { Db } from '#db/client.ts';
import { prepareSpending, type Reservation } from '#db/queries/chat/reservation.ts';
import {
  correctSpending,
  correctSpendingDay,
  takeOfSpending,
  takeOfSpendingDay,
} from '#db/queries/usage/spending-day.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Spending } from '#server/config/spending.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelRequest, ModelUsage } from '#server/gateways/model/model.ts';

/** Characters per token when the provider does not count: the usual rule of thumb for English. */
const ASCII_PER_TOKEN = 4;
/** Other scripts and emoji take more: a Chinese character (3 bytes of UTF-8) about one token, an emoji (4 bytes) two. */
const OTHER_BYTES_PER_TOKEN = 2;
/** An answer is assumed to have this many tokens until it is complete. */
const EXPECTED_ANSWER_TOKENS = 1_000;
/** Visitors are answered until this share of the day's cap is spent: the rest is for people with an account. */
const VISITORS_SHARE = 0.5;
/** What teammates do besides answering may use the caps up to this share: the rest is for answers. */
const BESIDES_SHARE = 0.8;

/** What a call of the model without a turn reserves of the day's allowance; `day` is null when no cap is set. */
export type Hold = { day: string | null; microUsd: number };
/** What the model reads. */
type Read = Pick<ModelRequest, 'instructions' | 'history' | 'tools'>;
type Held = Pick<Reservation, 'spendingDay' | 'estimateMicroUsd' | 'personCapMicroUsd' | 'totalCapMicroUsd'>;

/** Estimated tokens of a text. */
export function estimateTokens(text: string): number {
  const ascii = text.replaceAll(/[\u0080-\uffff]/g, '').length;
  return Math.ceil(ascii / ASCII_PER_TOKEN + (Buffer.byteLength(text) - ascii) / OTHER_BYTES_PER_TOKEN);
}
/** Estimated input tokens of a request. */
export const estimateRequestTokens = ({ instructions, history, tools }: Read) =>
  history.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(instructions)) +
  (tools ? estimateTokens(JSON.stringify(tools)) : 0);
const toMicroUsd = (usd: number | null) => (usd === null ? null : Math.round(usd * 1_000_000));

/** What answers cost, and how much of that the operator allows per UTC day, per person and in total. */
export function createSpending({ db, clock, settings }: { db: Db; clock: Clock; settings: Spending }) {
  const { inputUsdPerMillion, outputUsdPerMillion, dailyCapUsd, dailyCapPerPersonUsd } = settings;
  const isCapped = dailyCapUsd !== null || dailyCapPerPersonUsd !== null;
  // A dollar per million tokens is a millionth of a dollar per token.
  const microUsd = (inputTokens: number, outputTokens: number) =>
    Math.ceil(inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion);
  const today = async () => (await clock.now()).toISOString().slice(0, 10);

  return {
    /** How much of the day's allowance to reserve until the answer is complete. Nothing when no cap is set. */
    reserve: async (userId: UserId, asked: Read): Promise<Held> => {
      if (!isCapped) return { spendingDay: null, estimateMicroUsd: 0, personCapMicroUsd: null, totalCapMicroUsd: null };
      const spendingDay = await today();
      await prepareSpending(db, userId, spendingDay);
      return {
        spendingDay,
        estimateMicroUsd: microUsd(estimateRequestTokens(asked), EXPECTED_ANSWER_TOKENS),
        personCapMicroUsd: toMicroUsd(dailyCapPerPersonUsd),
        totalCapMicroUsd: toMicroUsd(dailyCapUsd),
      };
    },

    /**
     * The same for a visitor, who has no account. `shareOf` returns how much of the visitors' share this visitor may use. Null when that is
     * spent, and then nothing is reserved.
     */
    holdForVisitor: async (
      asked: Read,
      answerTokens: number,
      shareOf: (max: number) => number,
    ): Promise<Hold | null> => {
      const capMicroUsd = toMicroUsd(dailyCapUsd);
      if (capMicroUsd === null) return { day: null, microUsd: 0 };
      const hold = { day: await today(), microUsd: microUsd(estimateRequestTokens(asked), answerTokens) };
      const shareMicroUsd = shareOf(Math.floor(capMicroUsd * VISITORS_SHARE));
      const isTaken = await takeOfSpendingDay(db, { ...hold, capMicroUsd: shareMicroUsd });
      return isTaken ? hold : null;
    },

    /** Replaces the reserved amount with what was really spent. */
    settleForVisitor: async ({ day, microUsd: held }: Hold, spentMicroUsd: number): Promise<void> => {
      if (day !== null) await correctSpendingDay(db, day, spentMicroUsd - held);
    },

    /**
     * The same for something that a person's teammates do without a turn. Null when the person's or everyone's cap is reached; only an answer
     * that counts as a message may use all of it.
     */
    hold: async (
      userId: UserId,
      asked: Read,
      expectedTokens: number,
      { isMessage = false } = {},
    ): Promise<Hold | null> => {
      if (!isCapped) return { day: null, microUsd: 0 };
      const hold = { day: await today(), microUsd: microUsd(estimateRequestTokens(asked), expectedTokens) };
      const part = isMessage ? 1 : BESIDES_SHARE;
      const share = (capUsd: number | null) => toMicroUsd(capUsd === null ? null : capUsd * part);
      const caps = { personCapMicroUsd: share(dailyCapPerPersonUsd), totalCapMicroUsd: share(dailyCapUsd) };
      await prepareSpending(db, userId, hold.day);
      return (await takeOfSpending(db, { userId, ...hold, ...caps })) ? hold : null;
    },

    settleHold: async (userId: UserId, { day, microUsd: held }: Hold, spentMicroUsd: number): Promise<void> => {
      if (day !== null) await correctSpending(db, { userId, day, microUsd: spentMicroUsd - held });
    },

    /**
     * The actual cost of an answer, in millionths of a US dollar: from `usage`, or estimated from its text when the provider reports none.
     */
    costOf: (asked: Read, answer: string, usage: ModelUsage | null): number =>
      microUsd(usage?.inputTokens ?? estimateRequestTokens(asked), usage?.outputTokens ?? estimateTokens(answer)),
  };
}
export type SpendingService = ReturnType<typeof createSpending>;
