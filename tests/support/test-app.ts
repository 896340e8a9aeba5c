import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { emptyTables, testDatabase } from '#tests/support/test-database.ts';
import { manualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { scriptedModel } from '#tests/support/scripted-model.ts';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { createContainer } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { OAUTH_LIMITS, type OAuthLimits, type OAuthWorld } from '#server/gateways/oauth.ts';
import type { Sms, SmsGateway } from '#server/gateways/sms.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import { createLog } from '#server/lib/log.ts';
import type { PasswordQueue } from '#server/lib/password-queue.ts';
import type { Pings } from '#server/modules/status/status.service.ts';
import type { AppRouter } from '#server/trpc/root.ts';

const ORIGIN = 'http://localhost:3000';
export const TEST_SECRET = 'a secret for tests that is long enough';
type Wishes = {
  keepData?: boolean;
  environment?: Record<string, string>;
  secret?: string;
  /** Null where no messages can be sent to phones. */
  sms?: SmsGateway | null;
  /** Sign-in services; without them there are none. */
  oauth?: Partial<OAuthWorld>;
  oauthLimits?: OAuthLimits;
  /** Where Stripe is; without it nowhere. */
  stripe?: StripeSettings;
  clock?: ManualClock;
  /** How the looked-at components answer; without it they all do. */
  pings?: Partial<Pings>;
  /** Whose turn it is to hash a password. */
  passwords?: PasswordQueue;
};

/** The real app on an empty database, with the clock, the model and the post in the test's hands. */
export async function createTestApp(wishes: Wishes = {}) {
  const { keepData = false, environment = {}, secret = TEST_SECRET } = wishes;
  const database = await testDatabase();
  if (!keepData) await emptyTables(database);
  const clock = wishes.clock ?? manualClock();
  const model = scriptedModel();
  const mails: OutgoingMail[] = [];
  /** Sending to these fails for now. */
  const refusedMailboxes = new Set<string>();
  /** The mail server says that these don't exist. */
  const missingMailboxes = new Set<string>();
  const send = async (letter: OutgoingMail) => {
    if (refusedMailboxes.has(letter.to)) throw new Error('550 No such mailbox here');
    if (missingMailboxes.has(letter.to)) throw new AppError('MAILBOX_REFUSED');
    mails.push(letter);
  };
  const mail = { send, close: () => undefined };
  const messages: Sms[] = [];
  const sms = wishes.sms === undefined ? { send: async (message: Sms) => void messages.push(message) } : wishes.sms;
  const answers = () => Promise.resolve();
  const pings: Pings = { website: answers, assistants: answers, mail: answers, payments: answers, ...wishes.pings };
  const container = createContainer({
    config: parseConfig({ PUBLIC_URL: ORIGIN, LOG_LEVEL: 'silent', ...environment }, { isDev: false }),
    secret,
    database,
    outside: {
      model: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', apiKey: null, model: 'none' },
      smtpUrl: 'smtp://127.0.0.1:9',
      sms: null,
      stripe: wishes.stripe ?? { baseUrl: 'http://127.0.0.1:9', secretKey: 'sk_test_none', webhookSecrets: [] },
      oauth: { google: null, slack: null, ...wishes.oauth },
    },
    log: createLog('silent'),
    overrides: {
      clock,
      model,
      mail,
      sms,
      pings,
      oauthLimits: wishes.oauthLimits ?? OAUTH_LIMITS,
      ...(wishes.passwords ? { passwords: wishes.passwords } : {}),
    },
  });
  const app = createApp(container);

  /** A browser: keeps its cookies, says where it comes from. Its `address` counts where 127.0.0.1 is a trusted proxy. */
  function browser(options: { batch?: boolean; cookie?: string; address?: string } = {}) {
    const jar = new Map<string, string>();
    const keep = (pair: string) => void jar.set(pair.split('=')[0] ?? '', pair);
    const cookie = () => [...jar.values()].join('; ');
    for (const pair of (options.cookie ?? '').split('; ').filter(Boolean)) keep(pair);
    const request = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (jar.size > 0) headers.set('cookie', cookie());
      if (!headers.has('origin')) headers.set('origin', ORIGIN);
      if (options.address !== undefined) headers.set('x-forwarded-for', options.address);
      const response = await app.request(new URL(input instanceof Request ? input.url : input, ORIGIN), {
        ...init,
        headers,
      });
      for (const line of response.headers.getSetCookie()) keep(line.split(';')[0] ?? '');
      return response;
    };
    const link = { url: `${ORIGIN}/trpc`, fetch: request };
    const api = createTRPCClient<AppRouter>({
      links: [splitLink({ condition: () => options.batch === true, true: httpBatchLink(link), false: httpLink(link) })],
    });
    return { api, request, cookie };
  }

  return {
    app,
    container,
    database,
    db: database.db,
    clock,
    model,
    mails,
    refusedMailboxes,
    missingMailboxes,
    messages,
    browser,
  };
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
export type Browser = ReturnType<TestApp['browser']>;
