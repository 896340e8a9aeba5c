import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Acts as another user during the load, on a thread of its own, so that the load generator's own work is not measured.
const { port, everyMs, slowMs, giveUpMs, reads } = workerData;
const agent = new Agent({ keepAlive: true });
/** More outstanding requests than this reveal nothing new about a product that hangs. */
const MOST_OUTSTANDING = 60;
const readings = [];
let outstanding = 0;
let isPaused = false;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
const send = (message) => parentPort.postMessage(message);
const sharedNow = () => Number(process.hrtime.bigint()) / 1e6;

function take(name, beganAt, status) {
  if (isPaused) return;
  const ms = sharedNow() - beganAt;
  readings.push({ name, ms });
  if (ms > slowMs || status !== 200) send({ kind: 'slow', name, beganAt, ms, status });
}

function ask(read, beganAt = sharedNow()) {
  const { name, path, headers } = read;
  outstanding += 1;
  let isDone = false;
  const done = (status) => {
    if (isDone) return;
    isDone = true;
    outstanding -= 1;
    take(name, beganAt, status);
  };
  const request = get({ port, host: '127.0.0.1', path, headers, agent, timeout: giveUpMs }, (response) => {
    response.resume();
    response.on('end', () => done(response.statusCode));
    response.on('error', () => done(0));
  });
  request.on('timeout', () => request.destroy());
  request.on('error', ({ code }) => {
    if (!request.reusedSocket || code !== 'ECONNRESET' || isDone) return done(0);
    // The server closed an idle connection just as it was being reused, which is nobody's fault.
    [isDone, outstanding] = [true, outstanding - 1];
    ask(read, beganAt);
  });
}

const ticking = setInterval(() => {
  if (isPaused || outstanding > MOST_OUTSTANDING) return;
  for (const read of reads) ask(read);
}, everyMs);

parentPort.on('message', (message) => {
  if (message === 'pause') isPaused = true;
  if (message === 'resume') isPaused = false;
  if (message === 'take') send({ kind: 'readings', readings: readings.splice(0) });
  if (message === 'stop') {
    clearInterval(ticking);
    agent.destroy();
    parentPort.close();
  }
});
