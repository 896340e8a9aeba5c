import { createTransport } from 'nodemailer';
import { PING_LIMIT_MS, type Ping } from './ping.ts';

/** Connects, greets and, with credentials, signs in; sends nothing. Source: nodemailer's `verify`. */
export function createMailPing(smtpUrl: string, limitMs = PING_LIMIT_MS): Ping {
  const steps = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs };
  // Not the one that sends: its limits are longer, and a letter on its way is not to be disturbed.
  const transport = createTransport({ url: smtpUrl, ...steps });
  return () => transport.verify();
}
