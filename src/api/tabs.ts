import type { inferRouterOutputs } from '@trpc/server';
import type { AuthEvent } from './auth-events.ts';
import type { AppRouter } from './trpc.ts';

/** A question asked or an answer taken up again, as the server returns it. */
export type StartedTurn = inferRouterOutputs<AppRouter>['chat']['send'];

/** What one tab tells the others of the same browser. */
export type TabNews =
  /** Something happened to the session: look whose it is. */
  | { type: 'auth'; event: AuthEvent }
  /** `sentId` is the id of the sent message, null for an answer that was taken up again. */
  | { type: 'turn'; userId: string; sentId: string | null; turn: StartedTurn };

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel('tenfold');
  return channel;
}

export function tellTabs(news: TabNews): void {
  openChannel()?.postMessage(news);
}

/** Hears what other tabs say. Without channels a tab learns the same from the server, when it is looked at. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const open = openChannel();
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data);
  open?.addEventListener('message', hear);
  return () => open?.removeEventListener('message', hear);
}
