import { describe, expect, test } from 'vitest';
import { checkAnswer, type CheckKind } from '../../scripts/eval/answers/checks/check-answer.ts';
import { inventedFigures } from '../../scripts/eval/answers/checks/figures.ts';
import { languageOf } from '../../scripts/eval/answers/checks/language.ts';
import { missingShapes, questionFault, wordsIn } from '../../scripts/eval/answers/checks/markdown.ts';
import type { Allowance, Business, EvalCase } from '../../scripts/eval/answers/eval-case.ts';
import { EVAL_DAY, requestOf } from '../../scripts/eval/answers/request-of.ts';

// An invented business, as everywhere in these sets.
const business: Business = {
  isInvented: true,
  profile: {
    fullName: 'Nora Lind',
    businessName: 'Harbor Kiln',
    website: 'harborkiln.example',
    businessType: 'ecommerce',
    businessGoals: ['sales'],
    businessSize: 'small',
    revenueRange: null,
  },
  facts: [
    'The gray bowl costs $28.',
    'The workshop runs from 10:00 to 13:00 and costs $65.',
    'Words to avoid: “rustic”.',
  ],
};
const figures = (answer: string, said = '', allow: Allowance = {}) =>
  inventedFigures(answer, {
    given: [said, ...business.facts],
    question: said,
    data: business.facts,
    allow,
    today: EVAL_DAY,
  });

describe('a figure from nowhere', () => {
  test.each([
    ['a price', 'The bowl costs $32.', ['32']],
    ['a share', 'About 40% of buyers come back.', ['40']],
    ['a large number', 'You have 1,200 customers.', ['1,200']],
    ['a German number', 'Das sind 1.250,50 Euro.', ['1.250,50']],
    ['a deadline in days', 'We answer within 3 days.', ['3']],
    ['a date far away', 'We open on May 14, 2027.', ['14', '2027']],
    ['one in a table', '| Visits | 512 |\n|---|---|', ['512']],
    ['one behind a label', 'Step 2 brings 500 visits.', ['500']],
    ['a share behind a label', 'Opens per email 45%.', ['45']],
    ['a result, where nothing may be calculated', 'Two bowls cost $56.', ['56']],
  ])('is found: %s', (_what, answer, invented) => {
    expect(figures(answer)).toEqual(invented);
  });

  test.each([
    ['a wrong result', 'Bowl and workshop: $28 + $65 = $94.', ['94']],
    ['a share that nothing shown makes', 'The bowl costs $28. That is 37% of what others ask.', ['37']],
    ['a result whose numbers are not shown', 'You make $1,820 on it.', ['1,820']],
    ['a figure that only another invented one explains', 'With 51 buyers you make $1,428.', ['51', '1,428']],
  ])('is found where calculating is allowed: %s', (_what, answer, invented) => {
    expect(figures(answer, '', { arithmetic: true })).toEqual(invented);
  });
});

describe('a figure that is explained', () => {
  test.each<[string, string, string, Allowance]>([
    ['given in the facts', 'It costs $28.00, or 28 dollars.', '', {}],
    ['given in words', 'Here are your 5 leads.', 'Sort my five leads.', {}],
    ['the number of a list item, a step or a row', '1. Begin\n2. **Go on**\n\nDay 3: rest\n\n| 4 | four |', '', {}],
    ['an hour told differently', 'From 10 am to 1 pm, or 1:00 p.m.', '', {}],
    ['a day in the coming weeks', 'On November 27, 28. November, 4 de diciembre or 2026-12-01.', '', {}],
    ['a length of the answer’s own text', 'The title (52 characters) and 8 words.', '', {}],
    ['a name with digits', 'An A4 sheet in Q4, open 24/7.', '', {}],
    ['a gap', 'It takes [5 to 7?] days.', '', {}],
    ['in an address or a merge field', '[Shop](https://harborkiln.example/2031) for {{name_7}}', '', {}],
    ['a sum', 'Two at $28 cost $56, with the workshop ($65) $121.', 'I want 2.', { arithmetic: true }],
    ['a change in percent', 'That is 12.5% less.', 'First 640, then 560.', { arithmetic: true }],
    ['the total of a column', 'In all 54 orders.', 'a, 21, 7\nb, 33, 9', { arithmetic: true }],
    ['a second of a script', '0:00–0:03, then 3–9 s', '', { upTo: 30 }],
    ['the effort of a step', 'It takes 45 minutes, or 1.5 hours.', '', { effort: true }],
    ['in code', '```css\na { margin: 12px }\n```', '', { code: true }],
  ])('passes: %s', (_what, answer, said, allow) => {
    expect(figures(answer, said, allow)).toEqual([]);
  });
});

describe('the structure of an answer', () => {
  test.each([
    ['table', '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b'],
    ['list', '- one\n- two', '- one'],
    ['quote', 'Reply:\n\n> Dear you,', 'a > b'],
    ['code', '```sql\nSELECT 1\n```', '`SELECT 1`'],
    ['headings', '## One\n\n**Two**\n', '## One'],
  ] as const)('has a %s or not', (shape, has, hasNot) => {
    expect(missingShapes(has, [shape])).toEqual([]);
    expect(missingShapes(hasNot, [shape])).toEqual([shape]);
  });

  test('code counts neither as a table nor as a list', () => {
    expect(missingShapes('```md\n| a | b |\n|---|---|\n- x\n- y\n```', ['table', 'list'])).toEqual(['table', 'list']);
  });

  test('its words are counted without signs', () => {
    expect(wordsIn('## Two words\n\n- three | *four*')).toBe(4);
  });
});

describe('at most one question, at the end', () => {
  test.each([
    ['no question', 'Do this.\n\nThen that.', false, null],
    ['one at the end', 'Do this.\n\nWhen do you open?', false, null],
    ['one in the middle', 'When do you open? I ask first.\n\nDo this.', false, 'a question that is not at the end'],
    ['two', 'Do this.\n\nWhen do you open? And who helps?', false, '2 questions'],
    ['a list of questions at the end', 'I need:\n\n- When?\n- Who?', false, '2 questions'],
    ['a step that is worded as one', '1. Is it in the sheet? Then stop.\n2. Add it.\n\nDone.', false, null],
    ['those of a quoted reply', '> How are you? Can you send a photo?\n\nShall I make it shorter?', false, null],
    ['those in quotation marks', 'Ask “compared with what?” and “when?”.', false, null],
    ['those of a draft', 'Do you need a mug? Or two?\n\nSee you there.', true, null],
    ['two after a draft', 'Do you need a mug?\n\nShorter? Or longer?', true, '2 questions at the end'],
  ])('%s', (_what, answer, isDraft, fault) => {
    expect(questionFault(answer, isDraft)).toBe(fault);
  });
});

test.each([
  ['en', 'This is the page that you need, and it is not long.'],
  ['de', 'Das ist die Seite, die du brauchst, und sie ist nicht lang.'],
  ['es', 'Esta es la página que necesitas para el menú, y no es larga.'],
  ['fr', 'C’est la page qui vous manque, et elle n’est pas longue pour les clients.'],
  [null, 'Keramik, Porzellan, Steinzeug.'],
])('the language of a text is recognized: %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});

describe('the checks of a case', () => {
  const one: EvalCase = {
    name: 'answers a customer',
    business: 'harbor-kiln',
    question: 'What do I say to somebody who finds the bowl too expensive and wants a discount?',
    expects: {
      shape: ['quote'],
      words: [20, 80],
      facts: [['$28', '28 dollars']],
      gap: true,
      handover: ['finny'],
      avoids: ['rustic'],
    },
  };
  const good = `> I understand. The bowl costs $28 because it is thrown by hand and will be with you for years.

Whether you can afford [your discount] is a question for Finny: “What is left of the bowl at that price?”`;
  const faultsOf = (answer: string) =>
    checkAnswer(answer, one, business, requestOf('milli', one, business)).filter(({ fault }) => fault !== null);

  test('a good answer passes all of them', () => {
    expect(faultsOf(good)).toEqual([]);
  });

  test.each<[CheckKind, string]>([
    ['shape', good.replace('> ', '')],
    ['length', good.repeat(3)],
    ['question', `${good}\n\nWho is it? And what did you offer?`],
    ['figures', `${good} I would go down to $24.`],
    ['facts', good.replace('$28', 'what it costs')],
    ['gap', good.replace('[your discount]', 'that')],
    ['handover', good.replace('Finny', 'your bookkeeper')],
    ['avoids', good.replace('by hand', 'in a rustic way')],
    [
      'language',
      '> Die Schale kostet $28, und das ist sie wert. Das ist nicht zu viel für ein Stück, das [Jahre] bleibt. Finny kann dir sagen, was davon für dich bleibt.',
    ],
  ])('%s fails alone', (kind, answer) => {
    expect(faultsOf(answer).map((check) => check.kind)).toEqual([kind]);
  });

  test('a phrase counts only as a whole', () => {
    expect(faultsOf(good.replace('$28', '$280')).map(({ kind }) => kind)).toEqual(['figures', 'facts']);
    expect(faultsOf(good.replace('by hand', 'rustically'))).toEqual([]);
  });
});
