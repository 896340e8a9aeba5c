import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Sources: IANA's registries of special-purpose addresses, and one address that a cloud uses inside. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and a cloud's metadata service
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host, in every virtual machine
  '169.254.0.0/16', // link-local, and most clouds' metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunneling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];
/** Of IPv6, only this part is the public internet. Mapped, compatible, translated and unique local addresses are outside of it. */
const GLOBAL_IPV6 = '2000::/3';
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];
/** ISATAP: the last 32 bits are an IPv4 address, behind this mark in the 5th and 6th of the eight groups. */
const ISATAP_FLAGS = new Set([0, 0x200]);
const ISATAP_MARK = 0x5efe;
const GROUPS = 8;

function rangesOf(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

// One list for each family: a list that holds both compares mapped addresses with the IPv4 part.
const specialIpv4 = rangesOf('ipv4', SPECIAL_IPV4);
const specialIpv6 = rangesOf('ipv6', SPECIAL_IPV6);
const globalIpv6 = rangesOf('ipv6', [GLOBAL_IPV6]);

function groupsOf(address: string): number[] {
  // The parser of URLs knows every way to write an IPv6 address and returns one.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}

function isIsatap(address: string): boolean {
  const groups = groupsOf(address);
  return ISATAP_FLAGS.has(groups[4] ?? 0) && groups[5] === ISATAP_MARK;
}

/** Whether an IP address belongs to the public internet. Anything that isn't clearly public isn't. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6') && !isIsatap(address);
}
