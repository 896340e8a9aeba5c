import { describe, expect, test } from 'vitest';
import { exampleValues } from './blank-values.ts';
import type { Blank } from './blanks.ts';
import { minutesToRead } from '../reading-time.ts';
import { renderTemplate, wordsIn } from './render-template.ts';

const aText = (name: string, more: Partial<Extract<Blank, { kind: 'text' }>> = {}): Blank => ({
  kind: 'text',
  name,
  label: `The ${name}`,
  hint: '',
  example: 'something',
  isRequired: true,
  maxLength: 200,
  ...more,
});

const aList: Blank = {
  kind: 'list',
  name: 'items',
  label: 'Items',
  hint: '',
  example: ['one'],
  isRequired: true,
  maxItems: 5,
  maxLength: 50,
};

const render = (body: string, blanks: Blank[], values: Record<string, string | number | string[]>) =>
  renderTemplate({ text: { subject: null, body }, blanks }, values);

describe('a template', () => {
  test('gets each value where its name stands, in the subject too', () => {
    const text = { subject: 'For {{who}}', body: 'Hello {{who}}, yes {{who}}.' };
    const { subject, body, missing } = renderTemplate({ text, blanks: [aText('who')] }, { who: 'Ada' });
    expect({ subject, body, missing }).toEqual({ subject: 'For Ada', body: 'Hello Ada, yes Ada.', missing: [] });
  });

  test('writes numbers, days, lists and choices as a person would', () => {
    const common = { label: 'A label', hint: '', isRequired: true };
    const blanks: Blank[] = [
      { ...common, kind: 'number', name: 'year', example: 2014, min: 1900, max: 3000 },
      { ...common, kind: 'number', name: 'many', example: 12_500, min: 0, max: 1_000_000 },
      { ...common, kind: 'date', name: 'day', example: '2026-11-28' },
      { ...common, kind: 'choice', name: 'pick', example: 'b', choices: [{ id: 'b', label: 'B', text: 'the second' }] },
      aList,
    ];
    expect(
      render('Since {{year}}, {{many}}, {{day}}, {{pick}}:\n{{items}}', blanks, {
        ...exampleValues(blanks),
        items: ['bread', 'salt'],
      }).body,
    ).toBe('Since 2014, 12,500, Saturday, November 28, the second:\n- bread\n- salt');
  });

  test.each(['{{b}}', '{{a}}', '<b>{{a}}</b>', '<script>alert(1)</script>', '$& $1 $$', '*|FNAME|*', '&lt;'])(
    'inserts %s as text and never reads it for blanks',
    (value) => {
      expect(render('x {{a}} y {{b}}', [aText('a'), aText('b')], { a: value, b: 'B' }).body).toBe(`x ${value} y B`);
    },
  );

  test('knows one syntax only: what looks similar stays text', () => {
    const text = '{a} {{ a }} {{A}} {{#if a}} {{{a}}} {{x{{a}}y}} {{toString}} <!-- {{a -->';
    expect(render(text, [aText('a')], { a: '1' }).body).toBe(
      '{a} {{ a }} {{A}} {{#if a}} {1} {{x1y}} {{toString}} <!-- {{a -->',
    );
  });

  test('takes nothing from what every object inherits', () => {
    expect(render('{{constructor}}', [aText('constructor')], {})).toMatchObject({
      body: '[The constructor]',
      missing: ['constructor'],
    });
  });

  test('says which required blanks are missing and shows their labels', () => {
    const { body, missing, segments } = render('By {{day}}, {{who}}.', [aText('who'), aText('day')], { who: 'Ada' });
    expect(missing).toEqual(['day']);
    expect(body).toBe('By [The day], Ada.');
    expect(segments.body).toEqual([
      { kind: 'text', text: 'By ' },
      { kind: 'missing', name: 'day', text: '[The day]' },
      { kind: 'text', text: ', ' },
      { kind: 'value', name: 'who', text: 'Ada' },
      { kind: 'text', text: '.' },
    ]);
  });

  test.each([
    ['Hello,\n\n{{a}}\n\nBye', 'Hello,\n\nBye'],
    ['Hello,\nP.S. {{a}}\nBye', 'Hello,\nBye'],
    ['{{a}}\n\nBye', 'Bye'],
    ['Bye\n\n{{a}}', 'Bye'],
    ['Hello,\n\n{{a}}\n\n{{a}}\n\nBye', 'Hello,\n\nBye'],
    ['Hello,\n\n\nBye', 'Hello,\n\n\nBye'],
    ['{{a}}', ''],
  ])('leaves out the line of an optional blank that is empty: %j', (text, expected) => {
    expect(render(text, [aText('a', { isRequired: false })], {}).body).toBe(expected);
  });

  test('ends sentences with a period and phrases without one', () => {
    const blanks = [aText('whole', { ending: 'sentence' }), aText('part', { ending: 'phrase' })];
    const endings = (whole: string, part: string) => render('{{whole}} Bring {{part}}.', blanks, { whole, part }).body;
    expect(endings('We are open', 'a mug.')).toBe('We are open. Bring a mug.');
    expect(endings('We are open.', 'a mug')).toBe('We are open. Bring a mug.');
    expect(endings('Are we open?', 'a mug...')).toBe('Are we open? Bring a mug...');
    expect(endings('It costs 5 €', 'a mug!')).toBe('It costs 5 €. Bring a mug!');
    expect(endings('See you 🎉', 'a mug')).toBe('See you 🎉 Bring a mug.');
  });

  test.each([
    ['with {{who}}. We notice', 'Beth’s Bread Co.', 'with Beth’s Bread Co. We notice'],
    ['with {{who}}. We’re', 'Acme Inc.', 'with Acme Inc. We’re'],
    ['with {{who}}.', 'Yahoo!', 'with Yahoo!'],
    ['“{{who}}.”', 'Who’s there?', '“Who’s there?”'],
    ['{{who}}, and', 'Acme Inc.', 'Acme Inc., and'],
    ['{{who}}?', 'Acme Inc.', 'Acme Inc.?'],
    ['{{who}}.example', 'Acme Inc.', 'Acme Inc..example'],
  ])('a sentence never ends twice: %j with %j', (text, who, expected) => {
    expect(render(text, [aText('who')], { who }).body).toBe(expected);
    expect(render(text, [aText('who', { ending: 'phrase' })], { who }).body).toBe(expected);
  });

  test.each([
    ['10 a.m. to 4 p.m.', '10 a.m. to 4 p.m.'],
    ['12 Alder St.', '12 Alder St.'],
    ['with Dana K.', 'with Dana K.'],
    ['T.V.', 'T.V.'],
    ['mugs, bowls etc.', 'mugs, bowls etc.'],
    ['just you and I.', 'just you and I'],
    ['in the sun.', 'in the sun'],
    ['at least five.', 'at least five'],
  ])('a phrase keeps the period of an abbreviation and no other: %j', (typed, expected) => {
    expect(render('So: {{a}}', [aText('a', { ending: 'phrase' })], { a: typed }).body).toBe(`So: ${expected}`);
  });

  test.each([
    ['what do you eat for breakfast', 'What do you eat for breakfast?'],
    ['what do you eat for breakfast.', 'What do you eat for breakfast?'],
    ['What’s on your table?', 'What’s on your table?'],
    ['We’re curious. So, where do you sit', 'We’re curious. So, where do you sit?'],
    ['Tell us what you eat', 'Tell us what you eat.'],
    ['Butter or cheese?', 'Butter or cheese?'],
    ['Do you shop at Acme Inc.', 'Do you shop at Acme Inc.'],
  ])('a question gets its question mark: %j', (typed, expected) => {
    expect(render('{{a}}', [aText('a', { ending: 'question' })], { a: typed }).body).toBe(expected);
  });

  test('writes the year of a day unless it is clear', () => {
    const day: Blank = { kind: 'date', name: 'day', label: 'Day', hint: '', example: '2026-11-28', isRequired: true };
    const on = (value: string, today?: string) =>
      renderTemplate({ text: { subject: null, body: '{{day}}' }, blanks: [day] }, { day: value }, today).body;
    expect(on('2020-01-01', '2026-11-29')).toBe('Wednesday, January 1, 2020');
    expect(on('2027-01-04', '2026-11-29')).toBe('Monday, January 4');
    expect(on('2026-11-28', '2026-11-29')).toBe('Saturday, November 28');
    expect(on('2027-11-28', '2026-11-29')).toBe('Sunday, November 28, 2027');
    expect(on('2020-01-01')).toBe('Wednesday, January 1');
  });

  test('begins lines and sentences with a capital letter where the blank says how it ends', () => {
    const blanks = [aText('event', { ending: 'phrase' }), aText('who')];
    const capitals = (event: string, text = '{{event}} with {{who}}') =>
      render(text, blanks, { event, who: 'ada' }).body;
    expect(capitals('winter opening')).toBe('Winter opening with ada');
    expect(capitals('éclair day')).toBe('Éclair day with ada');
    expect(capitals('24 hours')).toBe('24 hours with ada');
    expect(capitals('iPad hours')).toBe('iPad hours with ada');
    expect(capitals('tea', 'Hello.\n{{event}}')).toBe('Hello.\nTea');
    expect(capitals('tea', '1. {{event}}')).toBe('1. Tea');
    expect(capitals('tea', 'Hello. {{event}}')).toBe('Hello. Tea');
    expect(capitals('tea', 'Bring: {{event}}')).toBe('Bring: tea');
    expect(capitals('tea', '{{who}} {{event}}\n{{who}}')).toBe('ada tea\nada');
  });

  test('puts one pair of marks around a quotation that was typed with its own', () => {
    const quoted = (quote: string, text = '“{{quote}}”') => render(text, [aText('quote')], { quote }).body;
    expect(quoted('“I love it.”')).toBe('“I love it.”');
    expect(quoted('"I love it."')).toBe('“I love it.”');
    expect(quoted('I love it.')).toBe('“I love it.”');
    expect(quoted('“Yes” and “no”')).toBe('““Yes” and “no””');
    expect(quoted('“I love it.”', '{{quote}}')).toBe('“I love it.”');
  });

  test('a thousand blanks, and ten times as many, are filled in', () => {
    const blanks = Array.from({ length: 1_000 }, (_, at) => aText(`b${at}`));
    const text = blanks.map(({ name }) => `{{${name}}}`).join(' ');
    const values = Object.fromEntries(blanks.map(({ name }) => [name, 'v']));
    expect(render(text, blanks, values).body).toBe(Array.from({ length: 1_000 }, () => 'v').join(' '));
    expect(render('{{a}}'.repeat(10_000), [aText('a')], { a: 'v' }).body).toBe('v'.repeat(10_000));
  });

  test.each(['{', '{{', '{{a', '{{a}', '}}', '\n', '{{a\n', ' '])(
    'takes time in proportion to a text of a million times %j',
    (piece) => {
      const text = piece.repeat(1_000_000);
      expect(render(text, [aText('a', { isRequired: false })], {}).body).toBe(text);
    },
  );
});

test('the reading time is counted in whole minutes, from one', () => {
  expect(minutesToRead(wordsIn({ subject: null, body: 'word' }))).toBe(1);
  expect(minutesToRead(wordsIn({ subject: 'a subject', body: 'word '.repeat(219) }))).toBe(2);
});
