import type { PageSection } from './sections.ts';

/** Longer paragraphs are part of a policy. */
const NOTICE_MAX = 600;
const TITLE_READ = 300;
const listOf = (words: string) => words.split(' ');
/** Beginnings of the words for what is done with cookies; they come up to two words before “cookies”. */
const USES = listOf(
  'use using set store stores accept reject manage allow verwend nutz setz utiliz utilis gebruik usa usi',
);
/** What follows where a site explains its cookies. */
const PURPOSES = new Set(listOf('help policy settings preferences consent notice op zu um pour para per'));
/**
 * What else a notice mentions, by how the words begin. One of these isn't enough, because a bakery has cookies, too.
 */
const SIGNS = [
  listOf('brows device navigation navegación'),
  listOf('accept agree consent decline reject zustimm akzeptier acept accett continu'),
  listOf('experience erlebnis erfahrung expérience experiencia esperienza ervaring'),
  listOf('improv enhanc verbesser mejorar amélior miglior verbeter'),
  ['analy', 'traffic', 'personali', 'partners', 'third part', 'advertis'],
  listOf('privacy policy datenschutz confidentialité privacidad preferences settings'),
];
const POLICIES = listOf('privacy cookie datenschutz confidentialité privacidad terms');

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
const hasOne = (words: readonly string[], starts: readonly string[]) => {
  const text = ` ${words.join(' ')}`;
  return starts.some((start) => text.includes(` ${start}`));
};
const countSigns = (words: readonly string[]) => SIGNS.filter((starts) => hasOne(words, starts)).length;

const saysWhatFor = (words: readonly string[]) =>
  words.some(
    (word, at) =>
      /^cookies?$/.test(word) &&
      (hasOne(words.slice(Math.max(at - 2, 0), at), USES) || PURPOSES.has(words[at + 1] ?? '')),
  );

/** A line without what it says about the website's cookies, and without what “you” can do about them. */
function withoutNotice(line: string): string {
  if (line.length > NOTICE_MAX) return line;
  const all = wordsOf(line);
  if (!saysWhatFor(all) || countSigns(all) < 2) return line;
  const isNotice = (sentence: string) => {
    const words = wordsOf(sentence);
    return saysWhatFor(words) || (words.includes('you') && countSigns(words) > 0);
  };
  return line
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !isNotice(sentence))
    .join(' ');
}

/** The sections without the sentences of a cookie banner that nothing marks as one. A policy keeps its own. */
export function withoutCookieNotices(title: string | null, sections: readonly PageSection[]): PageSection[] {
  if (hasOne(wordsOf((title ?? '').slice(0, TITLE_READ)), POLICIES)) return [...sections];
  return sections.flatMap((section) => {
    if (!/cookie/i.test(section.text)) return section;
    const lines = section.text.split('\n').flatMap((line) => {
      const rest = withoutNotice(line);
      return rest === '' && line !== '' ? [] : [rest];
    });
    const text = lines.join('\n');
    return text === '' ? [] : { ...section, text };
  });
}
