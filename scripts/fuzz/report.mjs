import { quantile } from '../bench/statistics.mjs';
import { curlLine } from './curl-line.mjs';

const WORST = 5;
const ms = (value) => `${Math.round(value)} ms`;

function latencyLines(readings) {
  const byName = Map.groupBy(readings, ({ name }) => name);
  return [...byName].map(([name, list]) => {
    const times = list.map((one) => one.ms);
    return `  ${name.padEnd(16)} ${String(list.length).padStart(6)} reads  p50 ${ms(quantile(times, 0.5))}  p99 ${ms(quantile(times, 0.99))}  max ${ms(Math.max(...times))}`;
  });
}

const shownRequest = ({ request }) => `#${request.index} ${request.method} ${request.label}`;
const shownFlights = (flights) => flights.map(shownRequest).slice(0, 16).join(', ');
const shownWhats = (whats) =>
  [...whats]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([what, count]) => `      ${count} x ${what}`);

/** The worst read of each incident in which another user had to wait. */
function worstMoments(slow) {
  const moments = [];
  for (const reading of slow.toSorted((a, b) => b.ms - a.ms)) {
    const isKnown = moments.some(
      (one) => reading.beganAt < one.beganAt + one.ms && one.beganAt < reading.beganAt + reading.ms,
    );
    if (!isKnown) moments.push(reading);
  }
  return moments.slice(0, WORST);
}

/** Every finding, each with a command that reproduces it. */
export function reportOf({ options, run, findings, readings, slow, guilty, port, folder, seconds }) {
  const again = (flight) => [
    ...(flight.request.also?.length > 0
      ? [`      at the same moment: ${flight.request.also.map(({ label }) => label).join(', ')}`]
      : []),
    `      seed ${options.seed}, request ${flight.request.index}: npm run fuzz -- --seed ${options.seed} --only ${flight.request.index}`,
    `      ${curlLine({ ...flight, port, folder })}`,
  ];
  const groups = findings.groups();
  const downs = findings.incidents.filter(({ kind }) => kind !== 'slow');
  const lonely = findings.lonelyLogLines();
  return [
    '',
    `Seed ${options.seed}: ${run.sent()} requests in ${seconds.toFixed(0)} s; by status: ${JSON.stringify(run.statuses())}`,
    'Meanwhile someone else read:',
    ...latencyLines(readings),
    '',
    `${groups.length} kinds of failures`,
    ...groups.flatMap(({ key, count, whats, examples }) => [
      '',
      `  ${count} x ${key}`,
      ...shownWhats(whats),
      ...examples.slice(0, 1).flatMap(again),
    ]),
    ...(downs.length > 0 ? ['', `${downs.length} times the product was down`] : []),
    ...downs.flatMap(({ kind, complaint = '', inFlight }) => [
      `  ${kind}; in flight: ${shownFlights(inFlight)}`,
      ...complaint
        .split('\n')
        .slice(0, 12)
        .map((line) => `      ${line}`),
    ]),
    ...(slow.length > 0
      ? ['', `${slow.length} reads of someone else took longer than ${options.slowMs} ms or failed; the worst:`]
      : []),
    ...worstMoments(slow).map(
      (one) => `  ${ms(one.ms)}  ${one.name} (status ${one.status}); in flight: ${shownFlights(one.inFlight)}`,
    ),
    ...(guilty.length > 0 ? ['', 'Sent again alone, these held /health/live up:'] : []),
    ...guilty.flatMap(({ flight, worst: held, hasEnded }) => [
      `  ${ms(held)}${hasEnded ? ', and the product had to be started again' : ''}  ${shownRequest(flight)}`,
      ...again(flight),
    ]),
    ...(lonely.length > 0
      ? ['', `${lonely.length} lines of level error while nothing was in flight: ${[...new Set(lonely)].join('; ')}`]
      : []),
  ].join('\n');
}
