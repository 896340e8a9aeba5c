import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';

/** Words that mean the same to the test's model for embeddings. Another word means nothing to it. */
const MEANINGS = [
  ['reopen', 'holiday', 'annual closure'],
  ['deliver', 'ship', 'postage'],
  ['refund', 'money back', 'returns'],
  ['glaze', 'coating'],
];

/** A model for embeddings without a network. It remembers what it was asked, and can fail or never answer. */
export function scriptedEmbeddings(model = 'meaning-1') {
  const asked: string[][] = [];
  const signals: AbortSignal[] = [];
  let mode: 'answers' | 'fails' | 'is silent' = 'answers';
  const vectorOf = (text: string) => [
    // Never exactly 0, so that each text has a direction.
    0.05,
    ...MEANINGS.map((words) => (words.some((word) => text.toLowerCase().includes(word)) ? 1 : -0.05)),
  ];
  const gateway: EmbeddingsGateway = {
    model,
    atOnce: 32,
    embed: async (texts, { signal }) => {
      asked.push([...texts]);
      signals.push(signal);
      if (mode === 'is silent') await new Promise(() => undefined);
      if (mode === 'fails') throw new Error('the model for embeddings fails');
      return texts.map(vectorOf);
    },
  };
  return { gateway, asked, signals, is: (next: typeof mode) => void (mode = next) };
}
