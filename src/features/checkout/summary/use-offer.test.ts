import { afterEach, expect, it, vi } from 'vitest';
import { showOffer } from './use-offer.ts';

const shown = { endsAt: '2026-11-30T12:00:00.000Z', now: '2026-11-30T11:00:00.000Z' };
const load = () => Promise.resolve({ billing: { showOffer: { mutate: () => Promise.resolve(shown) } } });
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['isn’t JSON', '<p>Please sign in to the Wi-Fi</p>', 200],
  ['is a refusal', '{"error":{}}', 401],
])('an offer whose answer %s is asked for again through the client', async (_what, body, status) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
  expect(await showOffer(load)).toEqual(shown);
});
