import { setTimeout as wait } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { Session } from './session.ts';

/** A line that broke is made anew after these pauses, in milliseconds; then it is given up. */
const PAUSES_MS = [250, 1_000, 3_000, 10_000];

/** The answer ended without being whole; what came of it was given before. */
export class AnswerEnded extends Error {
  readonly status: 'stopped' | 'interrupted' | 'failed';
  constructor(status: AnswerEnded['status'], failure: string | null) {
    super(failure === null ? `The answer was ${status}.` : `The answer ${status}: ${failure}.`);
    this.status = status;
  }
}

/** The server refused to tell of this answer. */
class Refused extends Error {}

type Where = { url: string; session: Session; messageId: string; offset: number };

async function* eventsOf({ url, session, messageId, offset }: Where): AsyncGenerator<AnswerEvent> {
  const address = new URL('/trpc/chat.follow', url);
  address.searchParams.set('input', JSON.stringify({ messageId, offset }));
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${await session.accessToken()}` },
  });
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'serialized-error') throw new Refused((JSON.parse(data) as { message: string }).message); // reason: the wire's error shape
    if (event === undefined && data !== '') yield JSON.parse(data) as AnswerEvent; // reason: what chat.follow yields
  }
}

/** The words of an answer as they are written, each once; a broken line goes on where it stopped. */
export async function* followAnswer(where: Omit<Where, 'offset'>): AsyncGenerator<string> {
  let offset = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const event of eventsOf({ ...where, offset })) {
        tries = 0;
        if (event.type === 'end') {
          if (event.status === 'complete') return;
          throw new AnswerEnded(event.status, event.failure);
        }
        const fresh = event.text.slice(offset - event.offset);
        offset += fresh.length;
        if (fresh !== '') yield fresh;
      }
      throw new Error('The line ended before the answer did.');
    } catch (error) {
      const pause = PAUSES_MS[tries];
      if (error instanceof AnswerEnded || error instanceof Refused || pause === undefined) throw error;
      await wait(pause);
    }
  }
}
