import { listFactsOfConversation, listFactsWithdrawnIn } from '#db/queries/brain/taught-facts.ts';
import type { z } from 'zod';
import { TAUGHT_MAX } from '#contract/brain/brain.ts';
import type { offeredTextSchema } from '#contract/brain/fact-schemas.ts';
import type { MemoryAction } from '#contract/brain/memory.ts';
import { plainWords } from '#contract/chat/plain-words.ts';
import type { Db } from '#db/client.ts';
import { findFacts } from '#db/queries/brain/facts.ts';
import * as offered from '#db/queries/brain/offered.ts';
import { findPassages } from '#db/queries/brain/source-passages.ts';
import { listPreferencesOfConversation } from '#db/queries/preferences/answer-preferences.ts';
import { hasConversation } from '#db/queries/chat/conversations.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { toFact, type FactDto } from './brain.dto.ts';
import { toPreferencesByMessage } from './preferences/preferences.dto.ts';
import { toOfferedMessage, toOfferedPassage } from './offered.dto.ts';

const factsOf = (action: MemoryAction) => ('factIds' in action ? action.factIds : []);

/** What a conversation has to do with the team's knowledge. */
export function createKnowledgeOfConversation({ db }: { db: Db }) {
  return {
    /**
     * What was learned from and withdrawn by the messages of a conversation, what they say about answers, and what its
     * answers were given, keyed by message id; and what its turns did because the owner asked for something
     * to be remembered or forgotten. What is gone by now (a removed source, a deleted conversation) is left out of the
     * lists, but its ids stay with the answers, because answers count them.
     */
    ofConversation: async (userId: UserId, conversationId: ConversationId) => {
      const [isThere, learned, withdrawn, offers, preferences] = await Promise.all([
        hasConversation(db, userId, conversationId),
        listFactsOfConversation(db, userId, conversationId, TAUGHT_MAX),
        listFactsWithdrawnIn(db, userId, conversationId, TAUGHT_MAX),
        offered.listOffers(db, userId, conversationId),
        listPreferencesOfConversation(db, userId, conversationId),
      ]);
      if (!isThere) throw new AppError('NOT_FOUND');
      const all = <Id>(idsOf: (offer: (typeof offers)[number]) => Id[]) => [...new Set(offers.flatMap(idsOf))];
      const [facts, passages, messages] = await Promise.all([
        findFacts(
          db,
          userId,
          all(({ factIds, actions }) => [...factIds, ...(actions ?? []).flatMap(factsOf)]),
        ),
        findPassages(
          db,
          userId,
          all(({ passageIds }) => passageIds),
        ),
        offered.findOfferedMessages(
          db,
          userId,
          all(({ messageIds }) => messageIds),
        ),
      ]);
      const withdrawnBy = Map.groupBy(withdrawn, (fact) => fact.withdrawnBy ?? '');
      const byMessage = Map.groupBy(learned.map(toFact), ({ source }) => source.messageId ?? '');
      return {
        learned: Object.fromEntries(byMessage) as Record<string, FactDto[]>, // reason: every group has a list
        withdrawn: Object.fromEntries([...withdrawnBy].map(([id, rows]) => [id, rows.map(toFact)])) as Record<
          string,
          FactDto[]
        >, // reason: every group has a list
        preferences: toPreferencesByMessage(preferences),
        offered: Object.fromEntries(
          offers.map(({ answerId, factIds, passageIds, messageIds }) => [
            answerId,
            { factIds, passageIds, messageIds },
          ]),
        ),
        memory: offers.flatMap(({ answerId, questionId, actions }) =>
          actions === null ? [] : [{ answerId, questionId, actions }],
        ),
        facts: facts.map(toFact),
        passages: passages.map(toOfferedPassage),
        messages: messages.map(toOfferedMessage),
      };
    },

    /**
     * A passage's text, or a message as one line. A message's secrets are left out: another conversation shows it.
     */
    offeredText: async (userId: UserId, { kind, id }: z.output<typeof offeredTextSchema>): Promise<string> => {
      if (kind === 'message') {
        const message = await offered.findMessageText(db, userId, id);
        if (message === undefined) throw new AppError('NOT_FOUND');
        return plainWords(leaveOutSecrets(message.content, message.said));
      }
      const [passage] = await findPassages(db, userId, [id]);
      if (passage === undefined) throw new AppError('NOT_FOUND');
      return passage.text;
    },
  };
}
