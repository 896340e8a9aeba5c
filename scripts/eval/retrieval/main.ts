// Measures how often what answers a question is found among the best eight passages or facts (docs/assistants.md):
//   npm run eval:retrieval -- --verbose
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { createEmbeddingsGateway, type EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { openProvider } from '../open-model.ts';
import { openBrain, openEmptyDatabase, type Found } from './open-brain.ts';
import { readRetrievalSets, type Question, type RetrievalSet } from './read-sets.ts';

const AMONG = 8;

type Outcome = Question & { language: string; isFound: boolean; isFoundByMeaning: boolean; isGiven: boolean };

const isAmong = ({ ranked }: Found, answer: string): boolean =>
  [ranked.passages, ranked.facts].some((list) => list.slice(0, AMONG).includes(answer));

async function measure(sets: readonly RetrievalSet[], embeddings: EmbeddingsGateway | null): Promise<Outcome[]> {
  const database = await openEmptyDatabase();
  try {
    const outcomes: Outcome[] = [];
    for (const [, same] of Map.groupBy(sets, ({ business }) => business)) {
      const look = await openBrain(database, same, embeddings);
      for (const { language, questions } of same)
        for (const question of questions) {
          const { words, withMeaning } = await look(question.text);
          const isFound = isAmong(words, question.answer);
          const isFoundByMeaning = withMeaning !== null && isAmong(withMeaning, question.answer);
          const isGiven = (withMeaning ?? words).given.includes(question.answer);
          outcomes.push({ ...question, language, isFound, isFoundByMeaning, isGiven });
        }
    }
    return outcomes;
  } finally {
    await database.close();
  }
}

const share = (outcomes: readonly Outcome[], isHit: (outcome: Outcome) => boolean): string =>
  (outcomes.filter(isHit).length / Math.max(outcomes.length, 1)).toFixed(2);

function rowOf(name: string, outcomes: readonly Outcome[], hasMeaning: boolean): string[] {
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
    ...(hasMeaning ? [share(outcomes, ({ isFoundByMeaning }) => isFoundByMeaning)] : []),
    share(outcomes, ({ isGiven }) => isGiven),
  ];
}

function tableOf(outcomes: readonly Outcome[], hasMeaning: boolean): string {
  const meaning = hasMeaning ? ['with meaning'] : [];
  const head = ['language', 'questions', `recall@${AMONG}`, 'tuned by', 'held out', ...meaning, 'in the prompt'];
  const languages = [...Map.groupBy(outcomes, ({ language }) => language)];
  const rows = [
    head,
    ...languages.map(([name, own]) => rowOf(name, own, hasMeaning)),
    rowOf('all', outcomes, hasMeaning),
  ];
  return rows
    .map((cells) =>
      cells
        .map((cell) => cell.padEnd(14))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

const { values: options } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });
const config = readConfig({ isDev: false });
const provider = config.embeddingModel === null ? null : await openProvider(config);
const embeddings =
  config.embeddingModel === null || provider === null
    ? null
    : createEmbeddingsGateway({ ...provider.settings, model: config.embeddingModel });
const outcomes = await measure(readRetrievalSets(), embeddings);
await provider?.close();
const missed = options.verbose ? outcomes.filter(({ isFound, isHeldOut }) => !isFound && !isHeldOut) : [];
for (const { language, text, answer } of missed) process.stdout.write(`not found (${language}): ${text} → ${answer}\n`);
const how =
  embeddings === null
    ? 'By words alone.'
    : `By words alone, and with the meaning according to ${embeddings.model}${config.model === null ? ' of the sandbox, whose figures are meaningless' : ''}.`;
process.stdout.write(`${how} The businesses are invented.\n\n${tableOf(outcomes, embeddings !== null)}\n`);
