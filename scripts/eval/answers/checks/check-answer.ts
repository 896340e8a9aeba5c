import { withoutCitations } from '#contract/brain/citations.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import type { Business, EvalCase } from '../eval-case.ts';
import { EVAL_DAY, type EvalRequest } from '../request-of.ts';
import { inventedFigures } from './figures.ts';
import { languageOf } from './language.ts';
import { missingShapes, questionFault, wordsIn } from './markdown.ts';

export const CHECK_KINDS = [
  'shape',
  'length',
  'question',
  'figures',
  'facts',
  'gap',
  'handover',
  'avoids',
  'language',
] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];
/** A check that applied to an answer, and why it failed, or null. */
export type Checked = { kind: CheckKind; fault: string | null };

/** The length of an answer whose case names none. */
const USUAL_WORDS = [15, 450] as const;
/** Words that admit a missing figure, in the languages of the sets. */
const ADMITS =
  /\b(?:missing|(?:don['’]t|do not|doesn['’]t|does not) (?:have|know|see|say|state|mention|give)|haven['’]t|no (?:figure|price|number|data|information)|not (?:given|stated|in|mentioned|known)|need(?:s|ed)? (?:the|your|to know)|unknown|fehl(?:t|en)|nicht (?:bekannt|angegeben)|keine (?:angabe|zahl|daten)|weiß ich nicht|falta|no (?:tengo|sé|consta|aparece|figura)|manque|je n['’]ai pas|pas (?:indiqué|précisé))/iu;
const GAP = /\[[^\]\n]{2,}\](?!\()/;

/** Lower case, straight quotation marks, single spaces and no emphasis, so that only the wording counts. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ');
}

/** Whether a phrase stands in a text, not as part of a longer word or number. */
function mentions(text: string, phrase: string): boolean {
  const escaped = plain(phrase).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'u').test(plain(text));
}

function lengthFault(answer: string, [fewest, most]: readonly [number, number]): string | null {
  const words = wordsIn(answer);
  return words < fewest || words > most ? `${words} words instead of ${fewest} to ${most}` : null;
}

/** Every check that applies to this answer. Length, question, figures and language always do. */
export function checkAnswer(written: string, one: EvalCase, business: Business, request: EvalRequest): Checked[] {
  const { expects, allow = {}, language = 'en' } = one;
  const answer = withoutCitations(written);
  const found = (kind: CheckKind, faults: readonly string[], what: string): Checked => ({
    kind,
    fault: faults.length > 0 ? `${what}: ${faults.join(', ')}` : null,
  });
  const data = [...business.facts, ...(one.facts ?? []), ...(one.passages ?? []).map(({ text }) => text)];
  const question = [one.question, ...(one.earlier ?? [])].join('\n');
  const given = [request.instructions, ...request.history.map(({ content }) => content)];
  const spoken = languageOf(answer);
  const checked: (Checked | null)[] = [
    expects.shape ? found('shape', missingShapes(answer, expects.shape), 'missing') : null,
    { kind: 'length', fault: lengthFault(answer, expects.words ?? USUAL_WORDS) },
    { kind: 'question', fault: questionFault(answer, one.isDraft ?? false) },
    found('figures', inventedFigures(answer, { given, question, data, allow, today: EVAL_DAY }), 'from nowhere'),
    expects.facts
      ? found(
          'facts',
          expects.facts
            .filter((wordings) => !wordings.some((wording) => mentions(answer, wording)))
            .map((wordings) => wordings.join(' or ')),
          'not used',
        )
      : null,
    expects.gap
      ? { kind: 'gap', fault: GAP.test(answer) || ADMITS.test(answer) ? null : 'doesn’t say what is missing' }
      : null,
    expects.handover
      ? {
          kind: 'handover',
          fault: expects.handover.some((id) => answer.includes(assistantById(id).name))
            ? null
            : `names none of ${expects.handover.map((id) => assistantById(id).name).join(', ')}`,
        }
      : null,
    expects.avoids
      ? found(
          'avoids',
          expects.avoids.filter((phrase) => mentions(answer, phrase)),
          'says',
        )
      : null,
    { kind: 'language', fault: spoken === language ? null : `${spoken ?? 'no language'} instead of ${language}` },
  ];
  return checked.filter((check) => check !== null);
}
