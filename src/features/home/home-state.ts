import { BUSINESS_GOALS, type BusinessGoal } from '#contract/account/profile-choices.ts';
import { assistantById, canUseAssistant, GENERAL_ASSISTANTS, type AssistantId } from '#contract/chat/assistants.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { jobsForGoals } from '#src/domain/assistants/first-jobs.ts';
import type { AutomationLink } from '#src/domain/automations/automation-links.ts';
import { introduce } from '#src/lib/text/ends-sentence.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { automationTask } from './automation-task.ts';
import type { NeedsYou, Recent, Source } from './home-data.ts';

/** The one thing to do next. `key` identifies it for "Remind me tomorrow". */
export type NextTask = {
  key: string;
  assistantId: AssistantId;
  title: string;
  text: string;
  action: string;
  /** What opens: a conversation, a new one with a request in the box, or a page of automations. */
  opens: { c: string } | { ask: string } | { page: AutomationLink };
};

/** How many conversations the list shows. */
const SHOWN_CONVERSATIONS = 5;
/** The jobs of the first hour are offered up to this many conversations: after that, nobody is new. */
const NEWCOMER_CONVERSATIONS = 4;
/** How many teammates the first hour introduces. */
export const TEAMMATES_TO_MEET = 3;

/** The heading: how many unread answers there are. */
export function greetingOf(unread: number): string {
  if (unread === 0) return 'Welcome back. All caught up.';
  return `Welcome back. ${inWords(unread)} ${unread === 1 ? 'answer is' : 'answers are'} waiting.`;
}

type Facts = {
  recent: readonly Recent[];
  automations: NeedsYou;
  goals: readonly BusinessGoal[];
  met: readonly AssistantId[];
  tier: Tier;
  /** Whether the person put this task off until tomorrow. */
  isPutOff: (key: string) => boolean;
};

function unreadTask({ id, assistantId, title, preview }: Recent): NextTask {
  return {
    key: `answer-${id}`,
    assistantId,
    title: `Read ${assistantById(assistantId).name}’s answer.`,
    text: preview === null ? title : introduce(title, preview),
    action: 'Read the answer',
    opens: { c: id },
  };
}

/** An automation that needs its owner, the newest unread answer, or else a job for a goal with a teammate they haven't met. Null: nothing to suggest. */
export function nextTask({ recent, automations, goals, met, tier, isPutOff }: Facts): NextTask | null {
  const needed = automationTask(automations, isPutOff);
  if (needed) return needed;
  const answered = recent.find(({ id, hasNewAnswer }) => hasNewAnswer && !isPutOff(`answer-${id}`));
  if (answered) return unreadTask(answered);
  const job = jobsForGoals(goals).find(
    ({ assistantId }) => !met.includes(assistantId) && canUseAssistant(tier, assistantId),
  );
  if (!job || isPutOff('goal')) return null;
  const label = BUSINESS_GOALS.find(({ id }) => id === job.goal)?.label.toLowerCase() ?? '';
  return {
    key: 'goal',
    assistantId: job.assistantId,
    title: job.title,
    text: `${job.text} It fits your goal: ${label}.`,
    action: job.link,
    opens: { ask: job.ask },
  };
}

/** The conversations below the next task, without the one it is about. */
export function listedConversations(recent: readonly Recent[], next: NextTask | null): Recent[] {
  return recent.filter(({ id }) => !(next && 'c' in next.opens && next.opens.c === id)).slice(0, SHOWN_CONVERSATIONS);
}

/** The website or page that was added last; null if there is none. */
export const websiteOf = (sources: readonly Source[]): Source | null =>
  sources.find(({ kind }) => kind !== 'file') ?? null;

/** How many jobs the first hour has. */
export const FIRST_JOBS = 4;
/** The jobs of the first hour, ticked from data, and what is next. Someone without a website skips theirs. */
export type FirstHour = {
  hasWebsite: boolean;
  isAsked: boolean;
  hasMetThree: boolean;
  next: 'website' | 'ask' | 'meet';
  done: number;
};

/** Whether the person is new, so that the jobs of the first hour are offered. */
export const isNew = (recent: readonly Recent[]): boolean => recent.length <= NEWCOMER_CONVERSATIONS;

/** Null once nothing is left to do, or once the person isn't new any more. */
export function firstHourOf(
  recent: readonly Recent[],
  met: readonly AssistantId[],
  { website, isSkipped }: { website: Pick<Source, 'state'> | null; isSkipped: boolean },
): FirstHour | null {
  const isAsked = recent.length > 0;
  const hasMetThree = met.length >= TEAMMATES_TO_MEET;
  const hasWebsite = website !== null && website.state !== 'failed';
  const isWebsiteOver = hasWebsite || isSkipped;
  if ((isWebsiteOver && isAsked && hasMetThree) || !isNew(recent)) return null;
  return {
    hasWebsite,
    isAsked,
    hasMetThree,
    next: !isWebsiteOver ? 'website' : isAsked ? 'meet' : 'ask',
    // The dashboard opens only once the business is known.
    done: 1 + Number(hasWebsite) + Number(isAsked) + Number(hasMetThree),
  };
}

const GOAL_WORDS: Record<BusinessGoal, string> = {
  sales: 'More sales',
  traffic: 'More traffic',
  leads: 'More leads',
  support: 'Better support',
};

/** Three teammates that the plan opens: those behind the goals first, then general assistants. */
export function teammatesToMeet(goals: readonly BusinessGoal[], tier: Tier): { id: AssistantId; why: string }[] {
  const forGoals = jobsForGoals(goals).map(({ assistantId, goal }) => ({ id: assistantId, why: GOAL_WORDS[goal] }));
  const others = GENERAL_ASSISTANTS.map(({ id, role }) => ({ id, why: role }));
  return [...forGoals, ...others].filter(({ id }) => canUseAssistant(tier, id)).slice(0, TEAMMATES_TO_MEET);
}
