import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { makeFacts, makeProducts } from './make-texts.ts';
import { openBrain, openEmptyDatabase, type Brain } from './open-brain.ts';
import type { QuestionSet } from './read-sets.ts';

/** How many facts the business has told its team. */
export const SIZES = [200, 2_000] as const;

/** How many of the facts that a question needs were in the prompt. */
type Outcome = { type: string; isHeldOut: boolean; size: number; way: string; needed: number; given: number };

type Missed = (line: string) => void;

async function askAll(
  brain: Brain,
  { questions, facts, isHeldOut }: QuestionSet,
  { size, embeddings }: { size: number; embeddings: EmbeddingsGateway | null },
  missed: Missed,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const way = embeddings === null ? 'words' : embeddings.model;
  for (const { type, question, before, needs } of questions) {
    const { words, withMeaning } = await brain.look(question, { before, embeddings });
    const given = new Set((withMeaning ?? words).given);
    const lost = needs.filter((id) => !given.has(id));
    outcomes.push({ type, isHeldOut, size, way, needed: needs.length, given: needs.length - lost.length });
    for (const id of isHeldOut ? [] : lost)
      missed(
        `not given (${way}, ${size}, ${type}): ${[...before, question].join(' / ')} → ${facts.find((fact) => fact.id === id)?.statement}`,
      );
  }
  return outcomes;
}

/** Asks the questions of all sets with 200 and 2,000 facts, by words alone and with each of these models. */
export async function measureQuestions(
  sets: readonly QuestionSet[],
  models: readonly EmbeddingsGateway[],
  missed: Missed,
): Promise<Outcome[]> {
  const database = await openEmptyDatabase();
  const outcomes: Outcome[] = [];
  try {
    for (const set of sets)
      for (const size of SIZES) {
        const known = set.facts.map(({ id, ...fact }) => ({ ...fact, name: id }));
        const brain = await openBrain(database, {
          facts: makeFacts(known, set.business.language, size),
          documents: [],
        });
        outcomes.push(...(await askAll(brain, set, { size, embeddings: null }, missed)));
        for (const embeddings of models) {
          await brain.embed(embeddings);
          outcomes.push(...(await askAll(brain, set, { size, embeddings }, missed)));
        }
      }
  } finally {
    await database.close();
  }
  return outcomes;
}

/** The share of the needed facts that were given. */
function shareOf(outcomes: readonly Outcome[]): string {
  const sum = (of: 'needed' | 'given') => outcomes.reduce((total, outcome) => total + outcome[of], 0);
  return outcomes.length === 0 ? 'none' : (sum('given') / sum('needed')).toFixed(2);
}

/** A row for each type of question, one for all open and one for all held-out ones; a column for each size and way. */
export function questionRows(outcomes: readonly Outcome[]): string[][] {
  const columns = SIZES.flatMap((size) => [...new Set(outcomes.map(({ way }) => way))].map((way) => ({ size, way })));
  const row = (name: string, own: readonly Outcome[]) => [
    name,
    String(own.length / Math.max(columns.length, 1)),
    ...columns.map(({ size, way }) => shareOf(own.filter((outcome) => outcome.size === size && outcome.way === way))),
  ];
  const open = outcomes.filter(({ isHeldOut }) => !isHeldOut);
  return [
    ['type', 'questions', ...columns.map(({ size, way }) => `${size}, ${way}`)],
    ...[...Map.groupBy(open, ({ type }) => type)].map(([type, own]) => row(type, own)),
    row('all', open),
    row(
      'held out',
      outcomes.filter(({ isHeldOut }) => isHeldOut),
    ),
  ];
}

/** How many of the products that were asked for by their full name were in the prompt. */
export async function measureProducts(missed: Missed): Promise<{ asked: number; given: number }> {
  const { documents, questions } = makeProducts();
  const database = await openEmptyDatabase();
  try {
    const brain = await openBrain(database, { facts: [], documents });
    let given = 0;
    for (const { text, answer } of questions) {
      const { words } = await brain.look(text);
      if (words.given.includes(answer)) given += 1;
      else missed(`not given: ${text} → ${answer}`);
    }
    return { asked: questions.length, given };
  } finally {
    await database.close();
  }
}
