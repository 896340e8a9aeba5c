import { PAGE_PROBLEMS } from './page-problems.ts';

/** Browsers and Node have `URL`; the contract includes the types of neither. */
declare const URL: new (address: string) => {
  protocol: string;
  hostname: string;
  username: string;
  password: string;
  port: string;
};

/** The ports that web pages are read at. */
export const PAGE_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const OTHER_SCHEME = /^(?:mailto|tel|sms|javascript|data|file|ftp|about|blob):/i;
const EMAIL = /^mailto:|^[^\s/:@]+@[^\s/@]+$/i;

/** People leave out the scheme. */
function parse(written: string): InstanceType<typeof URL> | null {
  try {
    return new URL(HAS_SCHEME.test(written) ? written : `https://${written.replace(/^\/\//, '')}`);
  } catch {
    return null;
  }
}

/** What is wrong with an address that someone typed, as a sentence; null if it can be the address of a page. */
export function pageAddressProblem(text: string): string | null {
  const written = text.trim();
  if (written === '') return 'Please paste a web address.';
  if (EMAIL.test(written)) return 'That’s an email address. Paste a web address, like yourshop.com.';
  const url = OTHER_SCHEME.test(written) ? null : parse(written);
  const isWeb = url && /^https?:$/.test(url.protocol) && PAGE_PORTS.has(url.port);
  const isOpen = url && url.username === '' && url.password === '';
  // A name without a dot is a machine nearby; an IPv6 address has colons.
  const isComplete = url && /[^.]\.[^.]|:/.test(url.hostname);
  return isWeb && isOpen && isComplete ? null : PAGE_PROBLEMS.invalid_address;
}
