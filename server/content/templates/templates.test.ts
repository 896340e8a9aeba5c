import { describe, expect, test } from 'vitest';
import { checkValues, exampleValues } from '#contract/templates/blank-values.ts';
import type { Blank, BlankValue } from '#contract/templates/blanks.ts';
import { BLANK_IN_TEXT, renderTemplate } from '#contract/templates/render-template.ts';
import { ownTemplateSchema, TEMPLATE_TAGS, templateSchema, type Template } from '#contract/templates/templates.ts';
import { readSourceFiles } from '#tests/architecture/source-files.ts';
import { EXAMPLE_BUSINESSES } from './built-in.ts';
import { TEMPLATES } from './index.ts';

const wholeText = ({ text }: Template) => `${text.subject ?? ''}\n${text.body}`;
const namesIn = (text: string) => [...text.matchAll(BLANK_IN_TEXT)].map(([, name]) => name);
const rendered = (template: Template, values = template.example.values) => {
  const { subject, body } = renderTemplate(template, values);
  return `${subject ?? ''}\n${body}`;
};

/** Every text of a template that a person reads, its filled-in example included. */
const textsOf = (template: Template) => [
  template.title,
  template.description,
  template.whenToUse,
  rendered(template),
  ...template.blanks.flatMap((blank) => [
    blank.label,
    blank.hint,
    ...(blank.kind === 'choice' ? blank.choices.flatMap(({ label, text }) => [label, text]) : []),
  ]),
];

/** A value as long as the blank allows. */
function longestValue(blank: Blank): BlankValue {
  if (blank.kind === 'text') return 'x'.repeat(blank.maxLength);
  if (blank.kind === 'list') return Array.from({ length: blank.maxItems }, () => 'x'.repeat(blank.maxLength));
  if (blank.kind === 'number') return blank.max;
  // No day is longer: Wednesday, September 30.
  if (blank.kind === 'date') return blank.weekday === 'Monday' ? '2026-09-28' : '2026-09-30';
  return blank.choices.toSorted((a, b) => b.text.length - a.text.length)[0]?.id ?? '';
}

test('there are 24: 8 emails, 6 social posts, 5 ads and 5 texts, each with an id of its own', () => {
  const counts = Object.groupBy(TEMPLATES, ({ category }) => category);
  expect(Object.entries(counts).map(([category, { length }]) => [category, length])).toEqual([
    ['email', 8],
    ['social', 6],
    ['ads', 5],
    ['content', 5],
  ]);
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(24);
  expect(new Set(TEMPLATES.map(({ title }) => title)).size).toBe(24);
});

test('every file is in the list, under the folder of its category and the name of its id', () => {
  const files = readSourceFiles(/\.ts$/)
    .map(({ path }) => /^server\/content\/templates\/(\w+\/[\w-]+)\.ts$/.exec(path)?.[1])
    .filter((path) => path !== undefined && !path.startsWith('ads/ad-'));
  expect(new Set(files)).toEqual(new Set(TEMPLATES.map(({ category, id }) => `${category}/${id}`)));
});

test('the premium ones are those that were announced', () => {
  expect(
    TEMPLATES.filter(({ isPremium }) => isPremium)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual([
    'Abandoned basket reminder',
    'Case story',
    'Month planner',
    'Price change notice',
    'Retargeting set',
    'Search ad, local service',
    'Shopping titles',
    'Short-video caption',
    'Win-back note',
  ]);
});

test('every tag of the list is used, and each category is its teammate’s', () => {
  expect([...new Set(TEMPLATES.flatMap(({ tags }) => tags))].toSorted()).toEqual([...TEMPLATE_TAGS].toSorted());
  expect(new Set(TEMPLATES.map(({ category, assistantId }) => `${category} ${assistantId}`)).size).toBe(4);
});

test('the examples are of four invented businesses, and all four occur', () => {
  const businesses = Object.values(EXAMPLE_BUSINESSES);
  for (const business of businesses) expect(business).toMatch(/\(invented, as are the people in it\)$/);
  expect([...new Set(TEMPLATES.map(({ example }) => example.business))].toSorted()).toEqual([...businesses].toSorted());
});

describe.each(TEMPLATES)('$title', (template) => {
  const { blanks, text, example } = template;

  test('is complete and within bounds: each blank stands in the text, and each in the text is a blank', () => {
    expect(templateSchema.parse(template)).toEqual(template);
    expect(new Set(namesIn(wholeText(template)))).toEqual(new Set(blanks.map(({ name }) => name)));
  });

  test('could be copied as a template of one’s own', () => {
    expect(ownTemplateSchema.safeParse(template).error).toBeUndefined();
  });

  test('has an example that fills in everything', () => {
    const { values, problems } = checkValues(blanks, example.values);
    expect(problems).toEqual({});
    expect(values).toEqual(example.values);
    expect(renderTemplate(template, values).missing).toEqual([]);
    expect(rendered(template)).not.toMatch(/\{\{|\}\}|\[|\]/);
    expect(rendered(template)).not.toMatch(/undefined|null|NaN/);
  });

  test('takes the longest values of all blanks', () => {
    const values = Object.fromEntries(blanks.map((blank) => [blank.name, longestValue(blank)]));
    expect(checkValues(blanks, values)).toEqual({ values, problems: {} });
  });

  test('leaves no hole where an optional blank is empty, and none of what is required goes with it', () => {
    const required = blanks.filter(({ isRequired }) => isRequired);
    const { subject, body, missing } = renderTemplate(template, exampleValues(required));
    expect(missing).toEqual([]);
    expect(body).not.toMatch(/\n{3,}|^\n|\n$|: *\n\n| {2}|\[/);
    expect(subject ?? 'a subject').not.toBe('');
    const alone = text.body
      .split('\n')
      .filter((line) => namesIn(line).some((name) => !required.some((one) => one.name === name)));
    for (const line of alone) expect(namesIn(line), `the line “${line}”`).toHaveLength(1);
  });

  test('begins its lines with capital letters, though people type small ones', () => {
    const small = Object.fromEntries(
      blanks.map((blank) => [blank.name, blank.kind === 'text' && blank.ending ? 'a value' : blank.example]),
    );
    expect(rendered(template, small)).not.toMatch(/^(?:\d\. )?[a-z]|[.?] a value/m);
  });

  test('says nothing twice where a fact’s whole sentence follows a label', () => {
    const sentences = blanks.filter((blank) => blank.kind === 'text' && blank.ending === 'sentence' && blank.from);
    for (const { name, label } of sentences)
      expect(rendered(template, { ...example.values, [name]: `${label} is free.` })).not.toMatch(/\b(\w+): \1\b/i);
  });

  test('has no double punctuation, whatever way people end what they type', () => {
    for (const end of ['', '.'])
      expect(
        rendered(
          template,
          Object.fromEntries(
            blanks.map((blank) => [
              blank.name,
              blank.kind === 'text' && blank.ending ? `a value${end}` : blank.example,
            ]),
          ),
        ),
      ).not.toMatch(/\.\.|[,:;]\.| [.,:;?]|[.,:;]{2}/);
  });

  test('reads plainly: no exclamation marks, no filler, typographic quotes', () => {
    for (const read of textsOf(template)) {
      expect(read).not.toContain('!');
      expect(read).not.toMatch(/['"`]/);
      expect(read).not.toMatch(
        /\b(?:unlock|elevat|supercharg|revolution|seamless|effortless|leverag|game.chang|cutting.edge|delve|thrilled|excited|magic|stunning|amazing|hurry|don’t miss|act now|look no further|world.class|journey|solutions?|passionate)/i,
      );
      expect(read).not.toMatch(/—|–/);
    }
    for (const { hint } of blanks) expect(hint, 'every hint is a sentence').toMatch(/[.?]$/);
    expect(template.description).toMatch(/\.$/);
    expect(template.whenToUse).toMatch(/\.$/);
  });

  test('claims nothing of its own: figures, names and links are blanks', () => {
    expect(wholeText(template).replaceAll(BLANK_IN_TEXT, '')).not.toMatch(/\$|%|\d{3,}|studies|percent|https?:|\.com/i);
    for (const link of rendered(template).match(/\b[\w.@-]+\.(?:com|net|org|io|test|example)\b/g) ?? [])
      expect(link).toMatch(/\.example$/);
  });

  test('promises no link that isn’t in the text', () => {
    expect(text.body).not.toMatch(/link (?:below|above|at the bottom)|unsubscribe/i);
  });

  test('asks for days by names that it has', () => {
    const days = blanks.filter(({ kind }) => kind === 'date').map(({ name }) => name);
    for (const blank of blanks)
      if (blank.kind === 'date')
        expect(days).toEqual(expect.arrayContaining([blank.notBefore, blank.notAfter].filter(Boolean)));
  });

  test('an email has a subject, and nothing else does', () => {
    expect(text.subject !== null).toBe(template.category === 'email');
  });
});

/**
 * The labels of lines in an ad, each with the most characters that may stand after it. These are figures of the ad systems, so they don't
 * come from our constants.
 */
const AD_LINES: Record<string, [label: RegExp, most: number][]> = {
  'search-ad-local-service': [
    [/^Headline \d: /, 30],
    [/^Description \d: /, 90],
    [/^Path: /, 15],
  ],
  'retargeting-set': [
    [/^Text: /, 125],
    [/^Headline: /, 40],
  ],
  'seasonal-offer': [
    [/^Text: /, 125],
    [/^Headline: /, 40],
    [/^Description: /, 30],
  ],
  'lead-form-ad': [
    [/^Text: /, 125],
    [/^Headline: /, 40],
    [/^Description: /, 30],
    [/^Form headline: /, 60],
    [/^Question: /, 80],
    [/^- /, 40],
    [/^Thank-you headline: /, 60],
  ],
  'shopping-titles': [[/^(?:For most products|If people .+?): /, 150]],
};

describe('ads stay within the limits of the ad systems, also with the longest values', () => {
  const ads = TEMPLATES.filter(({ category }) => category === 'ads');

  test.each(ads)('$title', (template) => {
    const longest = Object.fromEntries(template.blanks.map((blank) => [blank.name, longestValue(blank)]));
    const limits = AD_LINES[template.id] ?? [];
    expect(limits.length).toBeGreaterThan(0);
    for (const values of [template.example.values, longest])
      for (const [label, most] of limits) {
        const lines = rendered(template, values)
          .split('\n')
          .filter((line) => label.test(line));
        expect(lines.length, String(label)).toBeGreaterThan(0);
        for (const line of lines) expect(line.replace(label, '').length, line).toBeLessThanOrEqual(most);
      }
  });
});

test('the about page has about 150 words, and the video’s words can be said in 30 seconds', () => {
  const about = TEMPLATES.find(({ id }) => id === 'about-page');
  const video = TEMPLATES.find(({ id }) => id === 'video-script-30-seconds');
  if (!about || !video) throw new Error('a template is missing');
  const wordsOf = (text: string) => text.match(/\S+/g)?.length ?? 0;
  expect(wordsOf(rendered(about))).toBeGreaterThanOrEqual(120);
  expect(wordsOf(rendered(about))).toBeLessThanOrEqual(165);
  const spoken = rendered(video).match(/^Say: .+$/gm) ?? [];
  expect(spoken).toHaveLength(4);
  expect(wordsOf(spoken.join(' '))).toBeLessThanOrEqual(75);
  const said = video.blanks
    .filter(({ name }) => name.endsWith('Words'))
    .map((blank) => (blank.kind === 'text' ? blank.maxLength : 0));
  // A word and its space are about six characters, and 75 words take half a minute.
  expect(said.reduce((sum, most) => sum + most, 0)).toBeLessThanOrEqual(75 * 6);
});
