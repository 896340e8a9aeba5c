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
  const chosen = within(fitting(facts, question));
  let said = chosen.length > 0 ? chosen.join('\n\n') : unknown(facts);
  if (isGreeting) said = 'Hello. Ask me about the team, the plans or the trial.';
  else if (isDrafting && !/\b(?:tenfold|price|pricing|cost|plans?|trial|cancel|refund)\b/i.test(question))
    said = draft(question);
  return `${VISITOR_SANDBOX_MARK}\n\n${said}`;
}
