import { ibanLength, isIban, isRoutingNumber, passesLuhn } from './check-digits.ts';
import { around, isCode, isMeasure, REACH } from './codes.ts';
import type { Secret, SecretKind, Span } from './plain-spelling.ts';

/** Digits, optionally separated by spaces, dots or dashes. */
const NUMBER = /\d(?:[ .-]{0,2}\d){2,40}/g;
/** A lock combination: numbers of one or two digits. */
const COMBINATION = /(?<![\d$€£])\d{1,2}(?: ?[-/.,] ?\d{1,2}){2,4}(?![\d%])/g;
const IBAN = /(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,32}/gi;

/** The expiry date and check code are searched for within this many characters after a card number. */
const CARD_TAIL = 60;

/** Labels in front of a number that mark it as harmless. */
const HARMLESS =
  /\b(?:order|invoice|tracking|shipment|sku|ean|upc|isbn|gtin|barcode|bestell\w{0,10}|auftrag\w{0,10}|rechnung\w{0,10}|sendung\w{0,10}|artikel\w{0,10}|pedido|factura|seguimiento|envio|commande|facture|suivi|colis|reference|ref|ticket|parcel|paket|batch|lot|serial|item|model|part|style|catalog|room|page|size|quote|loyalty|gift ?cards?|gutschein\w{0,10}|(?:phone|tel|telephone|telefon|telefono|mobile|handy|fax|call|whatsapp)(?![^\n\d]{0,25}\b(?:code|pin)\b))\b[^\n\d]{0,25}$/i;
const CARD_WORD = /\b(?:cards?|karten?|kreditkarten?|tarjetas?|cartes?|visa|mastercard|amex)\b[^\n\d]{0,40}$/i;

type Found = { start: number; end: number; digits: string };

/** Card lengths by leading digits (ISO/IEC 7812). Other lengths count only after a word for a card. */
function isCard(digits: string, isNamed: boolean): boolean {
  const isKnown =
    digits.length === 16
      ? /^(?:4|5[1-5]|2[2-7]|6|35)/.test(digits)
      : digits.length === 15
        ? /^3[47]/.test(digits)
        : digits.length === 14 && /^3[068]/.test(digits);
  return (isKnown || (isNamed && digits.length >= 13 && digits.length <= 19)) && passesLuhn(digits);
}

/** The card number within a longer run of digits, such as one followed by its expiry date. */
function findCard(text: string, run: Found): Span | null {
  const { before } = around(text, run);
  const isNamed = CARD_WORD.test(before);
  if (!isNamed && HARMLESS.test(before)) return null;
  const groups = [...text.slice(run.start, run.end).matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    digits,
    start: run.start + index,
    end: run.start + index + digits.length,
  }));
  for (const [first, { start }] of groups.entries()) {
    let digits = '';
    for (const group of groups.slice(first)) {
      digits += group.digits;
      if (digits.length > 19) break;
      if (isCard(digits, isNamed)) return { start, end: group.end };
    }
  }
  return null;
}

const EXPIRY = /^[^\d\n]{0,25}((?:0?[1-9]|1[0-2]) ?[/.-] ?(?:20)?\d{2})(?!\d)/;
const CHECK_CODE = /^[^\d\n]{0,25}(\d{3,4})(?!\d)/;

const NAMED_CHECK_CODE =
  /\b(?:digits?|ziffern|chiffres|cifras|code|codigo|front|back|ruckseite|vorne|hinten|dos|reverso)\b[^\d\n]{0,30}(\d{3,4})(?!\d)/i;

/** The expiry date and check code that follow a card number. */
function findCardTail(text: string, { end }: Span): Span[] {
  const found: Span[] = [];
  let at = end;
  for (const pattern of [EXPIRY, CHECK_CODE]) {
    const match = pattern.exec(text.slice(at, at + CARD_TAIL));
    const value = match?.[1];
    if (!match || value === undefined) continue;
    at += match[0].length;
    if (pattern === EXPIRY || !isMeasure(text.slice(at, at + 12))) found.push({ start: at - value.length, end: at });
  }
  const named = NAMED_CHECK_CODE.exec(text.slice(at, at + 2 * CARD_TAIL));
  if (named?.[1] !== undefined) {
    const last = at + named.index + named[0].length;
    found.push({ start: last - named[1].length, end: last });
  }
  return found;
}

type Named = {
  kind: SecretKind;
  /** Its label, and what may stand between the label and the number. */
  name: RegExp;
  fits: (digits: string) => boolean;
  /** Words that show it isn't a secret. */
  unless?: RegExp;
};
const hasLength = (least: number, most: number) => (digits: string) => digits.length >= least && digits.length <= most;
const NAMED: readonly Named[] = [
  {
    kind: 'person',
    // Social security numbers.
    name: /\b(?:ssn|social(?: security| insurance)?|sozialversicherung\w{0,10}|sv-?nummer|rentenversicherung\w{0,10}|seguro social|seguridad social|securite sociale|secu|national insurance)\b[^\n\d]{0,45}$/i,
    fits: hasLength(9, 15),
    unless: /\b(?:followers?|media|posts?)\b/i,
  },
  {
    kind: 'person',
    // Personal tax IDs. A business prints its own on its invoices.
    name: /\b(?:tax(?:payer)? ?(?:id|identification)(?: number)?|itin|tin|ssn|steuer-?id\w{0,20}|idnr|numero fiscal|curp|cpf|nif|nie|dni)\b[^\n\d]{0,45}$/i,
    fits: hasLength(8, 15),
    unless:
      /\b(?:vat|ust|umsatzsteuer\w{0,10}|iva|tva|ein|sales|resale|permit|invoices?|rechnung\w{0,5}|facturas?|factures?)\b/i,
  },
  {
    kind: 'bank',
    name: /\b(?:routing|aba|rtn|transit|sort code|bsb|blz|bankleitzahl|clabe)\b[^\n\d]{0,45}$/i,
    fits: hasLength(6, 18),
  },
  {
    kind: 'bank',
    name: /\b(?:account|acct|konto\w{0,12}|cuenta(?: bancaria)?|compte(?: bancaire)?|rib|iban)\b[^\n\d]{0,45}$/i,
    fits: hasLength(6, 24),
    unless: /\b(?:customer|client|supplier|vendor|kunden\w{0,10}|lieferanten\w{0,10}|cliente|proveedor|fournisseur)\b/i,
  },
  {
    kind: 'card',
    name: /\b(?:cvc2?|cvv2?|csc|cid|security code|pruf(?:ziffer|nummer)|kartenprufnummer|codigo de seguridad|cryptogramme|code de securite)\b[^\n\d]{0,15}$/i,
    fits: hasLength(3, 4),
  },
  {
    kind: 'code',
    name: /\b(?:(?:one[- ]time|verification|sign[- ]?in|log[- ]?in|2fa|two[- ]factor|authenticat\w{1,8}|auth|sms|security|access)[- ](?:code|pin|passcode|password)|otp|2fa|(?:bestatigungs|einmal|sicherheits|anmelde|zugangs)-?(?:code|passwort|pin)|(?:die|deine|meine|sms|push)[ -]?tan|codigo de (?:verificacion|acceso|seguridad)|code de (?:verification|connexion|securite|confirmation))\b[^\n\d]{0,45}$/i,
    fits: hasLength(4, 9),
    unless: /\b(?:coupon|discount|promo\w{0,5}|gutschein\w{0,5}|rabatt\w{0,5}|cupon|descuento|remise)\b/i,
  },
];

/** The secret in a run of digits: a card number, a number labeled as a secret, or a code. */
function findInRun(text: string, run: Found, isAfterAccount: boolean): Secret[] {
  const card = findCard(text, run);
  if (card) return [card, ...findCardTail(text, card)].map((span) => ({ ...span, kind: 'card' }));
  const place = around(text, run);
  const { before, after } = place;
  const { start, digits } = run;
  // A door's code may end in a letter.
  const end = run.end + (/^[A-D](?![a-z0-9])/i.test(after) && isCode({ before, after: '' }) ? 1 : 0);
  // Part of a word, such as a model number, an address or a file name.
  if (/[\w@/]-?$/.test(before) || (end === run.end && /^[a-z_@]/i.test(after)) || isMeasure(after)) return [];
  const named = NAMED.find(
    ({ name, fits, unless }) => fits(digits) && name.test(before) && unless?.test(before) !== true,
  );
  if (named) return [{ start, end, kind: named.kind }];
  if (HARMLESS.test(before)) return [];
  // `routing and account: 021000021 and 000123456`.
  const isBank = isAfterAccount || (isRoutingNumber(digits) && /\b(?:account|acct|bank)\b/i.test(before + after));
  if (isBank && digits.length >= 6) return [{ start, end, kind: 'bank' }];
  if (/^\d{3}-\d{2}-\d{4}$/.test(text.slice(start, end))) return [{ start, end, kind: 'person' }];
  return digits.length <= 10 && isCode(end === run.end ? place : { before, after: '' })
    ? [{ start, end, kind: 'code' }]
    : [];
}

/** IBANs: the check digits are right, or the text calls it an IBAN or account. */
function findIbans(text: string): Secret[] {
  return [...text.matchAll(IBAN)].flatMap(({ 0: found, index }): Secret[] => {
    const length = ibanLength(found);
    const isNamed = /\b(?:iban|konto\w{0,10}|cuenta|compte|virement|account)\b[^\n\d]{0,40}$/i.test(
      text.slice(Math.max(0, index - REACH), index),
    );
    // The words after it may look like part of it.
    let end = 0;
    for (let count = 0; end < found.length && count < (length ?? 34); end += 1)
      if (/[a-z0-9]/i.test(found.charAt(end))) count += 1;
    const iban = found.slice(0, end);
    const isWhole = length !== null && iban.replaceAll(/[ -]/g, '').length === length;
    return isWhole && (isIban(iban) || isNamed) ? [{ start: index, end: index + end, kind: 'bank' }] : [];
  });
}

/** Card numbers, account numbers, government ID numbers, PINs and codes. */
export function findNumbers(text: string): Secret[] {
  const found = findIbans(text);
  let account: Span | null = null;
  for (const { 0: raw, index } of text.matchAll(NUMBER)) {
    const run = { start: index, end: index + raw.length, digits: raw.replaceAll(/\D/g, '') };
    if (found.some(({ start, end }) => run.start < end && start < run.end)) continue;
    const between = account === null ? null : text.slice(account.end, run.start);
    const isAfterAccount = between !== null && between.length <= 15 && !/[.!?\n]/.test(between);
    const secrets = findInRun(text, run, isAfterAccount);
    found.push(...secrets);
    account = secrets.some(({ kind }) => kind === 'bank') ? run : null;
  }
  for (const { 0: raw, index } of text.matchAll(COMBINATION)) {
    const run = { start: index, end: index + raw.length };
    if (isCode(around(text, run))) found.push({ ...run, kind: 'code' });
  }
  return found;
}
