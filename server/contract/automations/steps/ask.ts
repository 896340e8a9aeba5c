import { z } from 'zod';
import { assistantById, canUseAssistant } from '../../chat/assistants.ts';
import { PARTS_MAX } from '../automation-limits.ts';
import type { AvailableValue } from '../available-values.ts';
import { chip, missing, quoted, words, type SentencePiece } from '../sentence-pieces.ts';
import { fieldSchema } from '../triggers.ts';
import { createAvailableValue, isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepText, teammate } from './step-fields.ts';

/** A teammate answers: one text, or named parts. Costs one message. Returns `answer`, or the parts. */
export const askSchema = z.object({
  kind: z.literal('ask'),
  id: stepId,
  assistantId: teammate,
  prompt: stepText,
  /** Empty: the answer is one text. */
  parts: z.array(fieldSchema).max(PARTS_MAX),
});

/** Verbs that a request begins with, so that it can follow "to". Anything else follows a colon. */
const VERBS = /* @__PURE__ */ new Set(
  (
    'add answer ask brainstorm build calculate check choose classify collect compare compile compose count create decide describe draft ' +
    'edit estimate explain extract find fix gather generate give help highlight identify improve invent leave list look make name note ' +
    'outline pick plan prepare propose rank rate read recommend reply review rewrite say score see shorten sort suggest sum summarize ' +
    'tell think translate turn use write'
  ).split(' '),
);

/** "to write one post from [yesterday’s conversations]", or ": What was asked most?". */
function request(prompt: string, known: readonly AvailableValue[]): SentencePiece[] {
  if (isBlank(prompt)) return [words(' '), missing('something')];
  const [first, ...rest] = quoted(prompt, known);
  if (first?.kind !== 'words') return [words(' about '), ...(first ? [first] : []), ...rest];
  const text = first.text.replace(/^please\s+/i, '');
  const verb = /^[A-Za-z]+/.exec(text)?.[0].toLowerCase() ?? '';
  if (!VERBS.has(verb)) return [words(`: ${text}`), ...rest];
  return [words(` to ${text.charAt(0).toLowerCase()}${text.slice(1)}`), ...rest];
}

export const ask: StepContract<z.infer<typeof askSchema>> = {
  sentence: ({ assistantId, prompt }, { known }) =>
    plainSentence(words('Ask '), chip(assistantById(assistantId).name), ...request(prompt, known)),
  title: ({ assistantId }) => `Ask ${assistantById(assistantId).name}`,
  missing: ({ prompt, parts }) => {
    if (isBlank(prompt)) return 'Write what to ask.';
    return parts.some(({ label }) => isBlank(label)) ? 'Give each part a name.' : null;
  },
  problem: ({ assistantId }, { owner }) =>
    canUseAssistant(owner.tier, assistantId)
      ? null
      : { text: `${assistantById(assistantId).name} isn’t in your plan.`, fix: 'upgrade' },
  yields: ({ id, parts }) =>
    parts.length === 0
      ? [createAvailableValue(id, 'answer', 'Answer')]
      : parts.map(({ name, label, kind }) => createAvailableValue(id, name, label || name, kind)),
  replace: (step, { text }) => ({ ...step, prompt: text(step.prompt) }),
  asks: ({ assistantId }) => assistantId,
  canBeTried: true,
};
