import { Hono, type Context } from 'hono';
import { HOOK_BYTES_MAX } from '#contract/automations/automation-limits.ts';
import type { Container } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import { readUpload } from '../brain/read-upload.ts';

/** A call is short. One that isn't finished by then holds memory for nothing. */
const BODY = { maxBytes: HOOK_BYTES_MAX, idleMs: 5_000, totalMs: 15_000 };
/** The longest `Idempotency-Key`, in characters. */
const KEY_MAX = 500;

/** A header; null if it's missing or empty. */
const header = (c: Context, name: string): string | null => c.req.header(name) || null;
const bearerOf = (c: Context) => /^Bearer (\S+)$/i.exec(header(c, 'authorization') ?? '')?.[1] ?? null;
const charsetOf = (c: Context) => /;\s*charset="?([^\s;"]+)/i.exec(header(c, 'content-type') ?? '')?.[1] ?? null;

/** Why a call wasn't accepted, in words for its sender. */
const REFUSALS = {
  refused: { status: 401, error: 'The secret or the signature isn’t right.' },
  too_many: { status: 429, error: 'Too many calls. Please wait a minute.' },
  unknown_encoding: {
    status: 400,
    error: 'The body isn’t UTF-8. Name its encoding in Content-Type, such as charset=iso-8859-1.',
  },
  full: {
    status: 429,
    error: 'This account’s automations have reached today’s limit. Please send this call again after midnight UTC.',
  },
  over_cap: {
    status: 429,
    error: 'This automation has started as many runs as it can in 24 hours. Please send this call again in an hour.',
  },
  not_json: { status: 400, error: 'The body isn’t valid JSON.' },
  not_form: { status: 400, error: 'The body isn’t a valid form.' },
  too_deep: { status: 400, error: 'The JSON is nested too deeply.' },
} as const;

/** `POST /hooks/<token>`: another program starts an automation. It learns whether the call was taken, and nothing else. */
export function automationHooks({ services }: Container): Hono {
  const app = new Hono();
  app.post('/:token', async (c) => {
    c.header('cache-control', 'no-store');
    const hook = await services.hookCalls.find(c.req.param('token'));
    if (!hook) return c.json({ error: 'There’s nothing at this address.' }, 404);
    const idempotencyKey = header(c, 'idempotency-key');
    // If we dropped the key, a repeated call would be accepted again.
    if ((idempotencyKey ?? '').length > KEY_MAX)
      return c.json({ error: `An Idempotency-Key can have at most ${KEY_MAX} characters.` }, 400);
    let body: Uint8Array;
    try {
      if (Number(c.req.header('content-length') ?? 0) > HOOK_BYTES_MAX) throw new AppError('FILE_TOO_LARGE');
      body = await readUpload(c.req.raw.body, BODY);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'FILE_TOO_LARGE'
        ? c.json({ error: `A call has at most ${HOOK_BYTES_MAX} bytes.` }, 413)
        : c.json({ error: 'The call stopped halfway.' }, 400);
    }
    const outcome = await services.hookCalls.take(hook, {
      body,
      contentType: header(c, 'content-type'),
      charset: charsetOf(c),
      secret: header(c, 'tenfold-secret') ?? bearerOf(c),
      signature: header(c, 'tenfold-signature'),
      idempotencyKey,
      chain: header(c, 'tenfold-chain'),
    });
    if (outcome.kind === 'taken') return c.json({ received: true }, 202);
    if (outcome.kind === 'too_many') c.header('retry-after', '60');
    if (outcome.kind === 'full' || outcome.kind === 'over_cap')
      c.header('retry-after', String(outcome.retryAfterSeconds));
    const { status, error } = REFUSALS[outcome.kind];
    return c.json({ error }, status);
  });
  return app;
}
