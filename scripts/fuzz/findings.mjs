/** How long after its response a request's log line may still arrive, in milliseconds. */
const LOG_LAG_MS = 1_000;

const isOurs = (line) => /\/(?:server|db)\/(?!entry-server)/.test(line) && !line.includes('node_modules');

/** What makes two log lines the same error: the error's name, and the first location in our own code or else the event that reported it. */
function logSignature({ event, msg, path, err }) {
  const lines = String(err?.stack ?? '').split('\n');
  const place = (lines.find(isOurs) ?? '').replace(/^\s*at /, '').replace(/file:\/\/\S*?\/(server|db)\//, '$1/');
  // The edge that reported the error matters little if our own code is named.
  const where = place === '' ? [event ?? msg, path, lines[0]?.trim()] : [place];
  return [err?.name, err?.code, ...where].filter(Boolean).join(' · ');
}

function addTo(groups, key, { what, example }) {
  const group = groups.get(key) ?? { key, count: 0, whats: new Map(), examples: [] };
  group.count += 1;
  group.whats.set(what, (group.whats.get(what) ?? 0) + 1);
  // The smallest request is the most informative.
  group.examples = [...group.examples, example].toSorted((a, b) => a.bytes.length - b.bytes.length).slice(0, 3);
  groups.set(key, group);
}

/** Which of the requests in flight a log line without a response belongs to: one whose client disconnected at that time. */
function likeliest({ at, entry, inFlight }) {
  const distance = (flight) =>
    (entry.path && flight.request.label.includes(entry.path) ? 0 : 10_000) +
    (flight.request.hangUpAfterMs !== null || !flight.request.isWhole || flight.request.isStream ? 0 : 5_000) +
    Math.min(4_000, Math.abs(at - flight.endedAt));
  return inFlight.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Collects failures and groups those with the same cause. */
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
    /** The product hung or died, or another user had to wait. */
    incident: (one) => isOpen && incidents.push(one),
    /** Requests that are retried afterwards are not counted again. */
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
