import { createHash } from 'node:crypto';
import { z } from 'zod';

const DIMENSIONS = 256;
/** A word's beginning stands for its stem. */
const STEM = 5;

export const embeddingsRequestSchema = z.object({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2_048)]),
  encoding_format: z.literal('float').nullish(),
});

/** Each stem points in a direction of its own. Texts that share stems are near each other; synonyms aren't. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];
  for (const stem of new Set(words.map((word) => word.slice(0, STEM)))) {
    const hash = createHash('sha256').update(stem).digest();
    for (const [place, byte] of hash.entries()) {
      const index = (place * 8 + (byte & 7)) % DIMENSIONS;
      vector[index] = (vector[index] ?? 0) + (byte & 128 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** OpenAI's answer to a request for embeddings. */
export function embed({ model, input }: z.infer<typeof embeddingsRequestSchema>) {
  const texts = typeof input === 'string' ? [input] : input;
  const tokens = Math.ceil(texts.join('').length / 4);
  return {
    object: 'list',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
