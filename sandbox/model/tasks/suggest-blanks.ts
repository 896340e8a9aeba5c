import { z } from 'zod';
import type { Conversation } from '../chat-request.ts';
import { plain } from '../plain-text.ts';
import { readJson } from '../read-json.ts';

type Blank = { quote: string; label: string; hint: string; kind: 'text' | 'number' | 'list' };

const requestSchema = z.object({ text: z.string() });

const DAY = String.raw`(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2})`;
/** What becomes a blank, and its label. */
const RULES: readonly [RegExp, string, Blank['kind']][] = [
  [/\[[^[\]\n]{2,40}\]/g, 'Name', 'text'],
  [/[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d/g, 'Price', 'text'],
  [/\b\d{1,3}\s?%/g, 'Percentage', 'text'],
  [new RegExp(String.raw`\b${DAY}(?:,? (?:the )?${DAY})?`, 'g'), 'Date', 'text'],
  [/“[^“”\n]{3,60}”/g, 'Phrase', 'text'],
  [/(?:^- .+(?:\n|$)){2,}/gm, 'List', 'list'],
];
const MOST = 12;

function findBlanks(text: string): Blank[] {
  const found = RULES.flatMap(([pattern, label, kind]) =>
    [...new Set([...text.matchAll(pattern)].map(([quote]) => quote.trim()))].map((quote, index) => ({
      quote,
      label: index === 0 ? label : `${label} ${index + 1}`,
      hint: '',
      kind,
    })),
  );
  return found.slice(0, MOST);
}

const answerOf = (text: string, blanks: readonly Blank[]) => {
  const title = plain(text.split('\n').find((line) => line.trim() !== '') ?? '', 60) || 'A text to use again';
  return JSON.stringify({ title, description: '', category: 'content', blanks });
};

/** How a model misbehaves when a text asks for it: see docs/sandbox.md. */
const MISBEHAVIORS: Record<string, (text: string) => string> = {
  'blanks-invalid': () => '{"title": "Half a template',
  'blanks-invented': (text) =>
    answerOf(text, [{ quote: 'words of nobody', label: 'Invented', hint: '', kind: 'text' }]),
};

/** The blanks of a template, which are prices, percentages, days, placeholders, quoted words and lists. */
export function composeTemplate(conversation: Conversation): string {
  const text = readJson(conversation.turns.at(-1)?.text, requestSchema)?.text ?? '';
  const asked = /\[sandbox:\s*(blanks-[a-z]+)\s*\]/.exec(text)?.[1] ?? '';
  return MISBEHAVIORS[asked]?.(text) ?? answerOf(text, findBlanks(text));
}
