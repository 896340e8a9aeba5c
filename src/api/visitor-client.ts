import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { VISITOR_TIME_LIMIT_MS, type VisitorTeammate } from '#contract/chat/visitor-limits.ts';
import { watchedFetch } from './connection.ts';
import type { AppRouter } from './trpc.ts';

type VisitorQuestion = {
  message: string;
  conversationHistory: { content: string; isUser: boolean }[];
  teammate: VisitorTeammate;
};

/** The server gives up first and says so; this covers a connection that went silent. */
const GIVE_UP_MS = VISITOR_TIME_LIMIT_MS + 10_000;

/** A separate client: the public pages need only this one streaming call, and nothing else of the app's client. */
const client = createTRPCClient<AppRouter>({
  links: [httpBatchStreamLink({ url: '/trpc', maxItems: 1, fetch: watchedFetch })],
});

/** Asks as a visitor. `onText` gets each piece of the answer; rejects if the answer doesn't arrive, or not completely. */
export async function askAsVisitor(
  question: VisitorQuestion,
  { onText, signal }: { onText: (piece: string) => void; signal: AbortSignal },
): Promise<void> {
  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => stop.abort(), GIVE_UP_MS);
  try {
    signal.throwIfAborted();
    const pieces = await client.visitor.ask.mutate(question, { signal: stop.signal });
    let isSilent = true;
    for await (const piece of pieces) {
      isSilent = false;
      onText(piece);
    }
    stop.signal.throwIfAborted();
    if (isSilent) throw new Error('the answer stream ended without any text');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
