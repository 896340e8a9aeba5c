import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** Turns texts into vectors of one length, in their order. */
export type EmbedTexts = (texts: string[]) => Promise<number[][]>;

const requestSchema = z.object({ input: z.union([z.string(), z.array(z.string()).max(256)]) });
const BODY_MAX_BYTES = 10_000_000;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/**
 * Serves `POST /v1/embeddings` of OpenAI on a free port of this machine, with the vectors of a model that runs in this
 * process.
 */
export async function serveEmbeddings(
  model: string,
  embed: EmbedTexts,
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/embeddings')
      return respond(response, 404, { error: { message: 'Only POST /v1/embeddings is supported.' } });
    const parsed = requestSchema.safeParse(await readBody(request));
    if (!parsed.success)
      return respond(response, 400, {
        error: { message: '`input` must be a string or an array of up to 256 strings.' },
      });
    const vectors = await embed([parsed.data.input].flat());
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    return respond(response, 200, { object: 'list', model, data });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      respond(response, 500, { error: { message: error instanceof Error ? error.message : 'failed' } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
