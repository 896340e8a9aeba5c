import { expect, it } from 'vitest';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { readTexts } from './read-texts.ts';
import { readPages, readSourceFiles, type SourceFile } from './source-files.ts';

/**
 * Phrases that once promised, or would promise, what isn't built (PLAN-4), by what is missing. Whoever builds it deletes the line
 * and says on the screens what it does.
 */
const UNBUILT: Record<string, RegExp> = {
  'a memory of everything':
    /(?:perfect|photographic|unlimited) memory|remembers (?:everything|all of|every)|knows your business[.,]? (?:and|every)|learns from every|gets to know/i,
  'live search data':
    /searches you can win|(?:find|pick) searches to win|finds (?:the )?(?:searches|keywords)|tracks? (?:your )?rankings/i,
  'a connected shop or mail list':
    /everyone who (?:has )?left|left a (?:cart|basket)|connects? (?:to )?your (?:shop|store|tools|accounts|inbox)|works with your tools|syncs? with your|reads your (?:inbox|sales|orders|analytics)/i,
  'sending or publishing without the owner':
    /(?:sends?|posts?|publish(?:es)?|replies|answers) (?:it |them |emails? |posts? )?for you\b(?! to)|on autopilot|while you sleep|hands[- ]free|without (?:you )?lifting/i,
  'hours that somebody counted': /(?:saves?|frees) (?:you )?\d+ hours/i,
  integrations: /\b\d+\+? integrations\b|zapier|mailchimp|hubspot/i,
};
/** A sentence that says what isn't there is the opposite of a promise. */
const DENIAL = /\b(?:not|never|no|can’t|can't|cannot|without|isn’t|isn't|aren’t|aren't)\b/i;

/** What a new account sees, marked as samples: they name systems that can't be connected yet, and never run. */
const SAMPLES = 'server/content/automations/samples.ts';
const PUBLIC = /^(?:src|server\/(?:contract|content|http\/discovery|http\/pages))\//;

const sentencesOf = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.?!])\s/);

/** Each promise in these texts, as `file: what is missing: the sentence`. */
function promisesIn(texts: SourceFile[]): string[] {
  return texts.flatMap(({ path, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      Object.entries(UNBUILT)
        .filter(([, phrase]) => phrase.test(sentence) && !DENIAL.test(sentence))
        .map(([missing]) => `${path}: ${missing}: ${sentence}`),
    ),
  );
}

it('the site, emails, prompts and articles promise nothing that isn’t built', () => {
  const code = readSourceFiles(/\.tsx?$/).filter(
    ({ path }) => PUBLIC.test(path) && !path.includes('.test.') && path !== SAMPLES,
  );
  const articles = readSourceFiles(/\.md$/);
  const readme = readPages().filter(({ path }) => path === 'README.md');
  expect(articles.length, 'a check that sees nothing proves nothing').toBeGreaterThan(5);
  expect(promisesIn([...readTexts(code), ...articles, ...readme])).toEqual([]);
});

it.each([
  'It remembers everything you say.',
  'It gets to know your business better every day.',
  'Finds the searches you can win, fixes the pages that should rank, and keeps ad spend honest.',
  'Find searches to win',
  'Write to everyone who left a basket.',
  'Saves you 12 hours a week.',
  'Posts for you on every channel.',
  'Connects to your shop in two clicks.',
  'Choose from 24 templates and 50+ integrations.',
])('a text that says “%s” is found', (text) => {
  expect(promisesIn([{ path: 'src/x.tsx', text }])).toHaveLength(1);
});

it('a text that says what a teammate can’t do is no promise', () => {
  expect(promisesIn([{ path: 'src/x.tsx', text: 'I can’t connect to your tools.' }])).toEqual([]);
});

it.each(ASSISTANTS)('$name is introduced by what happens in a chat: drafts, plans and explanations', ({ id }) => {
  const { description, sampleRequest } = INTRODUCTIONS[id];
  expect(description).not.toMatch(
    /\b(?:sends|publishes|connects|monitors|tracks|schedules|runs|automates|fixes the|finds|knows your|your voice)\b/i,
  );
  expect(sampleRequest).not.toMatch(/\b(?:everyone|send|publish|post it|connect|schedule|remember)\b/i);
});
