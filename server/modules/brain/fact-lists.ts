import type { z } from 'zod';
import {
  FACTS_MAX,
  FACTS_PAGE,
  FACTS_PER_KIND,
  FACT_KINDS,
  LIVE_FACT_STATES,
  type FactKind,
  type FactState,
} from '#contract/brain/brain.ts';
import type { listFactsSchema } from '#contract/brain/fact-schemas.ts';
import type { Db } from '#db/client.ts';
import * as facts from '#db/queries/brain/facts.ts';
import { listFactIdsAbout, type FactTopic } from '#db/queries/brain/facts-about.ts';
import { countWaitingMessages, learnsFromChats } from '#db/queries/brain/learning.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import { profileFacts } from '#server/prompts/profile-block.ts';
import { toConflicts, toFact, toProfileFields, type FactDto } from './brain.dto.ts';

/** The most facts in conflict that are read at a time. */
const CONFLICTING_MAX = 100;
/** The most facts about some topics that are read at a time. */
const ABOUT_MAX = 500;

/** What the team knows about a business, as its owner sees it. */
export function createFactLists({ db, searches }: { db: Db; searches: SearchQueue }) {
  return {
    /** Everything on the first view of the Brain page. */
    overview: async (userId: UserId) => {
      const counts = await facts.countFacts(db, userId);
      const isLive = (state: FactState) => LIVE_FACT_STATES.some((live) => live === state);
      const live = counts.filter(({ state }) => isLive(state));
      const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
      const listed = FACT_KINDS.filter((kind) => live.some((row) => row.kind === kind));
      const count = sum(live);
      const kinds: { kind: FactKind; count: number; facts: FactDto[] }[] = [];
      // One after the other, so that one call never takes more than one connection.
      for (const kind of listed) {
        const shown = await facts.listFacts(db, userId, {
          kind,
          states: LIVE_FACT_STATES,
          text: null,
          after: null,
          isPinnedFirst: true,
          limit: FACTS_PER_KIND,
        });
        kinds.push({ kind, count: sum(live.filter((row) => row.kind === kind)), facts: shown.map(toFact) });
      }
      return {
        conflicts: toConflicts(await facts.listFactsInConflict(db, userId, CONFLICTING_MAX)),
        kinds,
        count,
        /** Once the Brain is full: how many messages wait to be learned from until there is room. */
        full: count < FACTS_MAX ? null : { messagesWaiting: await countWaitingMessages(db, userId) },
        sources: (['message', 'typed', 'automation'] as const).map((source) => ({
          source,
          count: sum(live.filter((row) => row.source === source)),
        })),
        /** What the profile says, which every teammate gets with each question. It is changed in the settings. */
        profile: toProfileFields(profileFacts(await getProfile(db, userId))),
        learnsFromChats: await learnsFromChats(db, userId),
      };
    },

    /** One page, newest first. */
    list: async (userId: UserId, { kind, state, text, cursor }: z.output<typeof listFactsSchema>) => {
      const states = state === undefined ? LIVE_FACT_STATES : [state];
      const filter = { kind: kind ?? null, states, text: text ?? null, after: cursor ?? null, limit: FACTS_PAGE + 1 };
      const read = () => facts.listFacts(db, userId, filter);
      const found = (await (filter.text === null ? read() : searches.run(userId, read))).map(toFact);
      const page = found.slice(0, FACTS_PAGE);
      const last = found.length > FACTS_PAGE ? page.at(-1) : undefined;
      return { facts: page, next: last?.number ?? null };
    },

    /** Live facts of these kinds that have one of these words, if there are any: pinned ones first, then the newest. */
    listAbout: async (userId: UserId, topics: readonly FactTopic[]): Promise<FactDto[]> => {
      const ids = await listFactIdsAbout(db, userId, topics, ABOUT_MAX);
      const found = await facts.findFacts(db, userId, ids);
      return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(toFact);
    },

    /** How many conflicts wait for the owner: the number beside Brain in the sidebar. */
    openConflicts: (userId: UserId): Promise<number> => facts.countConflicts(db, userId),
  };
}
