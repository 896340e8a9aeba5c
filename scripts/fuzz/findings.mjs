import { logSignature } from './log-signature.mjs';

/** How long after its answer the line of a request may still arrive, in milliseconds. */
const LOG_LAG_MS = 1_000;

function addTo(groups, key, { what, example }) {
  const group = groups.get(key) ?? { key, count: 0, whats: new Map(), examples: [] };
  group.count += 1;
  group.whats.set(what, (group.whats.get(what) ?? 0) + 1);
  // The smallest request says most.
  group.examples = [...group.examples, example].toSorted((a, b) => a.bytes.length - b.bytes.length).slice(0, 3);
  groups.set(key, group);
}

/** Of those in flight, whom a line of the log without an answer is about: somebody who went away, and at that moment. */
function likeliest({ at, entry, inFlight }) {
  const distance = (flight) =>
    (entry.path && flight.request.label.includes(entry.path) ? 0 : 10_000) +
    (flight.request.hangUpAfterMs !== null || !flight.request.isWhole || flight.request.isStream ? 0 : 5_000) +
    Math.min(4_000, Math.abs(at - flight.endedAt));
  return inFlight.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Gathers what went wrong and puts together what has one cause. */
export function createFindings() {
  const failures = [];
  const logLines = [];
  const incidents = [];
  let isOpen = true;

  function linesOf({ answer, beganAt, endedAt }) {
    const requestId = answer.headers['x-request-id'];
    const own = logLines.filter(({ entry }) => entry.requestId !== undefined && entry.requestId === requestId);
    if (own.length > 0) return own;
    return logLines.filter(
      ({ at, entry }) => entry.requestId === undefined && at >= beganAt && at <= endedAt + LOG_LAG_MS,
    );
  }

  return {
    failure: (one) => failures.push(one),
    logLine: (entry, at, inFlight) => isOpen && logLines.push({ entry, at, inFlight }),
    /** The product stood still or ended, or somebody else waited. */
    incident: (one) => isOpen && incidents.push(one),
    /** What is tried again afterwards is not counted once more. */
    close: () => {
      isOpen = false;
    },
    incidents,
    isClean: () => failures.length === 0 && logLines.length === 0 && incidents.every(({ kind }) => kind === 'slow'),
    groups: () => {
      const groups = new Map();
      const explained = new Set();
      for (const failure of failures) {
        const lines = linesOf(failure);
        const fitting = lines.find(({ entry }) => entry.path && failure.request.label.includes(entry.path)) ?? lines[0];
        for (const line of lines) explained.add(line);
        const what = `${failure.problem}: ${failure.request.method} ${failure.request.label}`;
        addTo(groups, fitting ? logSignature(fitting.entry) : `nothing in the log · ${what}`, {
          what,
          example: failure,
        });
      }
      for (const line of logLines) {
        if (explained.has(line) || line.inFlight.length === 0) continue;
        const example = likeliest(line);
        const what = `probably ${example.request.method} ${example.request.label}`;
        addTo(groups, `only in the log · ${logSignature(line.entry)}`, { what, example });
      }
      return [...groups.values()].toSorted((a, b) => b.count - a.count);
    },
    lonelyLogLines: () =>
      logLines.filter(({ inFlight }) => inFlight.length === 0).map(({ entry }) => logSignature(entry)),
  };
}
