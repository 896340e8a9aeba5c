import type { Span } from './plain-spelling.ts';

/** How far a name may be from its number, in characters: `the account number of the bakery at Harbor Bank is`. */
export const REACH = 60;
/** What is counted or measured. */
const UNIT =
  /^ ?(?:%|[$€£]|(?:usd|eur|dollars?|euros?|px|pixels?|lbs?|pounds?|kg|g|grams?|cm|mm|m|in|inch(?:es)?|ft|feet|oz|ml|l|views?|likes?|followers?|people|pieces?|pcs|stuck|times|mal|am|pm|uhr|h|hours?|minutes?|days?|years?|jahre|edition|orders?|customers?|posts?|pins?|sq)\b)/i;
export const isMeasure = (after: string): boolean => UNIT.test(after);

/** What is before a number, and after it up to the end of the sentence. */
export type Around = { before: string; after: string };

export function around(text: string, { start, end }: Span): Around {
  const after = text.slice(end, end + REACH);
  return { before: text.slice(Math.max(0, start - REACH), start), after: after.split(/[.!?;\n]/, 1)[0] ?? '' };
}

/** What is locked with a number, what opens it, and words for opening. */
const PLACE =
  /\b(?:safe|vault|alarm\w{0,8}|security (?:system|panel)|door|gate|garage|lock|lockbox|padlock|key ?box|key ?pad|strongbox|cash ?box|entrance|entry|back ?room|store ?room|tresor\w{0,5}|tur\w{0,8}|schloss|safes|schlusselbox|schlusseltresor|schlusselkasten|eingang\w{0,5}|tor|caja(?: fuerte)?|puerta|candado|cerradura|alarma|entrada|portal|coffre(?:-fort)?|alarme|porte|portail|serrure|cadenas|entree|digicode|kasse|register|till|terminal|card|karte|tarjeta|carte|phone|handy|tablet|telefono|telephone|sim)\b/gi;
/** A place for which only its code would be stated: `Tresor: 2580`. */
const SAFE_IS =
  /\b(?:safe|vault|alarm|lockbox|tresor|alarmanlage|caja fuerte|alarma|coffre(?:-fort)?|alarme|digicode) ?(?:[:=]|is|ist|es|est) ?$/i;
const CODE =
  /\b(?:(?:\w{1,15})?codes?|combinations?|combos?|(?:zahlen)?kombination|combinacion|codigo|combinaison|passcode|clave|numero secreto)\b/gi;
const PIN = /\b(?:pin(?:[- ]?(?:code|number|nummer|nr|no))?|geheimzahl|geheimnummer|nip|codigo pin|code pin)\b/gi;
const OPENS =
  /\b(?:opens?|unlocks?|disarms?|arms?|turns? off|offnet|geht|entsperrt|abre|se abre|desactiva|ouvre|s'ouvre|desactive)\b/gi;
const COUPON =
  /\b(?:coupons?|discounts?|promo\w{0,5}|gutschein\w{0,5}|rabatt\w{0,5}|cupon\w{0,3}|descuento|remise|reduction|tickets?|\d{1,2} ?% off)\b/i;
/** What leads to the number: `PIN: 2580`, `PIN for the safe is 2580`. */
const LEADS =
  /(?:^|[:=>#(]|\b(?:is|are|ist|lautet|es|est|now|jetzt|ahora|with|mit|con|avec|to|auf|a|sur|by|number|no\.?|nr\.?)) ?["'(]?[#*]?$/i;

const lastSentence = (before: string) => before.split(/[.!?\n;](?=\s|$)/).at(-1) ?? '';
/** The text after the last match of a global pattern; null if there is none. */
function behind(text: string, pattern: RegExp): string | null {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? text.slice(last.index + last[0].length) : null;
}
/**
 * What may come between `PIN` and its number: `PIN for the safe: `, but no other word, as in `PIN wall with 365 cards`.
 */
const PIN_GAP =
  /^ ?(?:[:=>#("'-]|$|(?:is|are|ist|lautet|es|est|for|of|to|on|at|in|fur|vom|von|zum|zur|am|der|des|de|del|du|para|pour|number|code|now|jetzt)(?![a-z]))/i;
const has = (text: string, pattern: RegExp) => text.search(pattern) !== -1;
const isNear = (gap: string | null, most = 40) => gap !== null && gap.length <= most && !/\d{2}/.test(gap);

/** Whether a number opens something: a PIN, or the code of a safe, an alarm, a door or a lock. */
export function isCode({ before, after }: Around): boolean {
  const sentence = lastSentence(before);
  if (COUPON.test(sentence) || isMeasure(after) || /[$€£] ?$/.test(before)) return false;
  const pin = behind(sentence, PIN);
  if (pin !== null && isNear(pin) && PIN_GAP.test(pin)) {
    const isWritten = /\bPIN\b|pin[- ]?(?:code|number|nummer|nr)|geheim|nip|codigo pin|code pin/.test(sentence);
    if (LEADS.test(pin) && (isWritten || has(sentence, PLACE) || /^ ?[:=]/.test(pin))) return true;
    if (isWritten && /^ ?$/.test(pin)) return true;
  }
  const [code, place, opens] = [behind(sentence, CODE), behind(sentence, PLACE), behind(sentence, OPENS)];
  if (code !== null && place !== null && (isNear(code) || isNear(place, 30))) {
    const gap = code.length < place.length ? code : place;
    if (LEADS.test(gap) || gap.trim() === '' || /^ ?(?:de|del|du|der|fur|for|of|the|at|am|an)\b/.test(gap)) return true;
  }
  if (place !== null && opens !== null && isNear(opens, 25) && LEADS.test(opens)) return true;
  if (SAFE_IS.test(sentence)) return true;
  // The other way around: `2580 opens the safe`.
  const isNamedAfter = has(after, PIN) || (has(after, CODE) && has(after, PLACE));
  if (
    /^[#*"')]{0,2} (?:is|ist|es|est|opens?|unlocks?|disarms?|turns? off|offnet|abre|desactiva|ouvre|desactive)\b/i.test(
      after,
    )
  )
    return isNamedAfter || (has(after, OPENS) && has(after, PLACE));
  return false;
}
