import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appRouter } from '#server/trpc/root.ts';
import { addTotp, withPasswordOnly } from '#tests/support/factors.ts';
import { aPerson, deleteDuringNextCall } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';
import { somethingOfEachKind } from './something-of-each-kind.ts';
import { INPUTS, type Ids } from './procedure-inputs.ts';

type Definition = { _def: { type: 'query' | 'mutation' | 'subscription' } };
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>); // reason: tRPC types the record by name only

/** Open to everyone, each with its reason. Every other procedure requires a session. */
const OPEN: Record<string, string> = {
  'auth.session': 'tells a visitor that nobody is signed in',
  'auth.endedSession':
    'tells a browser whose session was ended to delete what it keeps; its own cookie names the session',
  'auth.signUp': 'a visitor becomes a person',
  'auth.signIn': 'a visitor authenticates',
  'auth.confirmEmail': 'the link in the email is the credential',
  'auth.resendConfirmation': 'a visitor has lost the mail; every address gets the same answer',
  'auth.requestPasswordReset': 'a visitor has lost the password; every address gets the same answer',
  'auth.resetPassword': 'the link in the email is the credential',
  'account.confirmEmailChange': 'the link in the email is the credential, and may be opened on another device',
  'auth.oauth.start': 'a visitor is on the way to a sign-in service',
  'auth.passkeys.signInOptions': 'a visitor asks what to sign',
  'auth.passkeys.signIn': 'a visitor authenticates',
  'blog.list': 'the blog is public',
  'blog.article': 'the blog is public',
  'status.get': 'anybody may ask whether the product answers; it says nothing of any person',
  'billing.guestCheckout': 'a visitor buys by the trial e-mail dialog; every address gets the same answer',
  'billing.purchase': 'a guest comes back from the pay page; the id of the session is the credential',
  'billing.correctGuestEmail': 'a guest mistyped the address; the cookie of the browser that paid is the credential',
  'billing.guestLink': 'a link in an email to a guest is opened; it says only whether it still leads to a purchase',
  'newsletter.subscribe':
    'a visitor types an address; every address gets the same answer, and nothing comes unconfirmed',
  'contact.send': 'a visitor writes to us',
  'crashes.report': 'a screen of a visitor crashes',
  'visitor.ask': 'a visitor asks the chatbot of the public pages; it knows nothing of any person',
  'visitor.answer': 'the same in one piece, for scripts',
};

/** Open to people who have given their password and still owe their second factor. Every other protected procedure requires that factor. */
const PENDING: Record<string, string> = {
  'auth.refresh': 'the page of the second factor stays open for a while',
  'auth.signOut': 'a way out again',
  'auth.factors.list': 'shows which factors can be answered for',
  'auth.factors.challenge': 'asks for the code',
  'auth.factors.verify': 'gives the code',
  'auth.recoveryCodes.use': 'stands in for the code',
};

const somebody: Ids = {
  conversationId: randomUUID(),
  messageId: randomUUID(),
  factId: randomUUID(),
  conflictId: randomUUID(),
  preferenceId: randomUUID(),
  sourceId: randomUUID(),
  heldId: randomUUID(),
  templateId: randomUUID(),
  automationId: randomUUID(),
  runId: randomUUID(),
  approvalId: randomUUID(),
  factorId: randomUUID(),
  challengeId: randomUUID(),
  passkeyId: 'AAAA',
  sessionId: randomUUID(),
  wayId: randomUUID(),
};

/** Ids in an input that are nobody's row: the caller makes them, or they are the same for everyone. */
const NOT_OWNED: Record<string, string> = {
  'brain.add id': 'the caller makes it, so that a fact sent twice is one fact',
  'brain.correct id': 'the caller makes it, so that a correction sent twice is one fact',
  'brain.preferences.set changeId': 'the caller makes it, so that a change sent twice is made once',
  'brain.preferences.set assistantId': 'assistants belong to everyone',
  'brain.preferences.end changeId': 'the caller makes it, so that a change sent twice is made once',
  'brain.preferences.sample assistantId': 'assistants belong to everyone',
  'brain.sources.addPage id': 'the caller makes it, so that a page sent twice is one page',
  'powerUps.templates.use id': 'the caller makes it, so that a use sent twice counts once',
  'powerUps.templates.draftBlanks id': 'the caller makes it, so that drafts asked for twice cost one message',
  'powerUps.templates.create id': 'the caller makes it, so that a template sent twice is one template',
  'powerUps.templates.duplicate id': 'the caller makes it, so that a copy sent twice is one copy',
  'powerUps.templates.importFile id': 'the caller makes it, so that a file sent twice is imported once',
  'powerUps.automations.create id': 'the caller makes it, so that an automation sent twice is one automation',
  'powerUps.automations.startRun id': 'the caller makes it, so that a run started twice is one run',
  'powerUps.automations.tryStep stepId': 'a step of the definition that comes with it',
  'powerUps.automations.startRehearsal id': 'the caller makes it, so that a rehearsal asked for twice is one rehearsal',
  'powerUps.automations.duplicate id': 'the caller makes it, so that a copy sent twice is one copy',
  'chat.send id': 'the caller makes it, so that a message sent twice is one message',
  'chat.send assistantId': 'assistants belong to everyone',
  'chat.resume id': 'the caller makes it, so that a click sent twice is one attempt',
  'chat.exportConversation id': 'the caller makes it, so that an export sent twice counts once',
  'chat.conversations assistantId': 'assistants belong to everyone',
  'billing.checkoutTax priceId': 'prices belong to everyone',
  'billing.checkout priceId': 'prices belong to everyone',
  'billing.guestCheckout priceId': 'prices belong to everyone',
  'billing.previewChange priceId': 'prices belong to everyone',
  'billing.saveDetails taxId': 'a company’s number, typed in by the caller',
  'billing.changePlan priceId': 'prices belong to everyone',
  'billing.correctGuestEmail sessionId': 'it only counts together with the cookie of the browser that paid',
  'billing.guestLink purchaseId': 'the id is in the email; the answer says nothing of any person',
  'billing.purchase sessionId': 'the id is the credential of a guest who comes back from the payment page',
};

/** The names of the ids of a person's rows that a procedure's input here is made of. */
function ownedIds(path: string): string[] {
  const read: string[] = [];
  const watched = new Proxy(somebody, {
    get: (ids, name: keyof Ids) => {
      read.push(name);
      return ids[name];
    },
  });
  INPUTS[path]?.(watched);
  return read;
}

/** Procedures whose input may say nothing. */
const ALL_OPTIONAL: Record<string, string> = {
  'brain.list': 'without a filter, it lists everything',
  'powerUps.automations.runs': 'without an automation, it lists the runs of all',
};

let app: TestApp;
async function begin(): Promise<void> {
  app = await createTestApp();
}

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

test('every procedure has a valid input here', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(procedures.map(([path]) => path).toSorted());
});

describe('signed out', () => {
  beforeAll(begin);

  test.each(procedures.filter(([path]) => !(path in OPEN)))('%s answers 401', async (path, { _def }) => {
    const answer = await call(path, _def.type, INPUTS[path]?.(somebody));
    expect(answer.body).toContain('UNAUTHENTICATED');
    if (_def.type !== 'subscription') expect(answer.status).toBe(401);
  });
});

describe('with the password only, where a second factor is owed', () => {
  let pending: Browser;
  beforeAll(async () => {
    await begin();
    const maya = await aPerson(app);
    await addTotp(app, maya);
    pending = await withPasswordOnly(app, maya);
  });

  test.each(procedures.filter(([path]) => !(path in OPEN) && !(path in PENDING)))(
    '%s asks for it first',
    async (path, { _def }) => {
      const answer = await call(path, _def.type, INPUTS[path]?.(somebody), pending.cookie());
      expect(answer.body).toContain('SECOND_FACTOR_NEEDED');
      if (_def.type !== 'subscription') expect(answer.status).toBe(403);
    },
  );
});

describe('with another person’s ids', () => {
  type Maya = Awaited<ReturnType<typeof aPerson>>;
  let mine: Ids;
  let maya: Maya;
  let before: Awaited<ReturnType<typeof everythingOf>>;
  beforeAll(async () => {
    await begin();
    maya = await aPerson(app);
    mine = await somethingOfEachKind(app, maya);
    before = await everythingOf(maya);
  });

  const everythingOf = async ({ api }: Maya) => ({
    messages: await api.chat.messages.query({ conversationId: mine.conversationId }),
    knowledge: await api.brain.overview.query(),
    sources: await api.brain.sources.list.query(),
    templates: await api.powerUps.templates.exportFile.query(),
    automation: await api.powerUps.automations.get.query({ automationId: mine.automationId }),
    run: await api.powerUps.automations.run.query({ runId: mine.runId }),
    approvals: await api.powerUps.automations.approvals.query(),
    sessions: await api.account.sessions.query(),
    passkeys: await api.auth.passkeys.list.query(),
  });

  const owned = procedures.filter(([path]) => ownedIds(path).length > 0);

  test('every id in an input is tried with another person’s, or says here why nobody owns it', () => {
    const unexplained = procedures.flatMap(([path]) => {
      const input = Object.entries(Object(INPUTS[path]?.(somebody)) as object); // reason: an input is an object or nothing
      const ids = input.filter(
        ([name, value]) => /^id$|Id$/.test(name) && !Object.values(somebody).includes(String(value)),
      );
      return ids.map(([name]) => `${path} ${name}`);
    });
    expect(unexplained.toSorted()).toEqual(Object.keys(NOT_OWNED).toSorted());
  });

  test('its owner can compare the new version of a file', async () => {
    await expect(maya.api.brain.sources.compare.query({ sourceId: mine.heldId })).resolves.toBeDefined();
  });

  test.each(owned)('%s answers that it doesn’t exist', async (path, { _def }) => {
    const stranger = await aPerson(app);
    const answer = await call(path, _def.type, INPUTS[path]?.(mine), stranger.cookie());
    expect(answer.body).toContain('NOT_FOUND');
    expect(answer.body).not.toContain('Mine');
    expect(await everythingOf(maya)).toEqual(before);
    expect(before).toMatchObject({ sessions: [{}], passkeys: [{ id: mine.passkeyId, friendlyName: 'Mine' }] });
    expect((await stranger.api.usage.check.query({ usageType: 'messages' })).currentUsage).toBe(0);
  });
});

describe('with nonsense', () => {
  let person: Browser;
  beforeAll(async () => {
    await begin();
    person = await aPerson(app);
  });

  const takesInput = procedures.filter(([path]) => INPUTS[path]?.(somebody) !== undefined);
  /** Sent to all procedures, it stays below what a person may change in a day. */
  const HUGE = 'x'.repeat(40_000);
  const nonsense: [string, unknown][] = [
    ['nothing', {}],
    ['a number', 7],
    [
      'a huge text',
      {
        id: HUGE,
        kind: HUGE,
        text: HUGE,
        email: HUGE,
        token: HUGE,
      },
    ],
  ];

  test.each(takesInput)('%s refuses it plainly and tells nothing of the inside', async (path, { _def }) => {
    for (const [name, input] of nonsense) {
      if (name === 'nothing' && path in ALL_OPTIONAL) continue;
      const answer = await call(path, _def.type, input, person.cookie());
      expect(answer.body, name).toContain('INVALID_INPUT');
      expect(answer.body, name).not.toMatch(/stack|node_modules|ZodError|select |insert /);
    }
  });
});

describe('with a character that no table can hold', () => {
  beforeEach(begin);

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

describe('packed five times into one request', () => {
  beforeEach(begin);

  const hashing = procedures.filter(([path]) => 'password' in Object(INPUTS[path]?.(somebody)));

  test('sign-up, sign-in, reset, change and re-authentication hash a password', () => {
    expect(hashing).toHaveLength(5);
  });

  test.each(hashing)('%s hashes three passwords at most', async (path) => {
    const maya = await aPerson(app);
    const calls = Array.from({ length: 5 }, () => INPUTS[path]?.(somebody));
    const answer = await maya.request(`/trpc/${calls.map(() => path).join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...calls }),
    });
    expect((await answer.text()).match(/"appCode":"TOO_MANY_ATTEMPTS"/g)).toHaveLength(2);
  });
});

describe('by a person whose account is deleted meanwhile', () => {
  beforeEach(begin);

  test.each(procedures.filter(([path]) => !(path in OPEN)))('%s has no internal error', async (path, { _def }) => {
    const maya = await aPerson(app);
    deleteDuringNextCall(app, maya);
    const answer = await call(path, _def.type, INPUTS[path]?.(somebody), maya.cookie());
    expect(await app.db.selectFrom('users').select('id').execute(), 'the account is gone').toEqual([]);
    expect(answer.body).not.toContain('"INTERNAL"');
  });
});

describe('the edge', () => {
  beforeEach(begin);

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
