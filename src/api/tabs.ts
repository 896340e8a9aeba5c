import type { inferRouterOutputs } from '@trpc/server';
import type { AuthEvent } from './auth-events.ts';
import type { AppRouter } from './trpc.ts';

/** A question asked or an answer resumed, as the server returns it. */
export type StartedTurn = inferRouterOutputs<AppRouter>['chat']['send'];

/** The messages between tabs of the same browser. */
export type TabMessage =
  /** Something happened to the session: check whose it is. */
  | { type: 'auth'; event: AuthEvent }
  /** `sentId` is the id of the sent message, null for a resumed answer. */
  | { type: 'turn'; userId: string; sentId: string | null; turn: StartedTurn };

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel('tenfold');
  return channel;
}

export function notifyOtherTabs(message: TabMessage): void {
  openChannel()?.postMessage(message);
}

/** Listens to the other tabs. Without BroadcastChannel, a tab learns the same from the server on resume. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const open = openChannel();
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  open?.addEventListener('message', onMessage);
  return () => open?.removeEventListener('message', onMessage);
}
