import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
