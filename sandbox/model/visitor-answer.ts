import { assistantById } from '#contract/chat/assistants.ts';
import { readFactsBlock } from '#server/lib/facts-block.ts';
import { readIntroduction } from '#server/lib/profile-block.ts';
import type { Conversation } from './chat-request.ts';
import { plain } from './plain-text.ts';
import { topicOf } from './topic.ts';

/** The first line of every answer to a visitor, which is plain text, so that nobody takes it for a model's. */
export const VISITOR_SANDBOX_MARK = 'Sandbox answer: no model is connected.';

const MOST_WORDS = 90;
const MOST_FACTS = 3;
/** A fact is told with the best one when it fits at least this well beside it. */
const NEAR = 0.55;

// Words that say nothing about which fact is asked for.
const common = new Set(
  `a about all also am an and any are as at be but by can could do does for from get give has have hello hi how i if in into is it its know
  like many may me much my no not of on one or our please say see so tell than thank thanks that the their them there these they this to up us use
  want was we what when where which who will with work works would you your`.split(/\s+/),
);
// What people call it, and what the facts call it.
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

/** Words by their stem, as far as a stand-in needs it: enough that `plans` finds `plan` and `cancelling` finds `cancel`. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  return words
    .filter((word) => !common.has(word))
    .map((word) => synonyms.get(word) ?? word)
    .map((word) => word.replace(/(?:ions?|ling|led|ing|ed|es|e|s)$/, ''))
    .filter((stem) => stem.length > 1);
}

/** Which facts fit, best first: a word counts more the fewer facts have it. */
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

/** As many as an answer may have words; the best one always. */
function within(facts: string[]): string[] {
  const told: string[] = [];
  for (const fact of facts.slice(0, MOST_FACTS))
    if (told.length === 0 || wordsIn([...told, fact].join(' ')) <= MOST_WORDS) told.push(fact);
  return told;
}

function unknown(facts: string[]): string {
  const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(facts.join('\n'))?.[0] ?? 'the support address';
  return `I do not know that. Please write to ${address}, and a person will answer.`;
}

const drafts = [
  {
    about: /basket|cart|remind|abandon|checkout|win.?back/i,
    lines: [
      'Subject: Still thinking it over?',
      'Preview: It is where you left it. Reply if a question holds you back.',
    ],
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
  return `Here is a start, and I can make it shorter:\n\n${lines.join('\n')}\n\nHi [first name],\n[What happened, in two sentences.]\nCome by or reply; a person reads it.`;
}

/** What a visitor of the public site is told, or null where the instructions hold no facts to answer from. */
export function composeVisitorAnswer({ instructions, turns }: Conversation): string | null {
  const facts = readFactsBlock(instructions);
  if (facts.length === 0) return null;
  const question = plain(turns.findLast(({ role }) => role === 'user')?.text ?? '', 500);
  const isDrafting = readIntroduction(instructions)?.name === assistantById('emmie').name;
  const isGreeting = /^(?:hi|hello|hey|thanks|thank you)\b.{0,16}$/i.test(question);
  const told = within(fitting(facts, question));
  let said = told.length > 0 ? told.join('\n\n') : unknown(facts);
  if (isGreeting) said = 'Hello. Ask me about the team, the plans or the trial.';
  else if (isDrafting && !/\b(?:tenfold|price|pricing|cost|plans?|trial|cancel|refund)\b/i.test(question))
    said = draft(question);
  return `${VISITOR_SANDBOX_MARK}\n\n${said}`;
}
