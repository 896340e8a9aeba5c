import { loadApi, type Api } from './lazy-api.ts';
import { lazyFailure } from './lazy-failure.ts';

/** Sends something through the lazily loaded API. Returns a sentence about what went wrong, or null on success. */
export async function sendLazy(send: (api: Api) => Promise<unknown>): Promise<string | null> {
  try {
    await send(await loadApi());
    return null;
  } catch (error) {
    return (await lazyFailure(error)).text;
  }
}
