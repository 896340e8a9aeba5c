import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { plainWords } from '#contract/chat/plain-words.ts';
import { dayOfYearText, isoDayText, weekdayDayText, weekdayText } from '#contract/dates.ts';
import { oneLine } from '#contract/quoted-name.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { Candidate, Speaker } from './choose-cards.ts';
import { daysUntil, type Situation } from './situation.ts';

/** Where a card leads: to a teammate, perhaps to a conversation or with a request in the box; to the Brain page; to usage. */
export type CardTarget =
  | { page: 'chat'; assistantId: AssistantId; conversationId: string | null; ask: string | null }
  | { page: 'brain' }
  | { page: 'usage' };

export type CardWords = {
  /** A word or two about its kind. */
  topic: string;
  title: string;
  text: string;
  /** Where it comes from. */
  source: string;
  /** The words of the link. */
  link: string;
  to: CardTarget;
};

const QUOTE_MAX = 120;
const QUESTION_MAX = 200;
const SUBJECT_MAX = 50;
const VALUE_MAX = 50;
/** A week later, a weekday alone would be ambiguous. */
const WEEK_DAYS = 7;

const TOPICS: Record<Candidate['kind'], string> = {
  asked: 'Question',
  unread: 'Answer',
  left: 'Unfinished',
  conflict: 'Memory',
  confirm: 'Memory',
  date: 'Coming up',
  meet: 'Teammate',
  pace: 'Usage',
  unused: 'Usage',
};

const quoted = (text: string, max = QUOTE_MAX) => `“${cutAtWord(oneLine(text), max)}”`;
const number = (value: number) => value.toLocaleString('en-US');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const chat = (
  assistantId: AssistantId,
  more: { conversationId?: string; ask?: string } = {},
): Extract<CardTarget, { page: 'chat' }> => ({
  page: 'chat',
  assistantId,
  conversationId: more.conversationId ?? null,
  ask: more.ask ?? null,
});

/** `today`, `yesterday`, `on Monday` or `on November 9`. */
function when(moment: string, { today, timeZone }: Situation): string {
  const days = -daysUntil(isoDayText(moment, timeZone), today);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return `on ${days < WEEK_DAYS ? weekdayText(moment, timeZone) : dayOfYearText(moment, timeZone)}`;
}

/** `today`, `tomorrow` or `Saturday, November 28`. */
function dayWords(day: string, inDays: number): string {
  return inDays === 0 ? 'today' : inDays === 1 ? 'tomorrow' : weekdayDayText(day, 'UTC');
}

type Words = Omit<CardWords, 'topic'>;
type Of<Kind extends Candidate['kind']> = Extract<Candidate, { kind: Kind }>;

function threadWords(card: Of<'asked' | 'unread' | 'left'>, speaker: Speaker, situation: Situation): Words {
  const { assistantId, conversationId, title, beginning, answeredAt } = card.thread;
  const { name } = assistantById(assistantId);
  const isOwn = assistantId === speaker;
  const said = quoted(plainWords(beginning));
  const conversation = quoted(title, SUBJECT_MAX);
  const base = {
    source: `From your conversation ${isOwn ? '' : `with ${name} `}${when(answeredAt, situation)}`,
    to: chat(assistantId, { conversationId }),
  };
  switch (card.kind) {
    case 'asked':
      return {
        ...base,
        title: `${isOwn ? 'I' : name} asked you about ${conversation}.`,
        text: cutAtWord(card.question, QUESTION_MAX),
        link: `Answer ${name}`,
      };
    case 'unread':
      return {
        ...base,
        title: `${isOwn ? 'I’ve' : `${name} has`} answered ${conversation}.`,
        text: said,
        link: 'Read the answer',
      };
    case 'left':
      return {
        ...base,
        title: `Pick up ${conversation} again.`,
        text: `${isOwn ? 'My' : `${name}’s`} last answer: ${said}`,
        link: `Continue with ${name}`,
      };
  }
}

/** What a teammate does with a fact once it's clear. */
const BEFORE_USING: Record<Speaker, string> = {
  brain_ai: 'Until you choose, nobody on the team can rely on it.',
  seomi: 'I’d like to know before I put it on a page.',
  emmie: 'I’d like to know before I put it in an email.',
};

function conflictWords({ count, subject, sides, isReliedOn }: Of<'conflict'>, speaker: Speaker): Words {
  const says = sides.map((side) => quoted(side, VALUE_MAX));
  const more = count > 1 ? ` ${number(count - 1)} more to settle.` : '';
  const until =
    isReliedOn && speaker === 'brain_ai' ? 'Until you choose, the team goes by your word.' : BEFORE_USING[speaker];
  return {
    title: `What’s right about ${quoted(subject, SUBJECT_MAX)}?`,
    text: `The team has heard ${says.slice(0, -1).join(', ')} and ${says.at(-1)}. ${until}${more}`,
    source: 'From what the team knows',
    link: count > 1 ? 'Settle them' : 'Settle it',
    to: { page: 'brain' },
  };
}

function confirmWords({ count, subject, statement }: Of<'confirm'>, speaker: Speaker): Words {
  const newest = quoted(statement);
  const wish = { brain_ai: 'Say yes, or correct it.', seomi: BEFORE_USING.seomi, emmie: BEFORE_USING.emmie }[speaker];
  return {
    title:
      count > 1 ? `${number(count)} facts wait for your yes.` : `Is this right about ${quoted(subject, SUBJECT_MAX)}?`,
    text: count > 1 ? `The newest: ${newest} ${wish}` : `${newest} ${wish}`,
    source: 'From what the team knows',
    link: count > 1 ? 'Check them' : 'Check it',
    to: { page: 'brain' },
  };
}

/** What a teammate does for a date: an offer, the words of the link, and the request. */
const FOR_A_DATE: Record<Speaker, { offer: string; link: string; ask: string }> = {
  brain_ai: {
    offer: 'Let’s plan what it needs.',
    link: 'Plan it with Brain AI',
    ask: 'Help me get ready for this, step by step: ',
  },
  seomi: {
    offer: 'I can write what your page should say.',
    link: 'Ask Seomi',
    ask: 'What should our page say about this, and which searches is it for? ',
  },
  emmie: {
    offer: 'I can draft the email about it.',
    link: 'Draft it with Emmie',
    ask: 'Draft an email to our customers about this: ',
  },
};

function dateWords({ fact, day, edge, inDays }: Of<'date'>, speaker: Speaker): Words {
  const { offer, link, ask } = FOR_A_DATE[speaker];
  const lead = edge === 'on' && inDays <= 1 ? '' : `${edge} `;
  return {
    title: `${capital(cutAtWord(fact.subject, SUBJECT_MAX))}: ${lead}${dayWords(day, inDays)}.`,
    text: `${cutAtWord(fact.statement, QUOTE_MAX)} ${offer}`,
    source: `From what the team knows${inDays > 1 ? `, ${inDays} days ahead` : ''}`,
    link,
    to: chat(speaker, { ask: `${ask}${fact.statement}` }),
  };
}

function meetWords({ assistantId }: Of<'meet'>, { tier, isInTrial }: Situation): Words {
  const { name } = assistantById(assistantId);
  return {
    title: `You haven’t met ${name} yet.`,
    text: INTRODUCTIONS[assistantId].description,
    source: isInTrial ? 'Open during your trial' : `Included in your ${PLAN_NAMES[tier]} plan`,
    link: `Say hello to ${name}`,
    to: chat(assistantId),
  };
}

function usageWords(card: Of<'pace' | 'unused'>, { timeZone }: Situation): Words {
  const { used, limit, monthEnds } = card;
  const isPace = card.kind === 'pace';
  return {
    title: isPace
      ? `At this pace, your messages last until ${dayOfYearText(card.lastsUntil, timeZone)}.`
      : `${number(limit - used)} messages are left this month.`,
    text: `You’ve used ${number(used)} of ${number(limit)}. The count starts over on ${dayOfYearText(monthEnds, 'UTC')}${isPace ? '' : ', and what’s left doesn’t carry over'}.`,
    source: 'From your usage this month',
    link: 'See your usage',
    to: { page: 'usage' },
  };
}

function wordsOf(card: Candidate, speaker: Speaker, situation: Situation): Words {
  switch (card.kind) {
    case 'asked':
    case 'unread':
    case 'left':
      return threadWords(card, speaker, situation);
    case 'conflict':
      return conflictWords(card, speaker);
    case 'confirm':
      return confirmWords(card, speaker);
    case 'date':
      return dateWords(card, speaker);
    case 'meet':
      return meetWords(card, situation);
    case 'pace':
    case 'unused':
      return usageWords(card, situation);
  }
}

/** What a card says, in its speaker's words. */
export function cardWords(card: Candidate, speaker: Speaker, situation: Situation): CardWords {
  return { topic: TOPICS[card.kind], ...wordsOf(card, speaker, situation) };
}
