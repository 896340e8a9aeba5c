import { Hono, type Context } from 'hono';
import { ERROR_CODES } from '#contract/errors.ts';
import type { Container } from '#server/container.ts';
import { authorizeRoute, exchangeCode } from './gotrue-authorize.ts';
import { answerFailure, toFailure } from './gotrue-errors.ts';
import { factorRoutes } from './gotrue-factors.ts';
import { createBearer, readBody, type GotrueContext } from './gotrue-request.ts';
import { planChoiceIn } from './plan-choice-in.ts';
import * as bodies from './gotrue-schemas.ts';
import { toSession, toSignedUp, toUser } from './gotrue-dto.ts';

/** Keys change once a month and are published a day ahead, so caching them for an hour is safe. */
const JWKS_CACHE = 'public, max-age=3600';

/** The public keys, with which anyone can verify our access tokens. */
export async function answerJwks(c: Context, { services }: Container): Promise<Response> {
  c.header('cache-control', JWKS_CACHE);
  return c.json({ keys: await services.tokens.publicKeys() });
}

/**
 * `/auth/v1` speaks the dialect of GoTrue (AUTH-9), so that clients of that family work unchanged.
 * It only translates: every rule lives in the services that tRPC calls too.
 */
export function gotrueEdge(container: Container): Hono {
  const { services, config, clientOf, log } = container;
  const bearer = createBearer(services, clientOf);
  const gotrue: GotrueContext = { services, clientOf, ...bearer };
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  });
  app.onError((error, c) => {
    container.trouble.note(error, { path: c.req.path });
    const failure = toFailure(error);
    if (failure) return answerFailure(c, failure);
    log.error({ event: 'auth api failed', path: c.req.path, err: error }, 'auth api failed');
    return answerFailure(c, { status: 500, code: 'unexpected_failure', message: ERROR_CODES.INTERNAL.text });
  });

  app.get('/.well-known/jwks.json', (c) => answerJwks(c, container));

  app.post('/signup', async (c) => {
    const { email, password, data } = await readBody(c, bodies.signupBody);
    const metadata = data ?? {};
    const planChoice = planChoiceIn(c.req.query('redirect_to'), config.publicUrl);
    await services.auth.signUp({ email, password, metadata, planChoice }, clientOf(c));
    return c.json(toSignedUp(email, metadata, await services.clock.now()));
  });

  app.post('/token', async (c) => {
    const client = clientOf(c);
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      const person = await services.auth.authenticate(await readBody(c, bodies.passwordGrantBody), client);
      const session = await services.signIn.script(person, { client, methods: ['password'] });
      return c.json(toSession(await services.tokens.issue(session), await services.tokens.user(person.id), session));
    }
    if (grantType === 'refresh_token') {
      const { refresh_token: refreshToken } = await readBody(c, bodies.refreshGrantBody);
      const { tokens, session } = await services.tokens.refresh(refreshToken, client);
      return c.json(toSession(tokens, await services.tokens.user(session.userId), session));
    }
    if (grantType === 'pkce') {
      const session = await exchangeCode(gotrue, await readBody(c, bodies.pkceGrantBody), client);
      return c.json(
        toSession(await services.tokens.issue(session), await services.tokens.user(session.userId), session),
      );
    }
    return answerFailure(c, { status: 400, code: 'validation_failed', message: 'unsupported_grant_type' });
  });

  // Sessions that still owe their second factor may ask too: their client finds the factors here.
  app.get('/user', async (c) => {
    const session = await bearer.pending(c);
    return c.json(toUser(await services.tokens.user(session.userId), session));
  });

  app.put('/user', async (c) => {
    const session = await bearer.complete(c);
    const { email, password, data, nonce } = await readBody(c, bodies.userBody);
    if (email !== undefined || password !== undefined) {
      const client = clientOf(c);
      if (nonce !== undefined) await services.reauthentication.emailCode(session, nonce, client);
      const reauthenticated = nonce === undefined ? await bearer.addsWayIn(c) : session;
      if (password !== undefined) await services.account.setPassword(reauthenticated, password, client);
      if (email !== undefined && email.toLowerCase() !== session.email.toLowerCase())
        await services.account.changeEmail(reauthenticated, email, client);
    }
    if (data) {
      await services.budgets.takeChange(session.userId, 'profile.update', data);
      await services.tokens.changeMetadata(session.userId, data);
    }
    return c.json(toUser(await services.tokens.user(session.userId), session));
  });

  app.get('/reauthenticate', async (c) => {
    await services.reauthentication.sendEmailCode(await bearer.complete(c));
    return c.json({});
  });

  app.post('/logout', async (c) => {
    const scope = bodies.logoutScope.parse(c.req.query('scope'));
    const session = await bearer.pending(c);
    // A session with only a password may sign itself out, but not end the owner's other sessions.
    if (scope === 'local' || session.needsSecondFactor)
      await services.sessions.endOne(session.userId, session.publicId);
    // A client's `signOut()` means everywhere unless it says otherwise, so it mustn't cost anyone a passkey.
    else await services.account.signOut(session, clientOf(c), { everywhere: scope !== 'others', turnsOffNew: false });
    return c.body(null, 204);
  });

  app.post('/resend', async (c) => {
    const { type, email } = await readBody(c, bodies.resendBody);
    if (type === 'signup') await services.auth.resendConfirmation(email, clientOf(c));
    else {
      const session = await bearer.complete(c);
      await services.account.resendEmailChange(session);
    }
    return c.json({});
  });

  app.post('/recover', async (c) => {
    const { email } = await readBody(c, bodies.recoverBody);
    await services.auth.requestPasswordReset(email, clientOf(c));
    return c.json({});
  });

  app.route('/authorize', authorizeRoute(gotrue));
  app.route('/factors', factorRoutes(gotrue));
  // Not notFound(), which Hono ignores in an app that is mounted in another.
  app.all('*', (c) =>
    answerFailure(c, { status: 404, code: 'validation_failed', message: ERROR_CODES.NOT_FOUND.text }),
  );
  return app;
}
