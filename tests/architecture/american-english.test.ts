import { expect, it } from 'vitest';
import { readTexts } from './read-texts.ts';
import { readPages, readSourceFiles, type SourceFile } from './source-files.ts';

const BRITISH = new RegExp(
  String.raw`\b(?:${[
    // -our, -re, -ogue
    '(?:col|fav|behavi|hon|neighb|lab|flav|hum|rum|harb|endeav)our(?:s|ed|ing|able|ite|al|ful)?',
    '(?:cent|met|lit|theat|fib)re(?:s|d)?',
    '(?:catal|anal)ogues?',
    // -ise, -yse
    '(?:organ|real|recogn|summar|normal|serial|initial|optim|minim|maxim|custom|categor|priorit|standard|synchron|token|author|capital|apolog|util|final|general|visual|revolution|local|personal|memor|critic|sanit|anonym|random|stabil|digit|monet)is(?:e|ed|es|er|ing|ation)',
    '(?:anal|paral|catal)ys(?:e|ed|er|ing)',
    // doubled and single letters
    '(?:cance|trave|labe|mode|signa|jewe)ll(?:ed|ing|er|ery)',
    '(?:ful|en|in)(?:fil|rol|stal)(?:s|ment)?',
    // words of their own
    'grey(?:s|ed)?',
    'cheques?',
    '(?:de|of|pre)(?:fence|tence)s?',
    'licence[sd]?',
    'practis(?:e|ed|es|ing)',
    'programmes?',
    'whilst',
    'amongst',
    'learnt',
    'judgement',
    'artefacts?',
    'ageing',
  ].join('|')})\b`,
  'gi',
);
/** This list itself, what people type, in their own spelling, and texts in other languages. */
const HAS_BRITISH_WORDS = [
  'tests/architecture/american-english.test.ts',
  'sandbox/model/topic.ts',
  'scripts/eval/retrieval/sets/casa-lindera.fr.md',
  'sandbox/model/playbooks/landa.ts',
  'scripts/eval/retrieval/sets/casa-lindera.fr.md',
];

const linesWith = (files: SourceFile[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => [...line.matchAll(pattern)].map(([found]) => `${path}:${index + 1}: ${found}`)),
  );

it('texts, comments and docs are spelled the American way', () => {
  const files = [...readSourceFiles(/\.(?:tsx?|mjs|css|md)$/), ...readPages()].filter(
    // A decision and a migration stay as they were written.
    ({ path }) => !/^(?:docs\/decisions|migrations)\//.test(path) && !HAS_BRITISH_WORDS.includes(path),
  );
  expect(files.length, 'a check that sees nothing proves nothing').toBeGreaterThan(1_000);
  expect(linesWith(files, BRITISH)).toEqual([]);
});

it.each(['favourite', 'cancelled', 'organised', 'grey', 'centre'])('“%s” would be found', (word) => {
  expect(linesWith([{ path: 'a.ts', text: `one ${word} here` }], BRITISH)).toHaveLength(1);
});

/** The files with a reason to format dates of their own. */
const OWN_DATES = new Map([
  ['server/contract/dates.ts', 'the helper'],
  ['src/domain/profile/time-zones.ts', 'reads the name of the browser’s zone'],
  ['server/modules/automations/schedule/wall-time.ts', 'reads what clocks show, for calculations'],
  ['sandbox/stripe/billing/prorate.ts', 'Stripe’s own wording, 21 Nov 2026'],
]);

it('dates are formatted in one place, server/contract/dates.ts', () => {
  const files = readSourceFiles(/\.tsx?$/).filter(
    ({ path }) => /^(?:src|server|sandbox)\//.test(path) && !path.includes('.test.') && !OWN_DATES.has(path),
  );
  expect(linesWith(files, /Intl\.DateTimeFormat\(|toLocale(?:Date|Time)String|dateStyle/g)).toEqual([]);
});

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT_MONTHS = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';

it('a date in a text is written like “November 21, 2026” too', () => {
  const code = readSourceFiles(/\.tsx?$/).filter(
    ({ path }) => /^(?:src|server\/(?:contract|content))\//.test(path) && !path.includes('.test.'),
  );
  const texts = [...readTexts(code), ...readSourceFiles(/\.md$/)];
  const wrong = new RegExp(
    String.raw`\b\d{1,2}(?:st|nd|rd|th)? (?:${MONTHS})\b|\b(?:${SHORT_MONTHS})\.? \d{1,2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b`,
    'g',
  );
  expect(linesWith([{ path: 'a.md', text: 'On 21 November, on Nov 21 and on 11/21/2026' }], wrong)).toHaveLength(3);
  expect(linesWith(texts, wrong)).toEqual([]);
});
