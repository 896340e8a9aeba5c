// Measures how often what answers a question is found among the best eight passages or facts (docs/assistants.md):
//   npm run eval:retrieval -- --verbose
import { parseArgs } from 'node:util';
import { ExpectedError } from '#db/expected-error.ts';
import { readConfig } from '#server/config.ts';
import { createEmbeddingsGateway, type EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { openProvider } from '../open-model.ts';
import { openEnergetic } from './open-energetic.ts';
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

const OPTIONS = { verbose: { type: 'boolean', default: false }, embeddings: { type: 'string' } } as const;
const { values: options } = parseArgs({ options: OPTIONS });
if (options.embeddings !== undefined && options.embeddings !== 'energetic')
  throw new ExpectedError('--embeddings supports only "energetic".');

/** The model for embeddings: the one that was asked for, or the configured one; null without either. */
async function openEmbeddings() {
  if (options.embeddings !== undefined) {
    const { model, baseUrl, close } = await openEnergetic();
    const settings = { provider: 'openai-compatible' as const, baseUrl, apiKey: null, model };
    return { gateway: createEmbeddingsGateway(settings), isSandbox: false, close };
  }
  const config = readConfig({ isDev: false });
  if (config.embeddingModel === null) return null;
  const { settings, close } = await openProvider(config);
  const gateway = createEmbeddingsGateway({ ...settings, model: config.embeddingModel });
  return { gateway, isSandbox: config.model === null, close };
}

const embeddings = await openEmbeddings();
const outcomes = await measure(readRetrievalSets(), embeddings?.gateway ?? null);
await embeddings?.close();
const missed = options.verbose ? outcomes.filter(({ isFound, isHeldOut }) => !isFound && !isHeldOut) : [];
for (const { language, text, answer } of missed) process.stdout.write(`not found (${language}): ${text} → ${answer}\n`);
const how =
  embeddings === null
    ? 'By words alone.'
    : `By words alone, and with embeddings from ${embeddings.gateway.model}${embeddings.isSandbox ? ' of the sandbox, whose figures are meaningless' : ''}.`;
process.stdout.write(`${how} The businesses are invented.\n\n${tableOf(outcomes, embeddings !== null)}\n`);
