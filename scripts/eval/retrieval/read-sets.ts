import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FACT_KINDS } from '#contract/brain/brain.ts';
import type { Section } from '#server/gateways/documents/reading.ts';

const FOLDER = join(import.meta.dirname, 'sets');
/** Every third question is held out: the ranking is tuned by the others only. */
const HELD_OUT_EVERY = 3;

/** A question with what answers it: a heading of the documents, or a fact's statement. */
export type Question = { text: string; answer: string; isHeldOut: boolean };
/** An invented business in one language. Those of one name share a Brain. */
export type RetrievalSet = {
  business: string;
  language: string;
  sections: Section[];
  facts: string[];
  questions: Question[];
};

/**
 * Reads a set. It is Markdown: below each `##` is a text of the documents, a line that begins with `= ` is a fact, and one that begins with
 * `? ` is a question that the text or the fact above answers.
 */
function readSet(name: string): RetrievalSet {
  const [business = '', language = ''] = name.split('.');
  const set: RetrievalSet = { business, language, sections: [], facts: [], questions: [] };
  let answer = '';
  for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n')) {
    const section = set.sections.at(-1);
    if (line.startsWith('## ')) {
      answer = line.slice(3);
      set.sections.push({ path: [answer], place: {}, text: '' });
    } else if (line.startsWith('= ')) {
      answer = line.slice(2);
      set.facts.push(answer);
    } else if (line.startsWith('? ')) {
      const isHeldOut = set.questions.length % HELD_OUT_EVERY === HELD_OUT_EVERY - 1;
      set.questions.push({ text: line.slice(2), answer, isHeldOut });
    } else if (section && set.facts.length === 0) {
      section.text = `${section.text}\n${line}`.trim();
    }
  }
  return set;
}

export const readRetrievalSets = (): RetrievalSet[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map(readSet);

/**
 * An invented business with what it told its team, and questions that aren't in the facts' own words. `before` is what
 * the owner wrote in the same chat, oldest first; `needs` are the ids of the facts that a good answer has to have.
 */
const questionSetSchema = z.object({
  business: z.object({ name: z.string(), language: z.string() }),
  facts: z.array(z.object({ id: z.string(), kind: z.enum(FACT_KINDS), subject: z.string(), statement: z.string() })),
  questions: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      before: z.array(z.string()),
      question: z.string(),
      needs: z.array(z.string()).min(1),
    }),
  ),
});
export type QuestionSet = z.output<typeof questionSetSchema> & { isHeldOut: boolean };

const QUESTIONS = join(import.meta.dirname, 'questions');
const HELD_OUT = join(import.meta.dirname, '../held-out');

function readQuestionsIn(folder: string, isHeldOut: boolean): QuestionSet[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^questions.*\.json$/.test(name))
    .map((name) => ({ ...questionSetSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))), isHeldOut }));
}

/** The open sets, and those that are held out, if there are any. */
export const readQuestionSets = (): QuestionSet[] => [
  ...readQuestionsIn(QUESTIONS, false),
  ...readQuestionsIn(HELD_OUT, true),
];
