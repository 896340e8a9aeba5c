import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { FOLLOWED_MAX, type FollowedAnswer, type LiveEvent } from '#contract/live.ts';
import { ask, heldModel, textOf, type Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let here: TestApp;
let there: TestApp;
beforeEach(async () => {
  here = await createTestApp();
  there = await createTestApp({ keepData: true });
});

const WHOLE = 'The first words. The rest.';

async function streamOf(app: TestApp, person: Person, answers: FollowedAnswer[]): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ answers }));
  const browser = app.browser({ cookie: person.cookie() });
  return (await browser.request(`/trpc/live.follow?input=${input}`)).text();
}

/** The data of one connection, in order. */
async function follow(app: TestApp, person: Person, answers: FollowedAnswer[]): Promise<LiveEvent[]> {
  const unnamed = /(?:^|\n\n)data: (.*)/g;
  return Array.from((await streamOf(app, person, answers)).matchAll(unnamed), ([, data]) => JSON.parse(data ?? ''));
}

describe('one connection', () => {
  test('carries several answers, each from where its reader is, whichever process writes them', async () => {
    const maya = await aPerson(here);
    const [fromHere, fromThere] = [heldModel(here), heldModel(there)];
    const inThere = there.browser({ cookie: maya.cookie() }) as Person; // reason: the same person in the other process
    const [one, two, three] = [await ask(maya, 'One'), await ask(maya, 'Two'), await ask(inThere, 'Three')];
    const answers = [
      { messageId: one.answer.id, attempt: 1, offset: 0 },
      { messageId: two.answer.id, attempt: 1, offset: 4 },
      { messageId: three.answer.id, attempt: 1, offset: 0 },
    ];
    const following = follow(here, maya, answers);
    fromHere.letGo();
    fromThere.letGo();
    const events = await following;
    const texts = answers.map(({ messageId }) => textOf(events.filter((event) => event.messageId === messageId)));
    expect(texts).toEqual([WHOLE, WHOLE.slice(4), WHOLE]);
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(3);
  });

  test('brings an answer once, even if it was asked for twice', async () => {
    const maya = await aPerson(here);
    const { answer } = await ask(maya, 'Hello');
    await here.container.services.runner.idle();
    const asked = { messageId: answer.id, attempt: 1, offset: 0 };
    const events = await follow(here, maya, [asked, asked]);
    expect(events.map(({ type }) => type)).toEqual(['text', 'end']);
  });

  test('refuses an answer of someone else or of nobody, and brings the others', async () => {
    const [maya, stranger] = [await aPerson(here), await aPerson(here)];
    const held = heldModel(here);
    const [hers, theirs] = [await ask(maya, 'Hello'), await ask(stranger, 'Mine alone')];
    const ids = [theirs.answer.id, randomUUID(), hers.answer.id];
    const following = follow(
      here,
      maya,
      ids.map((messageId) => ({ messageId, attempt: 1, offset: 0 })),
    );
    held.letGo();
    const events = await following;
    const refused = events.filter((event) => event.type === 'refused');
    expect(refused.map(({ messageId }) => messageId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(textOf(events)).toBe(WHOLE);
    const end = { messageId: hers.answer.id, type: 'end', attempt: 1, status: 'complete', failure: null };
    expect(events.filter(({ type }) => type === 'end')).toEqual([end]);
  });

  test.each([0, FOLLOWED_MAX + 1])('for %i answers is refused', async (count) => {
    const maya = await aPerson(here);
    const answers = Array.from({ length: count }, () => ({ messageId: randomUUID(), attempt: 1, offset: 0 }));
    expect(await streamOf(here, maya, answers)).toContain('INVALID_INPUT');
  });
});
