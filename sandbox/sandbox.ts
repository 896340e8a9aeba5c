import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { OAUTH_PROVIDERS, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Log } from '#server/lib/log.ts';
import { hostCheck } from './host-check.ts';
import { openInbox } from './inbox/inbox.ts';
import { startSmtp } from './mail/smtp.ts';
import { createModelApi } from './model/model-api.ts';
import { createPromptLog } from './model/prompt-log.ts';
import type { Pace } from './model/pace.ts';
import { SANDBOX_CLIENT } from './openid/authorize-request.ts';
import { loadOrCreateOpenIdKey, type OpenIdKey } from './openid/openid-key.ts';
import { openOpenIdPeople } from './openid/openid-people.ts';
import { createOpenIdProvider } from './openid/openid-provider.ts';
import { createPages } from './pages/pages.ts';
import { createSmsApi } from './sms/sms-api.ts';
import { answerWebsite, websiteOf, WEBSITES } from './website/website.ts';
import {
  isForStripe,
  openStripeSandbox,
  SANDBOX_STRIPE_KEY,
  type StripeAddress,
  type StripeSandbox,
} from './stripe/stripe-sandbox.ts';

type SandboxOptions = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Always on loopback; a free port unless specified. */
  smtpPort?: number;
  /** The inbox is stored in its `sandbox/` subfolder. Use one sandbox per directory. */
  dataDir: string;
  log: Log;
  /** `instant` skips the pauses between words. */
  pace?: Pace;
  /** For tests; defaults to the system's clock. */
  now?: () => Date;
  /** The product's clock: anything the product checks against its own time is dated by it. */
  clock?: () => Promise<Date>;
  /**
   * The product's URL: the sandbox answers at its host and may send browsers back there, even if it isn't on this
   * machine.
   */
  appUrl?: string;
};

type OpenIdAccess = { issuer: string; clientId: string; clientSecret: string };
export type Sandbox = {
  url: string;
  modelBaseUrl: string;
  smtpUrl: string;
  oauth: Record<OAuthProvider, OpenIdAccess>;
  sms: { baseUrl: string; account: string; token: string; from: string };
  stripe: StripeAddress;
  /** The invented websites, by host, and where they are answered. */
  websites: ReadonlyMap<string, URL>;
  /** Whether an earlier start has already put a catalog into Stripe's account. */
  hasStripeCatalog: boolean;
  /** Sets where Stripe's events go; returns the secret that signs them. */
  deliverStripeEventsTo: StripeSandbox['deliverTo'];
  close: () => Promise<void>;
};

/** The address a client on this machine uses for a server that listens on `host`. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Stands in for the outside services while there are no keys (docs/sandbox.md). Rejects if a port is taken or the directory can't be
 * written.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host, port, smtpPort = 0, dataDir, log, pace = 'human', now = () => new Date() } = options;
  const clock = options.clock ?? (async () => now());
  const directory = join(dataDir, 'sandbox');
  const inbox = await openInbox(directory);
  const smtp = await startSmtp({ port: smtpPort, inbox, log, now });
  const closing = new AbortController();
  const addresses = { url: '', modelBaseUrl: '', smtpUrl: smtp.smtpUrl };
  const stripe = await openStripeSandbox({
    directory,
    log,
    now,
    pagesUrl: () => addresses.url,
  });
  const app = new Hono<{ Bindings: HttpBindings }>();
  // The invented websites are known by their host, as on any web server.
  app.use(async (c, next) => {
    const website = websiteOf(c.req.header('host'));
    return website ? answerWebsite(website, c.req.raw, closing.signal) : next();
  });
  app.use(hostCheck(() => [addresses.url, options.appUrl ?? addresses.url]));
  // The model and Stripe both live below /v1 and share no path there, so one address serves every process.
  app.use('/v1/*', async (c, next) =>
    isForStripe(c.req.path, c.req.header('stripe-version')) ? stripe.api.fetch(c.req.raw, c.env) : next(),
  );
  const prompts = createPromptLog();
  app.route('/v1', createModelApi({ pace, log, now, closing: closing.signal, prompts }));
  const issuerOf = (provider: OAuthProvider) => `${addresses.url}/${provider}`;
  let key: Promise<OpenIdKey> | undefined;
  const openId = {
    people: openOpenIdPeople(directory),
    now: clock,
    log,
    closing: closing.signal,
    appUrl: options.appUrl ?? null,
    // Creating the key takes a moment, so only the first sign-in waits for it.
    key: () => (key ??= loadOrCreateOpenIdKey(directory)),
  };
  for (const provider of OAUTH_PROVIDERS)
    app.route(`/${provider}`, createOpenIdProvider({ ...openId, provider, issuer: () => issuerOf(provider) }));
  app.route('/2010-04-01', createSmsApi({ inbox, log, now, closing: closing.signal }));
  // For people, who can't open its own address.
  app.get('/website/*', (c) =>
    answerWebsite(WEBSITES[0], c.req.raw, closing.signal, c.req.path.slice('/website'.length)),
  );
  app.route('/', stripe.pages);
  app.route('/', createPages({ inbox, prompts, addresses: () => addresses }));
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await Promise.all([smtp.close(), stripe.close()]);
    throw error;
  }
  const bound = server.address() as AddressInfo; // reason: it listens on TCP
  addresses.url = addressOf(host, bound.port);
  addresses.modelBaseUrl = `${addresses.url}/v1`;
  const { hostname, port: boundPort } = new URL(addresses.url);
  return {
    ...addresses,
    oauth: {
      google: { issuer: issuerOf('google'), ...SANDBOX_CLIENT },
      slack: { issuer: issuerOf('slack'), ...SANDBOX_CLIENT },
    },
    sms: { baseUrl: addresses.url, account: 'sandbox', token: 'sandbox', from: '+15550100100' },
    stripe: { host: hostname, port: Number(boundPort), protocol: 'http', apiKey: SANDBOX_STRIPE_KEY },
    websites: new Map(WEBSITES.map((website) => [website, new URL(addresses.url)])),
    hasStripeCatalog: stripe.hasCatalog,
    deliverStripeEventsTo: (url) => stripe.deliverTo(url),
    close: async () => {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, smtp.close(), stripe.close()]);
      await inbox.flush();
    },
  };
}
