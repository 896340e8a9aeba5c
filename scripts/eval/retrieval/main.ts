// Measures how often what answers a question is found among the best eight passages or facts (docs/assistants.md):
//   npm run eval:retrieval -- --verbose
import { openBrain, openEmptyDatabase } from './open-brain.ts';
import { readRetrievalSets, type Question, type RetrievalSet } from './read-sets.ts';

const AMONG = 8;

type Outcome = Question & { language: string; isFound: boolean; isGiven: boolean };

async function measure(sets: readonly RetrievalSet[]): Promise<Outcome[]> {
  const database = await openEmptyDatabase();
  try {
    const outcomes: Outcome[] = [];
    for (const [, same] of Map.groupBy(sets, ({ business }) => business)) {
      const look = await openBrain(database, same);
      for (const { language, questions } of same)
        for (const question of questions) {
          const { ranked, given } = await look(question.text);
          const isFound = [ranked.passages, ranked.facts].some((list) =>
            list.slice(0, AMONG).includes(question.answer),
          );
          outcomes.push({ ...question, language, isFound, isGiven: given.includes(question.answer) });
        }
    }
    return outcomes;
  } finally {
    await database.close();
  }
}

const share = (outcomes: readonly Outcome[], isHit: (outcome: Outcome) => boolean): string =>
  (outcomes.filter(isHit).length / Math.max(outcomes.length, 1)).toFixed(2);

function rowOf(name: string, outcomes: readonly Outcome[]): string[] {
  const isFound = (outcome: Outcome) => outcome.isFound;
  return [
    name,
    String(outcomes.length),
    share(outcomes, isFound),
    share(
      outcomes.filter(({ isHeldOut }) => !isHeldOut),
      isFound,
    ),
    share(
      outcomes.filter(({ isHeldOut }) => isHeldOut),
      isFound,
    ),
    share(outcomes, ({ isGiven }) => isGiven),
  ];
}

function tableOf(outcomes: readonly Outcome[]): string {
  const head = ['language', 'questions', `recall@${AMONG}`, 'tuned by', 'held out', 'in the prompt'];
  const languages = [...Map.groupBy(outcomes, ({ language }) => language)];
  const rows = [head, ...languages.map(([name, own]) => rowOf(name, own)), rowOf('all', outcomes)];
  return rows
    .map((cells) =>
      cells
        .map((cell) => cell.padEnd(14))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

const outcomes = await measure(readRetrievalSets());
const missed = process.argv.includes('--verbose')
  ? outcomes.filter(({ isFound, isHeldOut }) => !isFound && !isHeldOut)
  : [];
for (const { language, text, answer } of missed) process.stdout.write(`not found (${language}): ${text} → ${answer}\n`);
process.stdout.write(`By words alone. The businesses are invented.\n\n${tableOf(outcomes)}\n`);
