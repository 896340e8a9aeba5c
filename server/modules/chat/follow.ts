import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { Db } from '#db/client.ts';
import { findTurnByAnswer } from '#db/queries/turns.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { SavedSignals } from './saved-signals.ts';
import type { TurnRunner } from './turn-runner.ts';

/** An answer that another process writes is looked up at least this often, should a signal be lost. In milliseconds. */
const POLL_MS = 1_500;

type Reader = { userId: UserId; answerId: MessageId; offset: number; signal: AbortSignal };

/** The rest of an answer from what the reader has: from this process's memory, else from the table. */
export async function* followAnswer(
  { db, runner, saved }: { db: Db; runner: TurnRunner; saved: SavedSignals },
  { userId, answerId, offset, signal }: Reader,
): AsyncGenerator<AnswerEvent> {
  let from = offset;
  while (!signal.aborted) {
    const live = runner.find(userId, answerId);
    if (live) {
      yield* live.follow(from, signal);
      return;
    }
    // Waiting begins before reading, so that no save falls between the two.
    const reading = new AbortController();
    const next = saved.next(answerId, POLL_MS, AbortSignal.any([signal, reading.signal]));
    try {
      const turn = await findTurnByAnswer(db, userId, answerId);
      if (!turn) throw new AppError('NOT_FOUND');
      if (turn.content.length > from) {
        yield { type: 'text', offset: from, text: turn.content.slice(from) };
        from = turn.content.length;
      }
      if (turn.status !== 'streaming') {
        yield { type: 'end', status: turn.status, failure: turn.failure };
        return;
      }
      await next;
    } finally {
      reading.abort();
    }
  }
}
