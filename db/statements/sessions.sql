-- sessions/refresh-tokens.ts addRefreshToken
-- takes text, timestamp with time zone, uuid, uuid
-- returns nothing
insert into "refresh_tokens" ("token_hash", "user_id", "session_id", "created_at") select $1 as "token_hash", "user_id", "id" as "session_id", $2::timestamptz as "created_at" from "sessions" where "user_id" = $3 and "public_id" = $4;

-- sessions/refresh-tokens.ts deleteRefreshTokensOf
-- takes uuid, uuid, uuid
-- returns nothing
with "session" as (select "id" from "sessions" where "user_id" = $1 and "public_id" = $2 for key share) delete from "refresh_tokens" where "user_id" = $3 and "session_id" in (select "id" from "session");

-- sessions/refresh-tokens.ts takeRefreshToken
-- takes uuid, text, timestamp with time zone, uuid, uuid
-- returns publicId uuid, usedAt timestamp with time zone
with known as (
      select token_hash, used_at from refresh_tokens where user_id = $1 and token_hash = $2 for update
    )
    update refresh_tokens set used_at = coalesce(refresh_tokens.used_at, $3)
    from known, sessions
    where refresh_tokens.user_id = $4 and refresh_tokens.token_hash = known.token_hash
      and sessions.user_id = $5 and sessions.id = refresh_tokens.session_id
    returning sessions.public_id as "publicId", known.used_at as "usedAt";

-- sessions/session-endings.ts deleteExpiredSessions
-- takes timestamp with time zone
-- returns nothing
delete from "sessions" where ("user_id", "id") in (select "user_id", "id" from "sessions" where "expires_at" <= $1 for update skip locked);

-- sessions/session-endings.ts deleteSession
-- takes uuid, text
-- returns pg_notify void
with ended as (delete from sessions where user_id = $1 and id = $2 returning id)
    select pg_notify('session_ended', id) from ended;

-- sessions/session-endings.ts deleteSessionByPublicId
-- takes uuid, uuid
-- returns notified void
with ended as (delete from sessions where user_id = $1 and public_id = $2 returning id)
    select pg_notify('session_ended', id) as notified from ended;

-- sessions/session-endings.ts deleteSessionsOf
-- takes uuid, uuid, uuid, uuid, text
-- returns pg_notify void, count bigint
with person as (
      update users set browser_generation = browser_generation + 1 where id = $1 returning id),
    codes as (delete from authorization_codes where user_id = $2 and exists (select from person)),
    ended as (
      delete from sessions
      where user_id = $3 and exists (select from person) and public_id is distinct from $4::uuid
      returning id)
    select pg_notify('session_ended', $5::text), count(*) from ended;

-- sessions/session-endings.ts notifySessionsChanged
-- takes text
-- returns pg_notify void
select pg_notify('session_ended', $1::text);

-- sessions/sessions.ts addSession
-- takes text, uuid, text, text, text[], text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, integer
-- returns id text
insert into sessions (id, public_id, user_id, previous_id, kind, methods, ip_address, user_agent, created_at,
      last_seen_at, expires_at, absolute_expires_at, authenticated_at, second_factor_at, reauthenticated_at)
    select $1, $2, id, $3, $4,
      $5::text[], $6, $7, $8::timestamptz, $9::timestamptz,
      $10::timestamptz, $11::timestamptz,
      $12::timestamptz, $13::timestamptz,
      $14::timestamptz
    from users
    where id = $15 and browser_generation = coalesce($16::integer, browser_generation) for share
    returning id;

-- sessions/sessions.ts findSession
-- takes uuid, uuid, text
-- returns id text, publicId uuid, userId uuid, email text, kind text, methods text[], createdAt timestamp with time zone, expiresAt timestamp with time zone, absoluteExpiresAt timestamp with time zone, lastSeenAt timestamp with time zone, authenticatedAt timestamp with time zone, secondFactorAt timestamp with time zone, reauthenticatedAt timestamp with time zone, deleteAfter timestamp with time zone, resetCompletesAt timestamp with time zone, hasSecondFactor boolean
select "sessions"."id", "sessions"."public_id" as "publicId", "sessions"."user_id" as "userId", "users"."email", "sessions"."kind", "sessions"."methods", "sessions"."created_at" as "createdAt", "sessions"."expires_at" as "expiresAt", "sessions"."absolute_expires_at" as "absoluteExpiresAt", "sessions"."last_seen_at" as "lastSeenAt", "sessions"."authenticated_at" as "authenticatedAt", "sessions"."second_factor_at" as "secondFactorAt", "sessions"."reauthenticated_at" as "reauthenticatedAt", "users"."delete_after" as "deleteAfter", "users"."reset_completes_at" as "resetCompletesAt", exists (select 1 from factors where factors.user_id = $1 and factors.status = 'verified') as "hasSecondFactor" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" where "sessions"."user_id" = $2 and "sessions"."id" = $3;

-- sessions/sessions.ts findSessionByPublicId
-- takes uuid, uuid, uuid
-- returns id text, publicId uuid, userId uuid, email text, kind text, methods text[], createdAt timestamp with time zone, expiresAt timestamp with time zone, absoluteExpiresAt timestamp with time zone, lastSeenAt timestamp with time zone, authenticatedAt timestamp with time zone, secondFactorAt timestamp with time zone, reauthenticatedAt timestamp with time zone, deleteAfter timestamp with time zone, resetCompletesAt timestamp with time zone, hasSecondFactor boolean
select "sessions"."id", "sessions"."public_id" as "publicId", "sessions"."user_id" as "userId", "users"."email", "sessions"."kind", "sessions"."methods", "sessions"."created_at" as "createdAt", "sessions"."expires_at" as "expiresAt", "sessions"."absolute_expires_at" as "absoluteExpiresAt", "sessions"."last_seen_at" as "lastSeenAt", "sessions"."authenticated_at" as "authenticatedAt", "sessions"."second_factor_at" as "secondFactorAt", "sessions"."reauthenticated_at" as "reauthenticatedAt", "users"."delete_after" as "deleteAfter", "users"."reset_completes_at" as "resetCompletesAt", exists (select 1 from factors where factors.user_id = $1 and factors.status = 'verified') as "hasSecondFactor" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" where "sessions"."user_id" = $2 and "sessions"."public_id" = $3;

-- sessions/sessions.ts isSessionKnown
-- takes uuid, text, text
-- returns id text
select "id" from "sessions" where "user_id" = $1 and ("id" = $2 or "previous_id" = $3);

-- sessions/sessions.ts listSessionsOf
-- takes uuid, timestamp with time zone, timestamp with time zone
-- returns id text, publicId uuid, kind text, methods text[], ipAddress text, userAgent text, createdAt timestamp with time zone, lastSeenAt timestamp with time zone, expiresAt timestamp with time zone
select "id", "public_id" as "publicId", "kind", "methods", "ip_address" as "ipAddress", "user_agent" as "userAgent", "created_at" as "createdAt", "last_seen_at" as "lastSeenAt", "expires_at" as "expiresAt" from "sessions" where "user_id" = $1 and "expires_at" > $2 and "absolute_expires_at" > $3 order by "last_seen_at" desc;

-- sessions/sessions.ts renewSession
-- takes timestamp with time zone, uuid, text
-- returns nothing
update "sessions" set "expires_at" = $1 where "user_id" = $2 and "id" = $3;

-- sessions/sessions.ts renewTokenSession
-- takes timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "expires_at" = $1 where "user_id" = $2 and "public_id" = $3;

-- sessions/sessions.ts secureSession
-- takes text, timestamp with time zone, timestamp with time zone, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "id" = $1, "previous_id" = "id", "expires_at" = $2, "authenticated_at" = $3, "methods" = array_append(array_remove(methods, $4), $5), "second_factor_at" = $6, "reauthenticated_at" = $7, "last_seen_at" = $8 where "user_id" = $9 and "public_id" = $10;

-- sessions/sessions.ts secureSession
-- takes text, timestamp with time zone, timestamp with time zone, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "id" = $1, "previous_id" = "id", "expires_at" = $2, "authenticated_at" = $3, "methods" = array_append(array_remove(methods, $4), $5), "reauthenticated_at" = $6, "last_seen_at" = $7 where "user_id" = $8 and "public_id" = $9;

-- sessions/sessions.ts secureSession
-- takes text, timestamp with time zone, timestamp with time zone, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "id" = $1, "previous_id" = "id", "expires_at" = $2, "authenticated_at" = $3, "methods" = array_append(array_remove(methods, $4), $5), "second_factor_at" = $6, "last_seen_at" = $7 where "user_id" = $8 and "public_id" = $9;

-- sessions/sessions.ts secureSession
-- takes text, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "id" = $1, "previous_id" = "id", "expires_at" = $2, "last_seen_at" = $3 where "user_id" = $4 and "public_id" = $5;

-- sessions/sessions.ts secureSession
-- takes timestamp with time zone, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "authenticated_at" = $1, "methods" = array_append(array_remove(methods, $2), $3), "reauthenticated_at" = $4, "last_seen_at" = $5 where "user_id" = $6 and "public_id" = $7;

-- sessions/sessions.ts secureSession
-- takes timestamp with time zone, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "authenticated_at" = $1, "methods" = array_append(array_remove(methods, $2), $3), "second_factor_at" = $4, "last_seen_at" = $5 where "user_id" = $6 and "public_id" = $7;

-- sessions/sessions.ts secureSession
-- takes timestamp with time zone, uuid, uuid
-- returns nothing
update "sessions" set "last_seen_at" = $1 where "user_id" = $2 and "public_id" = $3;

-- sessions/sessions.ts touchSession
-- takes timestamp with time zone, text, text, uuid, uuid, text
-- returns nothing
update "sessions" set "last_seen_at" = $1, "ip_address" = $2, "user_agent" = $3 where "user_id" = $4 and "id" in (select "id" from "sessions" where "user_id" = $5 and "id" = $6 for no key update skip locked);

-- sessions/signing-keys.ts addSigningKey
-- takes text, integer, text, jsonb, timestamp with time zone
-- returns nothing
insert into "signing_keys" ("kid", "period", "private_key", "public_jwk", "created_at") values ($1, $2, $3, $4, $5) on conflict ("period") do nothing;

-- sessions/signing-keys.ts deleteSigningKey
-- takes text
-- returns nothing
delete from "signing_keys" where "kid" = $1;

-- sessions/signing-keys.ts deleteSigningKeysBefore
-- takes integer
-- returns nothing
delete from "signing_keys" where "period" < $1;

-- sessions/signing-keys.ts listSigningKeys
-- takes integer
-- returns kid text, period integer, privateKey text, publicJwk jsonb
select "kid", "period", "private_key" as "privateKey", "public_jwk" as "publicJwk" from "signing_keys" where "period" >= $1 order by "period" desc;
