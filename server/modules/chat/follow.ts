import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerEvent } from '#contract/chat.ts';
import type { Db } from '#db/client.ts';
import { findTurnByAnswer } from '#db/queries/turns.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { TurnRunner } from './turn-runner.ts';

/** How often an answer that another process writes is looked up, in milliseconds. */
const POLL_MS = 700;

type Reader = { userId: UserId; answerId: MessageId; offset: number; signal: AbortSignal };

/** The rest of an answer from what the reader has: from this process's memory, else from the table. */
export async function* followAnswer(
  db: Db,
  runner: TurnRunner,
  { userId, answerId, offset, signal }: Reader,
): AsyncGenerator<AnswerEvent> {
  let from = offset;
  while (!signal.aborted) {
    const live = runner.find(userId, answerId);
    if (live) {
      yield* live.follow(from, signal);
      return;
    }
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
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
