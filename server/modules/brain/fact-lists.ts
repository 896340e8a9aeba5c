import type { z } from 'zod';
import {
  FACTS_MAX,
  FACTS_PAGE,
  FACTS_PER_KIND,
  FACT_KINDS,
  LIVE_FACT_STATES,
  type FactState,
} from '#contract/brain/brain.ts';
import type { listFactsSchema } from '#contract/brain/fact-schemas.ts';
import type { Db } from '#db/client.ts';
import {
  countConflicts,
  getBrainFigures,
  listDoubtfulFacts,
  listFactsInConflict,
  listFirstFacts,
} from '#db/queries/brain/brain-overview.ts';
import { findFacts, listFacts } from '#db/queries/brain/facts.ts';
import { listFactsAbout, type FactTopic } from '#db/queries/brain/facts-about.ts';
import type { UserId } from '#db/types.gen.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import { profileFacts } from '#server/prompts/profile-block.ts';
import { toConflicts, toFact, toProfileFields, type FactDto } from './brain.dto.ts';

/** The most facts in conflict that are read at a time. */
const CONFLICTING_MAX = 100;
/** Maximum number of doubtful replacements read at a time. */
const DOUBTFUL_MAX = 100;
/** The most facts about some topics that are read at a time. */
const ABOUT_MAX = 500;

/** What the team knows about a business, as its owner sees it. */
export function createFactLists({ db, searches }: { db: Db; searches: SearchQueue }) {
  /** Facts that may have been replaced by mistake. */
  async function listDoubtful(userId: UserId): Promise<{ fact: FactDto; replacedBy: string | null }[]> {
    const doubtful = await listDoubtfulFacts(db, userId, DOUBTFUL_MAX);
    const ids = doubtful.flatMap(({ supersededBy }) => supersededBy ?? []);
    const replacing = new Map((await findFacts(db, userId, ids)).map(({ id, statement }) => [id, statement]));
    return doubtful.map((fact) => ({
      fact: toFact(fact),
      replacedBy: replacing.get(fact.supersededBy ?? '') ?? null,
    }));
  }

  return {
    /** Everything on the first view of the Brain page. */
    overview: async (userId: UserId) => {
      // One after the other, so that one call never takes more than one connection.
      const { counts, messagesWaiting, unread, unconfirmedParts, hasDoubtful, learnsFromChats, ...profile } =
        await getBrainFigures(db, userId);
      const limits = { kinds: FACT_KINDS, states: LIVE_FACT_STATES, limit: FACTS_PER_KIND };
      const first = Map.groupBy(await listFirstFacts(db, userId, limits), ({ kind }) => kind);
      const inConflict = await listFactsInConflict(db, userId, CONFLICTING_MAX);
      const doubtful = hasDoubtful ? await listDoubtful(userId) : [];
      const isLive = (state: FactState) => LIVE_FACT_STATES.some((live) => live === state);
      const live = counts.filter(({ state }) => isLive(state));
      const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
      const kinds = FACT_KINDS.map((kind) => ({
        kind,
        count: sum(live.filter((row) => row.kind === kind)),
        facts: (first.get(kind) ?? []).map(toFact),
      })).filter((listed) => listed.count > 0);
      const count = sum(live);
      return {
        conflicts: toConflicts(inConflict),
        /** Facts that may have been replaced by mistake, each with the statement that replaced it. */
        doubtful,
        kinds,
        count,
        /** Once the Brain is full: how many messages wait to be learned from until there is room. */
        full: count < FACTS_MAX ? null : { messagesWaiting },
        /** What the model couldn't read for facts; null if it could read everything. */
        unread: unread.messages + unread.sources.length === 0 ? null : unread,
        /** The ids of facts split from typed answers that the owner hasn't confirmed yet. */
        unconfirmedParts,
        sources: (['message', 'typed', 'automation'] as const).map((source) => ({
          source,
          count: sum(live.filter((row) => row.source === source)),
        })),
        /** What the profile says, which every teammate gets with each question. It is changed in the settings. */
        profile: toProfileFields(profileFacts(profile)),
        learnsFromChats,
      };
    },

    /** One page, newest first. */
    list: async (userId: UserId, { kind, state, text, cursor }: z.output<typeof listFactsSchema>) => {
      const states = state === undefined ? LIVE_FACT_STATES : [state];
      const filter = { kind: kind ?? null, states, text: text ?? null, after: cursor ?? null, limit: FACTS_PAGE + 1 };
      const read = () => listFacts(db, userId, filter);
      const found = (await (filter.text === null ? read() : searches.run(userId, read))).map(toFact);
      const page = found.slice(0, FACTS_PAGE);
      const last = found.length > FACTS_PAGE ? page.at(-1) : undefined;
      return { facts: page, next: last?.number ?? null };
    },

    /** Live facts of these kinds that have one of these words, if there are any: pinned ones first, then the newest. */
    listAbout: async (userId: UserId, topics: readonly FactTopic[]): Promise<FactDto[]> =>
      (await listFactsAbout(db, userId, topics, ABOUT_MAX)).map(toFact),

    /** How many conflicts wait for the owner: the number beside Brain in the sidebar. */
    openConflicts: (userId: UserId): Promise<number> => countConflicts(db, userId),
  };
}
