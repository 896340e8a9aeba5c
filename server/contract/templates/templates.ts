import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { ASSISTANT_IDS } from '../chat/assistants.ts';
import { checkValues, exampleValues } from './blank-values.ts';
import { blankSchema, BLANKS_BYTES_MAX, BLANKS_MAX, blankValuesSchema, lineOf, type Blank } from './blanks.ts';
import { BLANK_IN_TEXT, type TemplateText } from './render-template.ts';
import { TEMPLATE_CATEGORIES } from './template-categories.ts';
import { bytesIn } from './template-files.ts';

/** Made here: the one beside the table of teammates would bring zod to every page, which all have that table. */
export const templateAssistantSchema = z.enum(ASSISTANT_IDS);
export const templateCategorySchema = z.enum(TEMPLATE_CATEGORIES);

/** The tags of our own templates. People name theirs as they like. */
export const TEMPLATE_TAGS = [
  'blog',
  'brand',
  'caption',
  'community',
  'craft',
  'e-commerce',
  'event',
  'launch',
  'leads',
  'local',
  'newsletter',
  'offer',
  'onboarding',
  'planning',
  'pricing',
  'product',
  'proof',
  'recovery',
  'retargeting',
  'retention',
  'reviews',
  'search',
  'story',
  'trust',
  'video',
  'welcome',
] as const;

export const TEMPLATE_TITLE_MAX = 80;
export const TEMPLATE_DESCRIPTION_MAX = 160;
export const TEMPLATE_TEXT_MAX = 10_000;
export const TEMPLATE_SUBJECT_MAX = 200;
export const TEMPLATE_TAGS_MAX = 5;
/** How often blanks can occur in a text. With it, a filled-in text is at most about 210,000 characters long. */
export const BLANK_PLACES_MAX = 100;

const bodySchema = z
  .string()
  .max(TEMPLATE_TEXT_MAX, {
    error: `Please keep the text to ${TEMPLATE_TEXT_MAX.toLocaleString('en-US')} characters.`,
    abort: true,
  })
  .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .refine((text) => text !== '', 'Please write a text.');

export const templateTextSchema = z.object({ subject: lineOf(TEMPLATE_SUBJECT_MAX).nullable(), body: bodySchema });

const slugSchema = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

const namesIn = (text: string | null): string[] =>
  [...(text ?? '').matchAll(BLANK_IN_TEXT)].map(([, name = '']) => name);

/** Where blanks and text contradict each other, as sentences for the person who wrote them. */
function findBlankProblems(text: TemplateText, blanks: readonly Blank[]): string[] {
  const inSubject = namesIn(text.subject);
  const used = [...inSubject, ...namesIn(text.body)];
  if (used.length > BLANK_PLACES_MAX)
    return [`The text has ${used.length} places for blanks. The most is ${BLANK_PLACES_MAX}.`];
  const names = blanks.map(({ name }) => name);
  const lists = new Set(blanks.filter(({ kind }) => kind === 'list').map(({ name }) => name));
  const hasLines = ({ name, ...blank }: Blank) =>
    lists.has(name) || (blank.kind === 'text' && blank.isMultiline === true);
  const amongWords = text.body.split('\n').flatMap((line) => namesIn(line).filter((name) => line !== `{{${name}}}`));
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `Two blanks are called “${name}”.`),
    ...[...new Set(used)]
      .filter((name) => !names.includes(name))
      .map((name) => `The text has {{${name}}}, but there is no blank with that name.`),
    ...names.filter((name) => !used.includes(name)).map((name) => `The blank “${name}” isn’t used in the text.`),
    ...blanks
      .filter((blank) => hasLines(blank) && inSubject.includes(blank.name))
      .map(({ name }) => `The subject is one line, and the blank “${name}” can have several.`),
    ...[...new Set(amongWords)]
      .filter((name) => lists.has(name))
      .map((name) => `The list “${name}” needs a line of its own in the text.`),
  ];
}

/** What is wrong with a single blank, apart from the text. */
function findBlankFaults(blank: Blank): string[] {
  const { problems, values } = checkValues([blank], exampleValues([blank]));
  const ids = blank.kind === 'choice' ? blank.choices.map(({ id }) => id) : [];
  return [
    ...(blank.kind === 'number' && blank.min > blank.max
      ? [`The minimum for “${blank.name}” is higher than its maximum.`]
      : []),
    ...(blank.kind === 'list' && (blank.minItems ?? 1) > blank.maxItems
      ? [`The list “${blank.name}” needs more items than it can have.`]
      : []),
    ...(new Set(ids).size < ids.length ? [`Two choices of “${blank.name}” have the same id.`] : []),
    ...(Object.hasOwn(problems, blank.name) || !Object.hasOwn(values, blank.name)
      ? [`The example of “${blank.name}” doesn’t fit the blank.`]
      : []),
  ];
}

const shape = {
  title: lineOf(TEMPLATE_TITLE_MAX).min(1, 'Please give the template a title.'),
  description: lineOf(TEMPLATE_DESCRIPTION_MAX),
  category: templateCategorySchema,
  text: templateTextSchema,
  blanks: z
    .array(blankSchema)
    .max(BLANKS_MAX, { error: `A template has at most ${BLANKS_MAX} blanks.`, abort: true })
    .refine((blanks) => bytesIn(JSON.stringify(blanks)) <= BLANKS_BYTES_MAX, {
      error: 'The blanks are too long together. Please shorten their examples or choices.',
      abort: true,
    }),
};

function addProblems(
  { text, blanks }: { text: TemplateText; blanks: Blank[] },
  context: { addIssue: (issue: { code: 'custom'; message: string; path: string[] }) => void },
) {
  for (const message of findBlankProblems(text, blanks)) context.addIssue({ code: 'custom', message, path: ['text'] });
  for (const message of blanks.flatMap(findBlankFaults))
    context.addIssue({ code: 'custom', message, path: ['blanks'] });
}

/** A template that a person writes, and one in a file that is imported. */
export const ownTemplateSchema = z
  .object({
    ...shape,
    tags: z.array(lineOf(30).min(1)).max(TEMPLATE_TAGS_MAX, `A template has at most ${TEMPLATE_TAGS_MAX} tags.`),
  })
  .superRefine(addProblems);
export type OwnTemplate = z.infer<typeof ownTemplateSchema>;

/** A template in `server/content/templates`. */
export const templateSchema = z
  .object({
    ...shape,
    id: slugSchema,
    whenToUse: lineOf(300).min(1),
    assistantId: templateAssistantSchema,
    tags: z.array(z.enum(TEMPLATE_TAGS)).min(1).max(TEMPLATE_TAGS_MAX),
    isPremium: z.boolean(),
    /** The template filled in for an invented business, which `business` names as one. */
    example: z.object({ business: lineOf(100).min(1), values: blankValuesSchema }),
  })
  .superRefine(addProblems);
export type Template = z.infer<typeof templateSchema>;

/** What identifies a template: a slug for ours, an id for a person's own. */
export const templateIdSchema = z.union([idSchema, slugSchema]);
