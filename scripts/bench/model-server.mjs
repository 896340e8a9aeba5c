import { once } from 'node:events';
import { createServer } from 'node:http';
import { serveCalls } from './calls.mjs';
import { sharedNow } from './statistics.mjs';
import { tokenAt } from './tokens.mjs';

// An OpenAI-compatible model that writes at an even pace and remembers when it wrote each token.
const TICK_MS = 1;
let settings = { tokens: 100, tokensPerSecond: 30, firstAfterMs: 300 };
let callTimes = [];
/** All calls, and those whose text contains the marker. */
const counts = { marker: null, all: 0, marked: 0 };
const written = new Map();
const running = new Set();

/** Requests in the background, after an answer or about a document, by their task. None of them is a question. */
const TASKS = new Map([
  ['learn-from-message', '{"facts":[]}'],
  ['learn-from-source', '{"facts":[]}'],
  ['summary', '{"summary":"It was about customers."}'],
]);

const frame = (value) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta, finishReason = null) =>
  frame({
    id: 'bench',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
const frames = new Map();
function tokenFrame(index) {
  if (!frames.has(index)) frames.set(index, Buffer.from(chunk({ content: tokenAt(index) })));
  return frames.get(index);
}

function finish(answer) {
  running.delete(answer);
  const usage = { prompt_tokens: 100, completion_tokens: answer.times.length, total_tokens: 100 + answer.times.length };
  const last = frame({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage });
  answer.response.end(`${chunk({}, 'stop')}${last}data: [DONE]\n\n`);
}

function finishAtOnce(response, content) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content }));
  finish({ response, times: [] });
}

function writeDue() {
  const now = sharedNow();
  for (const answer of running) {
    while (answer.dueAt <= now && answer.next < answer.tokens) {
      answer.times[answer.next] = sharedNow();
      answer.response.write(tokenFrame(answer.next));
      answer.next += 1;
      answer.dueAt += answer.periodMs;
    }
    if (answer.next === answer.tokens) finish(answer);
  }
}

/** The reader's key appears in square brackets in the last question. */
function keyOf(body) {
  return [...body.matchAll(/\[([\w-]+)\]/g)].at(-1)?.[1] ?? '';
}

const server = createServer((request, response) => {
  // The availability check that runs once a minute; it isn't a question.
  if (request.method !== 'POST') return void response.writeHead(404).end();
  const calledAt = sharedNow();
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('latin1');
    counts.all += 1;
    if (counts.marker !== null && body.includes(counts.marker)) counts.marked += 1;
    const result = TASKS.get(request.headers['x-tenfold-task']);
    if (result !== undefined) return finishAtOnce(response, result);
    callTimes.push(calledAt);
    const { tokens, tokensPerSecond, firstAfterMs } = settings;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }));
    const times = new Float64Array(tokens);
    written.set(keyOf(body), times);
    const dueAt = sharedNow() + firstAfterMs;
    const answer = { response, times, tokens, next: 0, dueAt, periodMs: 1000 / tokensPerSecond };
    running.add(answer);
    response.on('close', () => running.delete(answer));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
setInterval(writeDue, TICK_MS);

serveCalls({
  address: () => `http://127.0.0.1:${server.address().port}/v1`,
  set: (changed) => {
    settings = { ...settings, ...changed };
    written.clear();
  },
  /** When each token of each answer was written, since the last `set`. */
  times: () => written,
  mark: (marker) => (counts.marker = marker),
  counts: () => counts,
  takeCallTimes: () => {
    const taken = callTimes;
    callTimes = [];
    return taken;
  },
});
