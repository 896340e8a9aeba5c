import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

const BRACKETED = /^\[([^[\]]+)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * The address in a text, in its usual spelling and without a port, brackets, quotes or a zone; null if there is none.
 * An IPv4 address mapped to IPv6 is an IPv4 address.
 */
export function parseAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1');
  const address = BRACKETED.exec(unquoted)?.[1] ?? IPV4_WITH_PORT.exec(unquoted)?.[1] ?? unquoted;
  if (isIPv4(address)) return address;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return null;
  const usual = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address;
  return IPV4_IN_IPV6.exec(usual)?.[1] ?? usual;
}

/** The peers whose forwarded headers are trusted. Entries are addresses or CIDR ranges; an error at start names any other. */
export function createProxyTrust(proxies: string[]): (address: string) => boolean {
  if (proxies.length === 0) return () => false;
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  for (const proxy of proxies) {
    const [start = '', prefix] = proxy.split('/');
    const address = parseAddress(start) ?? start;
    // In `::ffff:10.0.0.0/104`, the first 96 bits are those of every IPv4 address that is written as IPv6.
    const prefixStart = isIPv4(address) && start.indexOf(':') !== start.lastIndexOf(':') ? 96 : 0;
    try {
      if (prefix === undefined) list.addAddress(address, familyOf(address));
      // Number('') is 0, which would trust everyone.
      else list.addSubnet(address, prefix === '' ? Number.NaN : Number(prefix) - prefixStart, familyOf(address));
    } catch (cause) {
      throw new Error(
        `TRUSTED_PROXIES: ${proxy} is neither an address nor a CIDR range of IPv4 or of IPv6 addresses.`,
        { cause },
      );
    }
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/**
 * The client's address: the last forwarded one that isn't a trusted proxy's, or the peer's own. A hop that can't be
 * read ends the search at the proxy that wrote it: what stands before it may be the client's invention.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = parseAddress(peer) ?? peer;
  if (forwardedFor === undefined || !isTrusted(address)) return address;
  const hops = forwardedFor.split(',');
  while (isTrusted(address)) {
    const hop = parseAddress(hops.pop() ?? '');
    if (hop === null) break;
    address = hop;
  }
  return address;
}
