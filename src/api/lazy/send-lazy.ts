import { loadApi, type Api } from './lazy-api.ts';
import { lazyFailure } from './lazy-failure.ts';

/** Sends something by the late API, and says what went wrong in a sentence. Null when it went well. */
export async function sendLazy(send: (api: Api) => Promise<unknown>): Promise<string | null> {
  try {
    await send(await loadApi());
    return null;
  } catch (error) {
    return (await lazyFailure(error)).text;
  }
}
