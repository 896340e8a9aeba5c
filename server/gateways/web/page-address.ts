import { isIP } from 'node:net';
import { PAGE_PORTS } from '#contract/brain/page-address.ts';
import { PageProblem } from './page-problem.ts';
import { isPublicAddress } from './public-address.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

/** Top-level names that are never on the public internet, and some that companies use inside. Source: RFC 6761, RFC 8375, ICANN. */
const PRIVATE_TLDS = new Set(
  [
    'localhost localdomain local internal intranet private corp home lan svc',
    'arpa onion alt test invalid example',
  ].flatMap((names) => names.split(' ')),
);

/** The host without the brackets of an IPv6 address and without the dot that a complete name may end in. */
export function hostOf(url: URL): string {
  return trimEnd(url.hostname.replace(/^\[|\]$/g, ''), /\./);
}

/**
 * Refuses whatever can't be the address of a public page, before any name is looked up. The parser of URLs has already turned the decimal,
 * octal, hexadecimal and short forms of an IPv4 address into the usual one. `standIns` are the hosts that are answered elsewhere.
 */
export function checkPageAddress(url: URL, standIns: ReadonlyMap<string, URL>): void {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.password !== '' || !PAGE_PORTS.has(url.port))
    throw new PageProblem('invalid_address');
  const host = hostOf(url);
  if (standIns.has(host)) return;
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw new PageProblem('not_public');
    return;
  }
  const labels = host.split('.');
  // A name without a dot is a machine nearby.
  if (labels.length < 2 || labels.includes('') || PRIVATE_TLDS.has(labels.at(-1) ?? ''))
    throw new PageProblem('not_public');
}
