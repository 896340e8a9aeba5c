import { isIPv4, isIPv6 } from 'node:net';

/** The 16-bit groups of an IPv6 address, of a /64 and of a /48. */
const GROUPS = 8;
const GROUPS_OF_64 = 4;
const GROUPS_OF_48 = 3;

/** The first groups of an IPv6 address, in one canonical form. */
function prefixOf(address: string, groupsKept: number): string {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const groups = before === '' ? [] : before.split(':');
  const rest = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array.from({ length: GROUPS - groups.length - rest.length }, () => '0');
  const kept = [...groups, ...zeros, ...rest].slice(0, groupsKept);
  return `${kept.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groupsKept * 16}`;
}

/** The network an address belongs to, for limits: a single line or server has a whole IPv6 /64 and may use any address in it. */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, GROUPS_OF_64) : address;
}

/**
 * The network prefix of an address, a /24 or an IPv6 /48: the smallest that the internet routes separately, and what one customer can rent
 * as a whole. An IPv6 /48 holds 65,536 networks, and its owner may use them all.
 */
export function networkPrefixOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return isIPv6(address) ? prefixOf(address, GROUPS_OF_48) : address;
}

/** What one customer of a network has: an IPv4 address, or an IPv6 /48, which one customer can rent as a whole. */
export function subscriberOf(address: string): string {
  return isIPv6(address) ? networkPrefixOf(address) : address;
}
