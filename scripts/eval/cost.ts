import { createInterface } from 'node:readline/promises';
import type { Spending } from '#server/config/spending.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import { estimateRequestTokens, estimateTokens } from '#server/modules/chat/spending.service.ts';

/** What tokens cost; null where the operator set no prices, and `free` for the sandbox and for scripts. */
export type Prices = Pick<Spending, 'inputUsdPerMillion' | 'outputUsdPerMillion'> | 'free' | null;
/** What requests took, in tokens. `isCounted`: the provider counted them all. */
export type Used = { requests: number; inputTokens: number; outputTokens: number; isCounted: boolean };

export const NOTHING_USED: Used = { requests: 0, inputTokens: 0, outputTokens: 0, isCounted: true };
export const addUsed = (one: Used, other: Used): Used => ({
  requests: one.requests + other.requests,
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  isCounted: one.isCounted && other.isCounted,
});

/** The same gateway, which reports what each answered request took. */
export const metered = (model: ModelGateway, onUsed: (used: Used) => void): ModelGateway => ({
  answer: async (request) => {
    let answer = '';
    const onText = (piece: string) => {
      answer += piece;
      request.onText(piece);
    };
    const usage = await model.answer({ ...request, onText });
    onUsed({
      requests: 1,
      inputTokens: usage.inputTokens ?? estimateRequestTokens(request),
      outputTokens: usage.outputTokens ?? estimateTokens(answer),
      isCounted: usage.inputTokens !== null && usage.outputTokens !== null,
    });
    return usage;
  },
});

const count = (value: number) => value.toLocaleString('en-US');
const PRICES_UNKNOWN = 'cost not known, because AI_PRICE_INPUT_USD and AI_PRICE_OUTPUT_USD aren’t set';

function formatCost({ inputTokens, outputTokens }: Used, prices: Prices): string {
  if (prices === 'free') return 'free';
  if (prices === null) return PRICES_UNKNOWN;
  const { inputUsdPerMillion, outputUsdPerMillion } = prices;
  const usd = (inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion) / 1_000_000;
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** The requests, tokens and dollars of a run in one line. */
export const formatUsed = (used: Used, prices: Prices): string =>
  [
    `${count(used.requests)} requests`,
    `${count(used.inputTokens)} tokens in and ${count(used.outputTokens)} out${used.isCounted ? '' : ' (estimated)'}`,
    formatCost(used, prices),
  ].join(', ');

/** Says what a run will take. Resolves with false if somebody at the terminal doesn’t want it. */
export async function confirmCost(
  expected: Used,
  { name, prices }: { name: string; prices: Prices },
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  process.stdout.write(`This will take about ${formatUsed(expected, prices)}, with ${name}.\n`);
  if (prices === 'free' || isConfirmed || !process.stdin.isTTY) return true;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await lines.question('Start? [y/N] ')).trim());
  } finally {
    lines.close();
  }
}
