import type { PageSection } from './sections.ts';

/** Longer paragraphs are part of a policy. */
const NOTICE_MAX = 600;
/** A site says that it uses cookies: the kind that browsers keep, by what is said about them. */
const ABOUT_COOKIES = [
  /\b(?:uses?|using|use of|sets?|stores?|accept(?: all| our| the)?|reject(?: all)?|manage|allow(?: all)?) (?:\w+ )?cookies\b/i,
  /\bcookies? (?:policy|settings|preferences|consent|notice)\b/i,
  /\bcookies (?:to|help|are used|for)\b/i,
  /(?:verwende\w*|nutz\w*|setz\w*|utiliz\w*|utilis\w*|gebruik\w*|usa|usamos|usiamo) (?:\p{L}+ )?cookies\b/iu,
  /\bcookies (?:op|zu|um|pour|para|per)\b/iu,
];
/** What else such a sentence mentions; one of these isn't enough, because a bakery has cookies, too. */
const SIGNS = [
  /\b(?:web ?site|site|page|seite|webseite|sitio|sito)\b/i,
  /\b(?:brows(?:er|ing|e)|device|navigation|navegación)\b/i,
  /\b(?:accept|agree|consent|opt out|decline|reject|zustimm\w*|akzeptier\w*|acept\w*|accett\w*|continu\w*)\b/i,
  /\b(?:experience|erlebnis|erfahrung|expérience|experiencia|esperienza|ervaring)\b/i,
  /\b(?:analy[sz]e|analytics|traffic|personali[sz]e|third[- ]part(?:y|ies)|advertising|ads)\b/i,
  /\b(?:privacy|policy|datenschutz\w*|confidentialité|privacidad|preferences|settings)\b/i,
];
const POLICY = /\b(?:privacy|cookies?|datenschutz\w*|confidentialité|privacidad|privacybeleid|terms)\b/i;

const isNotice = (line: string): boolean =>
  line.length <= NOTICE_MAX &&
  ABOUT_COOKIES.some((one) => one.test(line)) &&
  SIGNS.filter((one) => one.test(line)).length >= 2;

/** The sections without the sentences of a cookie banner that nothing marks as one. A policy keeps its own. */
export function withoutCookieNotices(title: string | null, sections: readonly PageSection[]): PageSection[] {
  if (POLICY.test(title ?? '')) return [...sections];
  return sections.flatMap((section) => {
    if (!/cookies?/i.test(section.text)) return section;
    const text = section.text
      .split('\n')
      .filter((line) => !isNotice(line))
      .join('\n');
    return text === '' ? [] : { ...section, text };
  });
}
