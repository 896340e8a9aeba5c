import { Hono, type Context } from 'hono';
import { HOOK_BYTES_MAX } from '#contract/automations/automation-limits.ts';
import type { Container } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import { readUpload } from '../brain/read-upload.ts';

/** A call is short. One that isn't finished by then holds memory for nothing. */
const BODY = { maxBytes: HOOK_BYTES_MAX, idleMs: 5_000, totalMs: 15_000 };
const HEADER_MAX = 500;

/** A header, if it isn't longer than any that we read. */
const header = (c: Context, name: string): string | null => {
  const value = c.req.header(name);
  return value === undefined || value === '' || value.length > HEADER_MAX ? null : value;
};
const bearerOf = (c: Context) => /^Bearer (\S+)$/i.exec(header(c, 'authorization') ?? '')?.[1] ?? null;

/** `POST /hooks/<token>`: another program starts an automation. It learns whether the call was taken, and nothing else. */
export function automationHooks({ services }: Container): Hono {
  const app = new Hono();
  app.post('/:token', async (c) => {
    c.header('cache-control', 'no-store');
    const hook = await services.hookCalls.find(c.req.param('token'));
    if (!hook) return c.json({ error: 'There’s nothing at this address.' }, 404);
    let body: string;
    try {
      if (Number(c.req.header('content-length') ?? 0) > HOOK_BYTES_MAX) throw new AppError('FILE_TOO_LARGE');
      body = new TextDecoder().decode(await readUpload(c.req.raw.body, BODY));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'FILE_TOO_LARGE'
        ? c.json({ error: `A call has at most ${HOOK_BYTES_MAX} bytes.` }, 413)
        : c.json({ error: 'The call stopped halfway.' }, 400);
    }
    const outcome = await services.hookCalls.take(hook, {
      body,
      secret: header(c, 'tenfold-secret') ?? bearerOf(c),
      signature: header(c, 'tenfold-signature'),
      idempotencyKey: header(c, 'idempotency-key'),
      chain: header(c, 'tenfold-chain'),
    });
    if (outcome === 'refused') return c.json({ error: 'The secret or the signature isn’t right.' }, 401);
    if (outcome === 'too_many') {
      c.header('retry-after', '60');
      return c.json({ error: 'Too many calls. Please wait a minute.' }, 429);
    }
    return c.json({ received: true }, 202);
  });
  return app;
}
