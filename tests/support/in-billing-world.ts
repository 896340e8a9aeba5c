import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startBillingWorld, type BillingWorld } from '#tests/support/billing-world.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/**
 * One billing world per test file, and for each test an app on an empty database that receives its events. Call it outside the tests; use
 * what it returns inside them.
 */
export function inBillingWorld(): { readonly world: BillingWorld; readonly app: TestApp } {
  let world: BillingWorld | undefined;
  let app: TestApp | undefined;
  beforeAll(async () => {
    world = await startBillingWorld();
  });
  beforeEach(async () => {
    world?.acceptWebhooks(true);
    app = await world?.open();
  });
  // Work still running for this test must not meet the next one's empty tables.
  afterEach(() => app?.container.jobs.idle());
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
