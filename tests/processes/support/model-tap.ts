import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Said = { role: string; content: string };
/** One call to the model: which process made it, and the conversation it sent without the instructions. */
export type ModelCall = { caller: string; conversation: Said[] };

function conversationIn(body: string): Said[] {
  const { messages } = JSON.parse(body) as { messages: Said[] }; // reason: the chat-completions protocol
  return messages.filter(({ role }) => role === 'user' || role === 'assistant');
}

/** A proxy between the product and the model that records who asked what. Everything passes unchanged, disconnects included. */
export async function startModelTap(modelBaseUrl: string) {
  const calls: ModelCall[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    const [, caller = '', ...path] = (incoming.url ?? '').split('/');
    if (incoming.method === 'POST') calls.push({ caller, conversation: conversationIn(body) });
    const { host: _, connection: __, ...headers } = incoming.headers;
    const onward = request(`${modelBaseUrl}/${path.join('/')}`, { method: incoming.method, headers, agent: false });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (response: IncomingMessage) => {
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
    /** The model's base URL for one process, which identifies its calls. */
    urlFor: (caller: string) => `http://127.0.0.1:${port}/${caller}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
