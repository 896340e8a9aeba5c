import { formFamily, webhookFamily } from './families/forms.mjs';
import { gotrueFamily } from './families/gotrue.mjs';
import { pageFamily } from './families/pages.mjs';
import { routeFamily } from './families/routes.mjs';
import { stormFamily } from './families/storm.mjs';
import { batchFamily, brokenCallFamily, callFamily, streamFamily } from './families/trpc.mjs';
import { wireFamily } from './families/wire.mjs';
import { withOddHeaders } from './odd-headers.mjs';
import { createRandom } from './random.mjs';

const FAMILIES = {
  call: { weight: 42, make: callFamily },
  batch: { weight: 8, make: batchFamily },
  broken: { weight: 10, make: brokenCallFamily },
  stream: { weight: 4, make: streamFamily },
  storm: { weight: 3, make: stormFamily },
  gotrue: { weight: 12, make: gotrueFamily },
  page: { weight: 9, make: pageFamily },
  route: { weight: 6, make: routeFamily },
  form: { weight: 4, make: formFamily },
  webhook: { weight: 1, make: webhookFamily },
  wire: { weight: 4, make: wireFamily },
};
export const FAMILY_NAMES = Object.keys(FAMILIES);
const WEIGHTS = Object.fromEntries(FAMILY_NAMES.map((name) => [name, FAMILIES[name].weight]));

/** Families in which the same person signs in by cookie; /auth/v1 chooses for itself. */
const ANY_SENDER = new Set(['call', 'batch', 'broken', 'stream', 'page', 'route', 'form', 'wire']);

function addressOf(random) {
  // Limits count by network, so nearly every request comes from a different one.
  if (random.isChance(0.9))
    return `${random.int(11, 99)}.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`;
  return `2a0${random.int(0, 9)}:${random.int(0, 65_535).toString(16)}:${random.int(0, 65_535).toString(16)}::1`;
}

/** Request number `index`, which depends only on the seed, its number and the table of ids. */
export function generate({ seed, index, world }) {
  const random = createRandom(seed, index);
  const family = random.weighted(WEIGHTS);
  const made = FAMILIES[family].make(random, world);
  const as = ANY_SENDER.has(family)
    ? { kind: random.weighted({ cookie: 12, nobody: 4, token: 2 }), slot: world.slot(random) }
    : made.as;
  const whole = withOddHeaders({ ...made, as }, random);
  const address = addressOf(random);
  return {
    ...whole,
    also: (made.also ?? []).map((one) => ({ ...one, index, family, address, hangUpAfterMs: null })),
    index,
    family,
    address,
    // People close tabs, so some clients disconnect before the response arrives.
    hangUpAfterMs: random.isChance(0.02) ? random.int(0, 30) : null,
  };
}
