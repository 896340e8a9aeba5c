-- second-factor/factor-challenges.ts addChallenge
-- takes uuid, uuid, uuid, text, text, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "factor_challenges" ("id", "user_id", "factor_id", "channel", "code_hash", "created_at", "expires_at") values ($1, $2, $3, $4, $5, $6, $7);

-- second-factor/factor-challenges.ts countAnswer
-- takes uuid, uuid, uuid, timestamp with time zone, integer
-- returns codeHash text
update "factor_challenges" set "attempts" = attempts + 1 where "user_id" = $1 and "factor_id" = $2 and "id" = $3 and "used_at" is null and "expires_at" > $4 and "attempts" < $5 returning "code_hash" as "codeHash";

-- second-factor/factor-challenges.ts deleteChallenge
-- takes uuid, uuid
-- returns nothing
delete from "factor_challenges" where "user_id" = $1 and "id" = $2;

-- second-factor/factor-challenges.ts deleteChallengesOf
-- takes uuid, uuid
-- returns nothing
delete from "factor_challenges" where "user_id" = $1 and "factor_id" = $2;

-- second-factor/factor-challenges.ts deleteExpiredChallenges
-- takes timestamp with time zone
-- returns nothing
delete from "factor_challenges" where "expires_at" <= $1;

-- second-factor/factor-challenges.ts hasChallenge
-- takes uuid, uuid, uuid
-- returns id uuid
select "id" from "factor_challenges" where "user_id" = $1 and "factor_id" = $2 and "id" = $3;

-- second-factor/factor-challenges.ts useChallenge
-- takes timestamp with time zone, uuid, uuid, uuid, timestamp with time zone
-- returns id uuid
update "factor_challenges" set "used_at" = $1 where "user_id" = $2 and "factor_id" = $3 and "id" = $4 and "used_at" is null and "expires_at" > $5 returning "id";

-- second-factor/factors.ts addFactor
-- takes uuid, uuid, text, text, text, text, text, timestamp with time zone, text, text
-- returns id uuid
insert into "factors" ("id", "user_id", "factor_type", "friendly_name", "status", "secret", "phone", "created_at", "ip_address", "user_agent") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict ("user_id", "friendly_name") do nothing returning "id";

-- second-factor/factors.ts deleteFactor
-- takes uuid, uuid
-- returns nothing
delete from "factors" where "user_id" = $1 and "id" = $2;

-- second-factor/factors.ts deleteUnverifiedFactor
-- takes uuid, text, text
-- returns nothing
delete from "factors" where "user_id" = $1 and "friendly_name" = $2 and "status" = $3;

-- second-factor/factors.ts deleteUnverifiedFactorsBefore
-- takes text, timestamp with time zone
-- returns nothing
delete from "factors" where "status" = $1 and "created_at" < $2;

-- second-factor/factors.ts findFactor
-- takes uuid, uuid
-- returns id uuid, factorType text, friendlyName text, status text, secret text, phone text, createdAt timestamp with time zone, verifiedAt timestamp with time zone, lastUsedAt timestamp with time zone
select "id", "factor_type" as "factorType", "friendly_name" as "friendlyName", "status", "secret", "phone", "created_at" as "createdAt", "verified_at" as "verifiedAt", "last_used_at" as "lastUsedAt" from "factors" where "user_id" = $1 and "id" = $2;

-- second-factor/factors.ts listFactors
-- takes uuid
-- returns id uuid, factorType text, friendlyName text, status text, secret text, phone text, createdAt timestamp with time zone, verifiedAt timestamp with time zone, lastUsedAt timestamp with time zone
select "id", "factor_type" as "factorType", "friendly_name" as "friendlyName", "status", "secret", "phone", "created_at" as "createdAt", "verified_at" as "verifiedAt", "last_used_at" as "lastUsedAt" from "factors" where "user_id" = $1 order by "created_at", "id";

-- second-factor/factors.ts renameFactor
-- takes text, uuid, uuid
-- returns id uuid
update "factors" set "friendly_name" = $1 where "user_id" = $2 and "id" = $3 returning "id";

-- second-factor/factors.ts takeCode
-- takes text, timestamp with time zone, timestamp with time zone, bigint, uuid, uuid, bigint
-- returns id uuid
update "factors" set "status" = $1, "verified_at" = coalesce(verified_at, $2), "last_used_at" = $3, "last_step" = $4 where "user_id" = $5 and "id" = $6 and ("last_step" is null or "last_step" < $7) returning "id";

-- second-factor/factors.ts takeCode
-- takes text, timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns id uuid
update "factors" set "status" = $1, "verified_at" = coalesce(verified_at, $2), "last_used_at" = $3 where "user_id" = $4 and "id" = $5 returning "id";

-- second-factor/passkey-challenges.ts addPasskeyChallenge
-- takes text, uuid, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "passkey_challenges" ("challenge_hash", "user_id", "created_at", "expires_at") values ($1, $2, $3, $4);

-- second-factor/passkey-challenges.ts deleteExpiredPasskeyChallenges
-- takes timestamp with time zone
-- returns nothing
delete from "passkey_challenges" where "expires_at" <= $1;

-- second-factor/passkey-challenges.ts takePasskeyChallenge
-- takes text, uuid, timestamp with time zone
-- returns challenge_hash text
delete from "passkey_challenges" where "challenge_hash" = $1 and "user_id" is not distinct from $2 and "expires_at" > $3 returning "challenge_hash";

-- second-factor/passkeys.ts addPasskey
-- takes text, uuid, text, bigint, text[], text, boolean, timestamp with time zone, text, text
-- returns credential_id text
insert into "passkeys" ("credential_id", "user_id", "public_key", "counter", "transports", "friendly_name", "is_backed_up", "created_at", "ip_address", "user_agent") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning "credential_id";

-- second-factor/passkeys.ts deletePasskey
-- takes uuid, text
-- returns nothing
delete from "passkeys" where "user_id" = $1 and "credential_id" = $2;

-- second-factor/passkeys.ts findPasskey
-- takes uuid, text
-- returns id text, userId uuid, publicKey text, counter bigint, transports text[], friendlyName text, isBackedUp boolean, createdAt timestamp with time zone, lastUsedAt timestamp with time zone
select "credential_id" as "id", "passkeys"."user_id" as "userId", "public_key" as "publicKey", "counter", "transports", "friendly_name" as "friendlyName", "is_backed_up" as "isBackedUp", "passkeys"."created_at" as "createdAt", "last_used_at" as "lastUsedAt" from "passkeys" where "user_id" = $1 and "credential_id" = $2;

-- second-factor/passkeys.ts findPasskeyForSignIn
-- takes uuid, text
-- returns id text, userId uuid, publicKey text, counter bigint, transports text[], friendlyName text, isBackedUp boolean, createdAt timestamp with time zone, lastUsedAt timestamp with time zone, email text, generation integer
select "credential_id" as "id", "passkeys"."user_id" as "userId", "public_key" as "publicKey", "counter", "transports", "friendly_name" as "friendlyName", "is_backed_up" as "isBackedUp", "passkeys"."created_at" as "createdAt", "last_used_at" as "lastUsedAt", "users"."email", "users"."browser_generation" as "generation" from "passkeys" inner join "users" on "users"."id" = "passkeys"."user_id" where "passkeys"."user_id" = $1 and "credential_id" = $2 and "users"."email_confirmed_at" is not null;

-- second-factor/passkeys.ts hasOtherWayIn
-- takes uuid
-- returns id uuid
select "id" from "users" where "id" = $1 and ("password_hash" is not null or exists (select "subject" from "identities" where "identities"."user_id" = "users"."id"));

-- second-factor/passkeys.ts listPasskeys
-- takes uuid
-- returns id text, userId uuid, publicKey text, counter bigint, transports text[], friendlyName text, isBackedUp boolean, createdAt timestamp with time zone, lastUsedAt timestamp with time zone
select "credential_id" as "id", "passkeys"."user_id" as "userId", "public_key" as "publicKey", "counter", "transports", "friendly_name" as "friendlyName", "is_backed_up" as "isBackedUp", "passkeys"."created_at" as "createdAt", "last_used_at" as "lastUsedAt" from "passkeys" where "user_id" = $1 order by "created_at", "credential_id";

-- second-factor/passkeys.ts notePasskeyUse
-- takes bigint, boolean, timestamp with time zone, uuid, text, bigint
-- returns credential_id text
update "passkeys" set "counter" = $1, "is_backed_up" = $2, "last_used_at" = $3 where "user_id" = $4 and "credential_id" = $5 and "counter" < $6 returning "credential_id";

-- second-factor/passkeys.ts notePasskeyUse
-- takes bigint, boolean, timestamp with time zone, uuid, text, bigint
-- returns credential_id text
update "passkeys" set "counter" = $1, "is_backed_up" = $2, "last_used_at" = $3 where "user_id" = $4 and "credential_id" = $5 and "counter" = $6 returning "credential_id";

-- second-factor/passkeys.ts renamePasskey
-- takes text, uuid, text
-- returns credential_id text
update "passkeys" set "friendly_name" = $1 where "user_id" = $2 and "credential_id" = $3 returning "credential_id";

-- second-factor/recovery-codes.ts countAllRecoveryCodes
-- takes nothing
-- returns count bigint
select count(*) as "count" from "recovery_codes";

-- second-factor/recovery-codes.ts countUnusedRecoveryCodes
-- takes uuid
-- returns left bigint
select count(*) as "left" from "recovery_codes" where "user_id" = $1 and "used_at" is null;

-- second-factor/recovery-codes.ts deleteAllRecoveryCodes
-- takes nothing
-- returns nothing
delete from "recovery_codes";

-- second-factor/recovery-codes.ts deleteRecoveryCodes
-- takes uuid
-- returns nothing
delete from "recovery_codes" where "user_id" = $1;

-- second-factor/recovery-codes.ts replaceRecoveryCodes
-- takes uuid, timestamp with time zone, text, text, text
-- returns nothing
insert into "recovery_codes" ("user_id", "created_at", "ip_address", "user_agent", "code_hash") values ($1, $2, $3, $4, $5);

-- second-factor/recovery-codes.ts takeRecoveryCode
-- takes timestamp with time zone, uuid, text
-- returns code_hash text
update "recovery_codes" set "used_at" = $1 where "user_id" = $2 and "code_hash" in ($3) and "used_at" is null returning "code_hash";
