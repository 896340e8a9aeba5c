// Measures how often what answers a question is found among the best eight passages or facts (docs/assistants.md):
//   npm run eval:retrieval -- --verbose
import { parseArgs } from 'node:util';
import { ExpectedError } from '#db/expected-error.ts';
import { readConfig } from '#server/config.ts';
import { createEmbeddingsGateway, type EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { splitIntoPassages } from '#server/modules/brain/sources/split-into-passages.ts';
import { alignColumns } from '../align-columns.ts';
import { openProvider } from '../open-model.ts';
import { measureLocomo } from './locomo.ts';
import { measureProducts, measureQuestions, questionRows } from './measure-questions.ts';
import { openEnergetic } from './open-energetic.ts';
import { openBrain, openEmptyDatabase, type Found } from './open-brain.ts';
import { randomEmbeddings } from './random-embeddings.ts';
import { readQuestionSets, readRetrievalSets, type Question, type RetrievalSet } from './read-sets.ts';

const AMONG = 8;

type Outcome = Question & {
  language: string;
  isFound: boolean;
  isFoundByMeaning: boolean;
  isFoundAtRandom: boolean;
  isGiven: boolean;
};

const isAmong = ({ passages, facts }: Found, answer: string): boolean =>
  [passages, facts].some((list) => list.slice(0, AMONG).includes(answer));

async function measure(sets: readonly RetrievalSet[], embeddings: EmbeddingsGateway | null): Promise<Outcome[]> {
  const database = await openEmptyDatabase();
  try {
    const outcomes: Outcome[] = [];
    for (const [, same] of Map.groupBy(sets, ({ business }) => business)) {
      const named = (statement: string) => ({
        name: statement,
        kind: 'product' as const,
        subject: statement.slice(0, 30),
        statement,
      });
      const brain = await openBrain(database, {
        facts: same.flatMap(({ facts }) => facts.map(named)),
        documents: same.map(({ sections }) =>
          splitIntoPassages(sections).map((passage) => ({ ...passage, name: passage.path[0] ?? '' })),
        ),
      });
      const asked = same.flatMap(({ language, questions }) => questions.map((question) => ({ ...question, language })));
      await brain.embed(randomEmbeddings);
      const atRandom = new Map<string, Found | null>();
      for (const { text } of asked)
        atRandom.set(text, (await brain.look(text, { embeddings: randomEmbeddings })).withMeaning);
      if (embeddings) await brain.embed(embeddings);
      for (const question of asked) {
        const { words, withMeaning } = await brain.look(question.text, { embeddings });
        const random = atRandom.get(question.text) ?? null;
        outcomes.push({
          ...question,
          isFound: isAmong(words, question.answer),
          isFoundByMeaning: withMeaning !== null && isAmong(withMeaning, question.answer),
          isFoundAtRandom: random !== null && isAmong(random, question.answer),
          isGiven: (withMeaning ?? words).given.includes(question.answer),
        });
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
    share(outcomes, ({ isFoundAtRandom }) => isFoundAtRandom),
    share(outcomes, ({ isGiven }) => isGiven),
  ];
}

const tableFrom = (rows: string[][]): string => alignColumns(rows).join('\n');

function tableOf(outcomes: readonly Outcome[], hasMeaning: boolean): string {
  const meaning = hasMeaning ? ['with meaning'] : [];
  const head = [
    'language',
    'questions',
    `recall@${AMONG}`,
    'tuned by',
    'held out',
    ...meaning,
    'at random',
    'in the prompt',
  ];
  const languages = [...Map.groupBy(outcomes, ({ language }) => language)];
  return tableFrom([
    head,
    ...languages.map(([name, own]) => rowOf(name, own, hasMeaning)),
    rowOf('all', outcomes, hasMeaning),
  ]);
}

const PARTS = ['documents', 'questions', 'products'];
const OPTIONS = {
  verbose: { type: 'boolean', default: false },
  embeddings: { type: 'string' },
  /** Measures one part only. */
  only: { type: 'string' },
  /** Measures the conversations in this file instead. */
  locomo: { type: 'string' },
} as const;
const { values: options } = parseArgs({ options: OPTIONS });
if (options.embeddings !== undefined && options.embeddings !== 'energetic')
  throw new ExpectedError('--embeddings supports only "energetic".');
if (options.only !== undefined && !PARTS.includes(options.only))
  throw new ExpectedError(`--only supports ${PARTS.join(', ')}.`);

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

const print = (text: string) => process.stdout.write(`${text}\n`);
const missed = (line: string) => {
  if (options.verbose) print(line);
};
const isWanted = (part: string) => options.only === undefined || options.only === part;

async function printDocuments(embeddings: EmbeddingsGateway | null): Promise<void> {
  const outcomes = await measure(readRetrievalSets(), embeddings);
  for (const { language, text, answer } of outcomes.filter(({ isFound, isHeldOut }) => !isFound && !isHeldOut))
    missed(`not found (${language}): ${text} → ${answer}`);
  print(`\nDocuments and facts, asked for in about their own words\n\n${tableOf(outcomes, embeddings !== null)}`);
}

async function printQuestions(models: readonly EmbeddingsGateway[]): Promise<void> {
  const outcomes = await measureQuestions(readQuestionSets(), models, missed);
  print(
    `\nThe share of the needed facts in the prompt, asked for in other words\n\n${tableFrom(questionRows(outcomes))}`,
  );
}

async function printProducts(): Promise<void> {
  const { asked, given } = await measureProducts(missed);
  print(`\nProducts by their full name among 4,000 rows: ${given} of ${asked} in the prompt`);
}

const embeddings = await openEmbeddings();
const models = [...(embeddings ? [embeddings.gateway] : []), randomEmbeddings];
try {
  const how = embeddings
    ? `By words alone, with embeddings from ${embeddings.gateway.model}${embeddings.isSandbox ? ' of the sandbox, whose figures are meaningless' : ''}, and with random vectors.`
    : 'By words alone, and with random vectors.';
  print(how);
  if (options.locomo !== undefined) {
    const { questions, rows } = await measureLocomo(options.locomo, models);
    print(`\n${questions} questions\n\n${tableFrom(rows)}`);
  } else {
    print('The businesses are invented.');
    if (isWanted('documents')) await printDocuments(embeddings?.gateway ?? null);
    if (isWanted('questions')) await printQuestions(models);
    if (isWanted('products')) await printProducts();
  }
} finally {
  await embeddings?.close();
}
