import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { idSchema } from '#contract/ids.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { UPLOAD_SCOPES, UPLOADS_AT_A_TIME } from '#contract/brain/sources.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { Container } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createQueuePerKey } from '#server/lib/concurrency/queue-per-key.ts';
import { createWorkQueue } from '#server/lib/concurrency/work-queue.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import { isStorableInput } from '#server/lib/text/storable-input.ts';
import { answerDisconnected, hasDisconnected } from '../disconnected.ts';
import { downloadStream } from '../download-stream.ts';
import { sessionOf } from '../session-of.ts';
import { streamUpload } from './read-upload.ts';

/** A file of 20 MB on a line with 1 Mbit/s takes almost three minutes. */
export const UPLOAD_MS = 4 * 60_000;
const BODY = { maxBytes: MAX_DOCUMENT_BYTES, idleMs: 15_000, totalMs: UPLOAD_MS };
/** Limits for slow downloads, in milliseconds: one for each pause, one in total. */
const DOWNLOAD = { idleMs: 30_000, totalMs: 10 * 60_000 };
/** How many uploads run at a time: for one person, and in this process. The others wait their turn. */
const OF_ONE = { concurrency: UPLOADS_AT_A_TIME, maxWaiting: 20, maxWaitMs: 60_000 };
const OF_ALL = {
  concurrency: 8,
  maxWaiting: 50,
  maxWaitMs: 60_000,
  maxPerKey: UPLOADS_AT_A_TIME,
  keyIsFull: 'SERVER_BUSY',
} as const;

const querySchema = z.object({
  name: z.string().max(1_000).default(''),
  conversation: z.optional(idSchema),
  scope: z.enum(UPLOAD_SCOPES).default('team'),
  /** Whether the chat that it's attached to is private; for an existing chat, its own setting applies. */
  private: z.optional(z.literal('true')),
  /** Whether a file with the name of another one is held until its owner says whether it replaces that. */
  holdNewVersion: z.optional(z.literal('true')),
});

/**
 * `POST /brain/files/<id>?name=…&conversation=…&scope=…&private=true&holdNewVersion=true` takes a file's bytes; `GET`
 * gives them back, as a download, to their owner only.
 */
export function sourceFiles({ services, clientOf, log }: Container): Hono {
  const perPerson = createQueuePerKey(OF_ONE);
  const forAll = createWorkQueue(OF_ALL);
  const app = new Hono();

  async function userOf(c: Context): Promise<ValidSession['userId']> {
    const setCookie = (cookie: string) => c.header('set-cookie', cookie, { append: true });
    const session = await sessionOf(c, services, clientOf(c), setCookie);
    if (!session) throw new AppError('UNAUTHENTICATED');
    if (session.needsSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED');
    return session.userId;
  }

  function idOf(c: Context): string {
    const id = idSchema.safeParse(c.req.param('id'));
    if (!id.success) throw new AppError('NOT_FOUND');
    return id.data;
  }

  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });

  app.post('/:id', async (c) => {
    const userId = await userOf(c);
    const query = querySchema.safeParse(c.req.query());
    if (!query.success || !isStorableInput(query.data)) throw new AppError('INVALID_INPUT');
    const { name, scope, holdNewVersion, conversation = null } = query.data;
    const isPrivate = query.data.private === 'true';
    const id = idOf(c);
    if (Number(c.req.header('content-length') ?? 0) > MAX_DOCUMENT_BYTES) throw new AppError('FILE_TOO_LARGE');
    const added = await perPerson.run(userId, () =>
      forAll.run(userId, () =>
        services.sources.addFile(
          userId,
          { id, name, scope, conversationId: conversation, isPrivate, holdsNewVersion: holdNewVersion === 'true' },
          streamUpload(c.req.raw.body, BODY),
        ),
      ),
    );
    return c.json(added);
  });

  app.get('/:id', async (c) => {
    const userId = await userOf(c);
    const sourceId = idOf(c);
    const { name, bytes, content } = await services.sources.file(userId, sourceId);
    c.header('content-type', 'application/octet-stream');
    c.header('x-content-type-options', 'nosniff');
    c.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    // If this fails halfway, the file is shorter than its Content-Length, which browsers notice.
    c.header('content-length', String(bytes));
    if (c.req.method === 'HEAD') return c.body(null);
    const onFailure = (error: unknown) =>
      log.warn({ event: 'file not sent', userId, sourceId, err: error }, 'file not sent');
    return c.body(downloadStream(content, { ...DOWNLOAD, onFailure }));
  });

  app.onError((error, c) => {
    const ours = toAppError(error);
    if (!ours && hasDisconnected(c)) {
      log.warn({ event: 'file request broken off', err: error }, 'file request broken off');
      return answerDisconnected(c);
    }
    if (!ours) log.error({ event: 'file request failed', err: error }, 'file request failed');
    const code = ours?.code ?? 'INTERNAL';
    const message = ours?.text ?? ERROR_CODES.INTERNAL.text;
    return c.json({ error: { appCode: code, message } }, ERROR_CODES[code].status);
  });
  return app;
}
