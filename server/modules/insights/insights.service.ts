import { monthYear } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { keepCards, readHome } from '#db/queries/insights/daily-cards.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { beginWords } from './begin-cards.ts';
import { cardWords, type CardWords } from './card-words.ts';
import { chooseCards, findCards, seatCards, SPEAKERS, type Candidate, type Speaker } from './choose-cards.ts';
import { ANSWERS_DAYS, dayAfter, DAY_MS, DATES_AHEAD, situationOf } from './situation.ts';

export type InsightCard = CardWords & {
  /** Whose card it is. */
  assistantId: Speaker;
  /** What it is about; `begin` if there is nothing to say today. */
  kind: Candidate['kind'] | 'begin';
};

/** The three cards on Home (DASH-1). */
export function createInsightsService({ db, clock, profile }: { db: Db; clock: Clock; profile: ProfileService }) {
  return {
    /**
     * One for each speaker. What they are about is chosen once per day, on its first call; a later call leaves out what is done or gone
     * by then, and says the rest with the figures of the moment.
     */
    today: async (userId: UserId): Promise<InsightCard[]> => {
      const now = await clock.now();
      // It's never earlier or later anywhere on earth than the day before or after it is in UTC.
      const utcDay = now.toISOString().slice(0, 10);
      const firstDay = dayAfter(utcDay, -1);
      const row = await readHome(db, {
        userId,
        month: monthYear(now),
        since: new Date(now.getTime() - ANSWERS_DAYS * DAY_MS),
        firstDay,
        lastDay: dayAfter(utcDay, 1),
        datesUntil: dayAfter(utcDay, DATES_AHEAD + 1),
      });
      const situation = situationOf(row, await profile.accessOf(row), now);
      const { today: day, tier, businessType, met } = situation;
      const found = findCards(situation);
      const keys =
        row.days.find((one) => one.day === day)?.cards ??
        (await keepCards(db, { userId, day, cards: chooseCards(found).map(({ key }) => key), now, firstDay }));
      const live = keys.flatMap((key) => found.find((card) => card.key === key) ?? []);
      const seats = seatCards(live, tier);
      return SPEAKERS.map((assistantId) => {
        const card = seats.get(assistantId);
        return card
          ? { assistantId, kind: card.kind, ...cardWords(card, assistantId, situation) }
          : { assistantId, kind: 'begin', ...beginWords(assistantId, businessType, met.length === 0) };
      });
    },
  };
}
export type InsightsService = ReturnType<typeof createInsightsService>;
