import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { createLanguageModel, type ModelSettings } from '#server/gateways/model/model-client.ts';
import { createModelGateway, MODEL_LIMITS, type ModelGateway } from '#server/gateways/model/model.ts';
import { createLog } from '#server/lib/log.ts';
import { startSandbox } from '#sandbox/sandbox.ts';
import type { Prices } from './cost.ts';

export type OpenModel = {
  name: string;
  /** The sandbox's answers are written by rules, so they measure nothing. */
  isSandbox: boolean;
  gateway: ModelGateway;
  prices: Prices;
  close: () => Promise<void>;
};

async function openSandbox(): Promise<{ settings: ModelSettings; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenfold-eval-'));
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    log: createLog('silent'),
    pace: 'instant',
  });
  return {
    settings: { provider: 'openai-compatible', baseUrl: sandbox.modelBaseUrl, apiKey: null, model: 'sandbox' },
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Where the model is that the product would use: the sandbox when none is configured. */
export const openProvider = async ({
  model,
}: Config): Promise<{ settings: ModelSettings; close: () => Promise<void> }> =>
  model === null ? openSandbox() : { settings: model, close: () => Promise.resolve() };

/** The model that the product would use, through the product's gateway; the sandbox's when none is configured. */
export async function openModel(config: Config, timeoutMs: number): Promise<OpenModel> {
  const { settings, close } = await openProvider(config);
  const { modelLimits, spending } = config;
  const { inputUsdPerMillion, outputUsdPerMillion } = spending;
  // Both are zero if the operator set none.
  const prices = inputUsdPerMillion + outputUsdPerMillion > 0 ? { inputUsdPerMillion, outputUsdPerMillion } : null;
  return {
    name: `${settings.model} (${settings.provider})`,
    isSandbox: config.model === null,
    gateway: createModelGateway(createLanguageModel(settings), {
      ...MODEL_LIMITS,
      idleTimeoutMs: Math.min(modelLimits.idleTimeoutMs, timeoutMs),
      totalTimeoutMs: timeoutMs,
    }),
    prices: config.model === null ? 'free' : prices,
    close,
  };
}
