import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ModelTaskId } from '#server/prompts/model-task.ts';

export type Said = { role: string; content: string };
/** One call to the model: which process made it, and the conversation it sent without the instructions. */
export type ModelCall = { caller: string; conversation: Said[] };

/** A fact that a job has a vector made of. */
export const EMBEDDED = 'The kiln rests on Sundays.';
/**
 * What a model does besides answering, by the queue of its job: the task of its request, or the text that it embeds.
 */
const TASKS = {
  learning: 'learn-from-message',
  'file-reading': 'image',
  summary: 'summary',
  embedding: EMBEDDED,
  'automation-run': 'automation-answer',
} satisfies Record<string, ModelTaskId | typeof EMBEDDED>;
export type ModelTask = keyof typeof TASKS;
export const MODEL_TASKS = Object.keys(TASKS) as ModelTask[]; // reason: the keys of TASKS
/** Where it is held up: before the model has the request, or after it has answered. */
export type TaskStopsAt = 'request' | 'answer';

type Asked = { messages?: Said[]; input?: string[] };

/** What is said to a model for answers, or the texts that one for embeddings gets. */
function askedIn(body: string): Required<Asked> {
  const { messages = [], input = [] } = JSON.parse(body) as Asked; // reason: the protocols of chat completions and embeddings
  return { messages, input };
}

function conversationIn(messages: Said[]): Said[] {
  return messages.filter(({ role }) => role === 'user' || role === 'assistant');
}

/**
 * A proxy between the product and the model that records who asked what. Everything passes unchanged, disconnects included. What the model
 * does besides answering isn't recorded, and can be held up.
 */
export async function startModelTap(modelBaseUrl: string) {
  const calls: ModelCall[] = [];
  let tasksStopAt: TaskStopsAt | null = null;
  const stopped = new Set<ModelTask>();
  const answered = new Set<ModelTask>();
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    const [, caller = '', ...path] = (incoming.url ?? '').split('/');
    const { messages, input } = incoming.method === 'POST' ? askedIn(body) : { messages: [], input: [] };
    const about = [incoming.headers['x-tenfold-task'], ...input];
    const task = MODEL_TASKS.find((one) => about.some((said) => said?.toString().startsWith(TASKS[one])));
    if (task && tasksStopAt === 'request') return void stopped.add(task);
    if (messages.length > 0 && !task) calls.push({ caller, conversation: conversationIn(messages) });
    const { host: _, connection: __, ...headers } = incoming.headers;
    const onward = request(`${modelBaseUrl}/${path.join('/')}`, { method: incoming.method, headers, agent: false });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (response: IncomingMessage) => {
      if (task) answered.add(task);
      if (task && tasksStopAt === 'answer') return void stopped.add(task);
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
    /** The tasks that were held up, and those that the model has answered. */
    tasks: { stopped, answered },
    stopTasksAt: (moment: TaskStopsAt | null): void => {
      tasksStopAt = moment;
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
