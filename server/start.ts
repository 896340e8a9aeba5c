import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '#db/client.ts';
import { DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { closeDemoAccounts } from '#db/demo/close-demo-accounts.ts';
import { seedDemo } from '#db/demo/demo.ts';
import { listAccountsWithoutAddress, listAppliedAt, migrateToLatest } from '#db/migrate.ts';
import { makePrivate } from '#db/private-directory.ts';
import { checkAppSecrets } from '#server/modules/operator/app-secrets.service.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createContainer } from '#server/container.ts';
import { createClock } from '#server/gateways/clock.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import { createDrain } from '#server/http/drain.ts';
import { createPageCacheShortcut } from '#server/http/pages/page-cache-shortcut.ts';
import { limitConnections, readOpenFiles } from '#server/http/connection-limit.ts';
import { createLimitedServer } from '#server/http/limited-server.ts';
import { createListener } from '#server/http/listener.ts';
import { createRendering } from '#server/http/pages/rendering.ts';
import { siteFacts } from '#server/http/pages/site-facts.ts';
import { loadOrCreateSecret } from '#server/lib/crypto/app-secret.ts';
import { repeat } from '#server/lib/concurrency/repeat.ts';
import { readVersion } from '#server/lib/release.ts';
import { hideSecret, type Log } from '#server/lib/log.ts';
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts';
import { waitForDatabase } from '#server/lib/wait-for-database.ts';
import { CHECK_EVERY_MS } from '#server/modules/readiness/readiness.service.ts';
import { stopServing } from '#server/stop.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { Outside } from '#server/composition/outside.ts';

/** How often turns whose process died are settled, in milliseconds. */
const SWEEP_EVERY_MS = 1_000;
/** How long the first requests have the process to themselves before jobs load what they need, in milliseconds. */
const FIRST_JOBS_AFTER_MS = 1_000;

export type Running = { address: string; sandboxUrl: string | null; close: () => Promise<void> };

async function startSandboxIfNeeded(config: Config, log: Log) {
  if (config.sandboxPort === null) return null;
  const { startSandbox } = await import('#sandbox/sandbox.ts');
  const { sandboxHost: host, sandboxPort: port, dataDir, publicUrl } = config;
  return startSandbox({ host, port, dataDir, log, appUrl: publicUrl, clock: createClock(config.clockUrl).now });
}

/** The sandbox's account, with our catalog in it and its events sent to us: what `stripe:sync` sets up at Stripe. */
async function openSandboxAccount(
  config: Config,
  sandbox: Sandbox,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<StripeSettings> {
  const { host, port, protocol, apiKey: secretKey } = sandbox.stripe;
  const { secret } = await sandbox.deliverStripeEventsTo(`${config.publicUrl}/webhooks/stripe`);
  const settings = { baseUrl: `${protocol}://${host}:${port}`, secretKey, webhookSecrets: [secret] };
  const sync = async () => {
    const { syncStripeCatalog } = await import('#server/gateways/stripe/stripe-catalog.ts');
    const { createStripeClient } = await import('#server/gateways/stripe/stripe-client.ts');
    await syncStripeCatalog(createStripeClient(settings), { publicUrl: config.publicUrl });
  };
  if (!sandbox.hasStripeCatalog) {
    await sync();
    return settings;
  }
  // The catalog of an earlier start serves until this one has synced it with ours.
  let syncing: Promise<void> | undefined;
  const timer = setTimeout(() => {
    syncing = sync().catch((err: unknown) =>
      log.warn({ event: 'sandbox catalog not synced', err }, 'sandbox catalog not synced'),
    );
  }, FIRST_JOBS_AFTER_MS);
  opened.defer(async () => {
    clearTimeout(timer);
    await syncing;
  });
  return settings;
}

const NO_STRIPE: StripeSettings = { baseUrl: null, secretKey: '', webhookSecrets: [] };

async function outsideWorld(
  config: Config,
  sandbox: Sandbox | null,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<Outside> {
  const signIn = config.demo.isOn ? sandbox?.oauth : undefined;
  return {
    model: config.model ?? {
      provider: 'openai-compatible',
      baseUrl: sandbox?.modelBaseUrl ?? '',
      apiKey: null,
      model: 'sandbox',
    },
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
    stripe: config.stripe ?? (sandbox ? await openSandboxAccount(config, sandbox, log, opened) : NO_STRIPE),
    sms: config.startsJobs ? (config.sms ?? sandbox?.sms ?? null) : null,
    webStandIns: config.webStandIns ?? sandbox?.websites ?? new Map(),
    oauth: {
      google: config.oauth.google ?? signIn?.google ?? null,
      slack: config.oauth.slack ?? signIn?.slack ?? null,
    },
  };
}

async function listen(server: Server, config: Config): Promise<number> {
  server.listen(config.port, config.host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // reason: it listens on TCP
}

/** Tells the operator which accounts need another address (docs/operating.md). */
async function warnOfUnreachableAccounts({ db }: Database, applied: string[], log: Log): Promise<void> {
  const users = await listAccountsWithoutAddress(db, applied);
  if (users.length > 0)
    log.warn(
      { event: 'accounts without a usable address', count: users.length, users: users.slice(0, 100) },
      `${users.length} accounts have an address that no email reaches`,
    );
}

/** Whoever knows the published password could sign in to them. */
async function closeDemoAccountsIfAny({ db }: Database, log: Log): Promise<void> {
  const accounts = await closeDemoAccounts(db, (hash) => verifyPassword(DEMO_PASSWORD, hash), new Date());
  if (accounts.length > 0)
    log.warn({ event: 'demo accounts closed', accounts }, `closed ${accounts.join(', ')}: their password is public`);
}

/** Migrates, wires and listens. If a later step fails, the database and everything it opened is closed again. */
export async function start(config: Config, database: Database, log: Log): Promise<Running> {
  await using opened = new AsyncDisposableStack();
  opened.adopt(database, (it) => it.close());
  // In production on PostgreSQL, nothing is written there, and the file system may be read-only.
  if (config.secret === null || config.sandboxPort !== null) makePrivate(config.dataDir);
  await waitForDatabase(database.ping, { seconds: config.databaseWaitS, log });
  const applied = await migrateToLatest(database.db);
  const release = {
    ...readVersion(),
    startedAt: new Date().toISOString(),
    migrations: await listAppliedAt(database.db, applied),
  };
  log.info({ event: 'started', ...release }, `Tenfold ${release.version}`);
  await warnOfUnreachableAccounts(database, applied, log);
  const secret = config.secret ?? loadOrCreateSecret(config.dataDir);
  hideSecret(log, secret);
  await checkAppSecrets(database.db, [secret, ...config.previousSecrets], config);
  if (config.isProduction) await closeDemoAccountsIfAny(database, log);
  const sandbox = opened.adopt(await startSandboxIfNeeded(config, log), async (it) => it?.close());
  const outside = await outsideWorld(config, sandbox, log, opened);
  const container = createContainer({ config, secret, database, outside, log });
  opened.defer(await container.listen());
  const sandboxInboxUrl = sandbox ? `${sandbox.url}/inbox` : null;
  const site = siteFacts(config, {
    sandboxInboxUrl,
    providers: container.services.oauth.offered,
    hasPhoneFactor: outside.sms !== null,
  });
  const rendering = opened.adopt(await createRendering({ site, container }), (it) => it.close());
  const drain = createDrain();
  const app = createApp(container, { rendering, isStopping: drain.isStopping, release });
  const isHttps = config.publicUrl.startsWith('https:');
  const answerFromCache = createPageCacheShortcut({ findReady: rendering.findReady, isHttps });
  const server = createLimitedServer(drain.track(createListener(app.fetch, answerFromCache)));
  limitConnections(server, readOpenFiles(), log);
  if (applied.length > 0 && config.demo.isOn)
    await seedDemo(database.db, await hashPassword(DEMO_PASSWORD), await container.services.clock.now());
  // Its directory is locked, so whatever streams in its tables has lost its process.
  if (database.driver === 'pglite') await container.settleLeftovers();
  const port = await listen(server, config);
  const stopSweep = repeat(container.sweep, SWEEP_EVERY_MS);
  opened.defer(repeat(container.readiness.watch, CHECK_EVERY_MS));
  const startJobs = config.startsJobs ? setTimeout(container.jobs.start, FIRST_JOBS_AFTER_MS) : undefined;
  const rest = opened.move();
  return {
    address: config.publicUrl.startsWith('http://localhost:') ? `http://localhost:${port}` : config.publicUrl,
    sandboxUrl: sandbox?.url ?? null,
    /** Finishes what has begun (`stop.ts`), then closes everything in reverse order. */
    close: async () => {
      clearTimeout(startJobs);
      await Promise.all([stopSweep(), stopServing({ server, drain, container, drainMs: config.drainMs })]);
      await rest.disposeAsync();
    },
  };
}
