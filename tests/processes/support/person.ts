import { randomUUID } from 'node:crypto';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import type { AnswerPosition } from '#contract/chat/chat.ts';
import { DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import type { AppRouter } from '#server/trpc/root.ts';
import { AnswerReader } from './answer-reader.ts';
import { eventually } from './eventually.ts';

type Address = { url: string };

/** A signed-in person. The same cookie works at every process, as behind a load balancer. */
export async function signIn(first: Address, email: string) {
  let cookie = '';
  const request = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('cookie', cookie);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie())
      if (/^(?:__Host-)?session=/.test(line)) cookie = line.split(';')[0] ?? '';
    return response;
  };
  const clients = new Map<string, ReturnType<typeof createTRPCClient<AppRouter>>>();
  const at = ({ url }: Address) => {
    const known = clients.get(url);
    if (known) return known;
    const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, fetch: request })] });
    clients.set(url, client);
    return client;
  };
  await at(first).auth.signIn.mutate({ email, password: DEMO_PASSWORD });

  const send = (place: Address, text: string, options: { id?: string; conversationId?: string | null } = {}) =>
    at(place).chat.send.mutate({ id: randomUUID(), assistantId: 'brain_ai', conversationId: null, text, ...options });
  const follow = (place: Address, messageId: string, from: AnswerPosition = { attempt: 0, offset: 0 }) =>
    new AnswerReader(place.url, { messageId, from, cookie });

  return {
    at,
    send,
    follow,
    cookie: () => cookie,
    /** Asks, and reads along at the same process. */
    ask: async (place: Address, text: string, options: { conversationId?: string | null } = {}) => {
      const sent = await send(place, text, options);
      return { sent, reader: follow(place, sent.answer.id) };
    },
    /** The answer as stored in the table. */
    saved: async (place: Address, sent: { conversation: { id: string }; answer: { id: string } }) => {
      const { messages } = await at(place).chat.messages.query({ conversationId: sent.conversation.id });
      const answer = messages.find(({ id }) => id === sent.answer.id);
      if (!answer) throw new Error('the answer is gone');
      return answer;
    },
    unitsUsed: async (place: Address) => (await at(place).usage.overview.query()).messages.used,
  };
}
export type Person = Awaited<ReturnType<typeof signIn>>;

/** The answer as stored in the table, once it is no longer being written. */
export async function untilSettled(
  person: Person,
  place: Address,
  sent: Parameters<Person['saved']>[1],
  withinMs: number,
) {
  return eventually(
    'the turn is settled',
    async () => {
      const answer = await person.saved(place, sent);
      return answer.status !== 'streaming' && answer;
    },
    { withinMs },
  );
}

/** The product's error code of a refused call. */
export function codeOf(error: unknown): string {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  const code = typeof data === 'object' && data !== null && 'appCode' in data ? data.appCode : undefined;
  return typeof code === 'string' ? code : String(error);
}
