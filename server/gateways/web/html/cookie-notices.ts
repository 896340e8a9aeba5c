import type { PageSection } from './sections.ts';

/** Longer paragraphs are part of a policy. */
const NOTICE_MAX = 600;
const TITLE_READ = 300;
const listOf = (words: string) => words.split(' ');
/** How words begin that say what is done with cookies: they stand up to two words before. */
const USES = listOf(
  'use using set store stores accept reject manage allow verwend nutz setz utiliz utilis gebruik usa usi',
);
/** What follows where a site explains its cookies. */
const PURPOSES = new Set(listOf('to help for are policy settings preferences consent notice op zu um pour para per'));
/**
 * What else such a sentence mentions, by how the words begin. One of these isn't enough, because a bakery has cookies,
 * too.
 */
const SIGNS = [
  listOf('website site page seite webseite sitio sito'),
  listOf('brows device navigation navegación'),
  listOf('accept agree consent decline reject zustimm akzeptier acept accett continu'),
  listOf('experience erlebnis erfahrung expérience experiencia esperienza ervaring'),
  listOf('analy traffic personali party parties advertis'),
  listOf('privacy policy datenschutz confidentialité privacidad preferences settings'),
];
const POLICIES = listOf('privacy cookie datenschutz confidentialité privacidad terms');

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
const hasOne = (words: readonly string[], starts: readonly string[]) =>
  words.some((word) => starts.some((start) => word.startsWith(start)));

function isNotice(line: string): boolean {
  if (line.length > NOTICE_MAX) return false;
  const words = wordsOf(line);
  const saysWhatFor = words.some(
    (word, at) =>
      /^cookies?$/.test(word) &&
      (hasOne(words.slice(Math.max(at - 2, 0), at), USES) || PURPOSES.has(words[at + 1] ?? '')),
  );
  return saysWhatFor && SIGNS.filter((starts) => hasOne(words, starts)).length >= 2;
}

/** The sections without the sentences of a cookie banner that nothing marks as one. A policy keeps its own. */
export function withoutCookieNotices(title: string | null, sections: readonly PageSection[]): PageSection[] {
  if (hasOne(wordsOf((title ?? '').slice(0, TITLE_READ)), POLICIES)) return [...sections];
  return sections.flatMap((section) => {
    if (!/cookie/i.test(section.text)) return section;
    const text = section.text
      .split('\n')
      .filter((line) => !isNotice(line))
      .join('\n');
    return text === '' ? [] : { ...section, text };
  });
}
