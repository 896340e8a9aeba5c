import { setTimeout as wait } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { AnswerPosition } from '#contract/chat/chat.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Session } from './session.ts';

/** A broken connection is retried after these pauses, in milliseconds; then it is abandoned. */
const PAUSES_MS = [250, 1_000, 3_000, 10_000];

/** The answer ended before it was complete; the text that did arrive was delivered before. */
export class AnswerEnded extends Error {
  readonly status: 'stopped' | 'interrupted' | 'failed';
  constructor(status: AnswerEnded['status'], failure: string | null) {
    super(failure === null ? `The answer was ${status}.` : `The answer ${status}: ${failure}.`);
    this.status = status;
  }
}

/** The server refused to return this answer. */
class Refused extends Error {}

type Where = { url: string; session: Session; messageId: string; from: AnswerPosition };

async function* eventsOf({ url, session, messageId, from }: Where): AsyncGenerator<LiveEvent> {
  const address = new URL('/trpc/live.follow', url);
  address.searchParams.set('input', JSON.stringify({ answers: [{ messageId, ...from }] }));
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${await session.accessToken()}` },
  });
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'serialized-error') throw new Refused((JSON.parse(data) as { message: string }).message); // reason: the wire's error shape
    if (event === undefined && data !== '') yield JSON.parse(data) as LiveEvent; // reason: what live.follow yields
  }
}

/**
 * Yields the words of an answer as they are written, each once; a broken connection resumes where it stopped. Words can't be taken back, so
 * an answer that is written anew meanwhile has ended as interrupted.
 */
export async function* followAnswer(where: Omit<Where, 'from'>): AsyncGenerator<string> {
  let at: AnswerPosition = { attempt: 0, offset: 0 };
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const event of eventsOf({ ...where, from: at })) {
        tries = 0;
        if (event.type === 'refused') throw new Refused(ERROR_CODES[event.code].text);
        if (at.offset === 0) at = { attempt: event.attempt, offset: 0 };
        if (event.attempt !== at.attempt) throw new AnswerEnded('interrupted', null);
        if (event.type === 'end') {
          if (event.status === 'complete') return;
          throw new AnswerEnded(event.status, event.failure);
        }
        const fresh = event.text.slice(at.offset - event.offset);
        at = { attempt: at.attempt, offset: at.offset + fresh.length };
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
