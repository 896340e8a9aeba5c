import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MessageId } from '#db/types.gen.ts';
import { ask, collect, heldModel, textOf, threadOf } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

// Two containers on one database stand in for two processes; real processes are killed in tests/processes.
let here: TestApp;
let there: TestApp;
let hangUp: (() => Promise<void>)[] = [];
beforeEach(async () => {
  here = await createTestApp();
  there = await createTestApp({ keepData: true });
  hangUp = await Promise.all([here, there].map((app) => app.container.listen()));
});
afterEach(async () => {
  await here.container.services.runner.idle();
  for (const stop of hangUp) await stop();
});

describe('an answer written in another process', () => {
  test('is followed from the start and from the middle, complete and in order', async () => {
    const maya = await aPerson(here);
    const held = heldModel(here);
    const { answer } = await ask(maya, 'Hello');
    const readers = [0, 4].map((offset) => collect(there, maya, answer.id, { attempt: 1, offset }));
    held.letGo();
    const whole = 'The first words. The rest.';
    expect((await Promise.all(readers)).map(textOf)).toEqual([whole, whole.slice(4)]);
  });

  test('can be stopped from here', async () => {
    const maya = await aPerson(here);
    heldModel(here);
    const { conversation, answer } = await ask(maya, 'Hello');
    const id = answer.id as MessageId; // reason: straight from the wire
    await expect.poll(() => here.container.services.runner.find(maya.userId, id)?.text).toBe('The first words. ');
    await there.browser({ cookie: maya.cookie() }).api.chat.stop.mutate({ messageId: answer.id });
    expect(textOf(await collect(there, maya, answer.id))).toBe('The first words. ');
    expect((await threadOf(maya, conversation.id))[1]?.status).toBe('stopped');
  });
});

describe('a session', () => {
  test('that ends in one process ends in the other', async () => {
    const maya = await aPerson(here);
    const elsewhere = there.browser({ cookie: maya.cookie() });
    await elsewhere.api.profile.get.query();
    await elsewhere.api.profile.get.query();
    await maya.api.auth.signOut.mutate();
    await expect.poll(() => refusal(elsewhere.api.profile.get.query())).toBe('UNAUTHENTICATED');
  });

  test('ends on time, cached or not', async () => {
    const maya = await aPerson(here);
    await maya.api.profile.get.query();
    here.clock.advance(400 * 86_400_000);
    expect(await refusal(maya.api.profile.get.query())).toBe('UNAUTHENTICATED');
  });
});
