import { Hono } from 'hono';
import { AppError } from '#server/lib/app-error.ts';
import { readBody, type GotrueContext } from './gotrue-request.ts';
import * as bodies from './gotrue-schemas.ts';
import { toSession } from './gotrue-dto.ts';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** `/auth/v1/factors`: enroll, remove, challenge, verify (AUTH-10). */
export function factorRoutes({ services, clientOf, pending, reauthenticated, addsWayIn }: GotrueContext): Hono {
  const app = new Hono();

  app.post('/', async (c) => {
    const session = await addsWayIn(c);
    const body = await readBody(c, bodies.factorBody);
    await services.budgets.takeChange(session.userId, 'auth.factors.enroll', body);
    const friendlyName = body.friendly_name || (body.factor_type === 'totp' ? 'Authenticator app' : 'Phone');
    const factor = await services.factors.enroll(
      session,
      body.factor_type === 'totp'
        ? { factorType: 'totp', friendlyName, issuer: body.issuer }
        : { factorType: 'phone', friendlyName, phone: body.phone },
      clientOf(c),
      // GoTrue rejects a name in use, even by an unfinished factor. Factors may be unnamed; ours replace unnamed ones.
      !body.friendly_name,
    );
    return c.json({
      id: factor.id,
      type: factor.factorType,
      friendly_name: factor.friendlyName,
      ...(factor.totp
        ? { totp: { qr_code: factor.totp.qrCode, secret: factor.totp.secret, uri: factor.totp.uri } }
        : { phone: factor.phone }),
    });
  });

  app.delete('/:id', async (c) => {
    const session = await reauthenticated(c);
    const id = bodies.factorId.parse(c.req.param('id'));
    await services.factors.remove(session, id, clientOf(c));
    return c.json({ id });
  });

  app.post('/:id/challenge', async (c) => {
    const session = await pending(c);
    const factorId = bodies.factorId.parse(c.req.param('id'));
    const { channel } = await readBody(c, bodies.challengeBody);
    const challenge = await services.factors.challenge(session, { factorId, channel }, clientOf(c));
    return c.json({ id: challenge.id, type: challenge.factorType, expires_at: seconds(challenge.expiresAt) });
  });

  app.post('/:id/verify', async (c) => {
    const session = await pending(c);
    const client = clientOf(c);
    const factorId = bodies.factorId.parse(c.req.param('id'));
    const { challenge_id: challengeId, code } = await readBody(c, bodies.verifyBody);
    await services.factors.verify(session, { factorId, challengeId, code }, client);
    // The session has changed, so refresh tokens issued before must not renew it.
    const passed = await services.sessions.validateToken(session.userId, session.publicId, client);
    // The session was ended at the same moment.
    if (!passed) throw new AppError('UNAUTHENTICATED');
    const tokens = await services.tokens.issue(passed, { isOnly: true });
    return c.json(toSession(tokens, await services.tokens.user(session.userId), passed));
  });

  return app;
}
