import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { createImageDescription } from '#server/modules/brain/sources/describe-image.ts';
import { caseFields, defineTask, NOBODY } from './eval-task.ts';
import { fits, leaks, neverSchema, pointSchema, spellOut } from './words.ts';

const MIME = { '.png': 'image/png', '.webp': 'image/webp', '.jpg': 'image/jpeg' } as const;
const isPicture = (ending: string): ending is keyof typeof MIME => ending in MIME;

const caseSchema = z.strictObject({
  ...caseFields,
  /** In the folder `pictures` beside the set. */
  file: z.string().refine((name) => isPicture(extname(name))),
  must: z.array(pointSchema).min(1),
  never: z.array(neverSchema).default([]),
});
type ImageCase = z.output<typeof caseSchema>;

const RULES = { allText: 'word for word', noGuesses: 'Guess no names, prices or numbers' } as const;

export const image = defineTask<ImageCase>({
  name: 'image',
  schema: caseSchema,
  hasPrecision: false,
  kindOf: () => '',
  askedOf: ({ file }) => file,
  expectedOf: ({ must }) => must.map(({ says }) => says),
  rules: Object.values(RULES),

  judge: async (one, ask, folder) => {
    // A refused picture is an answer that is missing, so it isn’t told apart from other failures.
    const describe = createImageDescription({ ask, isModelEnabled: true, isRefusal: () => false });
    const bytes = await readFile(join(folder, 'pictures', one.file));
    const ending = extname(one.file);
    const mime = isPicture(ending) ? MIME[ending] : 'image/png';
    const picture = { kind: 'image' as const, mime, bytes, title: one.file, width: 0, height: 0 };
    const described = await describe(NOBODY, picture, new AbortController().signal);
    const text = typeof described === 'object' && 'text' in described ? described.text : '';
    const found = one.must.filter(({ words }) => fits(text, words));
    return {
      found: found.map(({ says }) => says),
      missed: one.must.filter((point) => !found.includes(point)).map(({ says }) => says),
      right: found.length,
      wrong: [],
      forbidden: one.never.filter(({ words }) => leaks(text, words)).map(({ why }) => why),
    };
  },

  script: ({ must, never }, follows) => ({
    lines: [
      ...must.map(({ says }) => (follows(RULES.allText) ? says : says.replaceAll(/\d/g, ''))),
      ...(follows(RULES.noGuesses) ? [] : never.map(({ words }) => spellOut(words))),
    ],
  }),
});
