import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from '#contract/account/factor-limits.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

export type Sms = { to: string; channel: Channel; text: string };
export type SmsGateway = {
  /** Throws PHONE_REFUSED when the number can't receive messages, and SMS_UNAVAILABLE for everything else. */
  send: (sms: Sms) => Promise<void>;
};
export type SmsSettings = { baseUrl: string; account: string; token: string; from: string };

export const SMS_LIMITS = { timeoutMs: 8_000, tries: 3, pauseMs: 500 };

/**
 * Errors about the number rather than about us: invalid, unreachable, region not permitted, opted out, not a mobile, not on this channel.
 * Source: Twilio's error codes.
 */
const NUMBER_CODES = new Set([
  21211, 21214, 21217, 21265, 21407, 21408, 21421, 21610, 21612, 21614, 21635, 63003, 63024,
]);
/** Answers are short, so we read at most this many bytes. */
const ANSWER_MAX = 16 * 1_024;

type Outcome = 'sent' | 'number' | 'later' | 'never';

async function readStart(response: Response): Promise<string> {
  let start = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    start += decoder.decode(chunk, { stream: true });
    if (start.length > ANSWER_MAX) break;
  }
  return start;
}

function errorCode(answer: string): number | null {
  try {
    const said: unknown = JSON.parse(answer);
    return typeof said === 'object' && said && 'code' in said && typeof said.code === 'number' ? said.code : null;
  } catch {
    return null;
  }
}

function outcomeOf(status: number, code: number | null): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 408 || status === 429 || status >= 500) return 'later';
  return code !== null && NUMBER_CODES.has(code) ? 'number' : 'never';
}

/**
 * Text messages over a Twilio-compatible API, with a timeout per attempt. Attempts that may succeed later are retried with the same
 * idempotency token, so that a lost response does not become a second message. Source: Twilio's "Create a Message resource".
 */
export function createSmsGateway(settings: SmsSettings, log: Log, limits = SMS_LIMITS): SmsGateway {
  const { account, token, from } = settings;
  const url = `${trimEnd(settings.baseUrl, /\//)}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

  async function attempt({ to, channel, text }: Sms, idempotencyToken: string): Promise<Outcome> {
    const prefix = channel === 'whatsapp' ? 'whatsapp:' : '';
    let [status, code]: [number, number | null] = [0, null];
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json', 'i-twilio-idempotency-token': idempotencyToken },
        body: new URLSearchParams({ To: `${prefix}${to}`, From: `${prefix}${from}`, Body: text }),
        // Redirects aren't followed, so that the key and the code are sent only to the configured host.
        redirect: 'manual',
        signal: AbortSignal.timeout(limits.timeoutMs),
      });
      status = response.status;
      code = errorCode(await readStart(response));
    } catch (error) {
      log.warn({ event: 'sms try failed', err: error }, 'sms try failed');
      // A message that was accepted is not sent again because its response broke off.
      return status >= 200 && status < 300 ? 'sent' : 'later';
    }
    const outcome = outcomeOf(status, code);
    if (outcome !== 'sent') log.warn({ event: 'sms try failed', status, code }, 'sms try failed');
    return outcome;
  }

  return {
    send: async (sms) => {
      const idempotencyToken = randomUUID();
      for (let tried = 1; ; tried += 1) {
        const outcome = await attempt(sms, idempotencyToken);
        if (outcome === 'sent') return;
        if (outcome === 'number') throw new AppError('PHONE_REFUSED');
        if (outcome === 'never' || tried >= limits.tries) throw new AppError('SMS_UNAVAILABLE');
        await pause(limits.pauseMs * tried);
      }
    },
  };
}
