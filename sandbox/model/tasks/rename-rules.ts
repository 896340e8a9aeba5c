import { capital, type Found } from './fact-rules.ts';

/** A name that is known: what a fact is about. */
type Named = { kind: string; subject: string };

/**
 * What stands before and after the old name where a sentence gives it another one, which is the rest after that, and
 * how such a sentence has to end. English, German and Spanish.
 */
const OLD_NAME_FIRST: readonly (readonly [RegExp, RegExp, RegExp?])[] = [
  [/^(?:the |our )?$/i, /^ (?:is|are) (?:now|from now on) (?:called|named) /i],
  [/^we(?:['’]ve| have)? renamed (?:the |our )?$/i, /^ (?:to|as) /i],
  [/^we now call (?:the |our )?$/i, /^ /],
  [/^we call (?:the |our )?$/i, /^ /, / now$/i],
  [/^(?:der |die |das |unsere? )?$/i, /^ (?:heißt|heißen) (?:jetzt|nun|ab jetzt|ab sofort) /i],
  [/^wir nennen (?:den |die |das |unseren? |unser )?$/i, /^ (?:jetzt|nun|ab sofort) /i],
  [/^wir haben (?:den |die |das |unseren? |unser )?$/i, /^ in /i, / umbenannt$/i],
  [/^(?:el |la |los |las |nuestr[oa]s? )?$/i, /^ ahora se llaman? /i],
  [/^(?:hemos cambiado|cambiamos) el nombre (?:del |de (?:la |los |las )?)$/i, /^ (?:a|por) /i],
  [/^ahora llamamos (?:al |a (?:la |los |las )?)$/i, /^ /],
];
/** "Ahora llamamos Taza Alba a la taza moteada." */
const NEW_NAME_FIRST = /^ahora llamamos (.+) (?:al|a (?:la|los|las)) $/i;
/** What ends a sentence after the new name. */
const LAST_WORDS = / (?:now|jetzt|umbenannt|ahora)$/i;

const withoutQuotes = (text: string) => text.replaceAll(/["“„«”»]/g, '');

function newNameIn(before: string, after: string): string {
  const sentence = OLD_NAME_FIRST.find(
    ([start, next, end]) => start.test(before) && next.test(after) && end?.test(after) !== false,
  );
  if (sentence) return after.replace(sentence[1], '').replace(LAST_WORDS, '').trim();
  return after === '' ? (NEW_NAME_FIRST.exec(before)?.[1] ?? '') : '';
}

/**
 * The other name that something known has from now on: "We call the Speckled Mug Dawn Mug now", "Der Becher heißt jetzt
 * Dawn Mug", "La taza ahora se llama Dawn Mug". Null if a sentence gives none.
 */
export function renameIn(text: string, known: readonly Named[]): Found | null {
  const plain = withoutQuotes(text).replace(/[.!]$/, '');
  for (const { kind, subject: old } of known) {
    const at = old === '' ? -1 : plain.toLowerCase().indexOf(old.toLowerCase());
    const name = at < 0 ? '' : newNameIn(plain.slice(0, at), plain.slice(at + old.length));
    if (name === '' || name.toLowerCase() === old.toLowerCase()) continue;
    const subject = capital(name);
    return { kind, subject, attribute: '', value: '', statement: `${old} is now called ${subject}.`, question: '' };
  }
  return null;
}
