import { describe, expect, test } from 'vitest';
import { findMatches, findTyped, searchedWords, wordsOf } from './search-words.ts';

const marked = (text: string, search: string) =>
  findMatches(text, searchedWords(search)).map(({ start, end }) => text.slice(start, end));

describe('a search', () => {
  test.each([
    ['sohne', 'Söhne & Töchter', ['Söhne']],
    ['Söhne', 'the Sohne', ['Sohne']],
    ['strasse', 'in der Straße', ['Straße']],
    ['Straße', 'in der STRASSE', ['STRASSE']],
    ['creme brulee', 'our Crème Brûlée', ['Crème', 'Brûlée']],
    ['CAFE', 'the cafe\u0301, open', ['cafe\u0301']],
    ['offnungszeiten', 'Die Öff\u00adnungszeiten', ['Öff\u00adnungszeiten']],
    ['naive facade', 'a naïve façade', ['naïve', 'façade']],
    ['500g', '５００ｇ of flour', ['５００ｇ']],
    ['Ｃａｆｅ', 'the cafe', ['cafe']],
    ['final', 'the ﬁnal list', ['ﬁnal']],
    ['smorrebrod lodz', 'Smørrebrød in Łódź', ['Smørrebrød', 'Łódź']],
    ['ΟΔΟΣ', 'η οδός', ['οδός']],
    ['0042', 'see invoice-0042.pdf', ['0042']],
    ['0042', 'see INV0042', ['0042']],
    ['inv0042', 'see INV0042', ['INV0042']],
    ['4195550134', 'call (419) 555-0134 now', ['419) 555-0134']],
    ['555-0134', 'call 419.555.0134', ['555.0134']],
    ['(419) 555-0134', 'call 4195550134', ['4195550134']],
    ['419 555', '555 and then 419', ['555', '419']],
    ['1250', 'costs $1,250.00', ['1,250.00']],
    ['4195550136', '419-555-0134, 419-555-0135, 419-555-0136', ['419-555-0136']],
    ['4195550134', 'Sizes 10 12 14 16 18 20 419-555-0134', ['419-555-0134']],
    ['가', '간장 주세요', []],
    ['간장', '간장 주세요', ['간장']],
    ['간장', '간장 주세요'.normalize('NFD'), ['간장'.normalize('NFD')]],
    ['か', 'が', []],
    ['ガム', 'ｶﾞﾑ', ['ｶﾞﾑ']],
    ['C++', 'in C++, not in C', ['C++']],
    ['c#', 'in C# or F#', ['C#']],
    ['C++', 'plan C for the course', []],
    ['C', 'in C, and cups', ['C']],
    ['🙂', 'good 🙂🎉', ['🙂']],
    ['👍', 'good 👍🏽', ['👍']],
  ])('for %j marks in %j: %j', (search, text, expected) => {
    expect(marked(text, search)).toEqual(expected);
  });

  test('a search finds what it marks: each marked word is one by which the message is indexed', () => {
    const words = wordsOf('Call (419) 555-0134 about the Söhne in C++ 🙂');
    expect(words.toSorted()).toEqual(
      [
        '0134',
        '419',
        '4195550134',
        '555',
        '5550134',
        'about',
        'c',
        'c++',
        'call',
        'in',
        'sohne',
        'the',
        '🙂',
      ].toSorted(),
    );
  });

  test('a search looks up at most eight words, with the parts of its numbers', () => {
    const lookups = (search: string) => searchedWords(search).flatMap(({ word, parts }) => [word, ...parts]).length;
    expect(lookups('1234567 '.repeat(25))).toBeLessThanOrEqual(8);
    expect(lookups('12 '.repeat(66))).toBeLessThanOrEqual(8);
    expect(lookups('419-555-0134 and 2026-11-28')).toBe(8);
  });

  test('marking can stop at a given distance after the first match', () => {
    const text = `${'x '.repeat(100)}bowl ${'x '.repeat(100)}bowl`;
    expect(findMatches(text, searchedWords('bowl'), 160)).toEqual([{ start: 200, end: 204 }]);
    expect(findMatches(text, searchedWords('bowl'))).toHaveLength(2);
  });

  test('folding a text piece by piece doesn’t change which places are marked', () => {
    const text = 'Größe für e\u0301te\u0301, naïve, 10\u0301 Straße';
    expect(marked(text, 'ete naive strasse große')).toEqual(['Größe', 'e\u0301te\u0301', 'naïve', 'Straße']);
  });

  test('a search has at most eight words, the longest ones, and none if it consists of separators', () => {
    expect(searchedWords('a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii').map(({ word }) => word)).toEqual([
      'iiiiiiiii',
      'hhhhhhhh',
      'ggggggg',
      'ffffff',
      'eeeee',
      'dddd',
      'ccc',
      'bb',
    ]);
    expect(searchedWords('& | ! -')).toEqual([]);
  });
});

test('what was typed is marked in a title, even in the middle of words', () => {
  const title = 'Straße, ＡBC und Straßenfest';
  const parts = findTyped(title, ' rasse').map(({ start, end }) => title.slice(start, end));
  expect(parts).toEqual(['raße', 'raße']);
  expect(findTyped(title, '\u00ad')).toEqual([]);
  expect(findTyped(title, '\u00b4')).toEqual([]);
  expect(findTyped(title, 'ab').map(({ start, end }) => title.slice(start, end))).toEqual(['ＡB']);
});
