/** The longest email address, in characters (RFC 5321, section 4.5.3.1). In a file without the schema library, so that public pages can use it. */
export const EMAIL_MAX = 254;
const LOCAL_MAX = 64;

/** Browsers and Node both have it. The contract is compiled without the types of either. */
declare const URL: new (text: string) => { readonly hostname: string };

/** A dot-atom in ASCII. Quoted local parts are refused: mail programs disagree about them. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** At least two labels, the last of which isn't a number. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** What an international domain may consist of before IDNA: no character that is ignored, and none that stands for another. */
const INTERNATIONAL = /^(?:(?!\p{DI})[\p{L}\p{M}\p{Nd}.-])+$/u;

/** The domain as the mail server sees it, in ASCII. IDNA (UTS #46) comes from the platform's URL parser, in browsers and in Node. */
function toAscii(domain: string): string | undefined {
  if (!INTERNATIONAL.test(domain) || domain !== domain.normalize('NFKC')) return undefined;
  try {
    return new URL(`http://${domain.toLowerCase()}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * AUTH-5: decides what an email address is, for every field, procedure and gateway. Returns the one spelling to store and send to, with the
 * domain in lower-case ASCII, or undefined for anything that a mail server would alter or refuse. Takes time linear in the length. Source:
 * RFC 5321, sections 4.1.2 and 4.5.3.1; WHATWG URL, "host parsing".
 */
export function parseEmail(text: string): string | undefined {
  if (text.length > EMAIL_MAX) return undefined;
  const [local = '', typed = '', ...more] = text.split('@', 3);
  if (more.length > 0 || local.length > LOCAL_MAX || !LOCAL.test(local)) return undefined;
  const domain = toAscii(typed);
  if (domain === undefined || !DOMAIN.test(domain)) return undefined;
  const email = `${local}@${domain}`;
  return email.length > EMAIL_MAX ? undefined : email;
}
