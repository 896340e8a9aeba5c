import type { AnswerPosition } from '#contract/chat/chat.ts';
import type { Follow, LiveEvent } from '#contract/live.ts';
import type { Db } from '#db/client.ts';
import { findTurnByAnswer } from '#db/queries/chat/turns.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { mergeStreams } from '#server/lib/concurrency/merge-streams.ts';
import { isReplaced } from './live-turns.ts';
import type { SavedSignals } from './saved-signals.ts';
import type { TurnRunner } from './turn-runner.ts';

/** An answer that another process writes is looked up at least this often, in case a signal is lost. In milliseconds. */
const POLL_MS = 1_500;

type Dependencies = { db: Db; runner: TurnRunner; saved: SavedSignals };
type Reader = { userId: UserId; answerId: MessageId; from: AnswerPosition; signal: AbortSignal };

/** The rest of an answer from the reader's position: from this process's memory, or else from the table. A new attempt begins at 0. */
async function* followAnswer(
  { db, runner, saved }: Dependencies,
  { userId, answerId, from, signal }: Reader,
): AsyncGenerator<LiveEvent> {
  const named = { messageId: answerId };
  let at = from;
  while (!signal.aborted) {
    const live = runner.find(userId, answerId);
    // A reader who knows a later attempt has read it elsewhere: this process has lost its own and will notice at its next save.
    if (live && live.attempt >= at.attempt) {
      for await (const event of live.follow(at, signal)) {
        yield { ...named, ...event };
        if (event.type === 'end') return;
        at = { attempt: event.attempt, offset: event.offset + event.text.length };
      }
      continue;
    }
    // Waiting starts before reading, so that no save falls in between.
    const reading = new AbortController();
    const next = saved.next(answerId, POLL_MS, AbortSignal.any([signal, reading.signal]));
    try {
      const turn = await findTurnByAnswer(db, userId, answerId);
      if (!turn) {
        yield { ...named, type: 'refused', code: 'NOT_FOUND' };
        return;
      }
      const { attempt, content } = turn;
      if (isReplaced(at, { attempt, text: content })) yield { ...named, type: 'text', attempt, offset: 0, text: '' };
      if (attempt !== at.attempt) at = { attempt, offset: 0 };
      if (content.length > at.offset) {
        yield { ...named, type: 'text', ...at, text: content.slice(at.offset) };
        at = { attempt, offset: content.length };
      }
      if (turn.status !== 'streaming') {
        yield { ...named, type: 'end', attempt, status: turn.status, failure: turn.failure };
        return;
      }
      await next;
    } finally {
      reading.abort();
    }
  }
}

/** The rest of several answers of one person, each from where its reader is, as they are written. */
export async function* followAnswers(
  dependencies: Dependencies,
  { userId, answers, signal }: { userId: UserId; answers: Follow['answers']; signal: AbortSignal },
): AsyncGenerator<LiveEvent> {
  // If one fails, the others must not wait for their next piece to end.
  const leaving = new AbortController();
  const either = AbortSignal.any([signal, leaving.signal]);
  const positions = new Map(answers.map(({ messageId, ...from }) => [messageId, from]));
  const sources = Array.from(positions, ([answerId, from]) =>
    followAnswer(dependencies, { userId, answerId, from, signal: either }),
  );
  try {
    yield* mergeStreams(sources);
  } finally {
    leaving.abort();
  }
}
