import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '#db/client.ts';
import { DEMO_PASSWORD } from '#db/demo-account.ts';
import { seedDemo } from '#db/demo.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { STATUS_CHECK_EVERY_MS } from '#contract/site/status.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createContainer } from '#server/container.ts';
import { createClock } from '#server/gateways/clock.ts';
import { syncStripeCatalogue } from '#server/gateways/stripe/stripe-catalogue.ts';
import { createStripeClient, type StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import { createPageCacheShortcut } from '#server/http/pages/page-cache-shortcut.ts';
import { createLimitedServer } from '#server/http/limited-server.ts';
import { createListener } from '#server/http/listener.ts';
import { createRendering } from '#server/http/pages/rendering.ts';
import { siteFacts } from '#server/http/pages/site-facts.ts';
import { loadOrCreateSecret } from '#server/lib/app-secret.ts';
import type { Log } from '#server/lib/log.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { Outside } from '#server/services.ts';

/** How often turns that lost their process are settled, in milliseconds. */
const SWEEP_EVERY_MS = 2_000;
/** How often notices are looked for, in milliseconds. */
const NOTICES_EVERY_MS = 2_000;
/** How often what has expired is removed, in milliseconds. */
const PURGE_EVERY_MS = 10 * 60_000;
/** How often it is asked whether Stripe is to be read again, in milliseconds. */
const RECONCILE_EVERY_MS = 60 * 60_000;
/** How long running requests may take to end on a stop, in milliseconds. */
const DRAIN_MS = 5_000;
/** How often connections without a request are let go on a stop, in milliseconds. */
const RELEASE_EVERY_MS = 50;

export type Running = { address: string; sandboxUrl: string | null; close: () => Promise<void> };

async function startSandboxIfNeeded(config: Config, log: Log) {
  if (config.sandboxPort === null) return null;
  const { startSandbox } = await import('#sandbox/sandbox.ts');
  const { host, sandboxPort: port, dataDir, publicUrl } = config;
  return startSandbox({ host, port, dataDir, log, appUrl: publicUrl, clock: createClock(config.clockUrl).now });
}

/** The sandbox's account, with our catalogue in it and its events on their way to us, as `stripe:sync` does it at Stripe. */
async function openSandboxAccount(config: Config, sandbox: Sandbox): Promise<StripeSettings> {
  const { host, port, protocol, apiKey: secretKey } = sandbox.stripe;
  const { secret } = await sandbox.deliverStripeEventsTo(`${config.publicUrl}/webhooks/stripe`);
  const settings = { baseUrl: `${protocol}://${host}:${port}`, secretKey, webhookSecrets: [secret] };
  await syncStripeCatalogue(createStripeClient(settings), { publicUrl: config.publicUrl });
  return settings;
}

const NO_STRIPE: StripeSettings = { baseUrl: null, secretKey: '', webhookSecrets: [] };

async function outsideWorld(config: Config, sandbox: Sandbox | null): Promise<Outside> {
  return {
    model: config.model ?? {
      provider: 'openai-compatible',
      baseUrl: sandbox?.modelBaseUrl ?? '',
      apiKey: null,
      model: 'sandbox',
    },
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
    stripe: config.stripe ?? (sandbox ? await openSandboxAccount(config, sandbox) : NO_STRIPE),
    sms: config.sms ?? sandbox?.sms ?? null,
    oauth: {
      google: config.oauth.google ?? sandbox?.oauth.google ?? null,
      slack: config.oauth.slack ?? sandbox?.oauth.slack ?? null,
    },
  };
}

async function listen(server: Server, config: Config): Promise<number> {
  server.listen(config.port, config.host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // reason: it listens on TCP
}

/** Does a job now and again and again, never twice at once. One that fails is tried at the next time. */
function every(intervalMs: number, name: string, work: () => Promise<void>, log: Log): NodeJS.Timeout {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      log.error({ event: `${name} failed`, err: error }, `${name} failed`);
    }
    isRunning = false;
  };
  void run();
  return setInterval(() => void run(), intervalMs);
}

/** Migrates, wires and listens. The database, and what it opened, is closed again when a later step fails. */
export async function start(config: Config, database: Database, log: Log): Promise<Running> {
  await using opened = new AsyncDisposableStack();
  opened.adopt(database, (it) => it.close());
  const applied = await migrateToLatest(database.db);
  const sandbox = opened.adopt(await startSandboxIfNeeded(config, log), async (it) => it?.close());
  const secret = config.secret ?? loadOrCreateSecret(config.dataDir);
  const outside = await outsideWorld(config, sandbox);
  const container = createContainer({ config, secret, database, outside, log });
  opened.defer(await container.listen());
  const sandboxInboxUrl = sandbox ? `${sandbox.url}/inbox` : null;
  const site = siteFacts(config, {
    sandboxInboxUrl,
    providers: container.services.oauth.offered,
    hasPhoneFactor: outside.sms !== null,
  });
  const rendering = opened.adopt(await createRendering({ site, container }), (it) => it.close());
  let isStopping = false;
  const app = createApp(container, { rendering, isStopping: () => isStopping });
  const isHttps = config.publicUrl.startsWith('https:');
  const answerFromCache = createPageCacheShortcut({ findReady: rendering.findReady, isHttps });
  const server = createLimitedServer(createListener(app.fetch, answerFromCache));
  if (applied.length > 0 && !config.isProduction)
    await seedDemo(database.db, await hashPassword(DEMO_PASSWORD), await container.services.clock.now());
  const port = await listen(server, config);
  const jobs = [
    every(SWEEP_EVERY_MS, 'sweep', container.sweep, log),
    every(SWEEP_EVERY_MS, 'billing', container.processBilling, log),
    every(NOTICES_EVERY_MS, 'notices', container.sendNotices, log),
    every(PURGE_EVERY_MS, 'purge', container.purge, log),
    every(RECONCILE_EVERY_MS, 'reconcile', container.reconcile, log),
    every(STATUS_CHECK_EVERY_MS, 'status', container.checkHealth, log),
  ];
  const rest = opened.move();
  return {
    address: config.publicUrl.startsWith('http://localhost:') ? `http://localhost:${port}` : config.publicUrl,
    sandboxUrl: sandbox?.url ?? null,
    /** Turns away new requests, settles what runs, then lets go of everything in reverse order. */
    close: async () => {
      isStopping = true;
      for (const job of jobs) clearInterval(job);
      const closed = once(server, 'close');
      server.close();
      await container.services.runner.close();
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      // A connection becomes idle when its last answer is out, which nobody tells.
      const release = setInterval(() => server.closeIdleConnections(), RELEASE_EVERY_MS);
      await closed;
      clearTimeout(force);
      clearInterval(release);
      // What does not go out, or is not done, in time is left to the next process.
      const isIdle = Promise.withResolvers<void>();
      const giveUp = setTimeout(isIdle.resolve, DRAIN_MS);
      const { securityLog, notices, newsletter, contact, billing } = container.services;
      const posts = [securityLog, notices, newsletter, contact, billing];
      void Promise.all(posts.map((one) => one.idle())).then(() => isIdle.resolve());
      await isIdle.promise;
      clearTimeout(giveUp);
      container.services.mail.close();
      await rest.disposeAsync();
    },
  };
}
