-- identity/accounts.ts askDeletion
-- takes timestamp with time zone, uuid
-- returns id uuid
update "users" set "delete_after" = $1 where "id" = $2 and "delete_after" is null returning "id";

-- identity/accounts.ts askDeletion
-- takes uuid
-- returns deleteAfter timestamp with time zone
select "delete_after" as "deleteAfter" from "users" where "id" = $1;

-- identity/accounts.ts beginDeletion
-- takes timestamp with time zone, uuid, timestamp with time zone
-- returns id uuid
update "users" set "deletion_begun_at" = $1 where "id" = $2 and "delete_after" <= $3 returning "id";

-- identity/accounts.ts cancelDeletion
-- takes timestamp with time zone, uuid
-- returns id uuid
update "users" set "delete_after" = $1 where "id" = $2 and "delete_after" is not null and "deletion_begun_at" is null returning "id";

-- identity/accounts.ts changeEmail
-- takes text, uuid
-- returns nothing
delete from "users" where "email_lower" = $1 and "email_confirmed_at" is null and "id" <> $2;

-- identity/accounts.ts changeEmail
-- takes uuid, text, text
-- returns oldEmail text
with before as (select id, email from users where id = $1 for update)
    update users set email = $2, email_lower = $3 from before where users.id = before.id
    returning before.email as "oldEmail";

-- identity/accounts.ts deleteForGood
-- takes uuid
-- returns email text
delete from "users" where "id" = $1 and "deletion_begun_at" is not null returning "email";

-- identity/accounts.ts deleteUnconfirmed
-- takes timestamp with time zone, timestamp with time zone
-- returns nothing
delete from "users" where "email_confirmed_at" is null and "created_at" < $1 and not exists (select 1 as "one" from "email_links" where "email_links"."user_id" = "users"."id" and "email_links"."created_at" >= $2);

-- identity/accounts.ts getAccountDetails
-- takes uuid, text, timestamp with time zone, bigint, uuid
-- returns email text, passwordHash text, createdAt timestamp with time zone, deleteAfter timestamp with time zone, pendingEmail text
select "email", "password_hash" as "passwordHash", "created_at" as "createdAt", "delete_after" as "deleteAfter", (select "new_email" from "email_links" where "email_links"."user_id" = $1 and "purpose" = $2 and "expires_at" > $3 order by "email_links"."created_at" desc limit $4) as "pendingEmail" from "users" where "id" = $5;

-- identity/accounts.ts isDeletionBegun
-- takes uuid
-- returns deletion_begun_at timestamp with time zone
select "deletion_begun_at" from "users" where "id" = $1;

-- identity/accounts.ts listUnreachableAccounts
-- takes nothing
-- returns id uuid
select "id" from "users" where email !~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+[A-Za-z0-9]$' order by "created_at";

-- identity/accounts.ts resetPassword
-- takes uuid, text, timestamp with time zone, timestamp with time zone, text, text
-- returns email text, wasConfirmed boolean
with before as (select id, email_confirmed_at from users where id = $1 for update)
    update users set password_hash = $2, email_confirmed_at = coalesce(before.email_confirmed_at, $3::timestamptz),
      password_set_at = $4::timestamptz, password_ip_address = $5, password_user_agent = $6
    from before where users.id = before.id
    returning users.email, before.email_confirmed_at is not null as "wasConfirmed";

-- identity/accounts.ts setPasswordHash
-- takes text, timestamp with time zone, text, text, uuid
-- returns nothing
update "users" set "password_hash" = $1, "password_set_at" = $2, "password_ip_address" = $3, "password_user_agent" = $4 where "id" = $5;

-- identity/api-users.ts getApiUser
-- takes uuid
-- returns id uuid, email text, emailConfirmedAt timestamp with time zone, createdAt timestamp with time zone, lastSignInAt timestamp with time zone, metadata jsonb
select "id", "email", "email_confirmed_at" as "emailConfirmedAt", "created_at" as "createdAt", "last_sign_in_at" as "lastSignInAt", "metadata" from "users" where "id" = $1;

-- identity/api-users.ts getApiUser
-- takes uuid
-- returns id uuid, factorType text, friendlyName text, status text, phone text, createdAt timestamp with time zone, verifiedAt timestamp with time zone
select "id", "factor_type" as "factorType", "friendly_name" as "friendlyName", "status", "phone", "created_at" as "createdAt", "verified_at" as "verifiedAt" from "factors" where "user_id" = $1 order by "created_at";

-- identity/api-users.ts getApiUser
-- takes uuid
-- returns provider text, subject text, email text, createdAt timestamp with time zone, lastUsedAt timestamp with time zone
select "provider", "subject", "email", "created_at" as "createdAt", "last_used_at" as "lastUsedAt" from "identities" where "user_id" = $1;

-- identity/api-users.ts getApiUser
-- takes uuid, text, timestamp with time zone, bigint
-- returns newEmail text
select "new_email" as "newEmail" from "email_links" where "user_id" = $1 and "purpose" = $2 and "expires_at" > $3 order by "created_at" desc limit $4;

-- identity/api-users.ts lockMetadata
-- takes uuid
-- returns metadata jsonb
select "metadata" from "users" where "id" = $1 for update;

-- identity/api-users.ts setMetadata
-- takes jsonb, uuid
-- returns nothing
update "users" set "metadata" = $1 where "id" = $2;

-- identity/app-secrets.ts addAppSecrets
-- takes text
-- returns nothing
insert into "app_secrets" ("check_value") values ($1) on conflict do nothing;

-- identity/app-secrets.ts deleteAppSecretsExcept
-- takes text
-- returns nothing
delete from "app_secrets" where "check_value" not in ($1);

-- identity/app-secrets.ts listAppSecrets
-- takes nothing
-- returns checkValue text, firstUsedAt timestamp with time zone
select "check_value" as "checkValue", "first_used_at" as "firstUsedAt" from "app_secrets" order by "first_used_at", "check_value";

-- identity/app-secrets.ts listFactorSecrets
-- takes nothing
-- returns secret text
select secret from factors where secret is not null;

-- identity/app-secrets.ts listSealedValues
-- takes bigint, bigint, bigint
-- returns purpose text, sealed text
(select 'totp' as purpose, secret as sealed from factors where secret is not null and status = 'verified'
      order by created_at desc limit $1::bigint)
    union all
    (select 'automation hooks', hook_secret from automations where hook_secret is not null
      order by created_at desc limit $2::bigint)
    union all
    (select 'signing keys', private_key from signing_keys order by created_at desc limit $3::bigint);

-- identity/app-secrets.ts lockAppSecrets
-- takes nothing
-- returns nothing
lock table app_secrets in share row exclusive mode;

-- identity/attempts.ts countAttempt
-- takes text, integer, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns attempts integer
insert into "attempt_counters" ("key_hash", "attempts", "window_ends_at") values ($1, $2, $3) on conflict ("key_hash") do update set "attempts" = case when attempt_counters.window_ends_at <= $4 then 1 else attempt_counters.attempts + 1 end, "window_ends_at" = case when attempt_counters.window_ends_at <= $5 then $6 else attempt_counters.window_ends_at end returning "attempts";

-- identity/attempts.ts deleteEndedAttemptWindows
-- takes timestamp with time zone
-- returns nothing
delete from "attempt_counters" where "window_ends_at" <= $1;

-- identity/attempts.ts findAttempts
-- takes text, timestamp with time zone
-- returns attempts integer
select "attempts" from "attempt_counters" where "key_hash" = $1 and "window_ends_at" > $2;

-- identity/attempts.ts findWindowEnd
-- takes text
-- returns endsAt timestamp with time zone
select "window_ends_at" as "endsAt" from "attempt_counters" where "key_hash" = $1;

-- identity/attempts.ts forgetAttempts
-- takes text
-- returns nothing
delete from "attempt_counters" where "key_hash" = $1;

-- identity/attempts.ts giveBackAttempt
-- takes text, text
-- returns nothing
with last as (delete from attempt_counters where key_hash = $1 and attempts = 1)
    update attempt_counters set attempts = attempts - 1 where key_hash = $2 and attempts > 1;

-- identity/attempts.ts takeAttempt
-- takes text, integer, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, integer
-- returns attempts integer
insert into "attempt_counters" ("key_hash", "attempts", "window_ends_at") values ($1, $2, $3) on conflict ("key_hash") do update set "attempts" = case when attempt_counters.window_ends_at <= $4 then 1 else attempt_counters.attempts + 1 end, "window_ends_at" = case when attempt_counters.window_ends_at <= $5 then $6 else attempt_counters.window_ends_at end where attempt_counters.window_ends_at <= $7 or attempt_counters.attempts < $8 returning "attempts";

-- identity/authorization-codes.ts addAuthorizationCode
-- takes text, text, timestamp with time zone, timestamp with time zone, uuid, integer
-- returns code_hash text
insert into authorization_codes (code_hash, user_id, code_challenge, created_at, expires_at)
    select $1, id, $2, $3::timestamptz, $4::timestamptz
    from users where id = $5 and browser_generation = $6 for share
    returning code_hash;

-- identity/authorization-codes.ts deleteExpiredAuthorizationCodes
-- takes timestamp with time zone
-- returns nothing
delete from "authorization_codes" where "expires_at" <= $1;

-- identity/authorization-codes.ts takeAuthorizationCode
-- takes uuid, text, timestamp with time zone
-- returns id uuid, email text, generation integer, codeChallenge text
delete from "authorization_codes" using "users" where "users"."id" = "authorization_codes"."user_id" and "user_id" = $1 and "code_hash" = $2 and "expires_at" > $3 returning "users"."id", "users"."email", "users"."browser_generation" as "generation", "authorization_codes"."code_challenge" as "codeChallenge";

-- identity/demo-accounts.ts listDemoAccounts
-- takes text
-- returns id uuid, email text, passwordHash text
select "id", "email_lower" as "email", "password_hash" as "passwordHash" from "users" where "email_lower" in ($1);

-- identity/disabled-ways.ts deleteDisabledPasswords
-- takes uuid, text
-- returns nothing
delete from "disabled_ways" where "user_id" = $1 and "kind" = $2;

-- identity/disabled-ways.ts deleteDisabledWay
-- takes uuid, uuid
-- returns nothing
delete from "disabled_ways" where "user_id" = $1 and "id" = $2;

-- identity/disabled-ways.ts deleteDisabledWaysBefore
-- takes timestamp with time zone
-- returns nothing
delete from "disabled_ways" where "disabled_at" <= $1;

-- identity/disabled-ways.ts disableFactors
-- takes uuid, text
-- returns nothing
delete from "factors" where "user_id" = $1 and "status" = $2;

-- identity/disabled-ways.ts disableFactors
-- takes uuid, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns id uuid
with removed as (
    delete from factors
    where user_id = $1 and verified_at > $2::timestamptz and verified_at <= $3::timestamptz returning *)
    insert into disabled_ways (user_id, id, kind, name, added_at, ip_address, user_agent, disabled_at, content)
    select user_id, gen_random_uuid(), factor_type, friendly_name, "verified_at", ip_address, user_agent,
      $4::timestamptz, jsonb_build_array(to_jsonb(removed)) from removed
    returning id;

-- identity/disabled-ways.ts disableIdentities
-- takes uuid, timestamp with time zone, timestamp with time zone
-- returns id uuid
with removed as (delete from identities where user_id = $1 and created_at > $2::timestamptz returning *)
    insert into disabled_ways (user_id, id, kind, name, added_at, ip_address, user_agent, disabled_at, content)
    select user_id, gen_random_uuid(), provider, email, "created_at", ip_address, user_agent,
      $3::timestamptz, jsonb_build_array(to_jsonb(removed)) from removed
    returning id;

-- identity/disabled-ways.ts disablePasskeys
-- takes uuid, timestamp with time zone, timestamp with time zone
-- returns id uuid
with removed as (delete from passkeys where user_id = $1 and created_at > $2::timestamptz returning *)
    insert into disabled_ways (user_id, id, kind, name, added_at, ip_address, user_agent, disabled_at, content)
    select user_id, gen_random_uuid(), 'passkey', friendly_name, "created_at", ip_address, user_agent,
      $3::timestamptz, jsonb_build_array(to_jsonb(removed)) from removed
    returning id;

-- identity/disabled-ways.ts disablePassword
-- takes uuid, timestamp with time zone, timestamp with time zone
-- returns id uuid
with before as (
      select * from users
      where id = $1 and password_hash is not null and password_set_at > $2::timestamptz for update),
    removed as (update users set password_hash = null from before where users.id = before.id returning before.*)
    insert into disabled_ways (user_id, id, kind, name, added_at, ip_address, user_agent, disabled_at, content)
    select id, gen_random_uuid(), 'password', '', password_set_at, password_ip_address, password_user_agent,
      $3::timestamptz, jsonb_build_array(jsonb_build_object('password_hash', password_hash)) from removed
    returning id;

-- identity/disabled-ways.ts disableRecoveryCodes
-- takes uuid, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns id uuid
with removed as (
      delete from recovery_codes
      where user_id = $1 and created_at > $2::timestamptz and created_at <= $3::timestamptz
      returning *)
    insert into disabled_ways (user_id, id, kind, name, added_at, ip_address, user_agent, disabled_at, content)
    select user_id, gen_random_uuid(), 'recovery_codes', '', min(created_at), min(ip_address), min(user_agent),
      $4::timestamptz, jsonb_agg(to_jsonb(removed)) from removed group by user_id
    returning id;

-- identity/disabled-ways.ts findDisabledWay
-- takes uuid, uuid
-- returns kind text, name text
select "kind", "name" from "disabled_ways" where "user_id" = $1 and "id" = $2;

-- identity/disabled-ways.ts isIdentityDisabled
-- takes uuid, text, text
-- returns id uuid
select "id" from "disabled_ways" where "user_id" = $1 and "kind" = $2 and content -> 0 ->> 'subject' = $3;

-- identity/disabled-ways.ts restoreWay
-- takes uuid, uuid
-- returns user_id uuid
insert into "identities"
          select r.* from (select content from disabled_ways w where w.user_id = $1 and w.id = $2) as w, jsonb_array_elements(w.content) as item,
            jsonb_populate_record(null::"identities", item) as r
          where true
          on conflict do nothing returning user_id;

-- identity/disabled-ways.ts restoreWay
-- takes uuid, uuid
-- returns user_id uuid
insert into "passkeys"
          select r.* from (select content from disabled_ways w where w.user_id = $1 and w.id = $2) as w, jsonb_array_elements(w.content) as item,
            jsonb_populate_record(null::"passkeys", item) as r
          where true
          on conflict do nothing returning user_id;

-- identity/disabled-ways.ts restoreWay
-- takes uuid, uuid, timestamp with time zone
-- returns user_id uuid
insert into "factors"
          select r.* from (select content from disabled_ways w where w.user_id = $1 and w.id = $2) as w, jsonb_array_elements(w.content) as item,
            jsonb_populate_record(null::"factors", item || jsonb_build_object('verified_at', $3::timestamptz)) as r
          where true
          on conflict do nothing returning user_id;

-- identity/disabled-ways.ts restoreWay
-- takes uuid, uuid, uuid
-- returns id uuid
update users set password_hash = (select content -> 0 ->> 'password_hash' from disabled_ways w where w.user_id = $1 and w.id = $2)
          where id = $3 and password_hash is null returning id;

-- identity/disabled-ways.ts restoreWay
-- takes uuid, uuid, uuid
-- returns user_id uuid
insert into "recovery_codes"
          select r.* from (select content from disabled_ways w where w.user_id = $1 and w.id = $2) as w, jsonb_array_elements(w.content) as item,
            jsonb_populate_record(null::"recovery_codes", item) as r
          where not exists (select from recovery_codes where user_id = $3)
          on conflict do nothing returning user_id;

-- identity/email-links.ts addLink
-- takes text, uuid, text, text, text, text, text, text, uuid, jsonb, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "email_links" ("token_hash", "user_id", "purpose", "password_hash", "plan", "price_id", "redirect", "new_email", "approval_id", "metadata", "created_at", "expires_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- identity/email-links.ts addLink
-- takes text, uuid, text, text, text, text, text, text, uuid, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "email_links" ("token_hash", "user_id", "purpose", "password_hash", "plan", "price_id", "redirect", "new_email", "approval_id", "created_at", "expires_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- identity/email-links.ts addResetLinkFor
-- takes text, text, timestamp with time zone, text, timestamp with time zone, timestamp with time zone
-- returns userId uuid, email text, isFormer boolean
with owner as (
      select id, email, email_confirmed_at is null as is_new from users where email_lower = $1 for share),
    former as (
      select user_id as id, email from former_emails
      where email_lower = $2 and replaced_at > $3::timestamptz
        and not exists (select from owner where not is_new)
      order by replaced_at desc limit 1),
    person as (
      select id, email, true as is_former from former
      union all
      select id, email, false from owner where not exists (select from former)),
    added as (
      insert into email_links (token_hash, user_id, purpose, new_email, created_at, expires_at)
      select $4, id, 'reset_password', case when is_former then email end,
        $5::timestamptz, $6::timestamptz
      from person
    )
    select id as "userId", email, is_former as "isFormer" from person;

-- identity/email-links.ts deleteExpiredLinks
-- takes timestamp with time zone, text, timestamp with time zone
-- returns nothing
delete from "email_links" where "expires_at" <= $1 and ("purpose" <> $2 or "expires_at" <= $3);

-- identity/email-links.ts deleteLinksOf
-- takes uuid, text
-- returns nothing
delete from "email_links" where "user_id" = $1 and "purpose" = $2;

-- identity/email-links.ts endEmailLinks
-- takes uuid, uuid
-- returns nothing
with ended as (delete from email_links where user_id = $1 returning approval_id)
    update automation_approvals set link_number = link_number + 1, emailed_at = null
    where user_id = $2 and id in (select approval_id from ended);

-- identity/email-links.ts findApprovalOfLink
-- takes uuid, text, text, timestamp with time zone
-- returns approvalId uuid
select "approval_id" as "approvalId" from "email_links" where "user_id" = $1 and "token_hash" = $2 and "purpose" = $3 and "expires_at" > $4;

-- identity/email-links.ts isLinkValid
-- takes uuid, text, text, timestamp with time zone
-- returns token_hash text
select "token_hash" from "email_links" where "user_id" = $1 and "token_hash" = $2 and "purpose" = $3 and "expires_at" > $4;

-- identity/email-links.ts listPendingSignUps
-- takes uuid, text, bigint
-- returns password_hash text, plan text, price_id text, redirect text, metadata jsonb
select "password_hash", "plan", "price_id", "redirect", "metadata" from "email_links" where "user_id" = $1 and "purpose" = $2 order by "created_at" desc limit $3;

-- identity/email-links.ts takeLink
-- takes uuid, uuid, text, uuid, text, text, timestamp with time zone
-- returns password_hash text, plan text, price_id text, redirect text, new_email text, metadata jsonb
with "owner" as (select "id" from "users" where "id" = $1 and exists (select "token_hash" from "email_links" where "user_id" = $2 and "token_hash" = $3) for no key update) delete from "email_links" where "user_id" = $4 and exists (select "id" from "owner") and "token_hash" = $5 and "purpose" = $6 and "expires_at" > $7 returning "password_hash", "plan", "price_id", "redirect", "new_email", "metadata";

-- identity/former-emails.ts addFormerEmail
-- takes uuid, text
-- returns nothing
delete from "former_emails" where "user_id" = $1 and "email_lower" = $2;

-- identity/former-emails.ts addFormerEmail
-- takes uuid, text, text, timestamp with time zone, text, text, text, timestamp with time zone, text, text
-- returns nothing
insert into "former_emails" ("user_id", "email", "email_lower", "replaced_at", "ip_address", "user_agent") values ($1, $2, $3, $4, $5, $6) on conflict ("user_id", "email_lower") do update set "email" = $7, "replaced_at" = $8, "ip_address" = $9, "user_agent" = $10;

-- identity/former-emails.ts deleteFormerEmailsBefore
-- takes timestamp with time zone
-- returns nothing
delete from "former_emails" where "replaced_at" <= $1;

-- identity/former-emails.ts isFormerEmail
-- takes text, timestamp with time zone, uuid
-- returns nothing
select from former_emails
    where email_lower = $1 and replaced_at > $2::timestamptz
      and user_id is distinct from $3::uuid limit 1;

-- identity/former-emails.ts listFormerEmails
-- takes uuid
-- returns email text
select "email" from "former_emails" where "user_id" = $1 order by "replaced_at" desc;

-- identity/former-emails.ts restoreEmail
-- takes uuid, uuid, text
-- returns email text
delete from former_emails
    where user_id = $1 and replaced_at >= (
      select replaced_at from former_emails where user_id = $2 and email_lower = $3)
    returning email;

-- identity/identities.ts addIdentity
-- takes text, text, text, uuid, timestamp with time zone, timestamp with time zone, text, text
-- returns user_id uuid
insert into "identities" ("provider", "subject", "email", "user_id", "created_at", "last_used_at", "ip_address", "user_agent") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning "user_id";

-- identity/identities.ts deleteIdentity
-- takes uuid, text, uuid, uuid, uuid, text
-- returns email text
delete from "identities" where "user_id" = $1 and "provider" = $2 and (
        exists (select 1 from users where id = $3 and password_hash is not null)
        or exists (select 1 from passkeys where user_id = $4)
        or exists (select 1 from identities as other where other.user_id = $5 and other.provider <> $6)) returning "email";

-- identity/identities.ts listIdentities
-- takes uuid
-- returns provider text, email text, createdAt timestamp with time zone, lastUsedAt timestamp with time zone
select "provider", "email", "created_at" as "createdAt", "last_used_at" as "lastUsedAt" from "identities" where "user_id" = $1 order by "provider";

-- identity/identities.ts moveIdentity
-- takes text, text, text, text, text
-- returns user_id uuid
update "identities" set "subject" = $1 where "provider" = $2 and "subject" = $3 and (lower(identities.email) = $4
        or exists (select 1 from users where id = identities.user_id and email_lower = $5)) returning "user_id";

-- identity/identities.ts touchIdentity
-- takes timestamp with time zone, text, text
-- returns user_id uuid
update "identities" set "last_used_at" = $1 where "provider" = $2 and "subject" = $3 returning "user_id";

-- identity/identities.ts touchIdentity
-- takes timestamp with time zone, text, text, text
-- returns user_id uuid
update "identities" set "last_used_at" = $1, "email" = $2 where "provider" = $3 and "subject" = $4 returning "user_id";

-- identity/oauth-attempts.ts addOAuthAttempt
-- takes text, text, text, uuid, text, text, text, text, text, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "oauth_attempts" ("state_hash", "provider", "browser_hash", "user_id", "plan", "price_id", "redirect", "client_redirect", "code_challenge", "created_at", "expires_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- identity/oauth-attempts.ts deleteExpiredOAuthAttempts
-- takes timestamp with time zone
-- returns nothing
delete from "oauth_attempts" where "expires_at" <= $1;

-- identity/oauth-attempts.ts takeOAuthAttempt
-- takes text, text, text, timestamp with time zone
-- returns user_id uuid, plan text, price_id text, redirect text, client_redirect text, code_challenge text
delete from "oauth_attempts" where "state_hash" = $1 and "browser_hash" = $2 and "provider" = $3 and "expires_at" > $4 returning "user_id", "plan", "price_id", "redirect", "client_redirect", "code_challenge";

-- identity/person-rows.ts listPersonTables
-- takes nothing
-- returns name text, owner text, columns json, key json
select t.relname::text as name, case when t.relname = 'users' then 'id' else 'user_id' end as owner,
      json_agg(a.attname order by a.attnum) as columns,
      json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        filter (where a.attnum = any (i.indkey::int2[])) as key
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
    group by t.relname having t.relname = 'users' or bool_or(a.attname = 'user_id')
    order by t.relname;

-- identity/person-rows.ts listUsage
-- takes uuid
-- returns month text, messages integer
select "month_year" as "month", "messages_used" as "messages" from "usage_tracking" where "user_id" = $1 order by "month_year" desc;

-- identity/person-rows.ts readConversations
-- takes uuid, bigint
-- returns id uuid, assistantId text, title text, createdAt timestamp with time zone
select "id", "assistant_type" as "assistantId", "title", "created_at" as "createdAt" from "conversations" where "user_id" = $1 and "deleted_at" is null order by "id" limit $2;

-- identity/person-rows.ts readMessages
-- takes uuid, bigint
-- returns id uuid, conversationId uuid, role text, content text, createdAt timestamp with time zone, isReplaced boolean
select "id", "conversation_id" as "conversationId", "role", "content", "created_at" as "createdAt", "is_replaced" as "isReplaced" from "messages" where "user_id" = $1 order by "conversation_id", "created_at", "id" limit $2;

-- identity/person-rows.ts readMessages
-- takes uuid, uuid, timestamp with time zone, uuid, bigint
-- returns id uuid, conversationId uuid, role text, content text, createdAt timestamp with time zone, isReplaced boolean
select "id", "conversation_id" as "conversationId", "role", "content", "created_at" as "createdAt", "is_replaced" as "isReplaced" from "messages" where "user_id" = $1 and (conversation_id, created_at, id) > ($2::uuid, $3::timestamptz, $4::uuid) order by "conversation_id", "created_at", "id" limit $5;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns credential_id text, user_id uuid, public_key text, counter bigint, transports text[], friendly_name text, is_backed_up boolean, created_at timestamp with time zone, last_used_at timestamp with time zone, ip_address text, user_agent text
select "credential_id", "user_id", "public_key", "counter", "transports", "friendly_name", "is_backed_up", "created_at", "last_used_at", "ip_address", "user_agent" from "passkeys"
    where "user_id" = $1 and true order by "user_id", "credential_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, email text, email_lower text, email_confirmed_at timestamp with time zone, created_at timestamp with time zone, metadata jsonb, last_sign_in_at timestamp with time zone, delete_after timestamp with time zone, deletion_begun_at timestamp with time zone, browser_generation integer, held_at timestamp with time zone, password_set_at timestamp with time zone, password_ip_address text, password_user_agent text, reset_completes_at timestamp with time zone
select "id", "email", "email_lower", "email_confirmed_at", "created_at", "metadata", "last_sign_in_at", "delete_after", "deletion_begun_at", "browser_generation", "held_at", "password_set_at", "password_ip_address", "password_user_agent", "reset_completes_at" from "users"
    where "id" = $1 and true order by "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, assistant_type text, title text, created_at timestamp with time zone, updated_at timestamp with time zone, deleted_at timestamp with time zone, is_private boolean, last_answer_id uuid
select "id", "user_id", "assistant_type", "title", "created_at", "updated_at", "deleted_at", "is_private", "last_answer_id" from "conversations"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, conversation_id uuid, question_id uuid, answer_id uuid, month_year text, status text, failure text, stop_requested boolean, lease_expires_at timestamp with time zone, created_at timestamp with time zone, settled_at timestamp with time zone, spending_day text, reserved_micro_usd bigint, is_unread boolean, attempt integer, learning text, offered_facts uuid[], command_note text, offered_passages uuid[], offered_messages uuid[], prompt text, memory jsonb, follows uuid, choice integer, repeats uuid
select "id", "user_id", "conversation_id", "question_id", "answer_id", "month_year", "status", "failure", "stop_requested", "lease_expires_at", "created_at", "settled_at", "spending_day", "reserved_micro_usd", "is_unread", "attempt", "learning", "offered_facts", "command_note", "offered_passages", "offered_messages", "prompt", "memory", "follows", "choice", "repeats" from "turns"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, conversation_id uuid, role text, content text, created_at timestamp with time zone, is_replaced boolean, source_ids uuid[], is_private boolean
select "id", "user_id", "conversation_id", "role", "content", "created_at", "is_replaced", "source_ids", "is_private" from "messages"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, factor_id uuid, channel text, attempts integer, created_at timestamp with time zone, expires_at timestamp with time zone, used_at timestamp with time zone
select "id", "user_id", "factor_id", "channel", "attempts", "created_at", "expires_at", "used_at" from "factor_challenges"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, factor_type text, friendly_name text, status text, phone text, last_step bigint, created_at timestamp with time zone, verified_at timestamp with time zone, last_used_at timestamp with time zone, ip_address text, user_agent text
select "id", "user_id", "factor_type", "friendly_name", "status", "phone", "last_step", "created_at", "verified_at", "last_used_at", "ip_address", "user_agent" from "factors"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, kind text, detail text, ip_address text, user_agent text, happened_at timestamp with time zone, email_to text
select "id", "user_id", "kind", "detail", "ip_address", "user_agent", "happened_at", "email_to" from "security_events"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, kind text, name text, added_at timestamp with time zone, ip_address text, user_agent text, disabled_at timestamp with time zone
select "id", "user_id", "kind", "name", "added_at", "ip_address", "user_agent", "disabled_at" from "disabled_ways"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, kind text, name text, url text, state text, problem text, step text, unit text, units_done integer, units integer, bytes bigint, used_from timestamp with time zone, is_refreshed boolean, refresh_due_at timestamp with time zone, conversation_id uuid, added_at timestamp with time zone, read_at timestamp with time zone, deleted_at timestamp with time zone, forgotten_facts uuid[], prompt text, left_out jsonb, scope text, replaces_id uuid, summary text, summarized integer, content_digest text, is_private boolean, same_as uuid
select "id", "user_id", "kind", "name", "url", "state", "problem", "step", "unit", "units_done", "units", "bytes", "used_from", "is_refreshed", "refresh_due_at", "conversation_id", "added_at", "read_at", "deleted_at", "forgotten_facts", "prompt", "left_out", "scope", "replaces_id", "summary", "summarized", "content_digest", "is_private", "same_as" from "sources"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, number integer, kind text, subject text, value text, statement text, state text, source text, quote text, question text, assistant_type text, conversation_id uuid, message_id uuid, learned_at timestamp with time zone, valid_from text, valid_until text, is_pinned boolean, superseded_by uuid, conflict_id uuid, language text, source_id uuid, passage_id uuid, confirmed_at timestamp with time zone, has_begun boolean, automation_id uuid, prompt text, attribute text, quantity numeric, unit text, withdrawn_conversation_id uuid, withdrawn_message_id uuid, is_doubtful boolean, split_from uuid, is_shareable boolean, has_own_attribute boolean, has_own_days boolean, former_subject text, renamed_by uuid
select "id", "user_id", "number", "kind", "subject", "value", "statement", "state", "source", "quote", "question", "assistant_type", "conversation_id", "message_id", "learned_at", "valid_from", "valid_until", "is_pinned", "superseded_by", "conflict_id", "language", "source_id", "passage_id", "confirmed_at", "has_begun", "automation_id", "prompt", "attribute", "quantity", "unit", "withdrawn_conversation_id", "withdrawn_message_id", "is_doubtful", "split_from", "is_shareable", "has_own_attribute", "has_own_days", "former_subject", "renamed_by" from "facts"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, source_id uuid, number integer, position integer, page_url text, headings text[], page integer, sheet text, rows integer[], text text, language text, learning text
select "id", "user_id", "source_id", "number", "position", "page_url", "headings", "page", "sheet", "rows", "text", "language", "learning" from "passages"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns id uuid, user_id uuid, title text, description text, category text, folder text, assistant_type text, tags text[], subject text, body text, blanks jsonb, words integer, version integer, created_at timestamp with time zone, updated_at timestamp with time zone, deleted_at timestamp with time zone
select "id", "user_id", "title", "description", "category", "folder", "assistant_type", "tags", "subject", "body", "blanks", "words", "version", "created_at", "updated_at", "deleted_at" from "own_templates"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns provider text, subject text, user_id uuid, email text, created_at timestamp with time zone, last_used_at timestamp with time zone, ip_address text, user_agent text
select "provider", "subject", "user_id", "email", "created_at", "last_used_at", "ip_address", "user_agent" from "identities"
    where "user_id" = $1 and true order by "provider", "subject" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns provider text, user_id uuid, plan text, price_id text, redirect text, created_at timestamp with time zone, expires_at timestamp with time zone, client_redirect text, code_challenge text, state_hash text
select "provider", "user_id", "plan", "price_id", "redirect", "created_at", "expires_at", "client_redirect", "code_challenge", "state_hash" from "oauth_attempts"
    where "user_id" = $1 and true order by "state_hash" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns stripe_customer_id text, user_id uuid, is_primary boolean, created_at timestamp with time zone, paid_elsewhere boolean
select "stripe_customer_id", "user_id", "is_primary", "created_at", "paid_elsewhere" from "stripe_customers"
    where "user_id" = $1 and true order by "stripe_customer_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, automation_id uuid, id uuid, version integer, revision integer, status text, result jsonb, created_at timestamp with time zone, ended_at timestamp with time zone
select "user_id", "automation_id", "id", "version", "revision", "status", "result", "created_at", "ended_at" from "automation_rehearsals"
    where "user_id" = $1 and true order by "user_id", "automation_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, automation_id uuid, version integer, definition jsonb, created_at timestamp with time zone, published_at timestamp with time zone
select "user_id", "automation_id", "version", "definition", "created_at", "published_at" from "automation_versions"
    where "user_id" = $1 and true order by "user_id", "automation_id", "version" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, automations integer, integrations integer
select "user_id", "automations", "integrations" from "usage_in_use"
    where "user_id" = $1 and true order by "user_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, budget text, day text, used bigint
select "user_id", "budget", "day", "used" from "budget_use"
    where "user_id" = $1 and true order by "user_id", "budget" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, code_challenge text, created_at timestamp with time zone, expires_at timestamp with time zone, code_hash text
select "user_id", "code_challenge", "created_at", "expires_at", "code_hash" from "authorization_codes"
    where "user_id" = $1 and true order by "user_id", "code_hash" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, conversation_id uuid, text text, covers_until timestamp with time zone, revision integer, prompt text
select "user_id", "conversation_id", "text", "covers_until", "revision", "prompt" from "conversation_summaries"
    where "user_id" = $1 and true order by "user_id", "conversation_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, created_at timestamp with time zone, expires_at timestamp with time zone, absolute_expires_at timestamp with time zone, public_id uuid, kind text, methods text[], ip_address text, user_agent text, last_seen_at timestamp with time zone, authenticated_at timestamp with time zone, second_factor_at timestamp with time zone, reauthenticated_at timestamp with time zone, previous_id text, id text
select "user_id", "created_at", "expires_at", "absolute_expires_at", "public_id", "kind", "methods", "ip_address", "user_agent", "last_seen_at", "authenticated_at", "second_factor_at", "reauthenticated_at", "previous_id", "id" from "sessions"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, created_at timestamp with time zone, expires_at timestamp with time zone, challenge_hash text
select "user_id", "created_at", "expires_at", "challenge_hash" from "passkey_challenges"
    where "user_id" = $1 and true order by "challenge_hash" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, created_at timestamp with time zone, used_at timestamp with time zone, ip_address text, user_agent text, code_hash text
select "user_id", "created_at", "used_at", "ip_address", "user_agent", "code_hash" from "recovery_codes"
    where "user_id" = $1 and true order by "user_id", "code_hash" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, created_at timestamp with time zone, used_at timestamp with time zone, token_hash text
select "user_id", "created_at", "used_at", "token_hash" from "refresh_tokens"
    where "user_id" = $1 and true order by "user_id", "token_hash" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, day text, cards text[], chosen_at timestamp with time zone
select "user_id", "day", "cards", "chosen_at" from "daily_cards"
    where "user_id" = $1 and true order by "user_id", "day" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, day text, micro_usd bigint
select "user_id", "day", "micro_usd" from "model_spending"
    where "user_id" = $1 and true order by "user_id", "day" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, email text, requested_at timestamp with time zone, confirmed_at timestamp with time zone
select "user_id", "email", "requested_at", "confirmed_at" from "automation_recipients"
    where "user_id" = $1 and true order by "user_id", "email" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, email_lower text, email text, replaced_at timestamp with time zone, ip_address text, user_agent text
select "user_id", "email_lower", "email", "replaced_at", "ip_address", "user_agent" from "former_emails"
    where "user_id" = $1 and true order by "user_id", "email_lower" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, fact_id uuid, model text
select "user_id", "fact_id", "model" from "fact_vectors"
    where "user_id" = $1 and true order by "user_id", "fact_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, file_id uuid, position integer
select "user_id", "file_id", "position" from "source_file_pieces"
    where "user_id" = $1 and true order by "user_id", "file_id", "position" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, full_name text, business_name text, website text, business_type text, business_goals text[], business_size text, revenue_range text, subscription_tier text, subscription_status text, trial_ends_at timestamp with time zone, updated_at timestamp with time zone, language text, time_zone text, emails_about_sign_ins boolean, plan_ends_at timestamp with time zone, offer_shown_at timestamp with time zone, learns_from_chats boolean, facts_numbered integer, passages_numbered integer, text_languages text[], embedded_with text, own_templates integer, business_type_text text
select "user_id", "full_name", "business_name", "website", "business_type", "business_goals", "business_size", "revenue_range", "subscription_tier", "subscription_status", "trial_ends_at", "updated_at", "language", "time_zone", "emails_about_sign_ins", "plan_ends_at", "offer_shown_at", "learns_from_chats", "facts_numbered", "passages_numbered", "text_languages", "embedded_with", "own_templates", "business_type_text" from "profiles"
    where "user_id" = $1 and true order by "user_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, hides_samples boolean, paused_at timestamp with time zone, emails_approvals boolean
select "user_id", "hides_samples", "paused_at", "emails_approvals" from "automation_settings"
    where "user_id" = $1 and true order by "user_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, automation_id uuid, version integer, cause text, occasion text, input jsonb, chain uuid[], status text, reason text, due_at timestamp with time zone, started_at timestamp with time zone, resume_at timestamp with time zone, ended_at timestamp with time zone, messages integer, emails integer, claim integer, claimed_by uuid, is_kicked boolean, created_at timestamp with time zone, exclusive text, kept_bytes bigint, values_deleted_at timestamp with time zone
select "user_id", "id", "automation_id", "version", "cause", "occasion", "input", "chain", "status", "reason", "due_at", "started_at", "resume_at", "ended_at", "messages", "emails", "claim", "claimed_by", "is_kicked", "created_at", "exclusive", "kept_bytes", "values_deleted_at" from "automation_runs"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, change_id uuid, assistant_type text, setting text, value text, source text, said_to text, conversation_id uuid, set_at timestamp with time zone, ended_at timestamp with time zone, ended_by uuid, prompt text
select "user_id", "id", "change_id", "assistant_type", "setting", "value", "source", "said_to", "conversation_id", "set_at", "ended_at", "ended_by", "prompt" from "answer_preferences"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, kind text, period text, amount integer, subject text, status text, created_at timestamp with time zone, settled_at timestamp with time zone
select "user_id", "id", "kind", "period", "amount", "subject", "status", "created_at", "settled_at" from "usage_receipts"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, name text, description text, assistant_type text, trigger_kind text, listens_to text, receipt_id uuid, turned_on_at timestamp with time zone, pause_reason text, live_version integer, draft_version integer, revision integer, next_due_at timestamp with time zone, failures integer, minutes_saved integer, hook_sample jsonb, created_at timestamp with time zone, updated_at timestamp with time zone, deleted_at timestamp with time zone
select "user_id", "id", "name", "description", "assistant_type", "trigger_kind", "listens_to", "receipt_id", "turned_on_at", "pause_reason", "live_version", "draft_version", "revision", "next_due_at", "failures", "minutes_saved", "hook_sample", "created_at", "updated_at", "deleted_at" from "automations"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, price_id text, promotion text, trial_ends_at timestamp with time zone, started_at timestamp with time zone, expires_at timestamp with time zone, stripe_session_id text, replaced_session_id text, promotion_code_id text, checked_at timestamp with time zone
select "user_id", "id", "price_id", "promotion", "trial_ends_at", "started_at", "expires_at", "stripe_session_id", "replaced_session_id", "promotion_code_id", "checked_at" from "checkouts"
    where "user_id" = $1 and true order by "user_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, run_id uuid, step_key text, title text, body text, edited_body text, status text, if_late text, deadline timestamp with time zone, created_at timestamp with time zone, answered_at timestamp with time zone, effective_at timestamp with time zone, answered_from text, reason text, emailed_at timestamp with time zone, link_number integer
select "user_id", "id", "run_id", "step_key", "title", "body", "edited_body", "status", "if_late", "deadline", "created_at", "answered_at", "effective_at", "answered_from", "reason", "emailed_at", "link_number" from "automation_approvals"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, id uuid, template_id text, period text, result_digest text, used_at timestamp with time zone
select "user_id", "id", "template_id", "period", "result_digest", "used_at" from "template_uses"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, kind text, is_muted boolean, email text
select "user_id", "kind", "is_muted", "email" from "notification_preferences"
    where "user_id" = $1 and true order by "user_id", "kind" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, message_id uuid, rating text, reason text, updated_at timestamp with time zone
select "user_id", "message_id", "rating", "reason", "updated_at" from "message_feedback"
    where "user_id" = $1 and true order by "user_id", "message_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, month_year text, messages_used integer, exports_used integer, templates_used integer
select "user_id", "month_year", "messages_used", "exports_used", "templates_used" from "usage_tracking"
    where "user_id" = $1 and true order by "user_id", "month_year" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, passage_id uuid, model text
select "user_id", "passage_id", "model" from "passage_vectors"
    where "user_id" = $1 and true order by "user_id", "passage_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, plan text, price_id text, created_at timestamp with time zone, expires_at timestamp with time zone, purpose text, new_email text, metadata jsonb, redirect text, approval_id uuid, token_hash text
select "user_id", "plan", "price_id", "created_at", "expires_at", "purpose", "new_email", "metadata", "redirect", "approval_id", "token_hash" from "email_links"
    where "user_id" = $1 and true order by "user_id", "token_hash" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, run_id uuid, key text, place integer, status text, attempt integer, attempts jsonb, input jsonb, output jsonb, error text, detail text, resume_at timestamp with time zone, started_at timestamp with time zone, ended_at timestamp with time zone, messages integer, prompt text
select "user_id", "run_id", "key", "place", "status", "attempt", "attempts", "input", "output", "error", "detail", "resume_at", "started_at", "ended_at", "messages", "prompt" from "automation_run_steps"
    where "user_id" = $1 and true order by "user_id", "run_id", "key" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, session_id uuid, created_at timestamp with time zone, shows_titles boolean
select "user_id", "session_id", "created_at", "shows_titles" from "push_subscriptions"
    where "user_id" = $1 and true order by "user_id", "session_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, source_id uuid, id uuid, started_at timestamp with time zone
select "user_id", "source_id", "id", "started_at" from "source_files"
    where "user_id" = $1 and true order by "user_id", "id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, source_id uuid, number integer, url text, title text, etag text, last_modified text, read_at timestamp with time zone, key text
select "user_id", "source_id", "number", "url", "title", "etag", "last_modified", "read_at", "key" from "source_pages"
    where "user_id" = $1 and true order by "user_id", "source_id", "number" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, source_id uuid, page_count integer, addresses text[], chosen text[]
select "user_id", "source_id", "page_count", "addresses", "chosen" from "source_sites"
    where "user_id" = $1 and true order by "user_id", "source_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, stripe_subscription_id text, stripe_customer_id text, stripe_status text, price_id text, price_cents integer, credit_cents integer, product_id text, current_period_end timestamp with time zone, trial_ends_at timestamp with time zone, cancel_at timestamp with time zone, past_due_since timestamp with time zone, has_card boolean, promotion text, first_paid_at timestamp with time zone, refund_requested_at timestamp with time zone, refunded_at timestamp with time zone, sync_number bigint, synced_at timestamp with time zone, card_brand text, card_last4 text, unpaid_cents integer, discount_cents integer, scheduled_price_id text, scheduled_at timestamp with time zone, refund_disputed_cents integer
select "user_id", "stripe_subscription_id", "stripe_customer_id", "stripe_status", "price_id", "price_cents", "credit_cents", "product_id", "current_period_end", "trial_ends_at", "cancel_at", "past_due_since", "has_card", "promotion", "first_paid_at", "refund_requested_at", "refunded_at", "sync_number", "synced_at", "card_brand", "card_last4", "unpaid_cents", "discount_cents", "scheduled_price_id", "scheduled_at", "refund_disputed_cents" from "subscriptions"
    where "user_id" = $1 and true order by "user_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, template_id text, uses integer, last_used_at timestamp with time zone, stars integer, is_favorite boolean
select "user_id", "template_id", "uses", "last_used_at", "stars", "is_favorite" from "template_activity"
    where "user_id" = $1 and true order by "user_id", "template_id" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, topic text, subject text, created_at timestamp with time zone, emailed_at timestamp with time zone, dismissed_at timestamp with time zone, details jsonb, read_at timestamp with time zone, pushed_to uuid[]
select "user_id", "topic", "subject", "created_at", "emailed_at", "dismissed_at", "details", "read_at", "pushed_to" from "notices"
    where "user_id" = $1 and true order by "user_id", "topic", "subject" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid
-- returns user_id uuid, word text, facts integer, passages integer
select "user_id", "word", "facts", "passages" from "word_counts"
    where "user_id" = $1 and true order by "user_id", "word" limit 20;

-- identity/person-rows.ts readPersonRows
-- takes uuid, uuid, uuid
-- returns id uuid, user_id uuid, conversation_id uuid, role text, content text, created_at timestamp with time zone, is_replaced boolean, source_ids uuid[], is_private boolean
select "id", "user_id", "conversation_id", "role", "content", "created_at", "is_replaced", "source_ids", "is_private" from "messages"
    where "user_id" = $1 and ("user_id", "id") > ($2, $3) order by "user_id", "id" limit 20;

-- identity/profiles.ts getProfile
-- takes uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt" from "profiles" where "user_id" = $1;

-- identity/profiles.ts updateProfile
-- takes boolean, uuid
-- returns nothing
update "profiles" set "learns_from_chats" = $1 where "user_id" = $2;

-- identity/profiles.ts updateProfile
-- takes text, text, boolean, timestamp with time zone, uuid
-- returns nothing
update "profiles" set "language" = $1, "time_zone" = $2, "emails_about_sign_ins" = $3, "updated_at" = $4 where "user_id" = $5;

-- identity/profiles.ts updateProfile
-- takes text, text, text, text[], text, text, text, text, text, timestamp with time zone, uuid
-- returns nothing
update "profiles" set "full_name" = $1, "business_type" = $2, "business_type_text" = $3, "business_goals" = $4, "business_name" = $5, "website" = $6, "business_size" = $7, "revenue_range" = $8, "time_zone" = $9, "updated_at" = $10 where "user_id" = $11;

-- identity/profiles.ts updateProfile
-- takes text, text, text, text[], text, text, text, text, timestamp with time zone, uuid
-- returns nothing
update "profiles" set "full_name" = $1, "business_type" = $2, "business_type_text" = $3, "business_goals" = $4, "business_name" = $5, "website" = $6, "business_size" = $7, "revenue_range" = $8, "updated_at" = $9 where "user_id" = $10;

-- identity/profiles.ts updateProfile
-- takes text, timestamp with time zone, uuid
-- returns nothing
update "profiles" set "full_name" = $1, "updated_at" = $2 where "user_id" = $3;

-- identity/security-events.ts addSecurityEvent
-- takes uuid, uuid, text, text, text, text, timestamp with time zone, text, boolean, uuid
-- returns nothing
with added as (insert into "security_events" ("id", "user_id", "kind", "detail", "ip_address", "user_agent", "happened_at", "email_to") values ($1, $2, $3, $4, $5, $6, $7, $8) returning "user_id", "id", "happened_at"),
    news as (
      insert into notices (user_id, topic, subject, created_at)
      select user_id, 'security', id::text, happened_at from added where $9::boolean
      returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, '')))
    insert into scheduled_jobs (queue, key, payload, due_at) select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from news as new join push_subscriptions s on s.user_id = $10::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing;

-- identity/security-events.ts countSignIns
-- takes text, uuid, text
-- returns all bigint, fromDevice bigint
select count(*) as "all", count(*) filter(where "detail" = $1) as "fromDevice" from "security_events" where "user_id" = $2 and "kind" in ($3);

-- identity/security-events.ts deleteOldSecurityEvents
-- takes text, timestamp with time zone
-- returns nothing
update "security_events" set "email_to" = $1 where "email_to" is not null and "happened_at" < $2;

-- identity/security-events.ts deleteOldSecurityEvents
-- takes timestamp with time zone
-- returns nothing
delete from "security_events" where "happened_at" < $1;

-- identity/security-events.ts deleteSurplusSecurityEvents
-- takes timestamp with time zone, integer
-- returns nothing
with owners as (
      select user_id from security_events where happened_at >= $1::timestamptz
      group by user_id having count(*) > 100
    ),
    surplus as (
      select owners.user_id, old.id from owners cross join lateral (
        select id from security_events e where e.user_id = owners.user_id
        order by happened_at desc offset $2::int
      ) old
    ),
    gone as (
      delete from security_events e using surplus where e.user_id = surplus.user_id and e.id = surplus.id
    )
    delete from notices n using surplus
    where n.user_id = surplus.user_id and n.topic = 'security' and n.subject = surplus.id::text;

-- identity/security-events.ts findDueNotice
-- takes uuid, uuid
-- returns id uuid, userId uuid, kind text, detail text, ipAddress text, userAgent text, happenedAt timestamp with time zone, emailTo text, timeZone text
select "security_events"."id", "security_events"."user_id" as "userId", "security_events"."kind", "security_events"."detail", "security_events"."ip_address" as "ipAddress", "security_events"."user_agent" as "userAgent", "security_events"."happened_at" as "happenedAt", "security_events"."email_to" as "emailTo", "profiles"."time_zone" as "timeZone" from "security_events" inner join "profiles" on "profiles"."user_id" = "security_events"."user_id" where "security_events"."user_id" = $1 and "security_events"."id" = $2;

-- identity/security-events.ts listSecurityEvents
-- takes uuid, bigint
-- returns id uuid, kind text, detail text, ipAddress text, userAgent text, happenedAt timestamp with time zone
select "id", "kind", "detail", "ip_address" as "ipAddress", "user_agent" as "userAgent", "happened_at" as "happenedAt" from "security_events" where "user_id" = $1 order by "happened_at" desc limit $2;

-- identity/security-events.ts noteNoticeSent
-- takes text, uuid, uuid
-- returns nothing
update "security_events" set "email_to" = $1 where "user_id" = $2 and "id" = $3;

-- identity/users.ts addUser
-- takes uuid, text, text, timestamp with time zone, text, timestamp with time zone
-- returns id uuid
insert into users (id, email, email_lower, created_at)
    select $1::uuid, $2, $3, $4::timestamptz
    where not exists (
      select from former_emails where email_lower = $5 and replaced_at > $6::timestamptz)
    on conflict (email_lower) do nothing returning id;

-- identity/users.ts addUser
-- takes uuid, timestamp with time zone
-- returns nothing
insert into "profiles" ("user_id", "updated_at") values ($1, $2);

-- identity/users.ts confirmAddress
-- takes timestamp with time zone, uuid
-- returns nothing
update "users" set "email_confirmed_at" = $1 where "id" = $2;

-- identity/users.ts confirmEmail
-- takes timestamp with time zone, text, jsonb, uuid
-- returns nothing
update "users" set "email_confirmed_at" = $1, "password_hash" = $2, "metadata" = $3 where "id" = $4;

-- identity/users.ts confirmEmail
-- takes uuid
-- returns email text, email_confirmed_at timestamp with time zone, browser_generation integer
select "email", "email_confirmed_at", "browser_generation" from "users" where "id" = $1 for update;

-- identity/users.ts deleteUnconfirmedUser
-- takes uuid
-- returns nothing
delete from "users" where "id" = $1 and "email_confirmed_at" is null;

-- identity/users.ts findAccountByEmail
-- takes text
-- returns id uuid, email text, passwordHash text, emailConfirmedAt timestamp with time zone, generation integer
select "id", "email", "password_hash" as "passwordHash", "email_confirmed_at" as "emailConfirmedAt", "browser_generation" as "generation" from "users" where "email_lower" = $1;

-- identity/users.ts getAccount
-- takes uuid
-- returns id uuid, email text, passwordHash text, emailConfirmedAt timestamp with time zone, generation integer
select "id", "email", "password_hash" as "passwordHash", "email_confirmed_at" as "emailConfirmedAt", "browser_generation" as "generation" from "users" where "id" = $1;

-- identity/users.ts getBrowserGeneration
-- takes uuid
-- returns generation integer
select "browser_generation" as "generation" from "users" where "id" = $1;

-- identity/users.ts holdPerson
-- takes uuid
-- returns id uuid
select "id" from "users" where "id" = $1 for no key update;

-- identity/users.ts lockAccountByEmail
-- takes text
-- returns id uuid, email text, passwordHash text, emailConfirmedAt timestamp with time zone, generation integer
select "id", "email", "password_hash" as "passwordHash", "email_confirmed_at" as "emailConfirmedAt", "browser_generation" as "generation" from "users" where "email_lower" = $1 for update;

-- identity/users.ts noteSignIn
-- takes timestamp with time zone, uuid
-- returns nothing
update "users" set "last_sign_in_at" = $1 where "id" = $2;

-- identity/ways-in.ts cancelResetWait
-- takes timestamp with time zone, uuid
-- returns nothing
update "users" set "reset_completes_at" = $1 where "id" = $2 and "reset_completes_at" is not null;

-- identity/ways-in.ts findPasswordAge
-- takes uuid
-- returns confirmedAt timestamp with time zone, setAt timestamp with time zone
select "email_confirmed_at" as "confirmedAt", "password_set_at" as "setAt" from "users" where "id" = $1;

-- identity/ways-in.ts listDueResets
-- takes timestamp with time zone, bigint
-- returns id uuid
select "id" from "users" where "reset_completes_at" <= $1 order by "reset_completes_at" limit $2;

-- identity/ways-in.ts listWaysIn
-- takes uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid
-- returns kind text, id uuid, name text, addedAt timestamp with time zone, ipAddress text, userAgent text, disabledAt timestamp with time zone
select kind, id, name, added_at as "addedAt", ip_address as "ipAddress", user_agent as "userAgent",
      disabled_at as "disabledAt"
    from (
      select 'password' as kind, null::uuid as id, '' as name,
        coalesce(password_set_at, email_confirmed_at, created_at) as added_at,
        password_ip_address as ip_address, password_user_agent as user_agent, null::timestamptz as disabled_at
      from users where id = $1 and password_hash is not null
      union all
      select 'passkey', null, friendly_name, created_at, ip_address, user_agent, null
      from passkeys where user_id = $2
      union all
      select provider, null, email, created_at, ip_address, user_agent, null
      from identities where user_id = $3
      union all
      select factor_type, null, friendly_name, verified_at, ip_address, user_agent, null
      from factors where user_id = $4 and status = 'verified'
      union all
      select 'recovery_codes', null, count(*) || ' left', min(created_at), min(ip_address), min(user_agent), null
      from recovery_codes where user_id = $5 and used_at is null group by user_id
      union all
      select case kind when 'token' then 'script' else 'browser' end, null, '', created_at, ip_address, user_agent, null
      from sessions where user_id = $6 and expires_at > $7 and absolute_expires_at > $8
      union all
      select 'link', null, purpose, created_at, '', '', null
      from email_links where user_id = $9 and expires_at > $10
      union all
      select 'former_email', null, email, replaced_at, ip_address, user_agent, null
      from former_emails where user_id = $11
      union all
      select kind, id, name, added_at, ip_address, user_agent, disabled_at
      from disabled_ways where user_id = $12
    ) as ways
    order by disabled_at desc nulls first, added_at desc;

-- identity/ways-in.ts startResetWait
-- takes timestamp with time zone, uuid
-- returns at timestamp with time zone
update "users" set "reset_completes_at" = coalesce(reset_completes_at, $1::timestamptz) where "id" = $2 returning "reset_completes_at" as "at";

-- identity/ways-in.ts takeDueReset
-- takes uuid, timestamp with time zone
-- returns email text, completedAt timestamp with time zone
with before as (
      select id, reset_completes_at from users where id = $1 and reset_completes_at <= $2 for update)
    update users set reset_completes_at = null from before where users.id = before.id
    returning users.email, before.reset_completes_at as "completedAt";
