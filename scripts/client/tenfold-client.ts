import { randomUUID } from 'node:crypto';
import { createTRPCClient, httpBatchLink, type TRPCClient, type TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { AppRouter } from '#server/trpc/root.ts';
import { followAnswer } from './follow-answer.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

/** The most calls that one request may carry. */
const BATCH_MAX = 10;

/** If the server no longer accepts a token, it is renewed once and the call is repeated. */
function renewLink(session: Session): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let running: Unsubscribable | undefined;
        const attempt = (isLast: boolean) => {
          running = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              if (isLast || error.data?.httpStatus !== 401) return observer.error(error);
              void renewAndTryAgain(error);
            },
          });
        };
        const renewAndTryAgain = async (refusal: TRPCClientError<AppRouter>) => {
          const isRenewed = await session.renew().then(
            () => true,
            () => false,
          );
          if (isRenewed) attempt(true);
          else observer.error(refusal);
        };
        attempt(false);
        return () => running?.unsubscribe();
      });
}

export type Question = { assistantId: AssistantId; text: string; conversationId?: string };
export type Asked = { conversationId: string; answer: AsyncGenerator<string> };
export type TenfoldClient = {
  /** Every procedure of the product, typed by its own router. */
  api: TRPCClient<AppRouter>;
  /** Asks a teammate. The answer is written on the server whether or not it is read. */
  ask: (question: Question) => Promise<Asked>;
  /** Follows an answer from its beginning, even one that is complete. */
  follow: (messageId: string) => AsyncGenerator<string>;
};

/** Tenfold for scripts: signs in on the first call, renews automatically, reads answers as they are written. */
export function createTenfoldClient(options: SessionOptions): TenfoldClient {
  const { url } = options;
  const session = createSession(options);
  const api = createTRPCClient<AppRouter>({
    links: [
      renewLink(session),
      httpBatchLink({
        url: new URL('/trpc', url).href,
        maxItems: BATCH_MAX,
        headers: async () => ({ authorization: `Bearer ${await session.accessToken()}` }),
      }),
    ],
  });
  const follow = (messageId: string) => followAnswer({ url, session, messageId });
  return {
    api,
    follow,
    ask: async ({ assistantId, text, conversationId }) => {
      const started = await api.chat.send.mutate({
        id: randomUUID(),
        assistantId,
        text,
        conversationId: conversationId ?? null,
      });
      return { conversationId: started.conversation.id, answer: follow(started.answer.id) };
    },
  };
}
