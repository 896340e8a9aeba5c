import type { PageSection } from './sections.ts';

/** A page with more text than this has content besides the message that it doesn't exist. */
const TEXT_MAX = 1_200;
/** Longer titles and headings are sentences of an article. */
const WORDS_MAX = 12;
const READ_MAX = 300;

/** Words that may come before the message: “Oops! Error 404: the page you requested ...”. */
const ERROR_WORDS = '404 410 error http oops ooops whoops sorry ups hoppla uh oh fehler erreur errore erro'.split(' ');
const FILLERS = new Set(
  ERROR_WORDS.concat(
    'we re the this that your requested die diese der la le el cette esta questa a essa deze'.split(' '),
  ),
);
const NOUNS = ['page', 'product', 'post', 'article', 'file', 'content', 'url', 'link'];
const CLAUSES = ['', ' you requested', ' you are looking for', ' you re looking for', ' you were looking for'];
const IS_NOT = ['not', 'isn t', 'is not', 'wasn t', 'was not', 'can t be', 'cannot be', 'couldn t be', 'could not be'];
const DENIALS = IS_NOT.map((verb) => `${verb} found`).concat([
  'doesn t exist',
  'does not exist',
  'no longer exists',
  'is gone',
]);
/** For a product, “not available” means sold out. */
const UNAVAILABLE = ['page', 'url', 'link'].flatMap((noun) =>
  CLAUSES.flatMap((clause) => IS_NOT.map((verb) => `${noun}${clause} ${verb} available`)),
);
const IN_OTHER_WORDS = [
  'not found',
  'nothing found',
  'nothing was found',
  'seite nicht gefunden',
  'seite wurde nicht gefunden',
  'seite konnte nicht gefunden',
  'nicht gefunden',
  'página no encontrada',
  'no encontrada',
  'página não encontrada',
  'pagina non trovata',
  'page introuvable',
  'introuvable',
  'page non trouvée',
  'pagina niet gevonden',
  'sidan hittades inte',
  'nie znaleziono strony',
  'страница не найдена',
  'ページが見つかりません',
  '找不到页面',
  '页面不存在',
];
const CANT_FIND = ['can t find', 'cannot find', 'can not find', 'couldn t find', 'could not find'];
/** The message itself, in lower case and without punctuation, in the languages of most shops. */
const MESSAGES = NOUNS.flatMap((noun) =>
  CLAUSES.flatMap((clause) => DENIALS.map((denial) => `${noun}${clause} ${denial}`)),
)
  .concat(CANT_FIND.flatMap((verb) => ['that', 'this', 'the', 'your'].map((which) => `${verb} ${which} page`)))
  .concat(UNAVAILABLE, IN_OTHER_WORDS);

function saysMissing(text: string): boolean {
  const words = text
    .slice(0, READ_MAX)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  if (words.length === 0 || words.length > WORDS_MAX) return false;
  const message = words.findIndex((word) => !FILLERS.has(word));
  // “Error 404” and nothing else.
  if (message === -1)
    return words.every((word) => ERROR_WORDS.includes(word)) && (words.includes('404') || words.includes('410'));
  const said = `${words.slice(message).join(' ')} `;
  return MESSAGES.some((one) => said.startsWith(`${one} `));
}

/**
 * Whether a page only says that there is no such page, although the server answered 200. Its title or its first heading
 * says so and there is little else on it, or it has no other text.
 */
export function isMissingPage(title: string | null, sections: readonly PageSection[]): boolean {
  const length = sections.reduce((sum, { text }) => sum + text.length, 0);
  if (length > TEXT_MAX) return false;
  const [heading = ''] = sections.find(({ path }) => path.length > 0)?.path ?? [];
  const line = sections.length === 1 ? (sections[0]?.text.trim() ?? '') : '';
  // The site's name may be next to it.
  return [title ?? '', heading, line.includes('\n') ? '' : line].some((said) =>
    said.split(/ [|·•–—-] |\||: (?=\p{Lu})/u).some(saysMissing),
  );
}
