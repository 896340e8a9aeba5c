import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { IMAGE_TASK } from '#server/lib/text/image-task.ts';
import { LEARNING_TASK } from '#server/lib/text/learning-request.ts';
import { SUMMARY_TASK } from '#server/lib/text/summary-request.ts';

export type Said = { role: string; content: string };
/** One call to the model: which process made it, and the conversation it sent without the instructions. */
export type ModelCall = { caller: string; conversation: Said[] };

/** A fact that a job has a vector made of. */
export const EMBEDDED = 'The kiln rests on Sundays.';
/** What a model does besides answering, by the queue of its job: how its request begins. */
const TASKS = {
  learning: LEARNING_TASK,
  'file-reading': IMAGE_TASK,
  summary: SUMMARY_TASK,
  embedding: EMBEDDED,
  'automation-run': 'nobody can answer you',
};
export type ModelTask = keyof typeof TASKS;
export const MODEL_TASKS = Object.keys(TASKS) as ModelTask[]; // reason: the keys of TASKS
/** What an automation asks begins like any other answer. */
const isTask = (said: string, task: ModelTask) =>
  task === 'automation-run' ? said.includes(TASKS[task]) : said.startsWith(TASKS[task]);
/** Where it is held up: before the model has the request, or after it has answered. */
export type TaskStopsAt = 'request' | 'answer';

type Asked = { messages?: Said[]; input?: string[] };

/** What is said to a model for answers, or the texts that one for embeddings gets. */
function askedIn(body: string): { messages: Said[]; texts: string[] } {
  const { messages = [], input = [] } = JSON.parse(body) as Asked; // reason: the protocols of chat completions and embeddings
  return { messages, texts: input.length > 0 ? input : messages.slice(0, 1).map(({ content }) => content) };
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
    const { messages, texts } = incoming.method === 'POST' ? askedIn(body) : { messages: [], texts: [] };
    const task = MODEL_TASKS.find((one) => texts.some((said) => isTask(said, one)));
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
