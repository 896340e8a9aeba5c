import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const BLOCK_GROUPS = 3;

/** The first groups of an IPv6 address, written in one way. */
function prefixOf(address: string, groupsKept: number): string {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const groups = before === '' ? [] : before.split(':');
  const rest = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? [] : Array.from({ length: GROUPS - groups.length - rest.length }, () => '0');
  const kept = [...groups, ...zeros, ...rest].slice(0, groupsKept);
  return `${kept.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groupsKept * 16}`;
}

/** Whom an address belongs to, for limits: one line or server has a whole IPv6 /64, and any address in it. */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, NETWORK_GROUPS) : address;
}

/**
 * The smallest block that the internet routes on its own, a /24 or an IPv6 /48: what one customer can rent as a whole. An IPv6
 * /48 holds 65,536 networks, and whoever has it may use them all.
 */
export function routedBlockOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return isIPv6(address) ? prefixOf(address, BLOCK_GROUPS) : address;
}
