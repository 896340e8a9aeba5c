import type { AssistantId } from '#contract/chat/assistants.ts';
import { turnIdSchema } from '#contract/ids.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Db } from '#db/client.ts';
import { readSendContext } from '#db/queries/chat/turn-context.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';

type Dependencies = { db: Db; brain: Pick<BrainService, 'chooseKnown' | 'chooseFound' | 'fitByMeaning'> };

/**
 * Reads what a teammate would be given for a question that begins a conversation: the profile, the owner's preferences,
 * and what the team knows; and which of that a search would return.
 */
export function createKnownFinder({ db, brain }: Dependencies) {
  return async (
    { userId, access, effectId, now }: { userId: UserId; access: Access; effectId: string; now: Date },
    assistantId: AssistantId | null,
    question: string,
  ) => {
    const keys = {
      userId,
      assistantId,
      question,
      now,
      turnId: turnIdSchema.parse(effectId), // No turn has the id of an effect.
      conversationId: null,
      replaces: null,
      sourceIds: [],
    };
    const { profile, preferences, known } = await brain.fitByMeaning(
      userId,
      async () => question,
      (sought) => readSendContext(db, keys, sought),
    );
    return {
      profile,
      preferences,
      given: brain.chooseKnown(known, access).given,
      found: brain.chooseFound(known, access),
    };
  };
}
export type KnownFinder = ReturnType<typeof createKnownFinder>;
