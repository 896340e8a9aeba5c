import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LEARNING_TASK } from '#server/lib/text/learning-request.ts';

export type Said = { role: string; content: string };
/** One call to the model: which process made it, and the conversation it sent without the instructions. */
export type ModelCall = { caller: string; conversation: Said[] };

/** Where a message that is read for facts is held up: before the model has the request, or after it has answered. */
export type LearningStopsAt = 'request' | 'answer';

function messagesIn(body: string): Said[] {
  return (JSON.parse(body) as { messages: Said[] }).messages; // reason: the chat-completions protocol
}

function conversationIn(messages: Said[]): Said[] {
  return messages.filter(({ role }) => role === 'user' || role === 'assistant');
}

/**
 * A proxy between the product and the model that records who asked what. Everything passes unchanged, disconnects included. Messages that
 * are read for facts aren't recorded, and can be held up.
 */
export async function startModelTap(modelBaseUrl: string) {
  const calls: ModelCall[] = [];
  let learningStopsAt: LearningStopsAt | null = null;
  const learningRequests = { stopped: 0, answered: 0 };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    const [, caller = '', ...path] = (incoming.url ?? '').split('/');
    const messages = incoming.method === 'POST' ? messagesIn(body) : [];
    const isLearning = messages[0]?.content.startsWith(LEARNING_TASK) === true;
    if (isLearning && learningStopsAt === 'request') return void (learningRequests.stopped += 1);
    if (incoming.method === 'POST' && !isLearning) calls.push({ caller, conversation: conversationIn(messages) });
    const { host: _, connection: __, ...headers } = incoming.headers;
    const onward = request(`${modelBaseUrl}/${path.join('/')}`, { method: incoming.method, headers, agent: false });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (response: IncomingMessage) => {
      if (isLearning) learningRequests.answered += 1;
      if (isLearning && learningStopsAt === 'answer') return void (learningRequests.stopped += 1);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      outgoing.flushHeaders();
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    calls,
    /** Requests to read a message for facts: how many were held up, and how many the model has answered. */
    learningRequests,
    stopLearningAt: (moment: LearningStopsAt | null): void => {
      learningStopsAt = moment;
    },
    /** The model's base URL for one process, which identifies its calls. */
    urlFor: (caller: string) => `http://127.0.0.1:${port}/${caller}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
