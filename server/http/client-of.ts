import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { cleanUserAgent, type Client } from '#server/lib/request/client.ts';
import { clientAddress, createProxyTrust } from './client-address.ts';

function peerAddress(c: Context): string {
  // Requests that tests make in memory have no socket.
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? '127.0.0.1') : '127.0.0.1';
}

/** The client's address and name, trusting forwarded headers from `trustedProxies` only. */
export function createClientOf(trustedProxies: string[]): (c: Context) => Client {
  const isTrusted = createProxyTrust(trustedProxies);
  return (c) => ({
    address: clientAddress(peerAddress(c), c.req.header('x-forwarded-for'), isTrusted),
    userAgent: cleanUserAgent(c.req.header('user-agent')),
  });
}
