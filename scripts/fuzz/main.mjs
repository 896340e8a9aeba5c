import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sharedNow } from '../bench/statistics.mjs';
import { bystanderReads, startBystander } from '../lib/load/bystander.mjs';
import { freePort } from '../lib/free-port.mjs';
import { runMain, say } from '../lib/messages.mjs';
import { projectRoot } from '../lib/project.mjs';
import { seedPeople } from '../lib/load/seed-people.ts';
import { signedInPeople } from '../lib/load/signed-in-people.mjs';
import { stopOnSignals } from '../lib/load/stop-on-signals.mjs';
import { withTemporaryFolder } from '../lib/temporary-folder.mjs';
import { createFindings } from './findings.mjs';
import { keepProduct } from './keeper.mjs';
import { readOptions } from './options.mjs';
import { reportOf } from './report.mjs';
import { createRun } from './run.mjs';
import { createSenders } from './senders.mjs';
import { isSomebodyHeldUp } from './slow-verdict.mjs';
import { trySuspects } from './suspects.mjs';
import { warmUp } from '../lib/load/warm-up.mjs';
import { createWorld } from './world.mjs';

/** A product that was started separately: it is neither restarted nor is its log read. */
function visitProduct(url) {
  return {
    port: Number(url.port),
    whenUp: () => Promise.resolve(),
    generation: () => 0,
    check: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

const PEOPLE = 600;
const SLOTS = 12;
/** Requests in flight this long before the product was found to be down may have brought it down. */
const BEFORE_DOWN_MS = 8_000;
/** Raised limits for all visitors together: the default ones would refuse nearly every question of a long run. */
/** Without caps that would refuse most requests before anything reads them. */
const ENVIRONMENT = {
  TRUSTED_PROXIES: '127.0.0.1',
  VISITOR_HOURLY_CAP: '1000000',
  VISITOR_DAILY_CAP: '10000000',
  BUDGET_FACTOR: '1000',
};

/** A slow read that starts while another is outstanding belongs to the same incident. */
function incidentOf(findings, reading, inFlight) {
  const last = findings.incidents.at(-1);
  const isSame = last?.kind === 'slow' && reading.beganAt < last.until;
  if (isSame) last.until = Math.max(last.until, reading.beganAt + reading.ms);
  else findings.incident({ kind: 'slow', until: reading.beganAt + reading.ms, inFlight });
}

function peopleFor({ url, databaseUrl }, dataDir) {
  if (url) return signedInPeople(url);
  return seedPeople(databaseUrl === null ? { directory: dataDir } : { url: databaseUrl, poolMax: 5 }, PEOPLE);
}

async function fuzz(options, dataDir) {
  const begun = sharedNow();
  const [
    {
      cookies: [bystanderCookie],
    },
    ...people
  ] = await peopleFor(options, dataDir);
  const findings = createFindings();
  const world = createWorld({ people, slots: SLOTS });
  const slow = [];
  // Both arrive later than the requests that cause them.
  const late = { run: null, watch: null };
  const inFlight = (from, to) => late.run?.inFlight(from, to) ?? [];
  const port = options.url ? Number(options.url.port) : (options.port ?? (await freePort()));
  const environment = { ...ENVIRONMENT, DATA_DIR: dataDir, DATABASE_URL: options.databaseUrl ?? '' };
  const onDown = (how) => {
    late.watch?.pause();
    findings.incident({ ...how, inFlight: inFlight(sharedNow() - BEFORE_DOWN_MS, sharedNow()) });
    say(`      the product ${how.kind} and is started again`);
    void keeper.whenUp().then(() => late.watch?.resume());
  };
  const keeper = options.url
    ? visitProduct(options.url)
    : await keepProduct({
        start: { node: process.execPath, port, environment },
        onError: (entry) => findings.logLine(entry, sharedNow(), inFlight(sharedNow() - 200, sharedNow())),
        onDown,
      });
  stopOnSignals(keeper);
  let count = 0;
  const addressFor = () => `100.64.${Math.floor((count += 1) / 250) % 256}.${count % 250}`;
  const senders = createSenders({ world, port, addressFor });
  await warmUp({ port, paths: world.pages, cookie: bystanderCookie });
  const run = createRun({ options, world, senders, keeper, findings });
  late.run = run;
  const watch = startBystander({
    port,
    reads: bystanderReads(bystanderCookie),
    slowMs: options.slowMs,
    onSlow: (reading) => {
      const during = inFlight(reading.beganAt, reading.beganAt + reading.ms);
      slow.push({ ...reading, inFlight: during });
      incidentOf(findings, reading, during);
    },
  });
  try {
    watch.pause();
    await run.all({
      onWarm: watch.resume,
      onProgress: (sent) => {
        const seconds = Math.round((sharedNow() - begun) / 1000);
        say(`${seconds.toString().padStart(5)} s  ${sent} requests`);
      },
    });
    const readings = await watch.take();
    watch.pause();
    findings.close();
    const guilty = await trySuspects({ incidents: findings.incidents.slice(), keeper, slowMs: options.slowMs });
    const isClean = findings.isClean() && !isSomebodyHeldUp({ slow, guilty, readings });
    const folder = join(projectRoot, 'test-results', `fuzz-${options.seed}`);
    const seconds = (sharedNow() - begun) / 1000;
    const text = reportOf({ options, run, findings, readings, slow, guilty, port, folder, seconds });
    say(text);
    if (options.out !== null) {
      mkdirSync(dirname(options.out), { recursive: true });
      writeFileSync(options.out, text);
    }
    say(isClean ? '\nNothing broke.' : '\nSomething broke: see above.');
    return isClean ? 0 : 1;
  } finally {
    await watch.stop();
    await keeper.stop();
  }
}

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  say(`Seed ${options.seed}`);
  return withTemporaryFolder((dataDir) => fuzz(options, dataDir));
});
