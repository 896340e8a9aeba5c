import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { openBrain, openEmptyDatabase, type NamedPassage } from './open-brain.ts';

/** Recall among so many passages. */
export const AMONG = [5, 8, 16] as const;
/** Questions of the fifth category have no answer in the conversation. */
const CATEGORIES_MAX = 4;

const turnSchema = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() });
const fileSchema = z.array(
  z.object({
    qa: z.array(z.object({ question: z.string(), category: z.number(), evidence: z.array(z.string()).default([]) })),
    conversation: z.record(z.string(), z.unknown()),
  }),
);

type Sample = { turns: NamedPassage[]; questions: { text: string; evidence: string[] }[] };

/**
 * The turns of a conversation in their order, each with its date above it, and the questions with evidence that exists.
 */
function readSample({ qa, conversation }: z.output<typeof fileSchema>[number]): Sample {
  const sessions = Object.keys(conversation).flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? []);
  const turns = sessions
    .toSorted((a, b) => Number(a) - Number(b))
    .flatMap((session) => {
      const date = z.string().catch('').parse(conversation[`session_${session}_date_time`]);
      const said = z.array(turnSchema).parse(conversation[`session_${session}`]);
      return said.map(({ speaker, dia_id: name, text }) => ({
        name,
        path: [date],
        place: {},
        text: `${speaker}: ${text}`.slice(0, 2_000),
      }));
    });
  const names = new Set(turns.map(({ name }) => name));
  const questions = qa.flatMap(({ question, category, evidence }) => {
    // Some list several turns in one text.
    const known = [...new Set(evidence.flatMap((one) => one.match(/D\d+:\d+/g) ?? []))].filter((id) => names.has(id));
    return category <= CATEGORIES_MAX && known.length > 0 ? [{ text: question, evidence: known }] : [];
  });
  return { turns, questions };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Okapi BM25 over words as they are written, to compare with. */
function rankByBm25(turns: readonly NamedPassage[]): (question: string) => string[] {
  const texts = turns.map(({ name, text }) => ({ name, words: wordsOf(text) }));
  const average = texts.reduce((sum, { words }) => sum + words.length, 0) / Math.max(texts.length, 1);
  const counts = new Map<string, number>();
  for (const { words } of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (question) =>
    texts
      .map(({ name, words }) => {
        const score = [...new Set(wordsOf(question))].reduce((sum, word) => {
          const count = counts.get(word) ?? 0;
          const times = words.filter((one) => one === word).length;
          const rarity = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
          return sum + (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / average));
        }, 0);
        return { name, score };
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, Math.max(...AMONG))
      .map(({ name }) => name);
}

const recallOf = (ranked: readonly string[], evidence: readonly string[], among: number): number =>
  evidence.filter((id) => ranked.slice(0, among).includes(id)).length / evidence.length;

/** How much of the evidence of each question is found, for each way of ranking: the mean over all questions. */
export async function measureLocomo(
  file: string,
  models: readonly EmbeddingsGateway[],
): Promise<{ questions: number; rows: string[][] }> {
  const samples = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(readSample);
  const database = await openEmptyDatabase();
  const sums = new Map<string, number[]>();
  const add = (way: string, ranked: readonly string[], evidence: readonly string[]) => {
    const before = sums.get(way) ?? AMONG.map(() => 0);
    sums.set(
      way,
      AMONG.map((among, index) => (before[index] ?? 0) + recallOf(ranked, evidence, among)),
    );
  };
  try {
    for (const { turns, questions } of samples) {
      const brain = await openBrain(database, { facts: [], documents: [turns] });
      const bm25 = rankByBm25(turns);
      for (const { text, evidence } of questions) {
        add('words alone', (await brain.look(text)).words.passages, evidence);
        add('BM25', bm25(text), evidence);
      }
      for (const embeddings of models) {
        await brain.embed(embeddings);
        for (const { text, evidence } of questions) {
          const { withMeaning } = await brain.look(text, { embeddings });
          add(`with ${embeddings.model}`, withMeaning?.passages ?? [], evidence);
        }
      }
    }
  } finally {
    await database.close();
  }
  const questions = samples.reduce((sum, sample) => sum + sample.questions.length, 0);
  const rows = [...sums].map(([way, recalls]) => [way, ...recalls.map((sum) => (sum / questions).toFixed(3))]);
  return { questions, rows: [['', ...AMONG.map((among) => `recall@${among}`)], ...rows] };
}
