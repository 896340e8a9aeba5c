import { createHash } from 'node:crypto';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';

const NUMBERS = 256;

/** The same numbers from 0 to 1 for the same seed. */
export function numbersFrom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    // Mulberry32
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The worst model for embeddings: its vectors say nothing about a text. */
export const randomEmbeddings: EmbeddingsGateway = {
  model: 'random',
  atOnce: 256,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const next = numbersFrom(text);
        return Array.from({ length: NUMBERS }, () => next() - 0.5);
      }),
    ),
};
