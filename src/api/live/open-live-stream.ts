import type { ErrorCode } from '#contract/errors.ts';
import type { FollowedAnswer, LiveStreamEvent } from '#contract/live.ts';
import { errorCode } from '#src/lib/app-error.ts';

export type StreamReader = {
  onEvent: (event: LiveStreamEvent) => void;
  /** A sign of life without an event. */
  onAlive: () => void;
  /** The stream is over: broken, refused with this code, or at its end. */
  onOver: (code: ErrorCode | null) => void;
};
/** What a live connection is asked for. */
export type Wanted = { answers: FollowedAnswer[]; bell: boolean };
export type OpenLiveStream = (wanted: Wanted, reader: StreamReader) => () => void;

/**
 * Follows answers and the bell over one connection. Returns the function that closes it. It reads the server's events itself, because it asks for other
 * positions each time it reconnects, which tRPC's own link can't, and every page that uses the API would load that link.
 */
export const openLiveStream: OpenLiveStream = (wanted, { onEvent, onAlive, onOver }) => {
  const input = encodeURIComponent(JSON.stringify(wanted));
  const source = new EventSource(`/trpc/live.follow?input=${input}`);
  const finish = (code: ErrorCode | null) => {
    source.close();
    onOver(code);
  };
  source.addEventListener('message', ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data)));
  for (const name of ['connected', 'ping']) source.addEventListener(name, onAlive);
  source.addEventListener('return', () => finish(null));
  source.addEventListener('serialized-error', ({ data }: MessageEvent<string>) => finish(errorCode(JSON.parse(data))));
  source.addEventListener('error', () => finish(null));
  return () => source.close();
};
