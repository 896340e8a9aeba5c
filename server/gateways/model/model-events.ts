import type { IncomingMessage } from 'node:http';
import { ModelError } from './model-error.ts';
import type { AnswerListener, OfferEvent } from './model-shortcut.ts';

/**
 * The longest single event or run of comments, and the longest answer overall, in UTF-16 units: bounds what a broken provider can make us
 * hold and read.
 */
const EVENT_MAX_LENGTH = 1_000_000;
const STREAM_MAX_LENGTH = 32_000_000;
/** After a chunk longer than this we yield to other people's answers; a model's normal chunks are far shorter. */
const FAIR_LENGTH = 8_192;

/**
 * The data of an event with a single data line. `null` for a comment, or when there is nothing to dispatch (WHATWG server-sent events
 * §9.2.6).
 */
function dataOf(event: string): string | null {
  const at = event.lastIndexOf('\ndata:') + 1;
  return at === 0 && !event.startsWith('data:') ? null : event.slice(at + 5);
}

/**
 * Splits a response into server-sent events. Events that `offer` takes stop there; the others pass through unchanged. Backpressure applies:
 * it reads the response only as fast as its own output is read.
 */
export function readModelEvents(
  response: IncomingMessage,
  offer: OfferEvent,
  listener: AnswerListener | undefined,
): ReadableStream<Uint8Array> {
  const eventEnd = /\r?\n\r?\n/g;
  let pending = '';
  let length = 0;
  let commentsLength = 0;
  let isClear = listener !== undefined;

  function isTaken(event: string): boolean {
    const data = dataOf(event);
    if (data === null) {
      commentsLength += event.length + 1;
      return true;
    }
    if (!isClear || !listener) return false;
    try {
      const offered = offer(data, listener);
      isClear = offered !== 'unclear';
      return offered === 'taken';
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Not JSON: the end mark or garbage, which the client can tell apart.
      isClear = false;
      return false;
    }
  }

  /** Cuts off the complete events and returns the part that has to be passed on. */
  function cut(text: string): string {
    // The end of an event may span two chunks.
    eventEnd.lastIndex = Math.max(0, pending.length - 3);
    pending += text;
    length += text.length;
    let from = 0;
    let rest = '';
    for (let end = eventEnd.exec(pending); end; end = eventEnd.exec(pending)) {
      const event = pending.slice(from, end.index);
      from = eventEnd.lastIndex;
      if (!isTaken(event)) rest += `${event}\n\n`;
    }
    if (from > 0) pending = pending.slice(from);
    if (Math.max(pending.length, commentsLength) > EVENT_MAX_LENGTH || length > STREAM_MAX_LENGTH)
      throw new ModelError('error', { code: 'too much' });
    return rest;
  }

  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const fail = (error: unknown) => {
        response.destroy();
        controller.error(error);
      };
      const isWanted = () => (controller.desiredSize ?? 0) > 0;
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        try {
          const rest = cut(text);
          if (rest !== '') controller.enqueue(encoder.encode(rest));
          if (!isWanted() || text.length > FAIR_LENGTH) response.pause();
          if (isWanted() && text.length > FAIR_LENGTH) setImmediate(() => isWanted() && response.resume());
        } catch (error) {
          fail(error);
        }
      });
      response.on('end', () => {
        if (!response.destroyed) controller.close();
      });
      response.on('error', fail);
    },
    pull: () => void response.resume(),
    cancel: () => void response.destroy(),
  });
}
