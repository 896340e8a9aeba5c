import { describe, expect, it } from 'vitest';
import { ownTemplateSchema } from '#contract/power-ups/templates.ts';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { addBlank, isInText, nameAfterLabel, placeBlank, removeBlank } from './blanks-in-text.ts';
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
    expect(removeBlank(draft, draft.blanks[0]!).body).toBe(body); // reason: it was just added
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

  it('a label names its blank everywhere, and words with a dollar sign are put back as they were', () => {
    const price = toEditBlank(aBlank({ name: 'text', label: 'Price of it', example: '$1 & $&' }));
    const draft = aDraft({
      subject: 'Only {{text}}',
      body: '{{text}}, {{text}}',
      blanks: [price],
      undecided: ['text'],
    });
    const named = nameAfterLabel(draft, price);
    expect([named.subject, named.body, named.undecided]).toEqual([
      'Only {{priceOfIt}}',
      '{{priceOfIt}}, {{priceOfIt}}',
      ['priceOfIt'],
    ]);
    expect(isInText(named, named.blanks[0]!)).toBe(true); // reason: it was just named
    const without = removeBlank(named, named.blanks[0]!); // reason: as above
    expect([without.subject, without.body, without.undecided]).toEqual(['Only $1 & $&', '$1 & $&, $1 & $&', []]);
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

it('a kept draft of another shape is dropped', () => {
  expect(parseEdit({ title: 'Thanks' })).toEqual(aDraft({}));
  for (const kept of [null, 7, { title: 7 }, { blanks: [{}] }, { category: 'letters' }, { assistantId: 'nobody' }])
    expect(parseEdit(kept)).toBeNull();
});
