import type { Secret, SecretKind, Span } from './plain-spelling.ts';

/** How far after its name a secret may begin, and how long it may be, in characters. */
const REACH = 110;
const VALUE_MAX = 200;

/** The text after a name, where it begins, and the words between the two. */
type Value = { text: string; at: number; about: string; isSeparated: boolean };
type Label = {
  kind: SecretKind;
  name: RegExp;
  /** `before` is what is before the name, up to 40 characters; `plural` that it names several. */
  isSecret: (value: Value, named: { before: string; isPlural: boolean }) => boolean;
};

/** Systems that people sign in to. A plain word counts as a password only for one of these. */
const SYSTEM =
  /\b(?:wi-?fi|wlan|wireless|hotspot|router|network|netzwerk|red|reseau|log-?in|account|accounts|konto|cuenta|compte|e-?mail\w{0,3}|mail|correo|admin\w{0,10}|portal\w{0,4}|pos|till|register|kasse\w{0,7}|terminal|computer|laptop|tablet|ipad|pc|phone|handy|server|web ?site|website|office|buro|instagram|facebook|google|shopify|square|stripe|paypal|bank\w{0,7}|banco|banque|alarm\w{0,8}|safe|tresor|vault|door|tur|puerta|porte|printer|drucker|camera|app|caja|caisse|users?|username|benutzer\w{0,5}|usuario|utilisateur|identifiant|guests?|gaste\w{0,5}|invitados|clients|staff|team)\b/i;
const WIFI = /\b(?:wi-?fi|wlan|wireless|hotspot)(?![a-z])|wlan-?/i;
const lastSentence = (before: string) => before.split(/[.!?\n;](?=\s|$)/).at(-1) ?? '';
const NO_SYSTEM =
  /\b(?:coupons?|discounts?|promo\w{0,5}|gutschein\w{0,5}|rabatt\w{0,5}|cupon|descuento|remise|sale)\b/i;

/** What follows `the password is` without being one. */
const NO_VALUES = new Set(
  (
    'the a an in on at to for with from not never always now no required needed wrong right correct changed expired reset ' +
    'stored kept hidden safe secret secure too very only what where how why who your our my his her their it this that ' +
    'these see ask same written saved under long short weak strong protected different unique important case and or of by ' +
    'as if when being been sent shared easy hard forgotten gone missing optional mandatory good bad still also back here ' +
    'there up down out lost incorrect invalid new old ' +
    'nicht kein keine noch immer geandert vergessen abgelaufen falsch richtig zu sehr im auf bei der die das den dem ein ' +
    'eine einem notwendig erforderlich sicher wichtig weg neu alt hier dort gute guter siempre nunca necesaria ' +
    'obligatoria incorrecta correcta segura la el los las un una en muy demasiado nueva mi tu su nuestra pas toujours ' +
    'jamais requis oblige incorrect trop tres dans sur le les une notre votre mon ma ton'
  ).split(' '),
);

const ADDRESS =
  /^(?:https?:|www\.)|@[\w-]+\.[a-z]|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|de|fr|es|example|test|io|shop)\b/i;
const MEASURE =
  /^(?:[$€£]?\d[\d.,]*(?:%|[$€£]|am|pm|h|uhr|st|nd|rd|th|x|kg|g|lb|lbs|oz|ml|l|cm|mm|m|k)?|\d{1,2}[:.]\d{2}\w{0,2}(?:-.*)?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|24\/7|\d+-\d+\w{0,2})$/i;

/** Whether somebody made this up: letters with digits or signs between them, or capitals within a word. */
function isMadeUp(value: string): boolean {
  if (value.length < 4 || ADDRESS.test(value) || MEASURE.test(value) || value.startsWith('#')) return false;
  const hasLetter = /[a-z]/i.test(value);
  return hasLetter && (/\d/.test(value) || /[!@#$%^&*_+=~?](?=.)/.test(value) || /[a-z][A-Z]/.test(value));
}
const isDigits = (value: string) => /^\d{4,12}$/.test(value);
/** As keys are: long, and with digits. */
const isKey = (value: string) => value.length >= 8 && /\d/.test(value) && isMadeUp(value);
const isNumberOfPaper = (value: string) =>
  /^[a-z]{0,3}[ -]?(?:[a-z]{0,3}\d){5,14}[a-z]{0,2}$/i.test(value.replaceAll(/[ -]/g, ''));

const isPassword: Label['isSecret'] = ({ text, about, isSeparated }, { before, isPlural }) => {
  if (isMadeUp(text)) return isSeparated || /^ ?$/.test(about);
  if (isDigits(text)) return !isPlural && (isSeparated || about === '');
  const isWord = /^[a-z][a-z'-]{2,}!?$/i.test(text);
  if (!isWord || !isSeparated || isPlural || NO_VALUES.has(text.toLowerCase())) return false;
  return about.trim() === '' || SYSTEM.test(about) || SYSTEM.test(before);
};

/** Words that also have other meanings: what follows them has to look like a secret. */
const isAccessCode: Label['isSecret'] = ({ text, about, isSeparated }, { before }) => {
  const context = `${before} ${about}`;
  // `the iPad code is 998877`.
  if (isDigits(text)) return isSeparated && SYSTEM.test(before.slice(-20)) && !NO_SYSTEM.test(context);
  if (!isMadeUp(text) || NO_SYSTEM.test(context)) return false;
  return SYSTEM.test(context) && (isSeparated || about === '');
};

const PASSWORD =
  /(?:(?<![a-z0-9])(?:pass ?word|passwd|pass ?phrase|passcode|pw|pwd|mdp|contrasena|senha|mot de passe|wachtwoord|parola)|passwort|kennwort)s?(?![a-z0-9])/gi;
const LABELS: readonly Label[] = [
  { kind: 'password', name: PASSWORD, isSecret: isPassword },
  {
    kind: 'key',
    name: /(?<![a-z0-9])(?:(?:api|auth|access|secret|private|signing|webhook|client|app|refresh|bearer|consumer|storefront|admin|integration|merchant|licen[cs]e|encryption|ssh|account)[ _-]{0,2})?(?:key|token|secret)s?(?![a-z0-9])|(?:api-?)?schlussel(?![a-z])|(?<![a-z0-9])(?:cle|clave|jeton|llave|token)(?: (?:d'|de )?(?:api|secrete|secreta|acceso|acces))?(?![a-z0-9])/gi,
    isSecret: ({ text, isSeparated, about }) => isKey(text) && (isSeparated || about === ''),
  },
  {
    kind: 'password',
    name: /(?:(?<![a-z0-9])(?:wi-?fi|wlan|wireless|network|netzwerk|hotspot|security)[ -]?(?:key|code|pass|schlussel|zugang)|wlan-?(?:schlussel|code|key))(?![a-z0-9])/gi,
    isSecret: (value, named) => isPassword(value, named),
  },
  {
    kind: 'password',
    name: /(?<![a-z0-9])(?:code|clave|codigo|key|cle|schlussel|pass|zugang|zugangsdaten|login|log-in|acceso|identifiant|usuario|user(?:name)?|benutzer(?:name)?)(?![a-z0-9])/gi,
    isSecret: isAccessCode,
  },
  {
    kind: 'person',
    name: /(?<![a-z0-9])(?:passport|reisepass\w{0,8}|passnummer|pass-nr|pasaporte|passeport|personalausweis\w{0,8}|ausweisnummer|id card|identity card|driver'?s? licen[cs]e|driving licen[cs]e|fuhrerschein\w{0,8}|licencia de conducir|permiso de conducir|carnet de conducir|permis de conduire|carte d'identite|national insurance|ni number|dni|nie|steuer-?id\w{0,20}|codice fiscale)(?![a-z0-9])/gi,
    isSecret: ({ text }) => isNumberOfPaper(text),
  },
];

const SEPARATOR = /[:=]|->|=>|(?<![a-z0-9])(?:is|are|it's|ist|lautet|lauten|heisst|es|son|est|sont|e)(?![a-z0-9])/gi;
const FILLER =
  /^(?:(?: |-)?(?:number|num|no|nr|nummer|numero|n[o°])\.?(?=[ :#]))? ?(?::|(?:now|still|currently|jetzt|nun|noch|ahora|maintenant|toujours|always)(?= ))? {0,3}\n?[#*(]?/i;

/** The word or the quoted words at a place, without the marks that end a sentence. */
function readWord(text: string, at: number): { text: string; at: number } | null {
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1);
    if (end > at + 1 && end - at < 80) return { text: text.slice(at + 1, end), at: at + 1 };
  }
  const [word = ''] = /^[^\s]{1,200}/.exec(text.slice(at, at + VALUE_MAX)) ?? [];
  const trimmed = word.replace(/[.,;:?)\]"'>]{1,10}$/, '');
  return trimmed === '' || /^[:=>]/.test(trimmed) ? null : { text: trimmed, at };
}

/** The number of an ID document may be in groups: `12 345 000 678`. */
function readNumber(text: string, at: number): { text: string; at: number } | null {
  const found =
    /^(?!(?:is|are|ist|es|est|son|sont|no|nr)(?![a-z]))[a-z]{0,3} ?\d[\da-z]{0,14}(?:[ -][\da-z]{0,2}\d[\da-z]{0,6}){0,6}/i.exec(
      text.slice(at, at + VALUE_MAX),
    );
  return found ? { text: found[0], at } : null;
}

/** Candidates for the secret after a name: the next word, and what follows each `is` and `:` in the sentence. */
function* valuesBehind(text: string, end: number, kind: SecretKind): Generator<Value> {
  const rest = text.slice(end, end + REACH);
  // `No. 12` isn't the end of a sentence.
  const sentence = rest.split(/(?<!\bn[or])[.!?;](?=\s|$)|\n\n/i, 1)[0] ?? '';
  const places = /^[\s"'(]/.test(rest) ? [{ index: 0, length: 0, isSeparated: false }] : [];
  for (const { 0: found, index } of sentence.matchAll(SEPARATOR))
    places.push({ index, length: found.length, isSeparated: true });
  for (const { index, length, isSeparated } of places) {
    const start = end + index + length;
    const filler = FILLER.exec(text.slice(start, start + 20))?.[0].length ?? 0;
    const about = sentence.slice(0, index);
    for (const read of kind === 'person' ? [readNumber] : [readWord]) {
      const value = read(text, start + filler);
      if (value) yield { ...value, about, isSeparated };
    }
  }
}

/** Of a network: `Wi-Fi: HarvestGuest / Bread4All`. Of a person: `login rosa / Bread4All`. */
const PAIR =
  /(?<![a-z0-9])(?:wi-?fi|wlan|hotspot|log-?in|zugang|anmeldung|acceso|connexion|identifiants?)(?: (?:for|to|of|at|on|fur|zum|zur|bei|vom|para|pour|de|del|du|der)(?: [\w-]{1,20}){1,3})? ?[:=]? ?"?([^\s/|,:"]{2,60})"?(?: ?\| ?| \/ |, | - | (?:and|und|y|et) )"?([^\s"]{4,60})/gi;
/** An email address and what follows it: `rosa@harvest.example / Sour-dough-9`. */
const ADDRESS_PAIR = /(?<![\w.+-])([\w.+-]{1,64}@[\w.-]{3,80}) ?[/|] ?([^\s"]{4,60})/gi;
function findPairs(text: string): Secret[] {
  return [...text.matchAll(PAIR), ...text.matchAll(ADDRESS_PAIR)].flatMap(
    ({ 0: whole, 1: name = '', 2: raw = '', index }): Secret[] => {
      const value = raw.replace(/[.,;:?)]{1,5}$/, '');
      const isOne = isMadeUp(value) || (isMadeUp(name) && isDigits(value));
      const start = index + whole.length - raw.length;
      const kind = WIFI.test(whole) ? 'wifi' : 'password';
      return isOne ? [{ start, end: start + value.length, kind }] : [];
    },
  );
}

/** `Bread4All is the password of our Wi-Fi`. */
function findBefore(text: string, start: number): Span | null {
  const before = text.slice(Math.max(0, start - 70), start);
  const found = /(?<!\S)"?(\S{4,40}?)"? (?:is|as|ist|als|es|como|est|comme)(?: [a-z'-]{1,12}){0,4} $/i.exec(before);
  const value = found?.[1];
  if (!found || value === undefined || !isMadeUp(value) || !/\d/.test(value)) return null;
  const at = start - before.length + found.index + found[0].indexOf(value);
  return { start: at, end: at + value.length };
}

/** Recovery phrases of accounts and wallets, and lists of recovery codes. */
const RECOVERY =
  /(?<![a-z0-9])(?:(?:recovery|seed|backup|secret|mnemonic) (?:phrase|words|codes?)|recovery key|mnemonic|wiederherstellungs(?:phrase|worter|codes?|schlussel)|(?:frase|codigos?) de (?:recuperacion|respaldo)|(?:phrase|codes?) de (?:recuperation|secours))(?![a-z0-9])/gi;
const WORDS_MIN = 6;
function findRecoveryWords(text: string): Secret[] {
  return [...text.matchAll(RECOVERY)].flatMap(({ 0: name, index }): Secret[] => {
    const from = index + name.length;
    const colon = /^[^:=\n]{0,60}[:=]\s{0,3}|^(?: (?:is|are|ist|lautet|es|est))? /i.exec(text.slice(from, from + 70));
    if (!colon) return [];
    const start = from + colon[0].length;
    const [list = ''] =
      /^(?:[\w-]{1,20}[,.)]{0,2}[ \n]{1,2}){0,40}[\w-]{1,20}/.exec(text.slice(start, start + 500)) ?? [];
    const words = list.split(/[\s,]+/).filter(Boolean);
    const areCodes = words.length > 0 && words.every((word) => /\d/.test(word) && word.length >= 4);
    return areCodes || words.length >= WORDS_MIN ? [{ start, end: start + list.length, kind: 'key' }] : [];
  });
}

/** Passwords, keys, logins, numbers of ID documents and recovery phrases that are named as such. */
export function findNamed(text: string): Secret[] {
  const found = [...findPairs(text), ...findRecoveryWords(text)];
  for (const label of LABELS)
    for (const { 0: words, index } of text.matchAll(label.name)) {
      const end = index + words.length;
      const named = { before: text.slice(Math.max(0, index - 40), index), isPlural: /s$/i.test(words) };
      const isWifi = label.kind === 'password' && WIFI.test(lastSentence(named.before) + words);
      const ahead = label.name === PASSWORD ? findBefore(text, index) : null;
      if (ahead) found.push({ ...ahead, kind: isWifi || WIFI.test(text.slice(end, end + 40)) ? 'wifi' : label.kind });
      for (const value of valuesBehind(text, end, label.kind)) {
        if (!label.isSecret(value, named)) continue;
        const kind = isWifi || (label.kind === 'password' && WIFI.test(value.about)) ? 'wifi' : label.kind;
        found.push({ start: value.at, end: value.at + value.text.length, kind });
        break;
      }
    }
  return found;
}
