import { inTime } from '#server/lib/concurrency/in-time.ts';
import { PING_LIMIT_MS, type Ping } from './ping.ts';

/** Connects, greets and, with credentials, signs in; sends nothing. Source: nodemailer's `verify`. */
export function createMailPing(smtpUrl: string, limitMs = PING_LIMIT_MS): Ping {
  const steps = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs };
  // A transport of its own: the sending one has longer timeouts, and an email in progress must not be disturbed.
  return async () => {
    const { createTransport } = await import('nodemailer');
    // The transport's own timeouts measure silence, so a server that keeps talking would never time out.
    return inTime(() => createTransport({ url: smtpUrl, ...steps }).verify(), limitMs);
  };
}
