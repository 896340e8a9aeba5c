import { z } from 'zod';
import type { Conversation } from '../chat-request.ts';
import { readJson } from '../read-json.ts';

const requestSchema = z.object({
  blanks: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(['text', 'list', 'choice']),
      minItems: z.optional(z.number()),
      maxLength: z.optional(z.number()),
      choices: z.optional(z.array(z.object({ id: z.string() }))),
    }),
  ),
});

const ORDER = ['first', 'second', 'third', 'fourth', 'fifth'];

/** How a model misbehaves when a template asks for it: see docs/sandbox.md. */
const INVENTED = '[sandbox: draft-invented]';

/** Drafts for the blanks of a template, which say that they are drafts. What is about links or names is left open. */
export function composeBlankDrafts(conversation: Conversation): string {
  const text = conversation.turns.at(-1)?.text ?? '';
  const blanks = readJson(text, requestSchema)?.blanks ?? [];
  const draftFor = ({ label, kind, minItems = 2, maxLength = 100, choices }: (typeof blanks)[number]) => {
    if (/\b(?:link|name|address|price|page)\b/i.test(label)) return null;
    if (kind === 'choice') return choices?.[0]?.id ?? null;
    if (text.includes(INVENTED)) return 'Only $4,711 until Friday';
    const draft = `a draft for “${label}”`.slice(0, maxLength);
    return kind === 'list' ? ORDER.slice(0, minItems).map((place) => `The ${place} ${draft.slice(2)}`) : draft;
  };
  return JSON.stringify(Object.fromEntries(blanks.map((blank) => [blank.name, draftFor(blank)])));
}
