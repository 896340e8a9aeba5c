import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, heldModel } from '#tests/support/chat.ts';
import { overHttp } from '#tests/support/over-http.ts';
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

describe('one person’s streams', () => {
  const PER_PERSON = 50;

  /** A stream that is open, and waits for words. */
  async function open(person: Person, messageId: string) {
    const reader = (await follow(person, messageId)).body?.getReader();
    if (!reader) throw new Error('a stream has a body');
    await reader.read();
    return reader;
  }
  const codes = async (person: Person, messageId: string) =>
    (await eventsOf(await follow(person, messageId))).map(
      ([name, data]) => (name === 'serialized-error' ? (data as { data: unknown }).data : name), // reason: the wire's error shape
    );
  const REFUSED = ['connected', expect.objectContaining({ appCode: 'TOO_MANY_STREAMS', httpStatus: 429 })];

  test('are fifty, and one more is refused without a look at the answer, while the others go on', async () => {
    const [maya, tom] = [await aPerson(app), await aPerson(app)];
    const held = heldModel(app);
    const { answer } = await ask(maya, 'Hello');
    const readers = await Promise.all(Array.from({ length: PER_PERSON }, () => open(maya, answer.id)));
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    expect(await codes(maya, answer.id)).toEqual(REFUSED);
    expect(statements.mock.calls, 'only the session is read').toHaveLength(1);
    expect(statements.mock.calls[0]?.[0].sql).toContain('sessions');
    statements.mockRestore();
    const { answer: toms } = await ask(tom, 'Hello');
    const other = await open(tom, toms.id);
    held.letGo();
    const texts = await Promise.all(
      [...readers, other].map(async (reader) => {
        let text = '';
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return text;
          text += new TextDecoder().decode(value);
        }
      }),
    );
    for (const text of texts) expect(text).toContain('The rest.');
    expect(await codes(maya, answer.id), 'ended streams make room').toContain('return');
  });

  test('make room for another when one is left, one for one', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { answer } = await ask(maya, 'Hello');
    const readers = await Promise.all(Array.from({ length: PER_PERSON }, () => open(maya, answer.id)));
    await readers[0]?.cancel();
    await open(maya, answer.id);
    expect(await codes(maya, answer.id)).toEqual(REFUSED);
    held.letGo();
  });

  test('that end in a refusal hold no place', async () => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    const { answer } = await ask(maya, 'Hello');
    for (let times = 0; times <= PER_PERSON; times += 1)
      expect((await codes(stranger, answer.id)).at(-1)).toMatchObject({ appCode: 'NOT_FOUND' });
  });

  test('of connections that break hold no place', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { answer } = await ask(maya, 'Hello');
    const served = await overHttp(app);
    const input = encodeURIComponent(JSON.stringify({ messageId: answer.id, offset: 0 }));
    const connect = async () => {
      const response = await fetch(`${served.url}/trpc/chat.follow?input=${input}`, {
        headers: { cookie: maya.cookie() },
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!/The first words|serialized-error/.test(text)) text += (await reader?.read())?.value ?? '';
      return text;
    };
    const all = (texts: string[], words: string) => texts.filter((text) => text.includes(words)).length;
    const first = await Promise.all(Array.from({ length: PER_PERSON + 10 }, connect));
    expect([all(first, 'The first words'), all(first, 'TOO_MANY_STREAMS')]).toEqual([PER_PERSON, 10]);
    served.breakLines();
    await vi.waitFor(async () => expect(await connect()).toContain('The first words'));
    held.letGo();
    await served.close();
  });
});
