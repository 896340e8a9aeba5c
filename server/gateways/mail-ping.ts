import { PING_LIMIT_MS, type Ping } from './ping.ts';

/** Connects, greets and, with credentials, signs in; sends nothing. Source: nodemailer's `verify`. */
export function createMailPing(smtpUrl: string, limitMs = PING_LIMIT_MS): Ping {
  const steps = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs };
  // A transport of its own: the sending one has longer timeouts, and an email in progress must not be disturbed.
  return async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtpUrl, ...steps }).verify();
  };
}
