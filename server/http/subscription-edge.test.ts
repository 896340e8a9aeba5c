import { beforeEach, describe, expect, test } from 'vitest';
import { ask, heldModel } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

type Person = Awaited<ReturnType<typeof aPerson>>;
const follow = (person: Person, messageId: string, init: RequestInit = {}) =>
  person.request(`/trpc/chat.follow?input=${encodeURIComponent(JSON.stringify({ messageId, offset: 0 }))}`, init);

/** The events of a stream by name; unnamed ones are data. */
async function eventsOf(response: Response): Promise<[string, unknown][]> {
  return (await response.text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? 'data';
      const data = /^data: (.*)$/m.exec(event)?.[1] ?? '';
      return [name, data === '' ? null : JSON.parse(data)];
    });
}

describe('a stream', () => {
  test('tells the pieces and the end in the words that the browser’s client expects', async () => {
    const maya = await aPerson(app);
    const { answer } = await ask(maya, 'Hello');
    const response = await follow(maya, answer.id);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = await eventsOf(response);
    expect(events[0]?.[0]).toBe('connected');
    expect(events.filter(([name]) => name === 'data').at(-1)?.[1]).toEqual({
      type: 'end',
      status: 'complete',
      failure: null,
    });
    expect(events.at(-1)?.[0]).toBe('return');
  });

  test('that is refused says why, and nothing of the inside', async () => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    const { answer } = await ask(maya, 'Hello');
    for (const [who, code] of [
      [stranger, 'NOT_FOUND'],
      [app.browser(), 'UNAUTHENTICATED'],
    ] as const) {
      const events = await eventsOf(await follow(who as Person, answer.id)); // reason: a visitor has the same request
      expect(events.map(([name]) => name)).toEqual(['connected', 'serialized-error']);
      expect(events[1]?.[1]).toMatchObject({ data: { appCode: code } });
      expect(JSON.stringify(events)).not.toMatch(/stack|node_modules/);
    }
  });

  test('that nobody reads any more lets go of the answer, which goes on', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { conversation, answer } = await ask(maya, 'Hello');
    const reader = (await follow(maya, answer.id)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    held.letGo();
    await app.container.services.runner.idle();
    const { messages } = await maya.api.chat.messages.query({ conversationId: conversation.id });
    expect(messages[1]?.content).toBe('The first words. The rest.');
  });
});
