import type { Value } from '#contract/automations/values.ts';
import type { Conversation } from './chat-request.ts';
import { composeKnowledge } from './knowledge.ts';
import { plain } from './plain-text.ts';
import { readParts, withQuotedValues, type AskedPart } from './read-instructions.ts';
import { readScene, type Scene } from './scene.ts';
import { VISITOR_SANDBOX_MARK } from './visitor-answer.ts';

const LIST_MAX = 5;
/** Words for "there is nothing to work with", as a question has them. */
const NOTHING =
  /\b(?:nothing (?:was|new|to)|no (?:conversations|chats|questions|messages|date coming up)|nobody (?:wrote|asked))\b/i;
const SUBJECT = /\bsubject\b/i;

/** What a text begins with: the first line that isn't a heading. The mark of an earlier answer is left out. */
function startOf(asked: string): string {
  const lines = asked
    .replaceAll(VISITOR_SANDBOX_MARK, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const start = lines.find((line) => !line.trimEnd().endsWith(':')) ?? lines[0] ?? '';
  return plain(start.replace(/^\s*[-*•] /, ''), 140);
}
const textFor = (what: string, asked: string, { business, name }: Scene) =>
  `${what} for ${business}, written by ${name}. It starts from what you gave me: “${startOf(asked)}”`;

/** The first number, or by how many percent the first is below the second: questions name the newer one first. */
function numberFor(label: string, asked: string): number {
  const [first, second] = [...asked.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
  if (first === undefined) return 3;
  if (!/percent|%/i.test(label) || !second) return first;
  return Math.round(Math.max(0, (100 * (second - first)) / second));
}

const datesIn = (text: string) => /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];

/** The lines of a list in the question, or else its sentences. */
function itemsIn(text: string): string[] {
  const lines = [...text.matchAll(/^[ \t]*[-*•] (.+)$/gm)].map(([, line = '']) => line);
  const items = lines.length > 0 ? lines : text.split(/(?<=[.!?])\s+/);
  return items.flatMap((item) => plain(item, 120) || []).slice(0, LIST_MAX);
}

function valueFor({ label, name, kind }: AskedPart, asked: string, scene: Scene, instructions: string): Value {
  switch (kind) {
    case 'number':
      return numberFor(label, asked);
    case 'yes_no':
      return !NOTHING.test(asked);
    case 'date':
      return datesIn(asked) ?? datesIn(instructions) ?? '2026-01-01';
    case 'list':
      return itemsIn(asked);
    default:
      return SUBJECT.test(label) ? `News from ${scene.business}` : textFor(label || name, asked, scene);
  }
}

const askedIn = ({ turns }: Conversation) => withQuotedValues(turns.at(-1)?.text ?? '');

/**
 * The named parts that an automation asks for, as JSON. The first text that isn't a subject says that no model wrote
 * it.
 */
export function fillParts(conversation: Conversation): string {
  const parts = readParts(conversation.instructions);
  const asked = askedIn(conversation);
  const scene = readScene(conversation);
  const texts = parts.filter(({ kind }) => kind === 'text');
  const marked = (texts.find(({ label }) => !SUBJECT.test(label)) ?? texts[0])?.name;
  return JSON.stringify(
    Object.fromEntries(
      parts.map((part) => {
        const value = valueFor(part, asked, scene, conversation.instructions);
        return [part.name, part.name === marked ? `${VISITOR_SANDBOX_MARK} ${String(value)}` : value];
      }),
    ),
  );
}

/** The answer to an automation that asks for one text, in plain text, as the instructions say. */
export function composeForAutomation(conversation: Conversation): string {
  const asked = askedIn(conversation);
  const text = textFor('A text', asked, readScene(conversation));
  return [VISITOR_SANDBOX_MARK, ...composeKnowledge(conversation, asked), text].join('\n\n');
}
