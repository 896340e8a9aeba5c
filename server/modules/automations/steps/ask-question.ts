import { VALUE_MAX } from '#contract/automations/automation-limits.ts';
import { piecesOf, textOfValue, type Value } from '#contract/automations/values.ts';
import { valueMark, writeQuotedValues, type QuotedValue } from '#server/prompts/automation-answer.ts';
import { plainText } from './plain-values.ts';

/** All values of a question together; what is over it is cut. */
const QUOTED_MAX = 40_000;
/** Computed by us, so they stand in the question itself. */
const OURS = new Set(['run.day', 'run.time']);

const SOURCES: Record<string, string> = {
  'run.yesterdays_chats': 'the owner’s conversations of yesterday',
  'run.next_date': 'the team’s facts',
  'trigger.body': 'the call that started the automation',
  'trigger.question': 'a message in a conversation',
  'trigger.answer': 'a teammate’s answer in a conversation',
  'trigger.title': 'the title of a conversation',
  'trigger.fact': 'a new fact',
  'trigger.subject': 'a new fact',
  'trigger.name': 'a new document or page',
  'trigger.text': 'a new document or page',
};
const BY_FIELD: Record<string, string> = {
  found: 'the team’s knowledge',
  facts: 'the team’s knowledge',
  response: 'the response of another website',
  item: 'one item of a list',
};

/** Where a value comes from, in words. */
function sourceOf(reference: string): string {
  const [source, field = ''] = reference.split('.');
  const known = SOURCES[reference] ?? BY_FIELD[field];
  if (known !== undefined) return known;
  return source === 'trigger' ? 'what came in when the automation was started' : 'an earlier step of the automation';
}

/**
 * What a teammate is asked: the owner's words, in which each value is only named, and below them the values as quoted data with their
 * sources. Nothing in a value becomes a part of the request. `isComplete` is false if one of them isn't known.
 */
export function askQuestion(
  prompt: string,
  valueOf: (reference: string) => Value | undefined,
): { content: string; isComplete: boolean } {
  const quoted = new Map<string, QuotedValue>();
  let room = QUOTED_MAX;
  let isComplete = true;
  const question = piecesOf(prompt).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const { reference } = piece;
    const value = valueOf(reference);
    if (value === undefined) isComplete = false;
    if (OURS.has(reference)) return value === undefined ? '' : textOfValue(reference, value);
    if (!quoted.has(reference)) {
      const most = Math.min(VALUE_MAX, Math.max(room, 0));
      const text = value === undefined ? '' : plainText(textOfValue(reference, value), most);
      room -= text.length;
      quoted.set(reference, { from: sourceOf(reference), text });
    }
    return valueMark([...quoted.keys()].indexOf(reference) + 1);
  });
  const blocks = [plainText(question.join('')), writeQuotedValues([...quoted.values()])];
  return { content: blocks.filter(Boolean).join('\n\n'), isComplete };
}
