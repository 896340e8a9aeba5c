-- notices/bell.ts countUnread
-- takes uuid, timestamp with time zone, text[], text[], uuid, timestamp with time zone, timestamp with time zone, boolean, uuid, uuid, bigint
-- returns unread integer, nextAt timestamp with time zone
select count(*)::int as unread, (
        select min(created_at) from notices
        where user_id = $1 and read_at is null and created_at > $2) as "nextAt"
    from (select 
  from notices n
    join unnest($3::text[], $4::text[]) as shown (topic, kind) on shown.topic = n.topic
    left join turns t on t.user_id = n.user_id and t.id = case when n.topic = 'answer' then n.subject::uuid end
    left join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
    left join security_events e on e.user_id = n.user_id and e.id = case when n.topic = 'security' then n.subject::uuid end
  where n.user_id = $5 and n.created_at <= $6 and n.created_at > $7
    and ($8::boolean or not exists (
      select from notification_preferences p where p.user_id = $9 and p.kind = shown.kind and p.is_muted))
    and case n.topic
      when 'answer' then c.id is not null and (n.read_at is null or n.read_at >= n.created_at)
      when 'conflict' then exists (select from facts f where f.user_id = $10 and f.conflict_id = case when n.topic = 'conflict' then n.subject::uuid end)
      when 'security' then e.id is not null
      else true end and n.read_at is null limit $11) unread;

-- notices/bell.ts listNotices
-- takes uuid, uuid, uuid, uuid, uuid, text[], text[], uuid, timestamp with time zone, timestamp with time zone, boolean, uuid, uuid, timestamp with time zone, timestamp with time zone, text, text, text, boolean, bigint
-- returns topic text, subject text, createdAt timestamp with time zone, isUnread boolean, details jsonb, timeZone text, conversationId uuid, assistantId text, title text, isPrivate boolean, status text, event text, userAgent text, sides json
select n.topic, n.subject, n.created_at as "createdAt", n.read_at is null as "isUnread", n.details,
      (select time_zone from profiles where user_id = $1) as "timeZone",
      c.id as "conversationId", c.assistant_type as "assistantId", c.title, c.is_private or (coalesce((
  select first.is_private from messages first
  where first.user_id = $2 and first.conversation_id = "c"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $3 and asked.id = begun.question_id
    where begun.user_id = $4 and begun.follows = "c"."id" and asked.is_private)) as "isPrivate", t.status,
      e.kind as event, e.user_agent as "userAgent",
      (select json_agg(json_build_object('id', f.id, 'subject', f.subject, 'value', f.value, 'statement', f.statement, 'question', f.question,
          'source', f.source, 'name', coalesce(s.name, a.name)) order by f.number)
        from facts f left join sources s on s.user_id = f.user_id and s.id = f.source_id and s.deleted_at is null
          left join automations a on a.user_id = f.user_id and a.id = f.automation_id and a.deleted_at is null
        where f.user_id = $5 and f.conflict_id = case when n.topic = 'conflict' then n.subject::uuid end) as sides
    
  from notices n
    join unnest($6::text[], $7::text[]) as shown (topic, kind) on shown.topic = n.topic
    left join turns t on t.user_id = n.user_id and t.id = case when n.topic = 'answer' then n.subject::uuid end
    left join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
    left join security_events e on e.user_id = n.user_id and e.id = case when n.topic = 'security' then n.subject::uuid end
  where n.user_id = $8 and n.created_at <= $9 and n.created_at > $10
    and ($11::boolean or not exists (
      select from notification_preferences p where p.user_id = $12 and p.kind = shown.kind and p.is_muted))
    and case n.topic
      when 'answer' then c.id is not null and (n.read_at is null or n.read_at >= n.created_at)
      when 'conflict' then exists (select from facts f where f.user_id = $13 and f.conflict_id = case when n.topic = 'conflict' then n.subject::uuid end)
      when 'security' then e.id is not null
      else true end
      and ($14::timestamptz is null
        or (n.created_at, n.topic || ':' || n.subject) < ($15::timestamptz, $16::text))
      and ($17::text is null or n.topic || ':' || n.subject = $18)
      and (not $19::boolean or (n.read_at is null and n.emailed_at is null and not (
        n.topic = 'usage_warning' and exists (
          select from notices full_one where full_one.user_id = n.user_id and full_one.topic = 'usage_limit' and full_one.subject = n.subject))))
    order by n.created_at desc, n.topic || ':' || n.subject desc
    limit $20;

-- notices/bell.ts markAllRead
-- takes timestamp with time zone, text[], text[], uuid, timestamp with time zone, uuid
-- returns pg_notify void
update notices n set read_at = $1
    from unnest($2::text[], $3::text[]) as shown (topic, kind)
    where n.user_id = $4 and n.read_at is null and n.created_at <= $5 and shown.topic = n.topic
      and not exists (select from notification_preferences p where p.user_id = $6 and p.kind = shown.kind and p.is_muted)
    returning pg_notify('notices_changed', concat(n.user_id, ''));

-- notices/bell.ts markRead
-- takes timestamp with time zone, uuid, timestamp with time zone, text[]
-- returns pg_notify void
update notices set read_at = $1
    where user_id = $2 and read_at is null and created_at <= $3
      and (topic, subject) in (
        select split_part(id, ':', 1), substr(id, strpos(id, ':') + 1) from unnest($4::text[]) as id)
    returning pg_notify('notices_changed', concat(user_id, ''));

-- notices/bell.ts markSettledConflictsRead
-- takes uuid, uuid
-- returns pg_notify void
update notices n set read_at = n.created_at
    where n.user_id = $1 and n.topic = 'conflict' and n.read_at is null
      and not exists (select from facts f where f.user_id = $2 and f.conflict_id = case when n.topic = 'conflict' then n.subject::uuid end)
    returning pg_notify('notices_changed', concat(n.user_id, ''));

-- notices/notices.ts addNotice
-- takes uuid, text, text, timestamp with time zone, jsonb, uuid, uuid
-- returns ?column? integer
with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      values ($1::uuid, $2, $3, $4, $5::jsonb)
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ), scheduled as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from added as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $6::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from added as new join push_subscriptions s on s.user_id = $7::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing)
    select 1 from added;

-- notices/notices.ts addTrialNotices
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns nothing
with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select p.user_id, due.topic, to_char(p.trial_ends_at at time zone 'UTC', 'YYYY-MM-DD'), $1::timestamptz,
        jsonb_build_object('at', p.trial_ends_at)
      from profiles p join users u on u.id = p.user_id
        cross join lateral (select case when p.trial_ends_at > $2 then 'trial_ending' else 'trial_ended' end as topic) due
      where p.subscription_status in ('trial', 'trialing', 'ended')
        and p.trial_ends_at > $3 and p.trial_ends_at <= $4
        and u.email_confirmed_at is not null and u.delete_after is null
        and (p.trial_ends_at > $5 or p.subscription_status = 'trial' or p.subscription_tier = 'free' or p.plan_ends_at <= $6)
        and (p.subscription_status <> 'ended' or p.trial_ends_at > $7::timestamptz - interval '1 hour')
        and not exists (select from notices n where n.user_id = p.user_id and n.topic = due.topic
          and n.subject = to_char(p.trial_ends_at at time zone 'UTC', 'YYYY-MM-DD'))
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ) insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from added as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = new.user_id and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from added as new join push_subscriptions s on s.user_id = new.user_id
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing;

-- notices/notices.ts deleteNotices
-- takes uuid, text[], text[]
-- returns pg_notify void
delete from notices
    where user_id = $1 and (topic, subject) in (
      select topic, subject from unnest($2::text[], $3::text[])
        as over (topic, subject))
    returning pg_notify('notices_changed', concat(user_id, ''));

-- notices/notices.ts deleteOldNotices
-- takes timestamp with time zone
-- returns nothing
delete from notices
    where created_at < $1 and not (topic in ('usage_warning', 'usage_limit') and subject in ('automations', 'integrations'));

-- notices/notices.ts dismissNotice
-- takes timestamp with time zone, timestamp with time zone, uuid, text, text, text
-- returns pg_notify void
update notices set dismissed_at = coalesce(dismissed_at, $1::timestamptz), read_at = coalesce(read_at, $2::timestamptz)
    where user_id = $3 and subject = $4 and (dismissed_at is null or read_at is null)
      and (topic = $5 or (topic = 'usage_limit' and $6 = 'usage_warning'))
    returning pg_notify('notices_changed', concat(user_id, ''));

-- notices/notices.ts dropNotice
-- takes uuid, text, text
-- returns pg_notify void
delete from notices
    where user_id = $1 and topic = $2 and subject = $3 and emailed_at is null and dismissed_at is null
    returning pg_notify('notices_changed', concat(user_id, ''));

-- notices/notices.ts findDueEmail
-- takes uuid, timestamp with time zone, timestamp with time zone, text, uuid, text, text, text, uuid, text, text
-- returns userId uuid, topic text, subject text, emailTo text, timeZone text, language text, details jsonb, createdAt timestamp with time zone, choice text, isRead boolean, isAutomationKnown boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone
select "notices"."user_id" as "userId", "notices"."topic", "notices"."subject", "users"."email" as "emailTo", "profiles"."time_zone" as "timeZone", "profiles"."language", "notices"."details", "notices"."created_at" as "createdAt", "p"."email" as "choice", notices.read_at is not null as "isRead", exists (
        select from notices other where other.user_id = $1 and other.topic = notices.topic
          and other.created_at > $2::timestamptz - interval '1 day' and other.emailed_at > $3::timestamptz - interval '1 hour'
          and other.details ->> 'automationId' = notices.details ->> 'automationId') as "isAutomationKnown", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt" from "notices" inner join "profiles" on "profiles"."user_id" = "notices"."user_id" inner join "users" on "users"."id" = "notices"."user_id" left join "notification_preferences" as "p" on "p"."user_id" = "notices"."user_id" and "p"."kind" = $4 where "notices"."user_id" = $5 and "notices"."topic" = $6 and "notices"."subject" = $7 and "emailed_at" is null and "dismissed_at" is null and not ("notices"."topic" = $8 and exists (select "full"."user_id" from "notices" as "full" where "full"."user_id" = $9 and "full"."topic" = $10 and "full"."subject" = $11)) and "users"."email_confirmed_at" is not null and "users"."delete_after" is null;

-- notices/notices.ts findRecipient
-- takes uuid
-- returns emailTo text, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone
select "users"."email" as "emailTo", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt" from "users" inner join "profiles" on "profiles"."user_id" = "users"."id" where "users"."id" = $1 and "users"."email_confirmed_at" is not null and "users"."delete_after" is null;

-- notices/notices.ts markPaymentFailuresRead
-- takes timestamp with time zone, uuid
-- returns pg_notify void
update notices set read_at = $1
    where user_id = $2 and topic = 'payment_failed' and read_at is null
    returning pg_notify('notices_changed', concat(user_id, ''));

-- notices/notices.ts noteEmailed
-- takes timestamp with time zone, uuid, text, text
-- returns nothing
update "notices" set "emailed_at" = $1 where "user_id" = $2 and "topic" = $3 and "subject" = $4;

-- notices/notices.ts noteManyEmailed
-- takes timestamp with time zone, uuid, text[]
-- returns nothing
update notices set emailed_at = $1
    where user_id = $2 and (topic, subject) in (
      select split_part(id, ':', 1), substr(id, strpos(id, ':') + 1) from unnest($3::text[]) as id);

-- notices/preferences.ts endDailyEmails
-- takes text, uuid, text
-- returns nothing
update "notification_preferences" set "email" = $1 where "user_id" = $2 and "email" = $3;

-- notices/preferences.ts listPreferences
-- takes uuid
-- returns kind text, email text, isMuted boolean
select "kind", "email", "is_muted" as "isMuted" from "notification_preferences" where "user_id" = $1;

-- notices/preferences.ts setEmail
-- takes text, text, uuid
-- returns nothing
insert into notification_preferences (user_id, kind, email) select id, $1, $2 from users where id = $3
    on conflict (user_id, kind) do update set email = excluded.email;

-- notices/preferences.ts setMuted
-- takes uuid, text, text, boolean
-- returns pg_notify void
insert into notification_preferences (user_id, kind, email, is_muted) values ($1, $2, $3, $4)
    on conflict (user_id, kind) do update set is_muted = excluded.is_muted
    returning pg_notify('notices_changed', concat(user_id, ''));

-- notices/push.ts claimPush
-- takes uuid, text, text, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid
-- returns endpoint text, p256dh text, auth text, showsTitles boolean
update notices n set pushed_to = array_append(n.pushed_to, p.session_id)
    from push_subscriptions p, sessions s, users u
    where n.user_id = $1 and n.topic = $2 and n.subject = $3 and n.read_at is null
      and p.user_id = $4 and p.session_id = $5 and not p.session_id = any (n.pushed_to)
      and s.user_id = $6 and s.public_id = p.session_id
      and s.expires_at > $7 and s.absolute_expires_at > $8
      and u.id = $9 and u.delete_after is null
    returning p.endpoint, p.p256dh, p.auth, p.shows_titles as "showsTitles";

-- notices/push.ts deletePushSubscription
-- takes uuid, uuid, text
-- returns session_id uuid
delete from push_subscriptions
    where user_id = $1 and session_id = $2 and endpoint = coalesce($3, endpoint)
    returning session_id;

-- notices/push.ts deleteSurplusPushSubscriptions
-- takes uuid, uuid, uuid, bigint
-- returns nothing
delete from push_subscriptions
    where user_id = $1 and session_id in (
      select session_id from push_subscriptions where user_id = $2
      order by session_id = $3 desc, created_at desc offset $4);

-- notices/push.ts listPushDevices
-- takes uuid, timestamp with time zone, timestamp with time zone
-- returns sessionId uuid, userAgent text, createdAt timestamp with time zone, showsTitles boolean
select "p"."session_id" as "sessionId", "s"."user_agent" as "userAgent", "p"."created_at" as "createdAt", "p"."shows_titles" as "showsTitles" from "push_subscriptions" as "p" inner join "sessions" as "s" on "s"."user_id" = "p"."user_id" and "s"."public_id" = "p"."session_id" where "p"."user_id" = $1 and "s"."expires_at" > $2 and "s"."absolute_expires_at" > $3 order by "p"."created_at" desc;

-- notices/push.ts releasePush
-- takes uuid, uuid, text, text
-- returns nothing
update notices set pushed_to = array_remove(pushed_to, $1::uuid)
    where user_id = $2 and topic = $3 and subject = $4;

-- notices/push.ts savePushSubscription
-- takes text, text, text, timestamp with time zone, uuid, uuid
-- returns nothing
insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    select user_id, public_id, $1, $2, $3, $4::timestamptz
    from sessions where user_id = $5 and public_id = $6 for key share
    on conflict (user_id, session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at;

-- notices/push.ts updateShowsTitles
-- takes boolean, uuid, uuid
-- returns nothing
update "push_subscriptions" set "shows_titles" = $1 where "user_id" = $2 and "session_id" = $3;
