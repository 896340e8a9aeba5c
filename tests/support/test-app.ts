import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import type { Template } from '#contract/templates/templates.ts';
import { emptyTables, testDatabase } from '#tests/support/test-database.ts';
import { manualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { scriptedModel } from '#tests/support/model/scripted-model.ts';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { createContainer } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { createDocumentReader, type DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { OAUTH_LIMITS, type OAuthLimits, type OAuthWorld } from '#server/gateways/oauth.ts';
import type { Sms, SmsGateway } from '#server/gateways/sms.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import { createWebGateway, type WebGateway } from '#server/gateways/web/web.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/lib/log.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { IssueArticle } from '#server/modules/newsletter/issues.ts';
import type { StepHandlers } from '#server/modules/automations/steps/step-handler.ts';
import type { Pings } from '#server/modules/status/status.service.ts';
import type { AppRouter } from '#server/trpc/root.ts';

const JOBS_END_MS = 250;
const ORIGIN = 'http://localhost:3000';
export const TEST_SECRET = 'a secret for tests that is long enough';
/** A web without websites: no name exists. */
const NOWHERE = { resolve: () => Promise.resolve([]) };
type TestAppOptions = {
  keepData?: boolean;
  environment?: Record<string, string>;
  secret?: string;
  /** Null if no text messages can be sent. */
  sms?: SmsGateway | null;
  /** Sign-in services; none by default. */
  oauth?: Partial<OAuthWorld>;
  oauthLimits?: OAuthLimits;
  /** Where Stripe is; not configured by default. */
  stripe?: StripeSettings;
  clock?: ManualClock;
  /** How the checked components answer; by default they all do. */
  pings?: Partial<Pings>;
  /** What the newsletter announces; by default the articles of the blog. */
  articles?: () => IssueArticle[];
  /** Our templates; by default the real ones. */
  templates?: readonly Template[];
  /** How automations carry out their steps, in place of the real ways. */
  steps?: StepHandlers;
  /** The queue for hashing passwords. */
  passwords?: PasswordQueue;
  /**
   * Reads documents. By default the real reader, in its own processes, which run the bundle because it starts fastest.
   */
  documents?: DocumentReader;
  /** Turns texts into vectors, if AI_EMBEDDING_MODEL is set. */
  embeddings?: EmbeddingsGateway;
  /** Hosts that don't exist, and what answers for them. */
  standIns?: ReadonlyMap<string, URL>;
  /** The web; by default nothing in it answers. */
  web?: WebGateway;
};

const earlier: Jobs[] = [];
/**
 * An earlier test's app may still run jobs in this database, which would take those of the next test: its email would
 * land in the wrong app.
 */
async function endJobsOfEarlierApps(): Promise<void> {
  await Promise.all(
    earlier.splice(0).map(async (jobs) => {
      await jobs.stop(0);
      // A job whose test never let it continue doesn't hold up the next test.
      await inTime(jobs.idle, JOBS_END_MS).catch(() => undefined);
    }),
  );
}

/** The real app on an empty database, with the clock, the model and the mail in the test's hands. */
export async function createTestApp(overrides: TestAppOptions = {}) {
  const { keepData = false, environment = {}, secret = TEST_SECRET } = overrides;
  const database = await testDatabase();
  if (!keepData) {
    await endJobsOfEarlierApps();
    await emptyTables(database);
  }
  const clock = overrides.clock ?? manualClock();
  const model = scriptedModel();
  const emails: OutgoingEmail[] = [];
  /** Sending to these addresses fails for now. */
  const refusedMailboxes = new Set<string>();
  /** The mail server reports that these addresses don't exist. */
  const missingMailboxes = new Set<string>();
  const send = async (email: OutgoingEmail, beforeCall?: () => Promise<void>) => {
    await beforeCall?.();
    if (refusedMailboxes.has(email.to)) throw new Error('550 No such mailbox here');
    if (missingMailboxes.has(email.to)) throw new AppError('MAILBOX_REFUSED');
    emails.push(email);
  };
  const mail = { send, close: () => undefined };
  const messages: Sms[] = [];
  const sms =
    overrides.sms === undefined ? { send: async (message: Sms) => void messages.push(message) } : overrides.sms;
  const answers = () => Promise.resolve();
  const pings: Pings = { website: answers, assistants: answers, mail: answers, payments: answers, ...overrides.pings };
  const container = createContainer({
    config: parseConfig({ PUBLIC_URL: ORIGIN, LOG_LEVEL: 'silent', ...environment }, { isDev: false }),
    secret,
    database,
    outside: {
      model: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', apiKey: null, model: 'none' },
      smtpUrl: 'smtp://127.0.0.1:9',
      sms: null,
      stripe: overrides.stripe ?? { baseUrl: 'http://127.0.0.1:9', secretKey: 'sk_test_none', webhookSecrets: [] },
      oauth: { google: null, slack: null, ...overrides.oauth },
      webStandIns: overrides.standIns ?? new Map(),
    },
    log: createLog('silent'),
    overrides: {
      clock,
      model,
      mail,
      sms,
      pings,
      oauthLimits: overrides.oauthLimits ?? OAUTH_LIMITS,
      runsKickedJobs: true,
      ...(overrides.articles ? { articles: overrides.articles } : {}),
      ...(overrides.templates ? { templates: overrides.templates } : {}),
      ...(overrides.steps ? { steps: overrides.steps } : {}),
      ...(overrides.passwords ? { passwords: overrides.passwords } : {}),
      ...(overrides.embeddings ? { embeddings: overrides.embeddings } : {}),
      documents:
        overrides.documents ?? createDocumentReader({ entry: 'dist/app/documents/document-process.js', priority: 0 }),
      web: overrides.web ?? createWebGateway({ publicUrl: ORIGIN, standIns: new Map() }, NOWHERE),
    },
  });
  earlier.push(container.jobs);
  const app = createApp(container);

  /** A browser: keeps its cookies and sends its origin. Its `address` counts if 127.0.0.1 is a trusted proxy. */
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
    emails,
    refusedMailboxes,
    missingMailboxes,
    messages,
    browser,
  };
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
export type Browser = ReturnType<TestApp['browser']>;
