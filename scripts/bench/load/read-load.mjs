import { quantile } from '../statistics.mjs';
import { Connection } from './connection.mjs';

function summary({ latencies, errors, seconds }) {
  return {
    count: latencies.length,
    errors,
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
  };
}

/** Sends requests as fast as the server answers, over the given number of connections, for the given time. */
export async function saturate({ port, requests, connections, durationMs }) {
  const begun = performance.now();
  const latencies = [];
  let errors = 0;
  let next = 0;
  const drive = (connection) =>
    new Promise((resolve) => {
      let sentAt = 0;
      let isFine = true;
      const send = () => {
        sentAt = performance.now();
        if (sentAt - begun >= durationMs) return resolve();
        next += 1;
        return connection.send(requests[next % requests.length], handlers);
      };
      const handlers = {
        start: (status) => (isFine = status === 200),
        end: () => {
          if (isFine) latencies.push(performance.now() - sentAt);
          else errors += 1;
          send();
        },
        fail: () => {
          errors += 1;
          resolve();
        },
      };
      send();
    });
  const open = Array.from({ length: connections }, () => new Connection(port));
  await Promise.all(open.map(drive));
  const seconds = (performance.now() - begun) / 1000;
  for (const connection of open) connection.close();
  return summary({ latencies, errors, seconds });
}

/** Sends requests at an even pace regardless of the server, which is how people behave. A late answer counts as late, not as one fewer. */
export async function pace({ port, requests, perSecond, durationMs }) {
  const begun = performance.now();
  const latencies = [];
  const waiting = new Set();
  const idle = [];
  let errors = 0;
  let sent = 0;
  const ask = async (dueAt, request) => {
    // First in, first out: the server closes a connection that stays idle for seconds.
    let connection = idle.shift();
    while (connection && !connection.isOpen) connection = idle.shift();
    connection ??= new Connection(port);
    try {
      const { status } = await connection.ask(request);
      if (status === 200) latencies.push(performance.now() - dueAt);
      else errors += 1;
      idle.push(connection);
    } catch {
      errors += 1;
    }
  };
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - begun;
      while ((sent * 1000) / perSecond <= Math.min(passed, durationMs)) {
        const asking = ask(begun + (sent * 1000) / perSecond, requests[sent % requests.length]);
        waiting.add(asking);
        void asking.finally(() => waiting.delete(asking));
        sent += 1;
      }
      if (passed < durationMs) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(waiting);
  for (const connection of idle) connection.close();
  return summary({ latencies, errors, seconds: (performance.now() - begun) / 1000 });
}

/** One request after the other: the wait of a single person. */
export async function oneByOne({ port, requests }) {
  const connection = new Connection(port);
  const latencies = [];
  let errors = 0;
  const begun = performance.now();
  for (const request of requests) {
    const sentAt = performance.now();
    // Running one at a time is the point.
    const { status } = await connection.ask(request);
    if (status === 200) latencies.push(performance.now() - sentAt);
    else errors += 1;
  }
  connection.close();
  return summary({ latencies, errors, seconds: (performance.now() - begun) / 1000 });
}
