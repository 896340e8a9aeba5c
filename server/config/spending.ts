import { ConfigError, type Environment } from '#server/config/environment.ts';

/** What the model's tokens cost, and how much may be spent in one UTC day; `null` means no cap. */
export type Spending = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  dailyCapUsd: number | null;
  dailyCapPerPersonUsd: number | null;
};

/** Throws ConfigError if there is a cap but no price to hold it against. */
export function spending(env: Environment): Spending {
  const caps = (['AI_DAILY_CAP_USD', 'AI_DAILY_CAP_PER_PERSON_USD'] as const).filter((name) => env[name]);
  const unpriced = (['AI_PRICE_INPUT_USD', 'AI_PRICE_OUTPUT_USD'] as const).filter((name) => env[name] === undefined);
  if (caps.length > 0 && unpriced.length > 0)
    throw new ConfigError(`${caps.join(' and ')} can't be enforced unless you also set ${unpriced.join(' and ')}.`);
  return {
    inputUsdPerMillion: env.AI_PRICE_INPUT_USD ?? 0,
    outputUsdPerMillion: env.AI_PRICE_OUTPUT_USD ?? 0,
    dailyCapUsd: env.AI_DAILY_CAP_USD ?? null,
    dailyCapPerPersonUsd: env.AI_DAILY_CAP_PER_PERSON_USD ?? null,
  };
}
