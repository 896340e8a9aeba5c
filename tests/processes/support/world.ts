import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { inject } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import type { Message } from '#sandbox/inbox/message.ts';
import { startSandbox } from '#sandbox/sandbox.ts';
import { startPushService } from '#tests/support/web/push-service.ts';
import { postForm } from '#tests/support/stripe-world.ts';
import { createDatabase } from './cluster.ts';
import { copyTemplate, SECRET } from './embedded-template.ts';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { startMailTap } from './mail-tap.ts';
import { startModelTap } from './model-tap.ts';
import { ownCluster } from './own-cluster.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { startStripeTap } from './stripe-tap.ts';

const CLOCK_AHEAD = pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs')).href;

/** Signs the events that a test sends in Stripe's name. */
export const WEBHOOK_SECRET = 'whsec_processes';

type WorldOptions = {
  /** `embedded` allows one process only. */
  on: 'embedded' | 'postgres';
  processes?: number;
  environment?: Record<string, string>;
  /** The processes, by number, whose machine has a clock that is an hour ahead. */
  ahead?: number[];
  /** The product's public URL; defaults to the first process's own. */
  publicUrl?: string;
  /** When the world begins. The product then reads its time from the sandbox, where `moveTo` moves it. */
  begins?: Date;
};

/** Real processes on one database. The model, the mail server, the push service and Stripe run outside of them and survive every kill. */
export async function startWorld(options: WorldOptions) {
  const { on, processes: count = 1, environment = {}, ahead = [], publicUrl, begins } = options;
  const shiftMs = begins ? begins.getTime() - Date.now() : 0;
  const now = () => new Date(Date.now() + shiftMs);
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'tenfold-world-')), (it) =>
    rmSync(it, { recursive: true, force: true }),
  );
  const sandbox = opened.adopt(
    await startSandbox({ host: '127.0.0.1', port: 0, dataDir: folder, log: createLog('silent'), now }),
    (it) => it.close(),
  );
  const stripeUrl = `http://${sandbox.stripe.host}:${sandbox.stripe.port}`;
  const stripe = opened.adopt(await startStripeTap(stripeUrl), (it) => it.close());
  const model = opened.adopt(await startModelTap(sandbox.modelBaseUrl), (it) => it.close());
  const mail = opened.adopt(await startMailTap(sandbox.smtpUrl), (it) => it.close());
  const push = opened.adopt(await startPushService(), (it) => it.close());
  const databaseUrl = on === 'postgres' ? createDatabase(await ownCluster()) : '';
  if (on === 'embedded') copyTemplate(inject('embeddedTemplate'), join(folder, 'data-a'));
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const processes: ServerProcess[] = [];
  opened.defer(async () => {
    for (const it of processes) it.signal('SIGKILL');
    await Promise.all(processes.map((it) => it.exited));
  });

  const name = (index: number) => String.fromCharCode('a'.charCodeAt(0) + index);
  const begin = async (index: number, changed: Record<string, string> = {}) => {
    const port = ports[index] ?? 0;
    processes[index] = await startServer(port, {
      // Sign-in cookies and counters have to mean the same to every process.
      APP_SECRET: SECRET,
      PUBLIC_URL: publicUrl ?? `http://localhost:${port}`,
      DATA_DIR: join(folder, `data-${name(index)}`),
      DATABASE_URL: databaseUrl,
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: model.urlFor(name(index)),
      AI_MODEL: 'sandbox',
      SMTP_URL: mail.smtpUrl,
      GOOGLE_ISSUER: sandbox.oauth.google.issuer,
      GOOGLE_CLIENT_ID: sandbox.oauth.google.clientId,
      GOOGLE_CLIENT_SECRET: sandbox.oauth.google.clientSecret,
      SLACK_ISSUER: sandbox.oauth.slack.issuer,
      SLACK_CLIENT_ID: sandbox.oauth.slack.clientId,
      SLACK_CLIENT_SECRET: sandbox.oauth.slack.clientSecret,
      STRIPE_API_BASE: stripe.url,
      STRIPE_SECRET_KEY: sandbox.stripe.apiKey,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SMS_BASE_URL: sandbox.sms.baseUrl,
      SMS_ACCOUNT: sandbox.sms.account,
      SMS_TOKEN: sandbox.sms.token,
      SMS_FROM: sandbox.sms.from,
      ...push.environment,
      ...(begins ? { CLOCK_URL: `${sandbox.url}/clock` } : {}),
      ...(ahead.includes(index) ? { NODE_OPTIONS: `--import=${CLOCK_AHEAD}` } : {}),
      ...environment,
      ...changed,
    });
    return processes[index];
  };
  // The first process migrates and creates the demo accounts.
  for (const index of ports.keys()) await begin(index);
  const sql = opened.adopt(
    databaseUrl === '' ? null : postgres(databaseUrl, { max: 1, onnotice: () => undefined }),
    async (it) => it?.end({ timeout: 1 }),
  );

  const rest = opened.move();
  return {
    folder,
    model,
    mail,
    push,
    stripe,
    sandboxUrl: sandbox.url,
    /** Stripe without the tap, and its key. */
    stripeAccount: { baseUrl: stripeUrl, secretKey: sandbox.stripe.apiKey },
    /** The business time of the product and Stripe. */
    now: async (): Promise<Date> => new Date(await (await fetch(`${sandbox.url}/clock`)).text()),
    /** Moves that time. */
    moveTo: async (time: Date): Promise<void> => {
      await postForm(`${sandbox.url}/stripe/clock`, { step: String(Math.floor(time.getTime() / 1_000)) });
    },
    /** Emails that have arrived, newest first. */
    inbox: async (): Promise<Message[]> => {
      const response = await fetch(`${sandbox.url}/inbox.json`);
      return (await response.json()) as Message[]; // reason: the sandbox's own format
    },
    databaseUrl,
    /** The tables, if they can be read from outside. */
    table: () => {
      if (!sql) throw new Error('the embedded database has one user: its process');
      return sql;
    },
    process: (index: number): ServerProcess => {
      const found = processes[index];
      if (!found) throw new Error(`there is no process ${index}`);
      return found;
    },
    /** Restarts a process that has ended, with the same port and data, and these settings changed. */
    begin,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;
