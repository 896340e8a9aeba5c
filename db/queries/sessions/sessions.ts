import { sql } from 'kysely';
import type { SessionKind } from '#contract/account/session.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type SessionRow = {
  id: string;
  publicId: string;
  userId: UserId;
  email: string;
  kind: SessionKind;
  methods: string[];
  createdAt: Date;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  lastSeenAt: Date;
  authenticatedAt: Date;
  secondFactorAt: Date | null;
  reauthenticatedAt: Date | null;
  /** Whether the person has a second factor that this session must have passed. */
  hasSecondFactor: boolean;
  /** When the account will be deleted, if its owner requested it. */
  deleteAfter: Date | null;
  /** When a password reset removes the second factors that it found. */
  resetCompletesAt: Date | null;
};

const columns = [
  'sessions.id',
  'sessions.public_id as publicId',
  'sessions.user_id as userId',
  'users.email',
  'sessions.kind',
  'sessions.methods',
  'sessions.created_at as createdAt',
  'sessions.expires_at as expiresAt',
  'sessions.absolute_expires_at as absoluteExpiresAt',
  'sessions.last_seen_at as lastSeenAt',
  'sessions.authenticated_at as authenticatedAt',
  'sessions.second_factor_at as secondFactorAt',
  'sessions.reauthenticated_at as reauthenticatedAt',
  'users.delete_after as deleteAfter',
  'users.reset_completes_at as resetCompletesAt',
] as const;

const hasSecondFactor = (userId: UserId) =>
  sql<boolean>`exists (select 1 from factors where factors.user_id = ${userId} and factors.status = 'verified')`.as(
    'hasSecondFactor',
  );

const sessionByHash = compileOnce<{ userId: UserId; idHash: string }, SessionRow>((db, param) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...columns, hasSecondFactor(param('userId'))])
    .where('sessions.user_id', '=', param('userId'))
    .where('sessions.id', '=', param('idHash'))
    .compile(),
);

const sessionByPublicId = compileOnce<{ userId: UserId; publicId: string }, SessionRow>((db, param) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...columns, hasSecondFactor(param('userId'))])
    .where('sessions.user_id', '=', param('userId'))
    .where('sessions.public_id', '=', param('publicId'))
    .compile(),
);

/** The session and its person in one statement, expired or not. */
export async function findSession(db: Db, userId: UserId, idHash: string): Promise<SessionRow | undefined> {
  const [row] = await sessionByHash(db, { userId, idHash });
  return row;
}

/** The same for an access token, which contains its session's public id. */
export async function findSessionByPublicId(db: Db, userId: UserId, publicId: string): Promise<SessionRow | undefined> {
  const [row] = await sessionByPublicId(db, { userId, publicId });
  return row;
}

export type NewSession = {
  idHash: string;
  publicId: string;
  userId: UserId;
  /** The person's when they were authenticated (`AccountRow`), or null not to check it. */
  generation: number | null;
  /** The hash of the session that this one continues in the same browser, or null. */
  previousId: string | null;
  kind: SessionKind;
  methods: string[];
  ipAddress: string;
  userAgent: string;
  now: Date;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  authenticatedAt: Date;
  secondFactorAt: Date | null;
  reauthenticatedAt: Date | null;
};

/**
 * Returns false if all of the person's sessions have been ended since they were authenticated. The lock makes it wait
 * for a change that is about to end them.
 */
export async function addSession(db: Db, session: NewSession): Promise<boolean> {
  const { now, generation } = session;
  const { rows } = await sql`
    insert into sessions (id, public_id, user_id, previous_id, kind, methods, ip_address, user_agent, created_at,
      last_seen_at, expires_at, absolute_expires_at, authenticated_at, second_factor_at, reauthenticated_at)
    select ${session.idHash}, ${session.publicId}, id, ${session.previousId}, ${session.kind},
      ${session.methods}::text[], ${session.ipAddress}, ${session.userAgent}, ${now}::timestamptz, ${now}::timestamptz,
      ${session.expiresAt}::timestamptz, ${session.absoluteExpiresAt}::timestamptz,
      ${session.authenticatedAt}::timestamptz, ${session.secondFactorAt}::timestamptz,
      ${session.reauthenticatedAt}::timestamptz
    from users
    where id = ${session.userId} and browser_generation = coalesce(${generation}::integer, browser_generation) for share
    returning id`.execute(db);
  return rows.length > 0;
}

/** False if there is no such session, for example after it got a new secret. */
export async function renewSession(db: Db, userId: UserId, idHash: string, expiresAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('id', '=', idHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same for a session that uses tokens. */
export async function renewTokenSession(db: Db, userId: UserId, publicId: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('public_id', '=', publicId)
    .execute();
}

/** Records where and when a session was last used, unless its row is locked: a request must not wait for that. */
export async function touchSession(
  db: Db,
  userId: UserId,
  idHash: string,
  seen: { now: Date; ipAddress: string; userAgent: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: seen.now, ip_address: seen.ipAddress, user_agent: seen.userAgent })
    .where('user_id', '=', userId)
    .where('id', 'in', (where) =>
      where
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', idHash)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** What changes when the person in a running session authenticates. */
export type SessionChange = {
  userId: UserId;
  publicId: string;
  now: Date;
  /** The hash of a new secret, or null to keep the old one. */
  newIdHash: string | null;
  /** When the session with the new secret runs out. */
  expiresAt: Date;
  method: string | null;
  isSecondFactor: boolean;
  /** Whether the person re-authenticated, besides signing in. */
  isReauthentication: boolean;
};

/** Whether a session with this id is there, or one that had it before its secret changed. */
export async function isSessionKnown(db: Db, userId: UserId, idHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where((or) => or.or([or('id', '=', idHash), or('previous_id', '=', idHash)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a session a new secret and records the method used. From then on, the old secret grants no access. */
export async function secureSession(db: Db, change: SessionChange): Promise<boolean> {
  const { newIdHash, method, now, expiresAt } = change;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      ...(newIdHash === null ? {} : { id: newIdHash, previous_id: sql.ref('id'), expires_at: expiresAt }),
      ...(method === null
        ? {}
        : { authenticated_at: now, methods: sql<string[]>`array_append(array_remove(methods, ${method}), ${method})` }),
      ...(change.isSecondFactor ? { second_factor_at: now } : {}),
      ...(change.isReauthentication ? { reauthenticated_at: now } : {}),
      last_seen_at: now,
    })
    .where('user_id', '=', change.userId)
    .where('public_id', '=', change.publicId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ListedSession = {
  id: string;
  publicId: string;
  kind: SessionKind;
  methods: string[];
  ipAddress: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

/** A person's active sessions, most recently used first. */
export async function listSessionsOf(db: Db, userId: UserId, now: Date): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'public_id as publicId',
      'kind',
      'methods',
      'ip_address as ipAddress',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('absolute_expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute();
}
