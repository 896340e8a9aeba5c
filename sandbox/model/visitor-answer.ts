import { assistantById } from '#contract/chat/assistants.ts';
import type { Conversation } from './chat-request.ts';
import { plain } from './plain-text.ts';
import { readIntroduction, readProductFacts } from './read-instructions.ts';
import { topicOf } from './topic.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

/** The first line of every answer to a visitor, in plain text, so that nobody mistakes it for a real model's. */
export const VISITOR_SANDBOX_MARK = 'Sandbox answer: no model is connected.';

const MOST_WORDS = 90;
const MOST_FACTS = 3;
/** Another fact is included if it scores at least this share of the best one. */
const NEAR = 0.55;

// Words that don't hint at which fact is wanted.
const common = new Set(
  `a about all also am an and any are as at be but by can could do does for from get give has have hello hi how i if in into is it its know
  like many may me much my no not of on one or our please say see so tell than thank thanks that the their them there these they this to up us use
  want was we what when where which who will with work works would you your`.split(/\s+/),
);
// Words that people use, and the word that the facts use.
const synonyms = new Map(
  Object.entries({
    costs: 'cost',
    expensive: 'cost',
    pricing: 'price',
    annually: 'annual',
    yearly: 'annual',
    quarterly: 'quarter',
    refund: 'guarantee',
    teammates: 'team',
    assistants: 'team',
  }),
);

/** Words by their stem, roughly: enough that `plans` finds `plan` and `canceling` finds `cancel`. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  return words
    .filter((word) => !common.has(word))
    .map((word) => synonyms.get(word) ?? word)
    .map((word) => word.replace(/(?:ions?|ling|led|ing|ed|es|e|s)$/, ''))
    .filter((stem) => stem.length > 1);
}

/** The matching facts, best first. The fewer facts contain a word, the more it counts. */
function fitting(facts: string[], question: string): string[] {
  const asked = [...new Set(stemsOf(question))];
  const lines = facts.map((fact) => ({ fact, stems: new Set(stemsOf(fact)) }));
  const weight = new Map(asked.map((stem) => [stem, 1 / lines.filter(({ stems }) => stems.has(stem)).length]));
  const scored = lines
    .map(({ fact, stems }) => ({
      fact,
      score: asked.reduce((sum, stem) => sum + (stems.has(stem) ? (weight.get(stem) ?? 0) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= best * NEAR).map(({ fact }) => fact);
}

/** A question with a word from each group (by prefix) is about the facts that contain one of `facts`. */
type Topic = { groups: readonly (readonly string[])[]; facts: readonly string[] };

const PLANS = ['free', 'starter', 'pro', 'ultimate'];
/** What visitors ask most, however they word it. The first match wins. */
const TOPICS: readonly Topic[] = [
  {
    groups: [
      ['trial', 'days'],
      ['after', 'end', 'over', 'up', 'run', 'runs', 'lose', 'expire', 'then'],
    ],
    facts: ['When the trial ends'],
  },
  {
    groups: [
      ['card', 'paying'],
      ['need', 'require', 'ask', 'without', 'start', 'sign', 'enter', 'detail'],
    ],
    facts: ['needs no credit card'],
  },
  { groups: [['trial'], ['long', 'work', 'last', 'what', 'how', 'free']], facts: ['The free trial lasts'] },
  { groups: [['refund', 'guarantee', 'money']], facts: ['The money-back guarantee'] },
  { groups: [['if'], ['not', 'don'], ['us', 'me', 'like', 'happy', 'work']], facts: ['The money-back guarantee'] },
  { groups: [['upgrad', 'downgrad']], facts: ['You can change your plan'] },
  {
    groups: [
      ['chang', 'switch', 'move'],
      ['plan', 'month', 'annual', 'quarter', 'cycle', ...PLANS],
    ],
    facts: ['You can change your plan'],
  },
  { groups: [['cancel', 'quit', 'contract', 'terminat']], facts: ['You can cancel anytime'] },
  {
    groups: [
      ['end', 'stop', 'leave'],
      ['subscription', 'plan'],
    ],
    facts: ['You can cancel anytime'],
  },
  {
    groups: [['count', 'use'], ['message']],
    facts: ['counts as one message. A question', 'The limits by plan', 'A template is'],
  },
  {
    groups: [
      ['many', 'limit'],
      ['message', 'template'],
    ],
    facts: ['The limits by plan'],
  },
  { groups: [['template'], ['count', 'use', 'what']], facts: ['A template is'] },
  { groups: [['automat', 'schedul', 'itself']], facts: ['An automation carries out'] },
  {
    groups: [
      ['which', 'who', 'teammate', 'assistant'],
      ['plan', 'starter', 'pro', 'ultimate'],
    ],
    facts: ['The teammates by plan'],
  },
  {
    groups: [['language', 'speak', 'translat', 'english', 'spanish', 'german', 'french', 'italian', 'portuguese']],
    facts: ['The assistants answer in the language'],
  },
  { groups: [['data', 'private', 'privacy', 'gdpr']], facts: ['Your data:'] },
  {
    groups: [
      ['my', 'i'],
      ['write', 'conversation', 'chats', 'text'],
      ['happen', 'who', 'read', 'see', 'keep'],
    ],
    facts: ['Your data:'],
  },
  {
    groups: [['wrong', 'mistake', 'accura', 'trust', 'reliab', 'correct']],
    facts: ['The assistants can be wrong'],
  },
  ...PLANS.map((plan) => ({
    groups: [['much', 'price', 'cost', 'expensive', 'pay'], [plan]],
    facts: [`Plan ${plan[0]?.toUpperCase()}${plan.slice(1)}:`],
  })),
];

/** The facts for the topic of a question, if it has one. */
function onTopic(facts: string[], question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Short words must match in full: `up` doesn't match `upgrade`.
  const fits = (word: string, start: string) => (start.length <= 3 ? word === start : word.startsWith(start));
  const topic = TOPICS.find(({ groups }) =>
    groups.every((group) => group.some((start) => words.some((word) => fits(word, start)))),
  );
  if (topic) return topic.facts.flatMap((part) => facts.filter((fact) => fact.includes(part)));
  // A teammate by name.
  return facts.filter((fact) => words.some((word) => fact.toLowerCase().startsWith(`teammate ${word} (`)));
}

const wordsIn = (text: string) => text.split(/\s+/).length;

/** As many facts as fit the word limit, and always the best one. */
function within(facts: string[]): string[] {
  const chosen: string[] = [];
  for (const fact of facts.slice(0, MOST_FACTS))
    if (chosen.length === 0 || wordsIn([...chosen, fact].join(' ')) <= MOST_WORDS) chosen.push(fact);
  return chosen;
}

function unknown(facts: string[]): string {
  const address =
    facts
      .flatMap((fact) => fact.split(/\s+/))
      .map((word) => trimEnd(word, /[.,;]/))
      .find((word) => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(word)) ?? 'the support address';
  return `I don’t know that one. Write to ${address} and we’ll get back to you.`;
}

const drafts = [
  {
    about: /basket|cart|remind|abandon|checkout|win.?back/i,
    lines: ['Subject: Still thinking it over?', 'Preview: It’s right where you left it. Questions? Just reply.'],
  },
  {
    about: /welcome|subscrib|sign.?up|new customer/i,
    lines: ['Subject: Good to have you here', 'Preview: Who we are, what we make, and how to reach a person.'],
  },
];

function draft(question: string): string {
  const fit = drafts.find(({ about }) => about.test(question));
  const topic = topicOf(question) ?? 'your news';
  const lines = fit?.lines ?? [`Subject: A short note about ${topic}`, 'Preview: One story, one link, one minute.'];
  return `Here is a start, and I can make it shorter:\n\n${lines.join('\n')}\n\nHi [first name],\n[What happened, in two sentences.]\nStop by or just reply. A real person reads it.`;
}

/** The answer to a visitor of the public site. */
export function composeVisitorAnswer({ instructions, turns }: Conversation): string {
  const facts = readProductFacts(instructions);
  const question = plain(turns.findLast(({ role }) => role === 'user')?.text ?? '', 500);
  const isDrafting = readIntroduction(instructions)?.name === assistantById('emmie').name;
  const isGreeting = /^(?:hi|hello|hey|thanks|thank you)\b.{0,16}$/i.test(question);
  const topical = onTopic(facts, question);
  const chosen = within(topical.length > 0 ? topical : fitting(facts, question));
  let said = chosen.length > 0 ? chosen.join('\n\n') : unknown(facts);
  if (isGreeting) said = 'Hello. Ask me about the team, the plans or the trial.';
  else if (isDrafting && !/\b(?:tenfold|price|pricing|cost|plans?|trial|cancel|refund)\b/i.test(question))
    said = draft(question);
  return `${VISITOR_SANDBOX_MARK}\n\n${said}`;
}
