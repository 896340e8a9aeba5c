import type { Values } from '#contract/automations/values.ts';
import type { RunCause } from '#contract/automations/run-states.ts';
import type { Db } from '#db/client.ts';
import {
  findAnswerEvent,
  findFactEvent,
  findSourceEvent,
  listListening,
} from '#db/queries/automations/automation-events.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import type { StartRun } from '../runs/start-run.ts';
import { quotedFact, quotedTurn } from './quoted-turn.ts';

const SOURCE_CHARACTERS = 4_000;

/** Something that happened: `starts` says which listeners it starts, and what the run of each is for. */
type Happened = {
  cause: RunCause;
  starts: { listensTo: string[]; occasion: string }[];
  input: Values;
  chain: readonly string[];
};
type Dependencies = { db: Db; clock: Clock; startRun: StartRun; jobs: Pick<Jobs, 'kick'> };

/** Starts what listens to an event. It reads what happened only now, so that nothing starts for what was deleted or made private since. */
export function createEventStarts({ db, clock, startRun, jobs }: Dependencies) {
  async function read(payload: Payload<'automation-event'>): Promise<Happened | null> {
    const { userId } = payload;
    if (payload.event === 'fact') {
      const { factId, chain } = payload;
      const fact = await findFactEvent(db, userId, factId);
      const starts = [{ listensTo: ['fact'], occasion: `fact ${factId}` }];
      return fact ? { cause: 'brain', starts, input: quotedFact(fact), chain } : null;
    }
    if (payload.event === 'source') {
      const { sourceId } = payload;
      const source = await findSourceEvent(db, { userId, sourceId, characters: SOURCE_CHARACTERS });
      const starts = [{ listensTo: ['source'], occasion: `source ${sourceId}` }];
      const input = source && { name: source.name, text: leaveOutSecrets(source.text) };
      return input ? { cause: 'brain', starts, input, chain: [] } : null;
    }
    const found = await findAnswerEvent(db, payload);
    if (!found) return null;
    const { conversationId, assistantId, isFirst } = found;
    const heardBy = (event: string) => [event, `${event} ${assistantId}`];
    const starts = [{ listensTo: heardBy('answer'), occasion: `answer ${payload.questionId}` }];
    if (isFirst) starts.push({ listensTo: heardBy('conversation'), occasion: `conversation ${conversationId}` });
    return { cause: 'chat', starts, input: quotedTurn(found), chain: [] };
  }

  return async (payload: Payload<'automation-event'>): Promise<void> => {
    const happened = await read(payload);
    if (!happened) return;
    const { userId } = payload;
    const { cause, input, chain, starts } = happened;
    const now = await clock.now();
    for (const { listensTo, occasion } of starts)
      for (const automationId of await listListening(db, userId, listensTo)) {
        const run = { userId, automationId, cause, occasion, input, chain, dueAt: now, now };
        // One transaction for each: what was started stays, if a later one fails and the job runs again.
        const { kind } = await inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          return startRun(trx, run);
        });
        if (kind === 'started') jobs.kick('automation-run');
      }
  };
}
export type TakeEvent = ReturnType<typeof createEventStarts>;
