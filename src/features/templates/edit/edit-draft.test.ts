import { describe, expect, it } from 'vitest';
import { ownTemplateSchema } from '#contract/templates/templates.ts';
import { TEMPLATES } from '#server/content/templates/index.ts';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { addBlank, isInText, nameAfterLabel, nextUndecided, placeBlank, removeBlank } from './blanks-in-text.ts';
import { EMPTY_DRAFT, nameFor, parseEdit, toEditBlank, toTemplate, type EditDraft } from './edit-draft.ts';

const aDraft = (changes: Partial<EditDraft>): EditDraft => ({ ...EMPTY_DRAFT, title: 'Thanks', ...changes });
const at = (text: string, words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });

it.each([
  ['Reply by', [], 'replyBy'],
  ['Café & owner’s name', [], 'cafeOwnersName'],
  ['2nd price', [], 'ndPrice'],
  ['日付', [], 'blank'],
  ['Price', ['price', 'price2'], 'price3'],
])('a blank labeled %j is called so that the text can be read', (label, taken, name) =>
  expect(nameFor(label, taken)).toBe(name),
);

describe('blanks in a text', () => {
  it('selected words become a blank and its example', () => {
    const body = 'See you on Friday.';
    const { draft, name, caret } = addBlank(aDraft({ body }), at(body, 'Friday'), 'text');
    expect(draft.body).toBe('See you on {{text}}.');
    expect([name, caret]).toEqual(['text', 'See you on {{text}}'.length]);
    expect(draft.blanks[0]?.example).toBe('Friday');
    expect(removeBlank(draft, caret, draft.blanks[0]!).draft.body).toBe(body); // reason: it was just added
  });

  it('a list gets a line of its own', () => {
    const body = 'New: bowls and more';
    const { draft } = addBlank(aDraft({ body }), at(body, ' bowls'), 'list');
    expect(draft.body).toBe('New:\n{{list}}\n and more');
    expect(placeBlank(draft, { start: 0, end: 0 }, draft.blanks[0]!).draft.body).toBe(
      // reason: it was just added
      '{{list}}\nNew:\n{{list}}\n and more',
    );
  });

  it('a day that has to come after another keeps to it when that one gets a new name', () => {
    const day = { kind: 'date', example: '2026-12-01' } as const; // reason: the kind is a literal
    const first = toEditBlank(aBlank({ ...day, name: 'date', label: 'First day' }));
    const last = toEditBlank(aBlank({ ...day, name: 'last', isUpcoming: true, notBefore: 'date' }));
    const { draft } = nameAfterLabel(aDraft({ body: '{{date}} {{last}}', blanks: [first, last] }), 0, first);
    const changed = { ...draft, blanks: draft.blanks.map((blank) => ({ ...blank, example: '2026-12-02' })) };
    for (const one of [draft, changed])
      expect(toTemplate(one).blanks[1]).toMatchObject({ notBefore: 'firstDay', isUpcoming: true });
  });

  it('a label names its blank everywhere, and words with a dollar sign are put back as they were', () => {
    const price = toEditBlank(aBlank({ name: 'text', label: 'Price of it', example: '$1 & $&' }));
    const draft = aDraft({
      subject: 'Only {{text}}',
      body: '{{text}}, {{text}}',
      blanks: [price],
      undecided: ['text'],
    });
    const { draft: named } = nameAfterLabel(draft, 0, price);
    expect([named.subject, named.body, named.undecided]).toEqual([
      'Only {{priceOfIt}}',
      '{{priceOfIt}}, {{priceOfIt}}',
      ['priceOfIt'],
    ]);
    expect(isInText(named, named.blanks[0]!)).toBe(true); // reason: it was just named
    const { draft: without } = removeBlank(named, 0, named.blanks[0]!); // reason: as above
    expect([without.subject, without.body, without.undecided]).toEqual(['Only $1 & $&', '$1 & $&, $1 & $&', []]);
  });

  it('the next blank goes where the cursor was left, whatever the ones before it are called by then', () => {
    const body = 'Hi name, welcome';
    const first = addBlank(aDraft({ body }), at(body, 'name'), 'text');
    const second = addBlank(first.draft, { start: first.caret, end: first.caret }, 'date');
    expect(second.draft.body).toBe('Hi {{text}}{{date}}, welcome');
    const labeled = { ...first.draft.blanks[0]!, label: 'Customer name' }; // reason: it was just added
    const named = nameAfterLabel(second.draft, second.caret, labeled);
    expect(named.draft.body.slice(0, named.caret)).toBe('Hi {{customerName}}{{date}}');
    const third = addBlank(named.draft, { start: named.caret, end: named.caret }, 'number');
    expect(third.draft.body).toBe('Hi {{customerName}}{{date}}{{number}}, welcome');
    const without = removeBlank(third.draft, third.caret, third.draft.blanks[0]!); // reason: as above
    expect(without.draft.body.slice(0, without.caret)).toBe('Hi name{{date}}{{number}}');
    const inside = nameAfterLabel(first.draft, 'Hi {{te'.length, { ...labeled, label: 'Who' });
    expect(inside.draft.body.slice(0, inside.caret)).toBe('Hi {{who}}');
  });

  it('the next suggested blank is the one after, or else the first', () => {
    const blanks = ['who', 'day', 'price'].map((name) => toEditBlank(aBlank({ name })));
    const draft = aDraft({ blanks, undecided: ['who', 'price'] });
    expect([nextUndecided(draft, 0), nextUndecided(draft, 1), nextUndecided(draft, 3)]).toEqual([
      'who',
      'price',
      'who',
    ]);
    expect(nextUndecided({ ...draft, undecided: [] }, 0)).toBeUndefined();
  });
});

it('what was edited is what the server takes, for each kind of blank', () => {
  const blanks = [
    aBlank({ name: 'who', label: 'Who', maxLength: 40, ending: 'phrase', from: { profile: 'fullName' } } as never), // reason: of a text
    aBlank({ name: 'price', label: 'Price', kind: 'number', example: 12.5, min: 0, max: 99 }),
    aBlank({ name: 'day', label: 'Day', kind: 'date', example: '2026-11-28' }),
    aBlank({ name: 'news', label: 'News', kind: 'list', example: ['A bowl', 'A cup'], maxItems: 4, maxLength: 50 }),
    aBlank({
      name: 'tone',
      label: 'Tone',
      kind: 'choice',
      example: 'warm',
      choices: [
        { id: 'warm', label: 'Warm', text: 'Dear friend' },
        { id: 'brief', label: 'Brief', text: 'Hi: you' },
      ],
    }),
  ];
  const body = '{{tone}} {{who}} {{price}} {{day}}\n{{news}}';
  const draft = aDraft({ body, tags: '#thanks, after sales ,', blanks: blanks.map(toEditBlank) });
  const parsed = ownTemplateSchema.safeParse(toTemplate(draft));
  expect(parsed.error?.issues).toBeUndefined();
  expect(parsed.data?.blanks).toEqual(blanks);
  expect(parsed.data?.tags).toEqual(['thanks', 'after sales']);
});

it.each(TEMPLATES.map((template) => [template.id, template] as const))(
  // reason: a pair, not a list
  'nothing of %s is lost when a copy of it is edited',
  (_id, { title, description, category, tags, text, blanks }) => {
    const draft = aDraft({
      title,
      description,
      category,
      tags: tags.join(', '),
      ...text,
      blanks: blanks.map(toEditBlank),
    });
    expect(toTemplate(draft)).toEqual({ title, description, category, tags, text, blanks });
  },
);

it('what isn’t edited of a blank stays when its example changes', () => {
  const choices = [
    { id: 'a', label: 'Warm', text: 'Dear friend' },
    { id: 'b', label: 'Brief', text: 'Hi' },
  ];
  const changed = (blank: Parameters<typeof toEditBlank>[0], example: string) =>
    toTemplate(aDraft({ blanks: [{ ...toEditBlank(blank), example }] })).blanks[0];
  const word = { ...aBlank({ name: 'who' }), isMultiline: true, ending: 'phrase' };
  expect(changed(word as never, 'Bowls')).toEqual({ ...word, example: 'Bowls' }); // reason: of a text
  const list = aBlank({ name: 'news', kind: 'list', example: ['A', 'B'], minItems: 2, maxItems: 4, maxLength: 50 });
  expect(changed(list, 'A\nC')).toEqual({ ...list, example: ['A', 'C'] });
  const tone = aBlank({ name: 'tone', kind: 'choice', example: 'b', choices });
  expect(changed(tone, 'Formal: Dear customer\nBrief: Hello')).toMatchObject({
    example: 'b',
    choices: [
      { id: 'formal', label: 'Formal', text: 'Dear customer' },
      { id: 'b', label: 'Brief', text: 'Hello' },
    ],
  });
});

it('a kept draft comes with the version it was made to, and one of another shape is dropped', () => {
  const draft = aDraft({});
  expect(parseEdit({ draft: { title: 'Thanks' }, version: 3 })).toEqual({ draft, version: 3, start: null });
  expect(parseEdit({ draft, version: null, start: { title: 'Thanks' } })).toEqual({
    draft,
    version: null,
    start: draft,
  });
  for (const kept of [null, 7, { title: 7 }, { blanks: [{}] }, { category: 'letters' }, { assistantId: 'nobody' }])
    expect([parseEdit(kept), parseEdit({ draft: kept })]).toEqual([null, null]);
});
