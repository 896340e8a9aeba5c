import { openDatabase } from '#db/client.ts';
import { DEMO, DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { readConfig } from '#server/config.ts';
import { ConfigError } from '#server/config/environment.ts';
import { knownIn } from '#server/config/secrets.ts';
import { createLog } from '#server/lib/log.ts';
import { explainStartFailure } from '#server/lib/start-failure.ts';

/** Prints what's wrong in one sentence and exits. A stack trace doesn't help with an expected problem. */
function fail(message: string): never {
  process.stderr.write(`\nTenfold couldn't start.\n${message}\n`);
  process.exit(1);
}

function config() {
  try {
    return readConfig({ isDev: process.argv.includes('--dev') });
  } catch (error) {
    return fail(error instanceof ConfigError ? error.message : String(error));
  }
}

const settings = config();
const log = createLog(settings.logLevel, knownIn(settings));

/** Opens the database while the rest of the code loads. Each takes about half of the startup time. */
async function openAndStart() {
  const opening = openDatabase(settings.database);
  // Awaited below; until then, a failure must not count as unhandled.
  opening.catch(() => undefined);
  const { start } = await import('#server/start.ts');
  return start(settings, await opening, log);
}

const running = await openAndStart().catch((error: unknown) => fail(explainStartFailure(error, settings)));

const lines = ['', `Tenfold is ready: ${running.address}`];
if (settings.demo.isOn) lines.push(`Demo account:     ${DEMO.email} / ${DEMO_PASSWORD}`);
else if (!settings.isProduction)
  lines.push(
    `Demo account:     none, because ${settings.demo.offBecause}. Set NODE_ENV=production on a server, or DEMO=on for a demo.`,
  );
if (!settings.startsJobs) lines.push('Jobs:             off, so nothing is sent');
if (running.sandboxUrl)
  lines.push(`Sandbox:          ${running.sandboxUrl} (emails land in ${running.sandboxUrl}/inbox)`);
process.stdout.write(`${lines.join('\n')}\n\n`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal means "stop now".
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ event: 'stopping', signal }, 'stopping');
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'stop failed', err: error }, 'stop failed');
        process.exit(1);
      },
    );
  });
}
