import { teamForGoals } from '#contract/account/team-for-goals.ts';
import { canUseAssistant, TEAM, type AssistantId } from '#contract/chat/assistants.ts';
import { isoDayText } from '#contract/dates.ts';
import type { DatedFact, OpenThread } from '#db/queries/insights/daily-cards.ts';
import { openQuestion } from './open-question.ts';
import { DATES_AHEAD, DAY_MS, daysUntil, monthOf, type Situation } from './situation.ts';

/** The teammates who each have a card on Home, in this order (SHELL-3). */
export const SPEAKERS = ['brain_ai', 'seomi', 'emmie'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** Something worth a card. `speakers` are the teammates who can say it, the most fitting first. */
export type Candidate = { key: string; speakers: readonly Speaker[] } & (
  | { kind: 'asked'; thread: OpenThread; question: string }
  | { kind: 'unread' | 'left'; thread: OpenThread }
  | { kind: 'conflict'; count: number; subject: string; sides: string[]; isReliedOn: boolean }
  | { kind: 'confirm'; count: number; subject: string; statement: string }
  | { kind: 'date'; fact: DatedFact; day: string; edge: 'on' | 'from' | 'until'; inDays: number }
  | { kind: 'meet'; assistantId: AssistantId }
  | { kind: 'pace'; used: number; limit: number; monthEnds: Date; lastsUntil: Date }
  | { kind: 'unused'; used: number; limit: number; monthEnds: Date }
);

/** How many cards there can be for each reason, the most urgent reason first. */
const MOST = {
  /** The team relies on neither of two of the owner's facts that differ until the conflict is settled. */
  conflict: 1,
  /** A date within three days doesn’t wait. */
  soon: 2,
  /** A teammate can’t go on without an answer. */
  asked: 3,
  /** The messages would run out before the month does. */
  pace: 1,
  /** Finished work is waiting. */
  unread: 2,
  /** There is still time to prepare. */
  date: 2,
  /** The team can rely on it once it is confirmed. */
  confirm: 1,
  /** What is left of the month doesn’t carry over. */
  unused: 1,
  /** It was begun, and may be worth finishing. */
  left: 2,
  /** The plan includes someone they haven’t tried. */
  meet: 1,
};
type Reason = keyof typeof MOST;

const SOON_DAYS = 3;
const LEFT_DAYS = 7;
/** Home's first hour introduces this many teammates (SHELL-8). */
const MET_IN_FIRST_HOUR = 3;
/** A month's pace says something after this many days, and once this share of the limit is used. */
const PACE_AFTER_DAYS = 5;
const PACE_SHARE = 0.5;
const MONTH_ENDS_DAYS = 5;
const UNUSED_SHARE = 0.5;

const isSpeaker = (id: AssistantId): id is Speaker => SPEAKERS.some((speaker) => speaker === id);
/** A teammate speaks about their own conversations, and Brain AI about everyone else's. */
const speakersOf = (id: AssistantId): readonly Speaker[] => [isSpeaker(id) ? id : 'brain_ai'];

function threadCards({ threads, tier, now, today, timeZone }: Situation): Candidate[] {
  // The newest unread answer is Home's next task (SHELL-7).
  const nextTask = threads.find(({ isUnread }) => isUnread);
  return threads.flatMap((thread): Candidate[] => {
    const { assistantId, answerId, answeredAt, isUnread } = thread;
    if (!canUseAssistant(tier, assistantId) || thread === nextTask) return [];
    const base = { speakers: speakersOf(assistantId), thread };
    if (isUnread) return [{ ...base, kind: 'unread', key: `unread ${answerId}` }];
    const age = now.getTime() - Date.parse(answeredAt);
    const question = openQuestion(thread.ending);
    if (question !== null) return [{ ...base, kind: 'asked', key: `asked ${answerId}`, question }];
    const isOfToday = isoDayText(answeredAt, timeZone) === today;
    return isOfToday || age > LEFT_DAYS * DAY_MS ? [] : [{ ...base, kind: 'left', key: `left ${answerId}` }];
  });
}

function factCards({ conflicts, suggested, dates, today }: Situation): Candidate[] {
  const cards: Candidate[] = [];
  const [first] = conflicts.sides;
  if (first)
    cards.push({
      key: 'conflict',
      kind: 'conflict',
      speakers: ['brain_ai', 'seomi', 'emmie'],
      count: conflicts.count,
      subject: first.subject,
      sides: conflicts.sides.map(({ says }) => says),
      isReliedOn: conflicts.sides.some(({ isDisputed }) => !isDisputed),
    });
  if (suggested.newest)
    cards.push({
      key: 'confirm',
      kind: 'confirm',
      speakers: ['brain_ai', 'emmie', 'seomi'],
      count: suggested.count,
      ...suggested.newest,
    });
  for (const fact of dates) {
    const { validFrom, validUntil } = fact;
    const isAhead = (day: string | null) => day !== null && daysUntil(day, today) >= 0;
    const day = isAhead(validFrom) ? validFrom : validUntil;
    const inDays = day === null ? -1 : daysUntil(day, today);
    if (day === null || inDays < 0 || inDays > DATES_AHEAD) continue;
    const edge = validFrom === validUntil ? 'on' : day === validFrom ? 'from' : 'until';
    const speakers = ['emmie', 'brain_ai', 'seomi'] as const; // reason: the names, not strings
    cards.push({ key: `date ${fact.id}`, kind: 'date', speakers, fact, day, edge, inDays });
  }
  return cards;
}

function usageCards({ messages: { used, limit }, now }: Situation): Candidate[] {
  const { start, end: monthEnds } = monthOf(now);
  const elapsed = now.getTime() - start.getTime();
  const left = monthEnds.getTime() - now.getTime();
  const lasts = used === 0 ? Infinity : ((limit - used) / used) * elapsed;
  const base = { speakers: ['brain_ai'] as const, used, limit, monthEnds }; // reason: the name, not a string
  if (elapsed >= PACE_AFTER_DAYS * DAY_MS && used >= limit * PACE_SHARE && used < limit && lasts < left - DAY_MS)
    return [{ ...base, key: 'pace', kind: 'pace', lastsUntil: new Date(now.getTime() + lasts) }];
  if (left <= MONTH_ENDS_DAYS * DAY_MS && used > 0 && used <= limit * UNUSED_SHARE)
    return [{ ...base, key: 'unused', kind: 'unused' }];
  return [];
}

/** A teammate whom nothing else on Home names already: those behind the goals first. */
function meetCards({ met, goals, tier }: Situation): Candidate[] {
  if (met.length < MET_IN_FIRST_HOUR) return [];
  const isNew = (id: AssistantId) => !met.includes(id) && canUseAssistant(tier, id);
  const forGoals = teamForGoals(goals).map(({ assistantId }) => assistantId);
  const team = TEAM.map(({ id }) => id);
  // The next task suggests the first of the goals' (SHELL-7), and this month's figures the first of all.
  const named = [forGoals.find(isNew), team.find(isNew)];
  return [...new Set([...forGoals, ...team])]
    .filter((id) => isNew(id) && !named.includes(id) && !isSpeaker(id))
    .map((assistantId) => ({ key: `meet ${assistantId}`, kind: 'meet', speakers: ['brain_ai'], assistantId }));
}

const reasonOf = (card: Candidate): Reason => (card.kind === 'date' && card.inDays <= SOON_DAYS ? 'soon' : card.kind);

/** Everything worth a card now: conversations newest first, dates next first. */
export const findCards = (situation: Situation): Candidate[] =>
  [threadCards, factCards, usageCards, meetCards].flatMap((cardsOf) => cardsOf(situation));

/** Those for one day, the most urgent first. Within a reason they keep their order. */
export const chooseCards = (found: readonly Candidate[]): Candidate[] =>
  Object.entries(MOST).flatMap(([reason, most]) => found.filter((card) => reasonOf(card) === reason).slice(0, most));

/** Gives the first of these a speaker each, or null if they can't all speak at the same time. */
function seatAll(cards: readonly Candidate[], free: readonly Speaker[]): Map<Speaker, Candidate> | null {
  const [first, ...others] = cards;
  if (!first) return new Map();
  for (const speaker of first.speakers.filter((one) => free.includes(one))) {
    const rest = seatAll(
      others,
      free.filter((one) => one !== speaker),
    );
    if (rest) return rest.set(speaker, first);
  }
  return null;
}

/** The most urgent cards that the speakers whom the plan opens can show at the same time, one each. */
export function seatCards(cards: readonly Candidate[], tier: Situation['tier']): Map<Speaker, Candidate> {
  const speakers = SPEAKERS.filter((id) => canUseAssistant(tier, id));
  const seated: Candidate[] = [];
  for (const card of cards) if (seatAll([...seated, card], speakers)) seated.push(card);
  return seatAll(seated, speakers) ?? new Map<Speaker, Candidate>();
}
