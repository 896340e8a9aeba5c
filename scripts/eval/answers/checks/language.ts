import { EVAL_LANGUAGES, type EvalLanguage } from '../eval-case.ts';
import { withoutCode } from './markdown.ts';

/** Frequent words that few of the other languages have. */
const FREQUENT: Record<EvalLanguage, ReadonlySet<string>> = {
  en: new Set('the and of to is are you your with for that this it on what not from have we be or if'.split(' ')),
  de: new Set(
    'der die das und ist sind nicht mit für auf ein eine dein deine sie wir ich zu den dem oder wenn du'.split(' '),
  ),
  es: new Set('el los las y es son no con para por una que del tu su se lo si más como cada pero al'.split(' ')),
  fr: new Set(
    'le les des et est sont ne pas avec pour une que du votre vos vous nous ce dans ou si qui au sur'.split(' '),
  ),
};

/** The language that most of the frequent words belong to, or null if there are hardly any. */
export function languageOf(markdown: string): EvalLanguage | null {
  const words =
    withoutCode(markdown)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = EVAL_LANGUAGES.map((language) => ({
    language,
    count: words.filter((word) => FREQUENT[language].has(word)).length,
  })).toSorted((one, other) => other.count - one.count);
  const [first, second] = counts;
  return first && second && first.count >= 3 && first.count > second.count ? first.language : null;
}
