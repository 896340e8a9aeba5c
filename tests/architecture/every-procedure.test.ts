import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { appRouter } from '#server/trpc/root.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

type Definition = { _def: { type: 'query' | 'mutation' | 'subscription' } };
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>); // reason: tRPC types the record by name only

/** Open to everyone, each with its reason. Whatever is not here asks for a session. */
const OPEN: Record<string, string> = {
  'auth.session': 'tells a visitor that nobody is signed in',
  'auth.signUp': 'a visitor becomes a person',
  'auth.signIn': 'a visitor proves who they are',
  'auth.confirmEmail': 'the link in the mail is the proof',
};

/** A valid input of each procedure, about the things of the person who owns `ids`. */
type Ids = { conversationId: string; messageId: string };
const INPUTS: Record<string, (ids: Ids) => unknown> = {
  'auth.session': () => undefined,
  'auth.signUp': () => ({ email: 'somebody@example.com', password: 'forty warm bowls' }),
  'auth.signIn': () => ({ email: 'somebody@example.com', password: 'forty warm bowls' }),
  'auth.confirmEmail': () => ({ token: 'not-a-token' }),
  'auth.signOut': () => undefined,
  'auth.refresh': () => undefined,
  'profile.get': () => undefined,
  'profile.completeOnboarding': () => ({ fullName: 'Maya', businessType: 'saas', businessGoals: ['sales'] }),
  'usage.overview': () => undefined,
  'usage.check': () => ({ usageType: 'messages' }),
  'usage.track': () => ({ usageType: 'messages' }),
  'chat.conversations': () => ({ assistantId: 'brain_ai' }),
  'chat.messages': ({ conversationId }) => ({ conversationId }),
  'chat.send': ({ conversationId }) => ({ id: randomUUID(), assistantId: 'brain_ai', conversationId, text: 'Hello' }),
  'chat.resume': ({ messageId }) => ({ id: randomUUID(), messageId, mode: 'retry' }),
  'chat.follow': ({ messageId }) => ({ messageId, offset: 0 }),
  'chat.stop': ({ messageId }) => ({ messageId }),
  'chat.deleteConversation': ({ conversationId }) => ({ conversationId }),
  'chat.restoreConversation': ({ conversationId }) => ({ conversationId }),
  'chat.feedback': ({ messageId }) => ({ messageId, rating: 'up' }),
};
const somebody: Ids = { conversationId: randomUUID(), messageId: randomUUID() };

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

async function call(
  path: string,
  type: Definition['_def']['type'],
  input: unknown,
  cookie?: string,
): Promise<{ status: number; body: string }> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    origin: 'http://localhost:3000',
    ...(cookie ? { cookie } : {}),
  };
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response =
    type === 'mutation'
      ? await app.app.request(`/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(input ?? {}) })
      : await app.app.request(`/trpc/${path}${query}`, { headers });
  return { status: response.status, body: await response.text() };
}

test('this walk knows every procedure', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(procedures.map(([path]) => path).toSorted());
});

describe('signed out', () => {
  test.each(procedures.filter(([path]) => !(path in OPEN)))('%s says 401', async (path, { _def }) => {
    const answer = await call(path, _def.type, INPUTS[path]?.(somebody));
    expect(answer.body).toContain('UNAUTHENTICATED');
    if (_def.type !== 'subscription') expect(answer.status).toBe(401);
  });
});

describe('with another person’s ids', () => {
  const owned = procedures.filter(([path]) =>
    /conversationId|messageId/.test(JSON.stringify(INPUTS[path]?.(somebody) ?? null)),
  );

  test.each(owned)('%s says that there is nothing', async (path, { _def }) => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    const sent = await maya.api.chat.send.mutate({
      id: randomUUID(),
      assistantId: 'brain_ai',
      conversationId: null,
      text: 'Mine',
    });
    await app.container.services.runner.idle();
    const before = await maya.api.chat.messages.query({ conversationId: sent.conversation.id });
    const answer = await call(
      path,
      _def.type,
      INPUTS[path]?.({ conversationId: sent.conversation.id, messageId: sent.answer.id }),
      stranger.cookie(),
    );
    expect(answer.body).toContain('NOT_FOUND');
    expect(answer.body).not.toContain('Mine');
    expect(await maya.api.chat.messages.query({ conversationId: sent.conversation.id })).toEqual(before);
    expect((await stranger.api.usage.check.query({ usageType: 'messages' })).currentUsage).toBe(0);
  });
});

describe('with nonsense', () => {
  const takesInput = procedures.filter(([path]) => INPUTS[path]?.(somebody) !== undefined);
  const nonsense: [string, unknown][] = [
    ['nothing', {}],
    ['a number', 7],
    [
      'a huge text',
      { id: 'x'.repeat(50_000), text: 'x'.repeat(50_000), email: 'x'.repeat(50_000), token: 'x'.repeat(50_000) },
    ],
  ];

  test.each(takesInput)('%s refuses it plainly and tells nothing of the inside', async (path, { _def }) => {
    const person = await aPerson(app);
    for (const [name, input] of nonsense) {
      const answer = await call(path, _def.type, input, person.cookie());
      expect(answer.body, name).toContain('INVALID_INPUT');
      expect(answer.body, name).not.toMatch(/stack|node_modules|ZodError|select |insert /);
    }
  });
});

describe('with a character that no table can hold', () => {
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}\u0000`;
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spoil(part)]));
  };

  test.each(procedures.filter(([path]) => INPUTS[path]?.(somebody) !== undefined))(
    '%s takes it as nothing or refuses it',
    async (path, { _def }) => {
      const person = await aPerson(app);
      const answer = await call(path, _def.type, spoil(INPUTS[path]?.(somebody)), person.cookie());
      expect(answer.body).not.toContain('"INTERNAL"');
    },
  );
});

describe('the edge', () => {
  test('a request from another site changes nothing', async () => {
    const maya = await aPerson(app);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      const response = await app.app.request('/trpc/auth.signOut', {
        method: 'POST',
        headers: { ...headers, cookie: maya.cookie() },
      });
      expect(response.status).toBe(403);
    }
    expect(await maya.api.auth.session.query()).not.toBeNull();
  });

  test('a batch of more than twenty calls is refused whole', async () => {
    const paths = Array.from({ length: 21 }, () => 'auth.session').join(',');
    expect((await app.app.request(`/trpc/${paths}?batch=1&input=%7B%7D`)).status).toBeGreaterThanOrEqual(400);
  });

  test('a body over 256 kB is refused', async () => {
    const response = await app.app.request('/trpc/auth.signIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(300_000) }),
    });
    expect(response.status).toBe(413);
  });

  test('every answer carries a strict policy and a request id', async () => {
    const { headers } = await app.app.request('/health/live');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
