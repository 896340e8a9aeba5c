import { BlockList, isIP } from 'node:net';
import { ConfigError, type Environment } from '#server/config/environment.ts';

/**
 * Whether the demo accounts and the stand-ins for sign-in services exist. Anyone can sign in with either.
 * `offBecause` completes the sentence "because ...".
 */
export type DemoSettings = { isOn: true } | { isOn: false; offBecause: string };

const BRACKETS = /[[\]]/g;
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const version = isIP(host);
  return version !== 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** What shows that people other than the one at this computer use the installation; null if nothing does. */
function findSignOfPublicUse(env: Environment): string | null {
  if (env.PUBLIC_URL && /^https:/i.test(env.PUBLIC_URL)) return 'PUBLIC_URL is an https address';
  // Behind a proxy, too, PUBLIC_URL tells a real installation from a test. A URL has brackets around an IPv6 address.
  const publicHost = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname.replaceAll(BRACKETS, '');
  if (publicHost && !isLoopback(publicHost)) return `PUBLIC_URL leads to ${publicHost}, not to this computer`;
  if (env.STRIPE_SECRET_KEY && /^[rs]k_live_/.test(env.STRIPE_SECRET_KEY)) return 'STRIPE_SECRET_KEY is a live key';
  if (!isLoopback(env.HOST)) return `HOST=${env.HOST} can be reached from other machines`;
  return null;
}

/** Throws ConfigError if DEMO is on in production. */
export function demoSettings(env: Environment): DemoSettings {
  if (env.NODE_ENV === 'production') {
    if (env.DEMO) throw new ConfigError('DEMO creates accounts whose password is public. Unset it in production.');
    return { isOn: false, offBecause: 'NODE_ENV is production' };
  }
  if (env.DEMO === true) return { isOn: true };
  const offBecause = env.DEMO === false ? 'DEMO is off' : findSignOfPublicUse(env);
  return offBecause === null ? { isOn: true } : { isOn: false, offBecause };
}
