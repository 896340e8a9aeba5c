import type { Context } from 'hono';
import { Hono } from 'hono';
import { contactSchema } from '#contract/site/contact.ts';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { newsletterTokenSchema, subscribeSchema } from '#contract/site/newsletter.ts';
import { withoutNul } from '#contract/plain-text.ts';
import type { Container } from '#server/container.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import type { Client } from '#server/lib/request/client.ts';
import { isStorableInput } from '#server/lib/text/storable-input.ts';
import type { SubmittedForm } from './submitted-form.ts';
import type { Rendering } from '../pages/rendering.ts';
import type { SecurityVariables } from '../pages/security-headers.ts';

/** The fields of a form that we posted. When a name repeats, the last value counts; other kinds of bodies give no fields. */
async function formFields(c: Context): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

/** The pages whose forms only work with the app. */
const APP_FORMS = ['/auth', '/auth/challenge', '/auth/forgot', '/auth/reset'];

type Issue = { path: PropertyKey[]; message: string };
type Parsed<T> = { success: true; data: T } | { success: false; error: { issues: Issue[] } };
type Form<T> = {
  path: string;
  /** Fields that are returned to the page as they were typed. */
  fields: string[];
  schema: { safeParse: (values: unknown) => Parsed<T> };
  send: (input: T, client: Client) => Promise<void>;
  /** Where the browser goes on success. */
  done: string;
};

/**
 * The public site's forms for browsers without JavaScript: a post leads to a page that reports the result, or the form is rendered again
 * with what was typed.
 */
export function siteForms({ services, clientOf, log, trouble }: Container, rendering?: Rendering) {
  const app = new Hono<{ Variables: SecurityVariables }>();

  function codeOf(error: unknown): ErrorCode {
    const ours = toAppError(error);
    if (ours && !ours.cause) return ours.code;
    if (!trouble.note(error, { form: 'site' })) log.error({ event: 'form failed', err: error }, 'form failed');
    return ours?.code ?? 'INTERNAL';
  }

  function drawAgain(c: Context, submittedForm: SubmittedForm, code: ErrorCode): Promise<Response> | Response {
    const { status, text } = ERROR_CODES[code];
    c.header('cache-control', 'no-store');
    if (!rendering)
      return c.json({ error: { appCode: code, message: submittedForm.problem ?? text, ...submittedForm } }, status);
    return rendering.drawAgain(c, { nonce: c.var.nonce, submittedForm, status });
  }

  const answer =
    <T>({ path, fields, schema, send, done }: Form<T>) =>
    async (c: Context) => {
      const typed = await formFields(c);
      const values = Object.fromEntries(fields.map((field) => [field, withoutNul(typed[field] ?? '')]));
      const { text } = ERROR_CODES.INVALID_INPUT;
      if (!isStorableInput(typed)) return drawAgain(c, { path, values, problems: {}, problem: text }, 'INVALID_INPUT');
      const parsed = schema.safeParse(typed);
      if (!parsed.success) {
        // Only the first message about a field is kept.
        const issues = parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]);
        return drawAgain(c, { path, values, problems: Object.fromEntries(issues), problem: null }, 'INVALID_INPUT');
      }
      try {
        await send(parsed.data, clientOf(c));
      } catch (error) {
        const code = codeOf(error);
        return drawAgain(c, { path, values, problems: {}, problem: ERROR_CODES[code].text }, code);
      }
      return c.redirect(done, 303);
    };

  app.post(
    '/newsletter',
    answer({
      path: '/newsletter',
      fields: ['email'],
      schema: subscribeSchema,
      send: ({ email }, client) => services.newsletter.subscribe(email, client),
      done: '/newsletter?state=sent',
    }),
  );
  app.post(
    '/contact',
    answer({
      path: '/contact',
      fields: ['name', 'email', 'topic', 'message'],
      schema: contactSchema,
      send: (message, client) => services.contact.send(message, client),
      done: '/contact?state=sent',
    }),
  );

  /** Only pressing the button confirms: programs that follow links in emails don't submit forms. */
  app.post('/newsletter/confirm', async (c) => {
    const { token } = await formFields(c);
    const parsed = newsletterTokenSchema.safeParse(token);
    let state = parsed.success ? 'confirmed' : 'NEWSLETTER_LINK_INVALID';
    try {
      if (parsed.success) await services.newsletter.confirm(parsed.data, clientOf(c));
    } catch (error) {
      state = codeOf(error);
    }
    return c.redirect(`/newsletter?state=${state}`, 303);
  });

  /** Submitted before the app has loaded, they lead back to their page. What was typed isn't read: it may be a password. */
  app.on('POST', APP_FORMS, (c) => {
    const { pathname, searchParams } = new URL(c.req.url);
    if (pathname === '/auth') searchParams.set('problem', 'FORM_NOT_READY' satisfies ErrorCode);
    return c.redirect(searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname, 303);
  });
  return app;
}
