import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { LRUCache } from 'lru-cache';
import type { Log } from '#server/lib/log.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { codeIn, linksIn } from '../inbox/text-links.ts';
import { keepSilent } from '../model/stream-faults.ts';
import { HANGS_UP, refusalOf, SILENT } from './sms-faults.ts';

type Env = { Bindings: HttpBindings };
type SmsApiOptions = { inbox: Inbox; log: Log; now: () => Date; closing: AbortSignal };

const BODY_MAX_BYTES = 64 * 1_024;
const TEXT_MAX = 1_600;
const SEGMENT = 153;
const REMEMBERED_TRIES = 1_000;
const WHATSAPP = 'whatsapp:';
const PHONE = /^\+[1-9]\d{6,14}$/;

function refuse(c: Context, status: ContentfulStatusCode, code: number, message: string): Response {
  return c.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status);
}

/** Whether the Basic auth credentials match the account in the URL. Any key will do. */
function isSignedIn(c: Context, account: string): boolean {
  const [scheme = '', encoded = ''] = (c.req.header('authorization') ?? '').split(' ');
  const [user, ...token] = Buffer.from(encoded, 'base64').toString().split(':');
  return scheme.toLowerCase() === 'basic' && user === account && token.join(':') !== '';
}

function toResource(message: { account: string; to: string; from: string; text: string }, at: Date) {
  const sid = `SM${randomUUID().replaceAll('-', '')}`;
  const path = `/2010-04-01/Accounts/${message.account}/Messages/${sid}`;
  return {
    sid,
    account_sid: message.account,
    api_version: '2010-04-01',
    messaging_service_sid: null,
    to: message.to,
    from: message.from,
    body: message.text,
    direction: 'outbound-api',
    status: 'queued',
    num_segments: String(Math.ceil(message.text.length / SEGMENT)),
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    date_created: at.toUTCString(),
    date_updated: at.toUTCString(),
    date_sent: null,
    uri: `${path}.json`,
    subresource_uris: { media: `${path}/Media.json` },
  };
}

function hangUp(c: Context<Env>) {
  c.env.outgoing.destroy();
  return c.body(null);
}

/** Below `/2010-04-01`: Twilio's "Create a Message resource". Messages go to the inbox. */
export function createSmsApi({ inbox, log, now, closing }: SmsApiOptions): Hono<Env> {
  const app = new Hono<Env>();
  /** The answers to idempotency tokens; null if the first attempt was refused. */
  const answers = new LRUCache<string, ReturnType<typeof toResource> | 'refused'>({ max: REMEMBERED_TRIES });
  app.use(bodyLimit({ maxSize: BODY_MAX_BYTES, onError: (c) => refuse(c, 413, 20413, 'Request Entity Too Large') }));

  app.post('/Accounts/:account/Messages.json', async (c) => {
    const account = c.req.param('account');
    if (!isSignedIn(c, account)) return refuse(c, 401, 20003, 'Authenticate');
    const form = new URLSearchParams(await c.req.text());
    const [to = '', from = '', text = ''] = ['To', 'From', 'Body'].map((name) => form.get(name)?.trim());
    const isWhatsapp = to.startsWith(WHATSAPP);
    const phone = isWhatsapp ? to.slice(WHATSAPP.length) : to;
    if (!PHONE.test(phone)) return refuse(c, 400, 21211, "Invalid 'To' Phone Number");
    if (from === '') return refuse(c, 400, 21603, "A 'From' phone number is required");
    if (from.startsWith(WHATSAPP) !== isWhatsapp)
      return refuse(c, 400, 63007, 'Could not find a Channel with the specified From address');
    if (text === '') return refuse(c, 400, 21602, 'Message body is required');
    if (text.length > TEXT_MAX)
      return refuse(c, 400, 21617, 'The concatenated message body exceeds the 1600 character limit');
    if (phone === SILENT) {
      await keepSilent(AbortSignal.any([c.req.raw.signal, closing]));
      return hangUp(c);
    }
    const token = c.req.header('i-twilio-idempotency-token') ?? randomUUID();
    const before = answers.get(token);
    const refusal = refusalOf(phone, before === undefined);
    if (refusal) {
      answers.set(token, 'refused');
      return refuse(c, refusal.status, refusal.code, refusal.message);
    }
    if (before !== undefined && before !== 'refused') return c.json(before, 201);
    const at = now();
    const resource = toResource({ account, to, from, text }, at);
    answers.set(token, resource);
    const subject = isWhatsapp ? 'WhatsApp' : 'SMS';
    const sender = isWhatsapp ? from.slice(WHATSAPP.length) : from;
    const read = { text, html: '', links: linksIn(text), code: codeIn(text) };
    await inbox.add([{ kind: 'sms', to: phone, from: sender, subject, ...read, at: at.toISOString() }]);
    log.info({ segments: resource.num_segments }, 'sandbox: message received');
    return phone === HANGS_UP ? hangUp(c) : c.json(resource, 201);
  });
  return app;
}
