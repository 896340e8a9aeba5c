import type { Trigger } from '#contract/automations/triggers.ts';
import type { Values } from '#contract/automations/values.ts';
import type { Db } from '#db/client.ts';
import { listPastFacts, listPastSources, listPastTurns } from '#db/queries/automations/past-events.ts';
import type { UserId } from '#db/types.gen.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { quotedFact, quotedTurn } from '../events/quoted-turn.ts';
import { boundValues } from '../runs/bound-values.ts';

/** Something that would have started the automation. `values` are what the trigger would have brought. */
export type PastOccasion = { at: Date; about: string; values: Values };

const ABOUT_MAX = 120;
const inShort = (text: string) => cutAtWord(text.replaceAll(/\s+/g, ' ').trim(), ABOUT_MAX);

/** The last call of an automation's own address, or its last start by hand. */
export type LastInput = { at: Date; values: Values } | null;

/** The last real events that would have started an automation, newest first; none for a schedule. */
export async function findPastOccasions(
  db: Db,
  { userId, trigger, lastInput, limit }: { userId: UserId; trigger: Trigger; lastInput: LastInput; limit: number },
): Promise<PastOccasion[]> {
  switch (trigger.kind) {
    case 'schedule':
      return [];
    case 'webhook':
      return lastInput ? [{ ...lastInput, about: 'The last call of its address' }] : [];
    case 'manual':
      return lastInput ? [{ ...lastInput, about: 'The last time you started it' }] : [];
    case 'chat': {
      const { on, assistantId } = trigger;
      const turns = await listPastTurns(db, { userId, on, assistantId, limit });
      return turns.map(({ at, ...turn }) => {
        const values = quotedTurn(turn);
        return { at, about: inShort(`${values.teammate}: “${values.question}”`), values: boundValues(values) };
      });
    }
    case 'brain':
      if (trigger.on === 'fact')
        return (await listPastFacts(db, userId, limit)).map(({ at, ...fact }) => {
          const values = quotedFact(fact);
          return { at, about: inShort(values.fact), values };
        });
      return (await listPastSources(db, userId, limit)).map(({ at, name, beginning }) => ({
        at,
        about: inShort(name),
        values: boundValues({ name, text: leaveOutSecrets(beginning) }),
      }));
  }
}
