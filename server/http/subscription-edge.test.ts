import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEAD_AFTER_MS, PING_EVERY_MS } from '#contract/live.ts';
import { DatabaseError } from '#db/database-error.ts';
import { ask, heldModel } from '#tests/support/chat.ts';
import { overHttp } from '#tests/support/over-http.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

type Person = Awaited<ReturnType<typeof aPerson>>;
const inputFor = (messageId: string) =>
  encodeURIComponent(JSON.stringify({ answers: [{ messageId, attempt: 0, offset: 0 }] }));
const follow = (person: Person, messageId: string, init: RequestInit = {}) =>
  person.request(`/trpc/live.follow?input=${inputFor(messageId)}`, init);

/** The events of a stream with their names; unnamed ones are data. */
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
  test('sends the pieces and the end in the format the browser’s client expects', async () => {
    const maya = await aPerson(app);
    const { answer } = await ask(maya, 'Hello');
    const response = await follow(maya, answer.id);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = await eventsOf(response);
    expect(events[0]?.[0]).toBe('connected');
    expect(events.filter(([name]) => name === 'data').at(-1)?.[1]).toEqual({
      messageId: answer.id,
      type: 'end',
      attempt: 1,
      status: 'complete',
      failure: null,
    });
    expect(events.at(-1)?.[0]).toBe('return');
  });

  test('that is refused says why, without internal details', async () => {
    const { answer } = await ask(await aPerson(app), 'Hello');
    const visitor = app.browser() as Person; // reason: a visitor has the same request
    const events = await eventsOf(await follow(visitor, answer.id));
    expect(events.map(([name]) => name)).toEqual(['connected', 'serialized-error']);
    expect(events[1]?.[1]).toMatchObject({ data: { appCode: 'UNAUTHENTICATED' } });
    expect(JSON.stringify(events)).not.toMatch(/stack|node_modules/);
  });

  test('that the database is too busy for says so', async () => {
    const maya = await aPerson(app);
    const { answer } = await ask(maya, 'Hello');
    await app.container.services.runner.idle();
    const executor = app.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    const statements = vi.spyOn(executor, 'executeQuery').mockImplementation((query, ...more) => {
      if (query.sql.includes('sessions')) return execute(query, ...more);
      throw new DatabaseError('lock timeout', { code: '55P03' });
    });
    const events = await eventsOf(await follow(maya, answer.id));
    statements.mockRestore();
    expect(events[1]?.[1]).toMatchObject({ data: { appCode: 'SERVER_BUSY', httpStatus: 503 } });
  });

  test('that loses its reader detaches from the answer, which continues', async () => {
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

test('a quiet stream sends pings as often as its reader expects them', async () => {
  const maya = await aPerson(app);
  const held = heldModel(app, '');
  const { answer } = await ask(maya, 'Hello');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const reader = (await follow(maya, answer.id)).body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toBe(`event: connected\ndata: {"reconnectAfterInactivityMs":${DEAD_AFTER_MS}}\n\n`);
    const ping = next();
    vi.advanceTimersByTime(PING_EVERY_MS);
    expect(await ping).toBe('event: ping\ndata: \n\n');
    await reader?.cancel();
  } finally {
    vi.useRealTimers();
    held.letGo();
  }
});

test('a stream whose reader left before the first byte sends no pings', async () => {
  const maya = await aPerson(app);
  const held = heldModel(app);
  const { answer } = await ask(maya, 'Hello');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const leaving = new AbortController();
    await follow(maya, answer.id, { signal: leaving.signal });
    expect(vi.getTimerCount()).toBe(1);
    leaving.abort();
    await follow(maya, answer.id, { signal: AbortSignal.abort() });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
    held.letGo();
  }
});

describe('one person’s streams', () => {
  const PER_PERSON = 50;

  /** A stream that is open and waits for words. */
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

  test('are limited to fifty; one more is refused before the answer is read, and the others continue', async () => {
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

  test('make room for one new stream per closed one', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { answer } = await ask(maya, 'Hello');
    const readers = await Promise.all(Array.from({ length: PER_PERSON }, () => open(maya, answer.id)));
    await readers[0]?.cancel();
    await open(maya, answer.id);
    expect(await codes(maya, answer.id)).toEqual(REFUSED);
    held.letGo();
  });

  test('release their slot when all that was asked for is refused', async () => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    const { answer } = await ask(maya, 'Hello');
    for (let times = 0; times <= PER_PERSON; times += 1)
      expect(await codes(stranger, answer.id)).toEqual(['connected', 'data', 'return']);
  });

  test('release their slot when the connection breaks', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { answer } = await ask(maya, 'Hello');
    const served = await overHttp(app);
    const connect = async () => {
      const response = await fetch(`${served.url}/trpc/live.follow?input=${inputFor(answer.id)}`, {
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
