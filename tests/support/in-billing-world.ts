import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startBillingWorld, type BillingWorld } from '#tests/support/billing-world.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/**
 * One world for a file of tests, and for each test an app on an empty database that hears of it. To be called outside the
 * tests; what it returns can be asked inside them.
 */
export function inBillingWorld(): { readonly world: BillingWorld; readonly app: TestApp } {
  let world: BillingWorld | undefined;
  let app: TestApp | undefined;
  beforeAll(async () => {
    world = await startBillingWorld();
  });
  beforeEach(async () => {
    world?.hear(true);
    app = await world?.open();
  });
  // What is still done for this test must not meet the empty tables of the next one.
  afterEach(() => app?.container.services.billing.idle());
  afterAll(() => world?.close());
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the world is there inside tests only');
    return thing;
  };
  return {
    get world() {
      return there(world);
    },
    get app() {
      return there(app);
    },
  };
}
