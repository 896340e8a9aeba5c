import { z } from 'zod';
import { MESSAGE_CHARACTERS, MESSAGES_AT_ONCE, toKept, toMessages } from '#server/modules/brain/summaries.ts';
import { summarizeConversation } from '#server/prompts/summary.ts';
import { askOnce, caseFields, defineTask } from './eval-task.ts';
import { fits, leaks, neverSchema, pointSchema, spellOut } from './words.ts';

const caseSchema = z.strictObject({
  ...caseFields,
  business: z.string(),
  turns: z.array(z.strictObject({ who: z.enum(['owner', 'teammate']), text: z.string().min(1) })).min(2),
  /** The summary that this continues, or empty. */
  before: z.string().default(''),
  must: z.array(pointSchema).min(1),
  never: z.array(neverSchema).default([]),
});
type SummaryCase = z.output<typeof caseSchema>;

const RULES = {
  noLeftovers: 'whatever a later message took back',
  exactFigures: 'Keep names, dates and figures exactly',
} as const;

export const summary = defineTask<SummaryCase>({
  name: 'summary',
  schema: caseSchema,
  hasPrecision: false,
  kindOf: ({ before }) => (before === '' ? 'from the beginning' : 'continued'),
  askedOf: ({ turns }) => turns.map(({ who, text }) => `${who}: ${text}`).join('\n'),
  expectedOf: ({ must }) => must.map(({ says }) => says),
  rules: Object.values(RULES),

  judge: async (one, ask) => {
    const said = one.turns.map(({ who, text }) => {
      const role: 'user' | 'assistant' = who === 'owner' ? 'user' : 'assistant';
      return { role, content: text.slice(0, MESSAGE_CHARACTERS) };
    });
    let summarySoFar = one.before;
    for (let start = 0; start < said.length; start += MESSAGES_AT_ONCE) {
      const part = toMessages(said.slice(start, start + MESSAGES_AT_ONCE));
      // Each part continues the summary of the one before.
      const answer = await askOnce(ask, summarizeConversation, { summarySoFar, messages: part });
      summarySoFar = toKept(answer.summary);
    }
    const found = one.must.filter(({ words }) => fits(summarySoFar, words));
    return {
      found: found.map(({ says }) => says),
      missed: one.must.filter((point) => !found.includes(point)).map(({ says }) => says),
      right: found.length,
      wrong: [],
      forbidden: one.never.filter(({ words }) => leaks(summarySoFar, words)).map(({ why }) => why),
    };
  },

  script: ({ must, never }, follows) => {
    const points = must.map(({ says }) => (follows(RULES.exactFigures) ? says : says.replaceAll(/\d/g, '')));
    const leftovers = follows(RULES.noLeftovers) ? [] : never.map(({ words }) => `${spellOut(words)}.`);
    return { summary: [...points, ...leftovers].join(' ') };
  },
});
