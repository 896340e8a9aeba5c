import { JSON_TYPE, recipe } from '../fuzz/recipe.mjs';
import { bytesOf, exchange } from '../fuzz/wire.mjs';

const GIVE_UP_MS = 60_000;

/** Gives each person a different network, as fifty real people would have. */
export const addressOf = (index) => `203.0.${Math.floor(index / 250)}.${index % 250}`;

export function ask(port, index, parts) {
  const request = { ...recipe(parts), address: addressOf(index), hangUpAfterMs: null };
  return exchange({ port, bytes: bytesOf(request), request, giveUpMs: GIVE_UP_MS });
}

export const call = (path, input, cookie) => ({
  method: 'POST',
  target: `/trpc/${path}`,
  headers: [JSON_TYPE, ...(cookie ? [['cookie', cookie]] : [])],
  body: JSON.stringify(input),
});
