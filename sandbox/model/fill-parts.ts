import type { Value } from '#contract/automations/values.ts';
import { readPartsTask, type AskedPart } from '#server/lib/text/parts-request.ts';
import type { Conversation } from './chat-request.ts';
import { plain } from './plain-text.ts';
import { readScene, type Scene } from './scene.ts';
import { VISITOR_SANDBOX_MARK } from './visitor-answer.ts';

const LIST_MAX = 5;
/** Words for "there is nothing to work with", as a question has them. */
const NOTHING = /\b(?:nothing (?:was|new|to)|no (?:conversations|chats|questions|messages)|nobody (?:wrote|asked))\b/i;

const datesIn = (text: string) => /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];

/** The lines of a list in the question, or else its sentences. */
function itemsIn(text: string): string[] {
  const lines = [...text.matchAll(/^\s*[-*•] (.+)$/gm)].map(([, line = '']) => line);
  const items = lines.length > 0 ? lines : text.split(/(?<=[.!?])\s+/);
  return items.flatMap((item) => plain(item, 120) || []).slice(0, LIST_MAX);
}

function valueFor({ label, name, kind }: AskedPart, asked: string, scene: Scene, instructions: string): Value {
  switch (kind) {
    case 'number':
      return Number(/\d+(?:\.\d+)?/.exec(asked)?.[0] ?? 3);
    case 'yes_no':
      return !NOTHING.test(asked);
    case 'date':
      return datesIn(asked) ?? datesIn(instructions) ?? '2026-01-01';
    case 'list':
      return itemsIn(asked);
    default: {
      const last = asked.split('\n').findLast((line) => line.trim() !== '') ?? '';
      const about = plain(last.replace(/^\s*[-*•] /, ''), 140);
      return `${label || name} for ${scene.business}, written by ${scene.name}. It starts from what you gave me: “${about}”`;
    }
  }
}

/** The named parts that a request asks for, as JSON; null if it asks for none. The first text says that no model wrote it. */
export function fillParts(conversation: Conversation): string | null {
  const parts = readPartsTask(conversation.instructions);
  if (parts === null) return null;
  const asked = conversation.turns.at(-1)?.text ?? '';
  const scene = readScene(conversation);
  const marked = parts.find(({ kind }) => kind === 'text')?.name;
  return JSON.stringify(
    Object.fromEntries(
      parts.map((part) => {
        const value = valueFor(part, asked, scene, conversation.instructions);
        return [part.name, part.name === marked ? `${VISITOR_SANDBOX_MARK} ${String(value)}` : value];
      }),
    ),
  );
}
