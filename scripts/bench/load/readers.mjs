import { randomUUID } from 'node:crypto';
import { ASSISTANT } from '../people.mjs';
import { createEventReader } from './event-stream.mjs';
import { getRequest, postRequest } from './requests.mjs';

function read(connection, request, onBody) {
  return new Promise((resolve, reject) => {
    connection.send(request, {
      start: (status) => status === 200 || reject(new Error(`status ${status}`)),
      body: onBody,
      end: resolve,
      fail: reject,
    });
  });
}

/** Sends a question like the chat screen and returns the id of its answer. */
export async function sendProduct({ connection, key, person, conversationId = null, text = `Tell me more. [${key}]` }) {
  const input = { id: randomUUID(), assistantId: ASSISTANT, conversationId, text };
  const sent = await connection.ask(postRequest('/trpc/chat.send?batch=1', { 0: input }, { person }));
  if (sent.status !== 200) throw new Error(`chat.send: ${sent.status} ${sent.body.slice(0, 300)}`);
  return JSON.parse(sent.body)[0].result.data.answer.id;
}

/** Follows an answer from beginning to end, like the chat screen. */
export async function followProduct({ connection, person, messageId, answer }) {
  const path = `/trpc/live.follow?input=${encodeURIComponent(JSON.stringify({ answers: [{ messageId, attempt: 0, offset: 0 }] }))}`;
  const onData = (data) => {
    const event = JSON.parse(data);
    if (event.type === 'end') answer.end = event.status;
    if (event.type !== 'text') return;
    if (event.offset !== answer.text.length) throw new Error('a piece came twice or not at all');
    answer.add(event.text);
  };
  await read(connection, getRequest(path, { person, accept: 'text/event-stream' }), createEventReader(onData));
}

async function readProduct({ connection, key, person, answer }) {
  const messageId = await sendProduct({ connection, key, person });
  await followProduct({ connection, person, messageId, answer });
}

const question = (key) => ({
  model: 'bench',
  stream: true,
  messages: [{ role: 'user', content: `Tell me more. [${key}]` }],
});

/** The model's own events, passed on unchanged. */
async function readPipe({ connection, key, answer }) {
  const onData = (data) => {
    if (data === '[DONE]') answer.end = 'complete';
    else answer.add(JSON.parse(data).choices[0]?.delta.content ?? '');
  };
  await read(connection, postRequest('/', question(key)), createEventReader(onData));
}

/** Plain text, as `pipeTextStreamToResponse` sends it. */
async function readText({ connection, key, answer }) {
  await read(connection, postRequest('/', question(key)), (piece) => answer.add(piece));
  answer.end = 'complete';
}

export const READERS = { product: readProduct, pipe: readPipe, text: readText };
