import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Log } from '#server/lib/log.ts';
import { cleanUserAgent, type Client } from '#server/lib/request/client.ts';
import { clientAddress, createProxyTrust, parseAddress } from './client-address.ts';

function peerAddress(c: Context): string {
  // Requests that tests make in memory have no socket.
  const address = c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? '127.0.0.1') : '127.0.0.1';
  return parseAddress(address) ?? address;
}

/** A stranger with many addresses must not fill the log. */
const MOST_WARNINGS = 10;

export type ClientOf = (c: Context) => Client;

/**
 * The client's address and name, trusting forwarded headers from `trustedProxies` only. The first such header from
 * each other peer is logged, for a few peers: without it, everyone behind a proxy that the operator forgot would share
 * its address, and nothing would say so.
 */
export function createClientOf(trustedProxies: string[], log: Log): ClientOf {
  const isTrusted = createProxyTrust(trustedProxies);
  const warned = new Set<string>();
  return (c) => {
    const peer = peerAddress(c);
    const forwardedFor = c.req.header('x-forwarded-for');
    if (forwardedFor !== undefined && warned.size < MOST_WARNINGS && !warned.has(peer) && !isTrusted(peer)) {
      warned.add(peer);
      log.warn(
        { event: 'forwarded header not trusted', peer, setting: 'TRUSTED_PROXIES' },
        `ignored X-Forwarded-For from ${peer}: if this is your proxy, add it to TRUSTED_PROXIES`,
      );
    }
    return {
      address: clientAddress(peer, forwardedFor, isTrusted),
      userAgent: cleanUserAgent(c.req.header('user-agent')),
    };
  };
}
