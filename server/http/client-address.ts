import { BlockList, isIP } from 'node:net';

/** The peers whose forwarded headers are trusted. Entries are addresses or CIDR ranges; an error at start names any other. */
export function createProxyTrust(proxies: string[]): (address: string) => boolean {
  if (proxies.length === 0) return () => false;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    try {
      if (prefix === undefined) list.addAddress(address, family);
      // Number('') is 0, which would trust everyone.
      else list.addSubnet(address, prefix === '' ? Number.NaN : Number(prefix), family);
    } catch (cause) {
      throw new Error(`TRUSTED_PROXIES: ${proxy} is neither an address nor a CIDR range.`, { cause });
    }
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const plain = (address: string) => address.replace(/^::ffff:/, '');

/** The client's address: the last forwarded one that isn't a trusted proxy's, or the peer's own. */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = plain(peer);
  if (forwardedFor === undefined || !isTrusted(address)) return address;
  const hops = forwardedFor
    .split(',')
    .map((hop) => plain(hop.trim()))
    .filter((hop) => isIP(hop) !== 0);
  while (isTrusted(address)) {
    const hop = hops.pop();
    if (hop === undefined) break;
    address = hop;
  }
  return address;
}
