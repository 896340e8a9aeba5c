-- usage/budgets.ts deleteOldBudgetUse
-- takes text
-- returns nothing
delete from budget_totals where day < $1::text;

-- usage/budgets.ts deleteOldBudgetUse
-- takes text
-- returns nothing
delete from budget_use where day < $1::text;

-- usage/budgets.ts giveBackOfBudget
-- takes bigint, text, text
-- returns nothing
update budget_totals set used = greatest(used - $1::bigint, 0)
    where budget = $2 and day = $3::text;

-- usage/budgets.ts giveBackToAccount
-- takes bigint, uuid, text, text
-- returns nothing
update budget_use set used = greatest(used - $1::bigint, 0)
    where user_id = $2::uuid and budget = $3 and day = $4::text;

-- usage/budgets.ts holdAccount
-- takes timestamp with time zone, text
-- returns id uuid
update "users" set "held_at" = $1 where "email_lower" = $2 returning "id";

-- usage/budgets.ts listAccountsWithRuns
-- takes text, bigint
-- returns userId uuid, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone
select "budget_use"."user_id" as "userId", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt" from "budget_use" inner join "profiles" on "profiles"."user_id" = "budget_use"."user_id" where "budget" = $1 order by "budget_use"."user_id" limit $2;

-- usage/budgets.ts listBudgetUse
-- takes uuid, text
-- returns budget text, used double precision
select budget, used::float8 as used from budget_use where user_id = $1::uuid and day >= $2::text;

-- usage/budgets.ts listLargestUse
-- takes text, bigint
-- returns budget text, used double precision, email text, userId uuid
select placed.budget, placed.used::float8 as used, users.email, users.id as "userId" from (
      select *, row_number() over (partition by budget order by used desc, user_id) as place from budget_use
      where day >= $1::text and budget not like 'calls to %'
    ) placed join users on users.id = placed.user_id
    where place <= $2 order by placed.budget, placed.place;

-- usage/budgets.ts sumUse
-- takes text[], text
-- returns budget text, used double precision
select budget, sum(used)::float8 as used from budget_use
    where budget = any($1::text[]) and day >= $2::text group by budget;

-- usage/budgets.ts takeOfAccount
-- takes text, text, bigint, uuid, boolean, bigint, bigint, bigint, uuid
-- returns used double precision, isHeld boolean
with 
    own as (
      insert into budget_use (user_id, budget, day, used)
      select id, $1, $2::text, $3::bigint from users
      where id = $4::uuid and (held_at is null or $5::boolean) and $6::bigint <= $7::bigint
      on conflict (user_id, budget) do update set day = greatest("budget_use"."day", excluded.day), used = case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used
      where case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used <= $8::bigint
      returning used
    )
    select (select used::float8 from own) as used,
      exists (select from users where id = $9::uuid and held_at is not null) as "isHeld";

-- usage/budgets.ts takeOfBudget
-- takes text, text, bigint, uuid, boolean, bigint, bigint, bigint, text, text, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, uuid
-- returns isOwn boolean, isTaken boolean, isHeld boolean
with 
    
    own as (
      insert into budget_use (user_id, budget, day, used)
      select id, $1, $2::text, $3::bigint from users
      where id = $4::uuid and (held_at is null or $5::boolean) and $6::bigint <= $7::bigint
      on conflict (user_id, budget) do update set day = greatest("budget_use"."day", excluded.day), used = case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used
      where case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used <= $8::bigint
      returning used
    ),
    taken as (
      insert into budget_totals (budget, day, used)
      select $9, $10::text, $11::bigint from own
      where $12::bigint <= case when own.used <= $13::bigint then $14::bigint else $15::bigint end
      on conflict (budget) do update set day = greatest("budget_totals"."day", excluded.day), used = case when "budget_totals"."day" >= excluded.day then "budget_totals"."used" else 0 end + excluded.used
      where case when "budget_totals"."day" >= excluded.day then "budget_totals"."used" else 0 end + excluded.used <= case when (select used from own) <= $16::bigint then $17::bigint else $18::bigint end
      returning used
    )
    select exists (select from own) as "isOwn", exists (select from taken) as "isTaken",
      exists (select from users where id = $19::uuid and held_at is not null) as "isHeld";

-- usage/fair-share.ts takeFairShare
-- takes text, timestamp with time zone, timestamp with time zone, timestamp with time zone, integer, integer, integer, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns used integer, isTaken boolean, total integer
with taker as (
      insert into attempt_counters (key_hash, attempts, window_ends_at) values ($1, 1, $2::timestamptz)
      on conflict (key_hash) do update set 
    attempts = case when attempt_counters.window_ends_at <= $3::timestamptz then 1 else attempt_counters.attempts + 1 end,
    window_ends_at = $4::timestamptz
      returning attempts
    ),
    allowed as (select case when attempts <= $5::int then $6::int else $7::int end as max from taker),
    total as (
      insert into attempt_counters (key_hash, attempts, window_ends_at)
      select $8, 1, $9::timestamptz from allowed where max > 0
      on conflict (key_hash) do update set 
    attempts = case when attempt_counters.window_ends_at <= $10::timestamptz then 1 else attempt_counters.attempts + 1 end,
    window_ends_at = $11::timestamptz
      where attempt_counters.window_ends_at <= $12::timestamptz or attempt_counters.attempts < (select max from allowed)
      returning attempts
    )
    select attempts as used, exists (select from total) as "isTaken", coalesce((select attempts from total), 0) as total
    from taker;

-- usage/spending-day.ts correctSpending
-- takes bigint, uuid, text, bigint, text
-- returns nothing
with person as (
      update model_spending set micro_usd = greatest(micro_usd + $1::bigint, 0)
      where user_id = $2 and day = $3 returning 1
    )
    update model_spending_days set micro_usd = greatest(micro_usd + $4::bigint, 0)
    from (select count(*) from person) as after_person where day = $5;

-- usage/spending-day.ts correctSpendingDay
-- takes bigint, text
-- returns nothing
update "model_spending_days" set "micro_usd" = greatest(micro_usd + $1::bigint, 0) where "day" = $2;

-- usage/spending-day.ts takeOfSpending
-- takes uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, bigint, text
-- returns nothing
with person as (select micro_usd from model_spending where user_id = $1 and day = $2 for update),
    everybody as (
      select micro_usd from model_spending_days where day = $3 and (select count(*) from person) > 0 for update
    ),
    fitting as (
      select from person, everybody
      where ($4::bigint is null or person.micro_usd + $5::bigint <= $6::bigint)
        and ($7::bigint is null or everybody.micro_usd + $8::bigint <= $9::bigint)
    ),
    spent as (
      update model_spending set micro_usd = micro_usd + $10::bigint from fitting
      where user_id = $11 and day = $12
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $13::bigint from fitting where day = $14)
    select from fitting;

-- usage/spending-day.ts takeOfSpendingDay
-- takes text, bigint, bigint, bigint, bigint
-- returns day text
insert into "model_spending_days" ("day", "micro_usd") values ($1, $2) on conflict ("day") do update set "micro_usd" = model_spending_days.micro_usd + $3 where model_spending_days.micro_usd + $4 <= $5 returning "day";

-- usage/usage-receipts.ts deleteReleased
-- takes uuid, uuid, text
-- returns nothing
delete from "usage_receipts" where "user_id" = $1 and "id" = $2 and "status" = $3;

-- usage/usage-receipts.ts findUse
-- takes uuid, uuid
-- returns kind text, subject text, status text
select "kind", "subject", "status" from "usage_receipts" where "user_id" = $1 and "id" = $2;

-- usage/usage-receipts.ts listReceipts
-- takes uuid, bigint
-- returns id uuid, kind text, subject text, amount integer, status text, createdAt timestamp with time zone
select "id", "kind", "subject", "amount", "status", "created_at" as "createdAt" from "usage_receipts" where "user_id" = $1 and "period" is null order by "created_at" desc, "id" desc limit $2;

-- usage/usage-receipts.ts listReceipts
-- takes uuid, text, bigint
-- returns id uuid, kind text, subject text, amount integer, status text, createdAt timestamp with time zone
select "id", "kind", "subject", "amount", "status", "created_at" as "createdAt" from "usage_receipts" where "user_id" = $1 and "period" = $2 order by "created_at" desc, "id" desc limit $3;

-- usage/usage-receipts.ts listReceipts
-- takes uuid, text, uuid, uuid, bigint
-- returns id uuid, kind text, subject text, amount integer, status text, createdAt timestamp with time zone
select "id", "kind", "subject", "amount", "status", "created_at" as "createdAt" from "usage_receipts" where "user_id" = $1 and "period" = $2 and (created_at, id) < (select r.created_at, r.id from usage_receipts r where r.user_id = $3 and r.id = $4::uuid) order by "created_at" desc, "id" desc limit $5;

-- usage/usage-receipts.ts releaseForgotten
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns count integer
with receipts as (
      update usage_receipts set status = 'released', settled_at = $1::timestamptz where true and created_at < $2 and status = 'reserved' and (kind <> 'messages' or (
    created_at < $3::timestamptz - interval '1 day'
    and not exists (select from turns t where t.user_id = usage_receipts.user_id and t.id = usage_receipts.id)))
      returning user_id, period, kind, amount
    ),
    released as (
      select user_id, period, coalesce(sum(amount) filter (where kind = 'messages'), 0)::int as messages, coalesce(sum(amount) filter (where kind = 'exports'), 0)::int as exports, coalesce(sum(amount) filter (where kind = 'templates'), 0)::int as templates,
        coalesce(sum(amount) filter (where kind = 'automations'), 0)::int as automations, coalesce(sum(amount) filter (where kind = 'integrations'), 0)::int as integrations
      from receipts group by user_id, period
    ),
    given_back as (
      update usage_tracking as t set messages_used = greatest("t"."messages_used" - "released"."messages", 0),
        exports_used = greatest("t"."exports_used" - "released"."exports", 0), templates_used = greatest("t"."templates_used" - "released"."templates", 0)
      from released where true and t.user_id = released.user_id and t.month_year = released.period
    ),
    no_longer_in_use as (
      update usage_in_use as u set automations = greatest("u"."automations" - "released"."automations", 0),
        integrations = greatest("u"."integrations" - "released"."integrations", 0)
      from released where true and u.user_id = released.user_id and released.period is null
    )
    select count(*)::int as count from receipts;

-- usage/usage-receipts.ts releaseUse
-- takes timestamp with time zone, uuid, uuid, uuid, uuid
-- returns count integer
with receipts as (
      update usage_receipts set status = 'released', settled_at = $1::timestamptz where "user_id" = $2 and id = $3::uuid and (status = 'reserved' or (status = 'counted' and period is null))
      returning user_id, period, kind, amount
    ),
    released as (
      select user_id, period, coalesce(sum(amount) filter (where kind = 'messages'), 0)::int as messages, coalesce(sum(amount) filter (where kind = 'exports'), 0)::int as exports, coalesce(sum(amount) filter (where kind = 'templates'), 0)::int as templates,
        coalesce(sum(amount) filter (where kind = 'automations'), 0)::int as automations, coalesce(sum(amount) filter (where kind = 'integrations'), 0)::int as integrations
      from receipts group by user_id, period
    ),
    given_back as (
      update usage_tracking as t set messages_used = greatest("t"."messages_used" - "released"."messages", 0),
        exports_used = greatest("t"."exports_used" - "released"."exports", 0), templates_used = greatest("t"."templates_used" - "released"."templates", 0)
      from released where "t"."user_id" = $4 and t.user_id = released.user_id and t.month_year = released.period
    ),
    no_longer_in_use as (
      update usage_in_use as u set automations = greatest("u"."automations" - "released"."automations", 0),
        integrations = greatest("u"."integrations" - "released"."integrations", 0)
      from released where "u"."user_id" = $5 and u.user_id = released.user_id and released.period is null
    )
    select count(*)::int as count from receipts;

-- usage/usage-receipts.ts releaseUses
-- takes timestamp with time zone, uuid, uuid[], uuid, uuid
-- returns count integer
with receipts as (
      update usage_receipts set status = 'released', settled_at = $1::timestamptz where "user_id" = $2 and id = any ($3::uuid[]) and period is null and status <> 'released'
      returning user_id, period, kind, amount
    ),
    released as (
      select user_id, period, coalesce(sum(amount) filter (where kind = 'messages'), 0)::int as messages, coalesce(sum(amount) filter (where kind = 'exports'), 0)::int as exports, coalesce(sum(amount) filter (where kind = 'templates'), 0)::int as templates,
        coalesce(sum(amount) filter (where kind = 'automations'), 0)::int as automations, coalesce(sum(amount) filter (where kind = 'integrations'), 0)::int as integrations
      from receipts group by user_id, period
    ),
    given_back as (
      update usage_tracking as t set messages_used = greatest("t"."messages_used" - "released"."messages", 0),
        exports_used = greatest("t"."exports_used" - "released"."exports", 0), templates_used = greatest("t"."templates_used" - "released"."templates", 0)
      from released where "t"."user_id" = $4 and t.user_id = released.user_id and t.month_year = released.period
    ),
    no_longer_in_use as (
      update usage_in_use as u set automations = greatest("u"."automations" - "released"."automations", 0),
        integrations = greatest("u"."integrations" - "released"."integrations", 0)
      from released where "u"."user_id" = $5 and u.user_id = released.user_id and released.period is null
    )
    select count(*)::int as count from receipts;

-- usage/usage-receipts.ts reserveUse
-- takes text, uuid, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid
-- returns used integer
with wanted as (select $1::text as subject), 
    unit as (
      insert into "usage_in_use" (user_id, "automations")
      select $2::uuid, $3::int from wanted where $4::int is null or $5::int <= $6::int
      on conflict (user_id) do update set "automations" = "usage_in_use"."automations" + $7::int where $8::int is null or "usage_in_use"."automations" + $9::int <= $10::int
      returning "automations" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $11::uuid, $12::uuid, 'automations', $13::text, $14::int, wanted.subject, $15::text, $16::timestamptz,
        case when $17::text <> 'reserved' then $18::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $19::uuid, case when used >= $20::int and $21::int < $22::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'automations', $23::text), $24::timestamptz, jsonb_build_object('used', used, 'limit', $25::int)
      from unit where used >= $26::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $27::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $28::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing) select used from unit;

-- usage/usage-receipts.ts reserveUse
-- takes text, uuid, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid
-- returns used integer
with wanted as (select $1::text as subject), 
    unit as (
      insert into "usage_in_use" (user_id, "integrations")
      select $2::uuid, $3::int from wanted where $4::int is null or $5::int <= $6::int
      on conflict (user_id) do update set "integrations" = "usage_in_use"."integrations" + $7::int where $8::int is null or "usage_in_use"."integrations" + $9::int <= $10::int
      returning "integrations" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $11::uuid, $12::uuid, 'integrations', $13::text, $14::int, wanted.subject, $15::text, $16::timestamptz,
        case when $17::text <> 'reserved' then $18::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $19::uuid, case when used >= $20::int and $21::int < $22::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'integrations', $23::text), $24::timestamptz, jsonb_build_object('used', used, 'limit', $25::int)
      from unit where used >= $26::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $27::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $28::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing) select used from unit;

-- usage/usage-receipts.ts reserveUse
-- takes text, uuid, text, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid
-- returns used integer
with wanted as (select $1::text as subject), 
    unit as (
      insert into "usage_tracking" (user_id, month_year, "exports_used")
      select $2::uuid, $3::text, $4::int from wanted where $5::int is null or $6::int <= $7::int
      on conflict (user_id, month_year) do update set "exports_used" = "usage_tracking"."exports_used" + $8::int where $9::int is null or "usage_tracking"."exports_used" + $10::int <= $11::int
      returning "exports_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $12::uuid, $13::uuid, 'exports', $14::text, $15::int, wanted.subject, $16::text, $17::timestamptz,
        case when $18::text <> 'reserved' then $19::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $20::uuid, case when used >= $21::int and $22::int < $23::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'exports', $24::text), $25::timestamptz, jsonb_build_object('used', used, 'limit', $26::int)
      from unit where used >= $27::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $28::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $29::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing) select used from unit;

-- usage/usage-receipts.ts reserveUse
-- takes text, uuid, text, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid
-- returns used integer
with wanted as (select $1::text as subject), 
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $2::uuid, $3::text, $4::int from wanted where $5::int is null or $6::int <= $7::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + $8::int where $9::int is null or "usage_tracking"."messages_used" + $10::int <= $11::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $12::uuid, $13::uuid, 'messages', $14::text, $15::int, wanted.subject, $16::text, $17::timestamptz,
        case when $18::text <> 'reserved' then $19::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $20::uuid, case when used >= $21::int and $22::int < $23::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $24::text), $25::timestamptz, jsonb_build_object('used', used, 'limit', $26::int)
      from unit where used >= $27::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $28::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $29::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing) select used from unit;

-- usage/usage-receipts.ts reserveUse
-- takes text, uuid, text, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid
-- returns used integer
with wanted as (select $1::text as subject), 
    unit as (
      insert into "usage_tracking" (user_id, month_year, "templates_used")
      select $2::uuid, $3::text, $4::int from wanted where $5::int is null or $6::int <= $7::int
      on conflict (user_id, month_year) do update set "templates_used" = "usage_tracking"."templates_used" + $8::int where $9::int is null or "usage_tracking"."templates_used" + $10::int <= $11::int
      returning "templates_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $12::uuid, $13::uuid, 'templates', $14::text, $15::int, wanted.subject, $16::text, $17::timestamptz,
        case when $18::text <> 'reserved' then $19::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $20::uuid, case when used >= $21::int and $22::int < $23::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'templates', $24::text), $25::timestamptz, jsonb_build_object('used', used, 'limit', $26::int)
      from unit where used >= $27::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $28::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $29::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing) select used from unit;

-- usage/usage-receipts.ts settleUse
-- takes text, timestamp with time zone, uuid, uuid, text
-- returns id uuid
update "usage_receipts" set "status" = $1, "settled_at" = $2 where "user_id" = $3 and "id" = $4 and "status" = $5 returning "id";

-- usage/usage-receipts.ts sumReceipts
-- takes uuid, text
-- returns kind text, amount integer
select "kind", cast(sum("amount") as integer) as "amount" from "usage_receipts" where "user_id" = $1 and "period" is null and "status" <> $2 group by "kind";

-- usage/usage-receipts.ts sumReceipts
-- takes uuid, text, text
-- returns kind text, amount integer
select "kind", cast(sum("amount") as integer) as "amount" from "usage_receipts" where "user_id" = $1 and "period" = $2 and "status" <> $3 group by "kind";

-- usage/usage.ts getMonthFigures
-- takes uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, text, uuid
-- returns messages integer, exports integer, templates integer, automations integer, integrations integer, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, conversations json, met text[], dismissed text[]
select coalesce("m"."messages_used", 0)::int as "messages", coalesce("m"."exports_used", 0)::int as "exports", coalesce("m"."templates_used", 0)::int as "templates", coalesce("in_use"."automations", 0)::int as "automations", coalesce("in_use"."integrations", 0)::int as "integrations", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
        select coalesce(json_object_agg(by.assistant_type, by.number), '{}')
        from (
          select c.assistant_type, count(distinct c.id)::int as number from messages msg
            join conversations c on c.user_id = msg.user_id and c.id = msg.conversation_id
          where msg.user_id = $1 and msg.created_at >= $2 and msg.created_at < $3 and c.deleted_at is null
          group by c.assistant_type
        ) by) as "conversations", array(
        select distinct assistant_type from conversations
        where user_id = $4 and deleted_at is null) as "met", array(
        select subject from notices
        where user_id = $5 and topic = 'usage_warning' and dismissed_at is not null) as "dismissed" from "profiles" left join "usage_tracking" as "m" on "m"."user_id" = "profiles"."user_id" and "m"."month_year" = $6 left join "usage_in_use" as "in_use" on "in_use"."user_id" = "profiles"."user_id" where "profiles"."user_id" = $7;

-- usage/usage.ts getProfileAndUsage
-- takes text, uuid
-- returns messages integer, exports integer, templates integer, automations integer, integrations integer, fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone
select coalesce("m"."messages_used", 0)::int as "messages", coalesce("m"."exports_used", 0)::int as "exports", coalesce("m"."templates_used", 0)::int as "templates", coalesce("in_use"."automations", 0)::int as "automations", coalesce("in_use"."integrations", 0)::int as "integrations", "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt" from "profiles" left join "usage_tracking" as "m" on "m"."user_id" = "profiles"."user_id" and "m"."month_year" = $1 left join "usage_in_use" as "in_use" on "in_use"."user_id" = "profiles"."user_id" where "profiles"."user_id" = $2;

-- usage/usage.ts getUsage
-- takes text, uuid
-- returns messages integer, exports integer, templates integer, automations integer, integrations integer, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone
select coalesce("m"."messages_used", 0)::int as "messages", coalesce("m"."exports_used", 0)::int as "exports", coalesce("m"."templates_used", 0)::int as "templates", coalesce("in_use"."automations", 0)::int as "automations", coalesce("in_use"."integrations", 0)::int as "integrations", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt" from "profiles" left join "usage_tracking" as "m" on "m"."user_id" = "profiles"."user_id" and "m"."month_year" = $1 left join "usage_in_use" as "in_use" on "in_use"."user_id" = "profiles"."user_id" where "profiles"."user_id" = $2;

-- usage/usage.ts listMonths
-- takes uuid, text
-- returns month text, messages integer, exports integer, templates integer
select "month_year" as "month", "messages_used" as "messages", "exports_used" as "exports", "templates_used" as "templates" from "usage_tracking" where "user_id" = $1 and "month_year" >= $2;
