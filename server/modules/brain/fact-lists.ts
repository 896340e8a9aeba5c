import type { z } from 'zod';
import {
  FACTS_PAGE,
  FACTS_PER_KIND,
  FACT_KINDS,
  LIVE_FACT_STATES,
  type FactState,
  type listFactsSchema,
} from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import * as facts from '#db/queries/brain/facts.ts';
import { listOfferedFacts } from '#db/queries/brain/offered-facts.ts';
import { hasConversation } from '#db/queries/chat/conversations.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import { toConflicts, toFact, type FactDto } from './brain.dto.ts';

/** The most facts in conflict, and the most facts of one conversation, that are read at a time. */
const CONFLICTING_MAX = 100;
const LEARNED_MAX = 500;

/** What the team knows about a business, as its owner sees it. */
export function createFactLists({ db }: { db: Db }) {
  return {
    /** Everything on the first view of the Brain page. */
    overview: async (userId: UserId) => {
      const counts = await facts.countFacts(db, userId);
      const isLive = (state: FactState) => LIVE_FACT_STATES.some((live) => live === state);
      const live = counts.filter(({ state }) => isLive(state));
      const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
      const listed = FACT_KINDS.filter((kind) => live.some((row) => row.kind === kind));
      return {
        conflicts: toConflicts(await facts.listFactsInConflict(db, userId, CONFLICTING_MAX)),
        kinds: await Promise.all(
          listed.map(async (kind) => ({
            kind,
            count: sum(live.filter((row) => row.kind === kind)),
            facts: (
              await facts.listFacts(db, userId, {
                kind,
                states: LIVE_FACT_STATES,
                text: null,
                after: null,
                isPinnedFirst: true,
                limit: FACTS_PER_KIND,
              })
            ).map(toFact),
          })),
        ),
        count: sum(live),
        sources: (['message', 'typed'] as const).map((source) => ({
          source,
          count: sum(live.filter((row) => row.source === source)),
        })),
        learnsFromChats: await facts.learnsFromChats(db, userId),
      };
    },

    /** One page, newest first. */
    list: async (userId: UserId, { kind, state, text, cursor }: z.output<typeof listFactsSchema>) => {
      const states = state === undefined ? LIVE_FACT_STATES : [state];
      const filter = { kind: kind ?? null, states, text: text ?? null, after: cursor ?? null, limit: FACTS_PAGE + 1 };
      const found = (await facts.listFacts(db, userId, filter)).map(toFact);
      const page = found.slice(0, FACTS_PAGE);
      const last = found.length > FACTS_PAGE ? page.at(-1) : undefined;
      return { facts: page, next: last?.number ?? null };
    },

    /** How many conflicts wait for the owner: the number beside Brain in the sidebar. */
    openConflicts: (userId: UserId): Promise<number> => facts.countConflicts(db, userId),

    /** What was learned from the messages of a conversation, and what its answers were given, each by the id of the message. */
    ofConversation: async (userId: UserId, conversationId: ConversationId) => {
      const [isThere, learned, offered] = await Promise.all([
        hasConversation(db, userId, conversationId),
        facts.listFactsOfConversation(db, userId, conversationId, LEARNED_MAX),
        listOfferedFacts(db, userId, conversationId),
      ]);
      if (!isThere) throw new AppError('NOT_FOUND');
      const rows = await facts.findFacts(db, userId, [...new Set(offered.flatMap(({ factIds }) => factIds))]);
      const byMessage = Map.groupBy(learned.map(toFact), ({ source }) => source.messageId ?? '');
      return {
        learned: Object.fromEntries(byMessage) as Record<string, FactDto[]>, // reason: every group has a list
        offered: Object.fromEntries(offered.map(({ answerId, factIds }) => [answerId, factIds])),
        facts: rows.map(toFact),
      };
    },
  };
}
