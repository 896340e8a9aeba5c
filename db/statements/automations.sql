-- automations/add-post.ts addPost
-- takes uuid, uuid
-- returns id uuid, deletedAt timestamp with time zone
select "id", "deleted_at" as "deletedAt" from "conversations" where "user_id" = $1 and "id" in ($2);

-- automations/add-post.ts addPost
-- takes uuid, uuid, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid, text, timestamp with time zone, uuid, uuid, uuid, text[]
-- returns pg_notify void
with conversation as (
      insert into conversations (user_id, id, assistant_type, title, created_at, updated_at)
      values ($1::uuid, $2::uuid, $3, $4, $5, $6)
      on conflict (user_id, id) do update set updated_at = greatest(conversations.updated_at, excluded.updated_at)
      returning id
    )
    insert into messages (user_id, conversation_id, id, role, content, created_at, words)
    select $7::uuid, conversation.id, $8::uuid, 'assistant', $9::text,
      -- Ordering by time gives the order of the conversation.
      greatest($10::timestamptz, (
        select max(m.created_at) + interval '1 ms' from messages m
        where m.user_id = $11::uuid and m.conversation_id = $12::uuid)),
      array_to_tsvector(array(select left(($13::uuid)::text, 8) || word from unnest($14::text[]) as word))
    from conversation
    on conflict (user_id, id) do nothing
    returning pg_notify('notices_changed', concat(user_id, ''));

-- automations/approval-emails.ts emailsApprovals
-- takes uuid
-- returns isOn boolean
select "emails_approvals" as "isOn" from "automation_settings" where "user_id" = $1;

-- automations/approval-emails.ts noteApprovalEmailed
-- takes timestamp with time zone, uuid, uuid, integer
-- returns nothing
update "automation_approvals" set "emailed_at" = $1 where "user_id" = $2 and "id" = $3 and "link_number" = $4;

-- automations/approval-emails.ts scheduleApprovalEmails
-- takes timestamp with time zone, uuid, timestamp with time zone
-- returns nothing
insert into scheduled_jobs (queue, key, payload, due_at) select 'approval-email', concat_ws(' ', id, link_number), jsonb_build_object('userId', user_id, 'approvalId', id, 'linkNumber', link_number), $1::timestamptz from automation_approvals
        where user_id = $2 and status = 'waiting' and deadline > $3 and emailed_at is null on conflict do nothing;

-- automations/approval-emails.ts setEmailsApprovals
-- takes uuid, boolean, boolean
-- returns nothing
insert into "automation_settings" ("user_id", "emails_approvals") values ($1, $2) on conflict ("user_id") do update set "emails_approvals" = $3;

-- automations/approval-lists.ts countWaitingApprovals
-- takes uuid, text, timestamp with time zone
-- returns count integer
select count(*)::int as "count" from "automation_approvals" where "user_id" = $1 and "status" = $2 and "deadline" > $3;

-- automations/approval-lists.ts findListedApproval
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid, runId uuid, stepKey text, title text, body text, editedBody text, status text, ifLate text, deadline timestamp with time zone, createdAt timestamp with time zone, answeredAt timestamp with time zone, effectiveAt timestamp with time zone, answeredFrom text, emailedAt timestamp with time zone, linkNumber integer, reason text, automationId uuid, automationName text, assistantId text, definition jsonb
select "p"."id", "p"."run_id" as "runId", "p"."step_key" as "stepKey", "p"."title", "p"."body", "p"."edited_body" as "editedBody", "p"."status", "p"."if_late" as "ifLate", "p"."deadline", "p"."created_at" as "createdAt", "p"."answered_at" as "answeredAt", "p"."effective_at" as "effectiveAt", "p"."answered_from" as "answeredFrom", "p"."emailed_at" as "emailedAt", "p"."link_number" as "linkNumber", "p"."reason", "a"."id" as "automationId", "a"."name" as "automationName", "a"."assistant_type" as "assistantId", v.definition as "definition" from "automation_approvals" as "p" inner join "automation_runs" as "r" on "r"."user_id" = $1 and "r"."id" = "p"."run_id" inner join "automations" as "a" on "a"."user_id" = $2 and "a"."id" = "r"."automation_id" inner join "automation_versions" as "v" on "v"."user_id" = $3 and "v"."automation_id" = "r"."automation_id" and "v"."version" = "r"."version" where "p"."user_id" = $4 and "p"."id" = $5;

-- automations/approval-lists.ts listAnsweredApprovals
-- takes uuid, uuid, uuid, uuid, text, bigint
-- returns id uuid, runId uuid, stepKey text, title text, body text, editedBody text, status text, ifLate text, deadline timestamp with time zone, createdAt timestamp with time zone, answeredAt timestamp with time zone, effectiveAt timestamp with time zone, answeredFrom text, emailedAt timestamp with time zone, linkNumber integer, reason text, automationId uuid, automationName text, assistantId text, definition jsonb
select "p"."id", "p"."run_id" as "runId", "p"."step_key" as "stepKey", "p"."title", "p"."body", "p"."edited_body" as "editedBody", "p"."status", "p"."if_late" as "ifLate", "p"."deadline", "p"."created_at" as "createdAt", "p"."answered_at" as "answeredAt", "p"."effective_at" as "effectiveAt", "p"."answered_from" as "answeredFrom", "p"."emailed_at" as "emailedAt", "p"."link_number" as "linkNumber", "p"."reason", "a"."id" as "automationId", "a"."name" as "automationName", "a"."assistant_type" as "assistantId", v.definition as "definition" from "automation_approvals" as "p" inner join "automation_runs" as "r" on "r"."user_id" = $1 and "r"."id" = "p"."run_id" inner join "automations" as "a" on "a"."user_id" = $2 and "a"."id" = "r"."automation_id" inner join "automation_versions" as "v" on "v"."user_id" = $3 and "v"."automation_id" = "r"."automation_id" and "v"."version" = "r"."version" where "p"."user_id" = $4 and "p"."status" in ($5) order by "p"."answered_at" desc, "p"."id" limit $6;

-- automations/approval-lists.ts listWaitingApprovals
-- takes uuid, uuid, uuid, uuid, text, timestamp with time zone, bigint
-- returns id uuid, runId uuid, stepKey text, title text, body text, editedBody text, status text, ifLate text, deadline timestamp with time zone, createdAt timestamp with time zone, answeredAt timestamp with time zone, effectiveAt timestamp with time zone, answeredFrom text, emailedAt timestamp with time zone, linkNumber integer, reason text, automationId uuid, automationName text, assistantId text, definition jsonb
select "p"."id", "p"."run_id" as "runId", "p"."step_key" as "stepKey", "p"."title", "p"."body", "p"."edited_body" as "editedBody", "p"."status", "p"."if_late" as "ifLate", "p"."deadline", "p"."created_at" as "createdAt", "p"."answered_at" as "answeredAt", "p"."effective_at" as "effectiveAt", "p"."answered_from" as "answeredFrom", "p"."emailed_at" as "emailedAt", "p"."link_number" as "linkNumber", "p"."reason", "a"."id" as "automationId", "a"."name" as "automationName", "a"."assistant_type" as "assistantId", v.definition as "definition" from "automation_approvals" as "p" inner join "automation_runs" as "r" on "r"."user_id" = $1 and "r"."id" = "p"."run_id" inner join "automations" as "a" on "a"."user_id" = $2 and "a"."id" = "r"."automation_id" inner join "automation_versions" as "v" on "v"."user_id" = $3 and "v"."automation_id" = "r"."automation_id" and "v"."version" = "r"."version" where "p"."user_id" = $4 and "p"."status" = $5 and "p"."deadline" > $6 order by "p"."deadline", "p"."id" limit $7;

-- automations/approvals.ts addApproval
-- takes uuid, uuid, uuid, text, text, text, text, text, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "automation_approvals" ("user_id", "id", "run_id", "step_key", "title", "body", "status", "if_late", "deadline", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict ("user_id", "run_id", "step_key") do nothing;

-- automations/approvals.ts answerApproval
-- takes text, text, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid, text, timestamp with time zone
-- returns runId uuid
update "automation_approvals" set "status" = $1, "edited_body" = $2, "reason" = $3, "answered_from" = $4, "answered_at" = $5, "effective_at" = $6 where "user_id" = $7 and "id" = $8 and "status" = $9 and "deadline" > $10 returning "run_id" as "runId";

-- automations/approvals.ts cancelApprovals
-- takes timestamp with time zone, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid
-- returns pg_notify void
with canceled as (
      update automation_approvals set status = 'canceled', answered_at = $1
      where user_id = $2 and run_id = $3
        and (status = 'waiting' or (status in ('approved', 'refused') and effective_at > $4))
      returning id
    )
    update notices set read_at = $5 from canceled
    where user_id = $6 and topic = 'approval' and subject = canceled.id::text and read_at is null
    returning pg_notify('notices_changed', concat(user_id, ''));

-- automations/approvals.ts carryOutAnswer
-- takes uuid, uuid, text, timestamp with time zone
-- returns id uuid
update "automation_approvals" set "effective_at" = "answered_at" where "user_id" = $1 and "id" = $2 and "status" in ($3) and "effective_at" is not distinct from $4 returning "id";

-- automations/approvals.ts findApproval
-- takes uuid, uuid
-- returns id uuid, runId uuid, title text, body text, editedBody text, status text, ifLate text, deadline timestamp with time zone, effectiveAt timestamp with time zone, answeredFrom text, reason text
select "id", "run_id" as "runId", "title", "body", "edited_body" as "editedBody", "status", "if_late" as "ifLate", "deadline", "effective_at" as "effectiveAt", "answered_from" as "answeredFrom", "reason" from "automation_approvals" where "user_id" = $1 and "id" = $2;

-- automations/approvals.ts findApprovalOfStep
-- takes uuid, uuid, text
-- returns id uuid, runId uuid, title text, body text, editedBody text, status text, ifLate text, deadline timestamp with time zone, effectiveAt timestamp with time zone, answeredFrom text, reason text
select "id", "run_id" as "runId", "title", "body", "edited_body" as "editedBody", "status", "if_late" as "ifLate", "deadline", "effective_at" as "effectiveAt", "answered_from" as "answeredFrom", "reason" from "automation_approvals" where "user_id" = $1 and "run_id" = $2 and "step_key" = $3;

-- automations/approvals.ts markApprovalLate
-- takes text, timestamp with time zone, uuid, uuid, text, timestamp with time zone
-- returns nothing
update "automation_approvals" set "status" = $1, "answered_at" = $2 where "user_id" = $3 and "id" = $4 and "status" = $5 and "deadline" <= $6;

-- automations/approvals.ts markApprovalRead
-- takes timestamp with time zone, uuid, text
-- returns pg_notify void
update notices set read_at = $1
    where user_id = $2 and topic = 'approval' and subject = $3 and read_at is null
    returning pg_notify('notices_changed', concat(user_id, ''));

-- automations/approvals.ts takeBackAnswer
-- takes text, text, text, text, timestamp with time zone, timestamp with time zone, uuid, uuid, text, timestamp with time zone, uuid
-- returns id uuid
update "automation_approvals" set "status" = $1, "edited_body" = $2, "reason" = $3, "answered_from" = $4, "answered_at" = $5, "effective_at" = $6 where "user_id" = $7 and "id" = $8 and "status" in ($9) and "effective_at" > $10 and exists (select "r"."id" from "automation_runs" as "r" where "r"."user_id" = $11 and "r"."id" = "automation_approvals"."run_id" and "r"."ended_at" is null) returning "id";

-- automations/automation-events.ts announceSource
-- takes text, uuid, uuid, timestamp with time zone, uuid
-- returns nothing
insert into scheduled_jobs (queue, key, payload, due_at) select 'automation-event', $1::text, jsonb_build_object('userId', $2::uuid, 'event', 'source', 'sourceId', $3::uuid), $4::timestamptz from (select exists (
        select from automations a where a.user_id = $5 and a.listens_to = 'source') as is) listening where listening.is on conflict do nothing;

-- automations/automation-events.ts findAnswerEvent
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, boolean, boolean, boolean
-- returns conversationId uuid, assistantId text, title text, question text, answer text, said text, isTitlePrivate boolean, isFirst boolean
select "c"."id" as "conversationId", "c"."assistant_type" as "assistantId", "c"."title", "q"."content" as "question", "m"."content" as "answer", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "m"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $1 and s.conversation_id = "m"."conversation_id" and s.created_at <= "m"."created_at"
        and (s.role = 'user' or s.id = "m"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said", (coalesce((
  select first.is_private from messages first
  where first.user_id = $2 and first.conversation_id = "c"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $3 and asked.id = begun.question_id
    where begun.user_id = $4 and begun.follows = "c"."id" and asked.is_private)) as "isTitlePrivate", not exists (
        select from messages e where e.user_id = $5 and e.conversation_id = c.id and e.created_at < q.created_at) as "isFirst" from "messages" as "q" inner join "messages" as "m" on "m"."user_id" = "q"."user_id" and "m"."conversation_id" = "q"."conversation_id" inner join "conversations" as "c" on "c"."user_id" = "q"."user_id" and "c"."id" = "q"."conversation_id" where "q"."user_id" = $6 and "m"."user_id" = $7 and "c"."user_id" = $8 and "q"."id" = $9 and "m"."id" = $10 and "c"."deleted_at" is null and "c"."is_private" = $11 and "q"."is_private" = $12 and "m"."is_private" = $13;

-- automations/automation-events.ts findFactEvent
-- takes uuid, uuid, text, uuid
-- returns statement text, subject text, isShareable boolean
select "statement", "subject", "is_shareable" as "isShareable" from "facts" where "user_id" = $1 and "id" = $2 and "state" in ($3) and not exists (
  select from conversations c where c.user_id = $4 and c.id = "facts"."conversation_id" and c.is_private);

-- automations/automation-events.ts findSourceEvent
-- takes uuid, integer, uuid, uuid, text, text, uuid
-- returns name text, text text
select "s"."name", left(coalesce((
        select string_agg(first.text, e'\n\n' order by first.position)
        from (
          select p.text, p.position from passages p
          where p.user_id = $1 and p.source_id = s.id order by p.position limit 20
        ) first), ''), $2::int) as "text" from "sources" as "s" where "s"."user_id" = $3 and "s"."id" = $4 and "s"."deleted_at" is null and "s"."read_at" is not null and "s"."state" <> $5 and "s"."scope" = $6 and not exists (
  select from conversations c where c.user_id = $7 and c.id = "s"."conversation_id" and c.is_private);

-- automations/automation-events.ts listListening
-- takes uuid, text
-- returns id uuid
select "id" from "automations" where "user_id" = $1 and "listens_to" in ($2) and "deleted_at" is null order by "created_at", "id";

-- automations/automations-changes.ts addAutomation
-- takes uuid, uuid, text, text, text, text, timestamp with time zone, timestamp with time zone, uuid, integer, text, timestamp with time zone
-- returns id uuid
with added as (
      insert into automations (user_id, id, name, description, assistant_type, trigger_kind, created_at, updated_at)
      select $1::uuid, $2::uuid, $3, $4, $5, $6,
        $7::timestamptz, $8::timestamptz
      where (select count(*) from automations where user_id = $9 and deleted_at is null) < $10::int
      returning user_id, id
    ),
    version as (
      insert into automation_versions (user_id, automation_id, version, definition, created_at)
      select user_id, id, 1, ($11::text)::jsonb, $12::timestamptz from added
    ),
    no_samples as (
      insert into automation_settings (user_id, hides_samples) select user_id, true from added
      on conflict (user_id) do update set hides_samples = true
    )
    select id from added;

-- automations/automations-changes.ts changeSettings
-- takes uuid, boolean, boolean
-- returns nothing
insert into "automation_settings" ("user_id", "hides_samples") values ($1, $2) on conflict ("user_id") do update set "hides_samples" = $3;

-- automations/automations-changes.ts changeSettings
-- takes uuid, timestamp with time zone, timestamp with time zone
-- returns nothing
insert into "automation_settings" ("user_id", "paused_at") values ($1, $2) on conflict ("user_id") do update set "paused_at" = $3;

-- automations/automations-changes.ts forgetOldVersions
-- takes uuid, uuid, uuid, integer, uuid
-- returns nothing
delete from automation_versions v using automations a
    where a.user_id = $1 and a.id = $2::uuid and v.user_id = $3 and v.automation_id = a.id
      and v.version <= a.draft_version - $4::int and v.version is distinct from a.live_version
      and not exists (
        select from automation_runs r where r.user_id = $5 and r.automation_id = v.automation_id and r.version = v.version
      );

-- automations/automations-changes.ts isRemoved
-- takes uuid, uuid
-- returns deletedAt timestamp with time zone
select "deleted_at" as "deletedAt" from "automations" where "user_id" = $1 and "id" = $2;

-- automations/automations-changes.ts listRemovedAutomations
-- takes timestamp with time zone, bigint
-- returns userId uuid, automationId uuid
select "user_id" as "userId", "id" as "automationId" from "automations" where "deleted_at" <= $1 limit $2;

-- automations/automations-changes.ts purgeAutomation
-- takes uuid, uuid, timestamp with time zone
-- returns nothing
delete from "automations" where "user_id" = $1 and "id" = $2 and "deleted_at" <= $3;

-- automations/automations-changes.ts removeAutomation
-- takes timestamp with time zone, uuid, uuid
-- returns id uuid
update "automations" set "deleted_at" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is null and "turned_on_at" is null returning "id";

-- automations/automations-changes.ts restoreAutomation
-- takes uuid, uuid, uuid, uuid, integer
-- returns isRestored boolean
with removed as (
      select id from automations where user_id = $1 and id = $2::uuid and deleted_at is not null
    ),
    restored as (
      update automations set deleted_at = null
      where user_id = $3 and id in (select id from removed)
        and (select count(*) from automations where user_id = $4 and deleted_at is null) < $5::int
      returning id
    )
    select exists (select from restored) as "isRestored" from removed;

-- automations/automations-changes.ts saveDraft
-- takes uuid, uuid, uuid, text, text, text, text, text, timestamp with time zone, uuid, uuid, integer, text, timestamp with time zone
-- returns revision integer, draftVersion integer
with newest as (
      select v.version, v.definition from automations a
        join automation_versions v on v.user_id = a.user_id and v.automation_id = a.id and v.version = a.draft_version
      where a.user_id = $1 and v.user_id = $2 and a.id = $3::uuid
    ),
    saved as (
      update automations a set name = $4, description = $5, assistant_type = $6,
        trigger_kind = case when a.live_version is null then $7 else a.trigger_kind end,
        draft_version = a.draft_version
          + case when a.live_version = a.draft_version and newest.definition <> ($8::text)::jsonb then 1 else 0 end,
        revision = a.revision + 1, updated_at = $9::timestamptz
      from newest
      where a.user_id = $10 and a.id = $11::uuid and a.revision = $12::int and a.deleted_at is null
      returning a.user_id, a.id, a.revision, a.draft_version
    ),
    version as (
      insert into automation_versions as v (user_id, automation_id, version, definition, created_at)
      select user_id, id, draft_version, ($13::text)::jsonb, $14::timestamptz from saved
      on conflict (user_id, automation_id, version) do update set definition = excluded.definition
    )
    select revision, draft_version as "draftVersion" from saved;

-- automations/automations-changes.ts setMinutesSaved
-- takes integer, uuid, uuid
-- returns id uuid
update "automations" set "minutes_saved" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is null returning "id";

-- automations/automations-figures.ts readFigures
-- takes uuid, uuid, timestamp with time zone, interval
-- returns counted json, medianSeconds double precision, messages integer
with runs as (
      select created_at, status, started_at, ended_at, messages from automation_runs
      where user_id = $1 and automation_id = $2::uuid and created_at >= $3::timestamptz and ended_at is not null
    ),
    quarters as (
      select date_bin($4::interval, created_at, timestamptz '2000-01-01 00:00:00Z') as at, status, count(*)::int as runs
      from runs group by 1, 2
    )
    select (select coalesce(json_agg(json_build_object('at', at, 'status', status, 'runs', runs) order by at), '[]') from quarters) as counted,
      (select percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at))::float8 from runs
        where started_at is not null and status <> 'canceled') as "medianSeconds",
      (select coalesce(sum(messages), 0)::int from runs) as messages;

-- automations/automations-hooks.ts addHookSecret
-- takes text, text, uuid, uuid
-- returns secret text
update "automations" set "hook_hash" = coalesce("hook_hash", $1), "hook_secret" = coalesce("hook_secret", $2) where "user_id" = $3 and "id" = $4 returning "hook_secret" as "secret";

-- automations/automations-hooks.ts findHook
-- takes uuid, uuid, uuid, uuid, text, uuid, uuid, text
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, id uuid, secret text, isOn boolean, liveTrigger jsonb, draftTrigger jsonb, used json
select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "a"."id", "a"."hook_secret" as "secret", a.turned_on_at is not null as "isOn", (
    select v.definition -> 'trigger' from automation_versions v
    where v.user_id = $1 and v.automation_id = a.id and v.version = "a"."live_version") as "liveTrigger", (
    select v.definition -> 'trigger' from automation_versions v
    where v.user_id = $2 and v.automation_id = a.id and v.version = "a"."draft_version") as "draftTrigger", (
  select json_build_object('steps', coalesce(max(used) filter (where budget = 'run_steps'), 0),
    'bytes', coalesce(max(used) filter (where budget = 'run_bytes'), 0),
    'isHeld', exists (select from users where id = $3::uuid and held_at is not null))
  from budget_use where user_id = $4::uuid and day >= $5::text and budget in ('run_steps', 'run_bytes')) as "used" from "automations" as "a" inner join "profiles" on "profiles"."user_id" = "a"."user_id" and "profiles"."user_id" = $6 where "a"."user_id" = $7 and "a"."hook_hash" = $8 and "a"."deleted_at" is null;

-- automations/automations-hooks.ts findHookSample
-- takes uuid, uuid
-- returns sample jsonb
select hook_sample as "sample" from "automations" where "user_id" = $1 and "id" = $2;

-- automations/automations-hooks.ts saveHook
-- takes text, text, uuid, uuid
-- returns id uuid
update "automations" set "hook_hash" = $1, "hook_secret" = $2, "hook_sample" = hook_sample - 'fields' where "user_id" = $3 and "id" = $4 and "deleted_at" is null returning "id";

-- automations/automations-hooks.ts saveHookSample
-- takes jsonb, uuid, uuid
-- returns nothing
update "automations" set "hook_sample" = $1 where "user_id" = $2 and "id" = $3;

-- automations/automations-owner.ts getAutomationOwner
-- takes uuid, uuid, text, uuid
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, email text, timeZone text, recipients json, active integer, messages integer, hidesSamples boolean, pausedAt timestamp with time zone, waitingApprovals integer
select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "u"."email", "profiles"."time_zone" as "timeZone", (
        select coalesce(json_agg(json_build_object('email', r.email, 'isConfirmed', r.confirmed_at is not null) order by r.requested_at), '[]')
        from automation_recipients r where r.user_id = $1) as "recipients", coalesce(in_use.automations, 0)::int as "active", coalesce(m.messages_used, 0)::int as "messages", coalesce(s.hides_samples, false) as "hidesSamples", "s"."paused_at" as "pausedAt", (
        select count(*)::int from automation_approvals p where p.user_id = $2 and p.status = 'waiting') as "waitingApprovals" from "profiles" inner join "users" as "u" on "u"."id" = "profiles"."user_id" left join "usage_in_use" as "in_use" on "in_use"."user_id" = "profiles"."user_id" left join "usage_tracking" as "m" on "m"."user_id" = "profiles"."user_id" and "m"."month_year" = $3 left join "automation_settings" as "s" on "s"."user_id" = "profiles"."user_id" where "profiles"."user_id" = $4;

-- automations/automations-switch.ts clearPauseReason
-- takes text, uuid, uuid
-- returns nothing
update "automations" set "pause_reason" = $1 where "user_id" = $2 and "id" = $3 and "turned_on_at" is null;

-- automations/automations-switch.ts findSwitch
-- takes uuid, uuid
-- returns isOn boolean, revision integer
select turned_on_at is not null as "isOn", "revision" from "automations" where "user_id" = $1 and "id" = $2 and "deleted_at" is null;

-- automations/automations-switch.ts listCounted
-- takes uuid, text
-- returns automationId uuid, isOn boolean, name text
select "id" as "automationId", turned_on_at is not null as "isOn", "name" from "automations" where "user_id" = $1 and "deleted_at" is null and ("turned_on_at" is not null or "pause_reason" = $2) order by "turned_on_at", "created_at", "id";

-- automations/automations-switch.ts publishDraft
-- takes text, text, uuid, uuid, integer, timestamp with time zone, uuid
-- returns isOn boolean
with live as (
      update automations set live_version = draft_version, trigger_kind = $1,
        listens_to = case when turned_on_at is not null then $2::text end
      where user_id = $3 and id = $4::uuid and revision = $5::int and deleted_at is null
      returning id, live_version, turned_on_at is not null as is_on
    ), 
  published as (
    update automation_versions v set published_at = $6::timestamptz from live
    where v.user_id = $7 and v.automation_id = live.id and v.version = live.live_version and v.published_at is null
  )
    select is_on as "isOn" from live;

-- automations/automations-switch.ts turnOff
-- takes uuid, uuid[], text, uuid
-- returns automationId uuid, receiptId uuid
with before as (
      select id, receipt_id from automations
      where user_id = $1 and id = any ($2::uuid[]) and turned_on_at is not null for update
    )
    update automations a set turned_on_at = null, receipt_id = null, listens_to = null, next_due_at = null, pause_reason = $3::text
    from before where a.user_id = $4 and a.id = before.id
    returning a.id as "automationId", before.receipt_id as "receiptId";

-- automations/automations-switch.ts turnOn
-- takes uuid, uuid, integer, uuid, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, text, text, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid
-- returns used integer
with wanted as (
      select left(name, 100) as subject from automations
      where user_id = $1 and id = $2::uuid and revision = $3::int and turned_on_at is null and deleted_at is null
      for update
    ),
    
    unit as (
      insert into "usage_in_use" (user_id, "automations")
      select $4::uuid, $5::int from wanted where $6::int is null or $7::int <= $8::int
      on conflict (user_id) do update set "automations" = "usage_in_use"."automations" + $9::int where $10::int is null or "usage_in_use"."automations" + $11::int <= $12::int
      returning "automations" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $13::uuid, $14::uuid, 'automations', $15::text, $16::int, wanted.subject, $17::text, $18::timestamptz,
        case when $19::text <> 'reserved' then $20::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $21::uuid, case when used >= $22::int and $23::int < $24::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'automations', $25::text), $26::timestamptz, jsonb_build_object('used', used, 'limit', $27::int)
      from unit where used >= $28::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $29::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $30::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    live as (
      update automations set live_version = draft_version, trigger_kind = $31, listens_to = $32::text,
        turned_on_at = $33::timestamptz, receipt_id = $34::uuid, pause_reason = null, failures = 0
      where user_id = $35 and id = $36::uuid and exists (select from unit)
      returning id, live_version
    ), 
  published as (
    update automation_versions v set published_at = $37::timestamptz from live
    where v.user_id = $38 and v.automation_id = live.id and v.version = live.live_version and v.published_at is null
  )
    select used from unit;

-- automations/automations.ts findAutomation
-- takes timestamp with time zone, timestamp with time zone, uuid, uuid, uuid
-- returns id uuid, name text, description text, assistantId text, trigger jsonb, receiptId uuid, turnedOnAt timestamp with time zone, pauseReason text, liveVersion integer, draftVersion integer, revision integer, nextDueAt timestamp with time zone, minutesSaved integer, createdAt timestamp with time zone, runs integer, succeeded integer, waiting json
select "a"."id", "a"."name", "a"."description", "a"."assistant_type" as "assistantId", v.definition -> 'trigger' as "trigger", "a"."receipt_id" as "receiptId", "a"."turned_on_at" as "turnedOnAt", "a"."pause_reason" as "pauseReason", "a"."live_version" as "liveVersion", "a"."draft_version" as "draftVersion", "a"."revision", "a"."next_due_at" as "nextDueAt", "a"."minutes_saved" as "minutesSaved", "a"."created_at" as "createdAt", (
  select count(*)::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= $1::timestamptz) as "runs", (
  select count(*) filter (where r.status <> 'failed')::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= $2::timestamptz) as "succeeded", (
        select json_build_object('runs', count(*), 'reason', (array_agg(r.reason order by r.due_at, r.id))[1])
        from automation_runs r
        where r.user_id = a.user_id and r.automation_id = a.id and r.status = 'waiting' and r.ended_at is null
        having count(*) > 0) as "waiting" from "automations" as "a" inner join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = coalesce(a.live_version, a.draft_version) where "a"."user_id" = $3 and "v"."user_id" = $4 and "a"."deleted_at" is null and "a"."id" = $5;

-- automations/automations.ts findAutomationPage
-- takes timestamp with time zone, timestamp with time zone, integer, integer, uuid, uuid, uuid
-- returns id uuid, name text, description text, assistantId text, trigger jsonb, receiptId uuid, turnedOnAt timestamp with time zone, pauseReason text, liveVersion integer, draftVersion integer, revision integer, nextDueAt timestamp with time zone, minutesSaved integer, createdAt timestamp with time zone, runs integer, succeeded integer, waiting json, definition jsonb, versions json, lastRuns json, hookSecret text, hookSample jsonb
select "a"."id", "a"."name", "a"."description", "a"."assistant_type" as "assistantId", v.definition -> 'trigger' as "trigger", "a"."receipt_id" as "receiptId", "a"."turned_on_at" as "turnedOnAt", "a"."pause_reason" as "pauseReason", "a"."live_version" as "liveVersion", "a"."draft_version" as "draftVersion", "a"."revision", "a"."next_due_at" as "nextDueAt", "a"."minutes_saved" as "minutesSaved", "a"."created_at" as "createdAt", (
  select count(*)::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= $1::timestamptz) as "runs", (
  select count(*) filter (where r.status <> 'failed')::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= $2::timestamptz) as "succeeded", (
        select json_build_object('runs', count(*), 'reason', (array_agg(r.reason order by r.due_at, r.id))[1])
        from automation_runs r
        where r.user_id = a.user_id and r.automation_id = a.id and r.status = 'waiting' and r.ended_at is null
        having count(*) > 0) as "waiting", (
        select d.definition from automation_versions d where "d"."user_id" = a.user_id and "d"."automation_id" = a.id and d.version = a.draft_version) as "definition", (
        select coalesce(json_agg(json_build_object('version', o.version, 'createdAt', o.created_at, 'publishedAt', o.published_at,
          'runs', coalesce(counted.runs, 0)) order by o.version desc), '[]')
        from automation_versions o
          left join (
            select r.version, count(*)::int as runs from automation_runs r where "r"."user_id" = a.user_id and "r"."automation_id" = a.id group by r.version
          ) counted on counted.version = o.version
        where "o"."user_id" = a.user_id and "o"."automation_id" = a.id and o.version > a.draft_version - $3::int) as "versions", (
        select coalesce(json_agg(json_build_object('createdAt', l.created_at, 'input', l.input, 'steps', (
          select coalesce(json_agg(json_build_object('key', s.key, 'place', s.place, 'status', s.status,
            'input', s.input, 'output', s.output) order by s.place), '[]')
          from automation_run_steps s where s.user_id = a.user_id and s.run_id = l.id and s.status = 'done'
        )) order by l.created_at desc), '[]')
        from (
          select r.id, r.input, r.created_at from automation_runs r
          where "r"."user_id" = a.user_id and "r"."automation_id" = a.id and r.started_at is not null and r.values_deleted_at is null
          order by r.created_at desc, r.id limit $4::int
        ) l) as "lastRuns", "a"."hook_secret" as "hookSecret", a.hook_sample as "hookSample" from "automations" as "a" inner join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = coalesce(a.live_version, a.draft_version) where "a"."user_id" = $5 and "v"."user_id" = $6 and "a"."deleted_at" is null and "a"."id" = $7;

-- automations/automations.ts findDefinition
-- takes integer, uuid, uuid, uuid
-- returns name text, description text, revision integer, liveVersion integer, draftVersion integer, definition jsonb
select "a"."name", "a"."description", "a"."revision", "a"."live_version" as "liveVersion", "a"."draft_version" as "draftVersion", v.definition as "definition" from "automations" as "a" inner join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = $1 where "a"."user_id" = $2 and "v"."user_id" = $3 and "a"."id" = $4 and "a"."deleted_at" is null;

-- automations/automations.ts findDefinition
-- takes uuid, uuid, uuid
-- returns name text, description text, revision integer, liveVersion integer, draftVersion integer, definition jsonb
select "a"."name", "a"."description", "a"."revision", "a"."live_version" as "liveVersion", "a"."draft_version" as "draftVersion", v.definition as "definition" from "automations" as "a" inner join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = a.draft_version where "a"."user_id" = $1 and "v"."user_id" = $2 and "a"."id" = $3 and "a"."deleted_at" is null;

-- automations/automations.ts listAutomations
-- takes timestamp with time zone, timestamp with time zone, uuid, uuid
-- returns id uuid, name text, description text, assistantId text, trigger jsonb, receiptId uuid, turnedOnAt timestamp with time zone, pauseReason text, liveVersion integer, draftVersion integer, revision integer, nextDueAt timestamp with time zone, minutesSaved integer, createdAt timestamp with time zone, runs integer, succeeded integer, waiting json
select "a"."id", "a"."name", "a"."description", "a"."assistant_type" as "assistantId", v.definition -> 'trigger' as "trigger", "a"."receipt_id" as "receiptId", "a"."turned_on_at" as "turnedOnAt", "a"."pause_reason" as "pauseReason", "a"."live_version" as "liveVersion", "a"."draft_version" as "draftVersion", "a"."revision", "a"."next_due_at" as "nextDueAt", "a"."minutes_saved" as "minutesSaved", "a"."created_at" as "createdAt", (
  select count(*)::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= $1::timestamptz) as "runs", (
  select count(*) filter (where r.status <> 'failed')::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= $2::timestamptz) as "succeeded", (
        select json_build_object('runs', count(*), 'reason', (array_agg(r.reason order by r.due_at, r.id))[1])
        from automation_runs r
        where r.user_id = a.user_id and r.automation_id = a.id and r.status = 'waiting' and r.ended_at is null
        having count(*) > 0) as "waiting" from "automations" as "a" inner join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = coalesce(a.live_version, a.draft_version) where "a"."user_id" = $3 and "v"."user_id" = $4 and "a"."deleted_at" is null order by "a"."created_at" desc, "a"."id";

-- automations/due-automations.ts lockDue
-- takes uuid, uuid, uuid
-- returns dueAt timestamp with time zone, definition jsonb
select "a"."next_due_at" as "dueAt", "v"."definition" from "automations" as "a" inner join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = "a"."live_version" and "v"."user_id" = $1 where "a"."user_id" = $2 and "a"."id" = $3 and "a"."turned_on_at" is not null and "a"."deleted_at" is null for update of "a";

-- automations/due-automations.ts setNextDue
-- takes timestamp with time zone, uuid, uuid
-- returns nothing
update "automations" set "next_due_at" = $1 where "user_id" = $2 and "id" = $3;

-- automations/kept-values.ts deleteOldestValues
-- takes bigint, uuid, bigint, timestamp with time zone, uuid, uuid
-- returns nothing
with kept as (
      select id, ended_at, sum(kept_bytes) over () - $1::bigint as excess,
        sum(kept_bytes) over (order by ended_at, id) - kept_bytes as older
      from automation_runs where user_id = $2 and kept_bytes > 0
    ), oldest as (
      select id from kept where ended_at is not null and older < excess order by ended_at, id limit $3
    ), runs as (
      update automation_runs r set input = '{}', kept_bytes = 0, values_deleted_at = $4::timestamptz
      from oldest where r.user_id = $5 and r.id = oldest.id
      returning r.id
    ), steps as (
      update automation_run_steps s set input = '{}', output = case when pg_column_size(s.output) <= 2000 then (
          select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(s.output) as each (name, value)
          where jsonb_typeof(value) in ('number', 'boolean')) else '{}' end
      from runs where s.user_id = $6 and s.run_id = runs.id
    )
    select from runs;

-- automations/new-runs.ts addRun
-- takes uuid, uuid, uuid, integer, text, text, jsonb, uuid[], timestamp with time zone, timestamp with time zone, uuid, uuid, integer, uuid, text, bigint, bigint
-- returns nothing
with ours as (
      insert into automation_runs
        (user_id, id, automation_id, version, cause, occasion, input, chain, status, due_at, created_at, exclusive)
      values ($1::uuid, $2::uuid, $3::uuid, $4::int, $5, $6,
        $7::jsonb, $8::uuid[], 'queued', $9::timestamptz, $10::timestamptz,
        (
  select 'waits' from automation_versions v
  where v.user_id = $11 and v.automation_id = $12::uuid and v.version = $13
    and v.definition -> 'oneAtATime' = 'true'))
      on conflict (user_id, automation_id, occasion) do nothing
      returning user_id
    ), 
    counted as (
      insert into budget_use (user_id, budget, day, used)
      select $14::uuid, new.budget, $15::text, new.used
      from ours, (values ('run_bytes', $16::bigint), ('run_steps', $17::bigint)) as new (budget, used)
      where new.used > 0
      on conflict (user_id, budget) do update set day = greatest("budget_use"."day", excluded.day), used = case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used
      returning budget, used
    )
    select from ours;

-- automations/new-runs.ts findChain
-- takes uuid, uuid, timestamp with time zone
-- returns chain uuid[], automationId uuid
select "chain", "automation_id" as "automationId" from "automation_runs" where "user_id" = $1 and "id" = $2 and ("ended_at" is null or "ended_at" > $3);

-- automations/new-runs.ts findRunOfOccasion
-- takes uuid, uuid, text
-- returns id uuid
select "id" from "automation_runs" where "user_id" = $1 and "automation_id" = $2 and "occasion" = $3;

-- automations/new-runs.ts findStartable
-- takes uuid, uuid, uuid, uuid, uuid, timestamp with time zone, bigint, uuid, timestamp with time zone, bigint, uuid, uuid, uuid
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, name text, liveVersion integer, isEverythingPaused boolean, on integer, ofAutomation integer, ofPerson integer
select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "a"."name", case when a.turned_on_at is not null and a.deleted_at is null then a.live_version end as "liveVersion", (
  exists (select from automation_settings where user_id = $1 and paused_at is not null)
  or exists (select from users where id = $2 and delete_after is not null)) as "isEverythingPaused", (select count(*)::int from automations o where o.user_id = $3 and o.turned_on_at is not null) as "on", (
    select count(*)::int from (
      select from automation_runs r where r.user_id = $4 and r.automation_id = $5::uuid and r.created_at > $6 limit $7
    ) started) as "ofAutomation", (
    select count(*)::int from (
      select from automation_runs r where r.user_id = $8  and r.created_at > $9 limit $10
    ) started) as "ofPerson" from "automations" as "a" inner join "profiles" on "profiles"."user_id" = "a"."user_id" and "profiles"."user_id" = $11 where "a"."user_id" = $12 and "a"."id" = $13;

-- automations/past-events.ts listPastFacts
-- takes uuid, text, bigint
-- returns at timestamp with time zone, statement text, subject text, isShareable boolean
select "learned_at" as "at", "statement", "subject", "is_shareable" as "isShareable" from "facts" where "user_id" = $1 and "state" in ($2) order by "learned_at" desc, "number" desc limit $3;

-- automations/past-events.ts listPastSources
-- takes uuid, uuid, text, text, bigint
-- returns at timestamp with time zone, name text, beginning text
select "s"."added_at" as "at", "s"."name", coalesce((
        select p.text from passages p where p.user_id = $1 and p.source_id = s.id order by p.position limit 1), '') as "beginning" from "sources" as "s" where "s"."user_id" = $2 and "s"."read_at" is not null and "s"."state" <> $3 and "s"."scope" = $4 and "s"."deleted_at" is null order by "s"."added_at" desc, "s"."id" limit $5;

-- automations/past-events.ts listPastTurns
-- takes uuid, uuid, uuid, uuid, uuid, uuid, text, boolean, boolean, boolean, boolean, bigint
-- returns at timestamp with time zone, question text, answer text, title text, assistantId text, isTitlePrivate boolean, said text
select "a"."created_at" as "at", "q"."content" as "question", "a"."content" as "answer", "c"."title", "c"."assistant_type" as "assistantId", (coalesce((
  select first.is_private from messages first
  where first.user_id = $1 and first.conversation_id = "c"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $2 and asked.id = begun.question_id
    where begun.user_id = $3 and begun.follows = "c"."id" and asked.is_private)) as "isTitlePrivate", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "a"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $4 and s.conversation_id = "a"."conversation_id" and s.created_at <= "a"."created_at"
        and (s.role = 'user' or s.id = "a"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "turns" as "t" inner join "conversations" as "c" on "c"."user_id" = "t"."user_id" and "c"."id" = "t"."conversation_id" inner join "messages" as "q" on "q"."user_id" = "t"."user_id" and "q"."id" = "t"."question_id" inner join "messages" as "a" on "a"."user_id" = "t"."user_id" and "a"."id" = "t"."answer_id" where "t"."user_id" = $5 and "c"."user_id" = $6 and "t"."status" = $7 and "c"."deleted_at" is null and "c"."is_private" = $8 and "q"."is_private" = $9 and "a"."is_private" = $10 and "q"."is_replaced" = $11 order by "t"."created_at" desc, "t"."id" limit $12;

-- automations/past-events.ts listPastTurns
-- takes uuid, uuid, uuid, uuid, uuid, uuid, text, boolean, boolean, boolean, boolean, text, bigint
-- returns at timestamp with time zone, question text, answer text, title text, assistantId text, isTitlePrivate boolean, said text
select "a"."created_at" as "at", "q"."content" as "question", "a"."content" as "answer", "c"."title", "c"."assistant_type" as "assistantId", (coalesce((
  select first.is_private from messages first
  where first.user_id = $1 and first.conversation_id = "c"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $2 and asked.id = begun.question_id
    where begun.user_id = $3 and begun.follows = "c"."id" and asked.is_private)) as "isTitlePrivate", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "a"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $4 and s.conversation_id = "a"."conversation_id" and s.created_at <= "a"."created_at"
        and (s.role = 'user' or s.id = "a"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "turns" as "t" inner join "conversations" as "c" on "c"."user_id" = "t"."user_id" and "c"."id" = "t"."conversation_id" inner join "messages" as "q" on "q"."user_id" = "t"."user_id" and "q"."id" = "t"."question_id" inner join "messages" as "a" on "a"."user_id" = "t"."user_id" and "a"."id" = "t"."answer_id" where "t"."user_id" = $5 and "c"."user_id" = $6 and "t"."status" = $7 and "c"."deleted_at" is null and "c"."is_private" = $8 and "q"."is_private" = $9 and "a"."is_private" = $10 and "q"."is_replaced" = $11 and "c"."assistant_type" = $12 order by "t"."created_at" desc, "t"."id" limit $13;

-- automations/past-events.ts listPastTurns
-- takes uuid, uuid, uuid, uuid, uuid, uuid, text, boolean, boolean, boolean, boolean, text, uuid, bigint
-- returns at timestamp with time zone, question text, answer text, title text, assistantId text, isTitlePrivate boolean, said text
select "a"."created_at" as "at", "q"."content" as "question", "a"."content" as "answer", "c"."title", "c"."assistant_type" as "assistantId", (coalesce((
  select first.is_private from messages first
  where first.user_id = $1 and first.conversation_id = "c"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $2 and asked.id = begun.question_id
    where begun.user_id = $3 and begun.follows = "c"."id" and asked.is_private)) as "isTitlePrivate", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "a"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $4 and s.conversation_id = "a"."conversation_id" and s.created_at <= "a"."created_at"
        and (s.role = 'user' or s.id = "a"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "turns" as "t" inner join "conversations" as "c" on "c"."user_id" = "t"."user_id" and "c"."id" = "t"."conversation_id" inner join "messages" as "q" on "q"."user_id" = "t"."user_id" and "q"."id" = "t"."question_id" inner join "messages" as "a" on "a"."user_id" = "t"."user_id" and "a"."id" = "t"."answer_id" where "t"."user_id" = $5 and "c"."user_id" = $6 and "t"."status" = $7 and "c"."deleted_at" is null and "c"."is_private" = $8 and "q"."is_private" = $9 and "a"."is_private" = $10 and "q"."is_replaced" = $11 and "c"."assistant_type" = $12 and not exists (
        select from turns e where e.user_id = $13 and e.conversation_id = t.conversation_id and e.created_at < t.created_at) order by "t"."created_at" desc, "t"."id" limit $14;

-- automations/past-events.ts listPastTurns
-- takes uuid, uuid, uuid, uuid, uuid, uuid, text, boolean, boolean, boolean, boolean, uuid, bigint
-- returns at timestamp with time zone, question text, answer text, title text, assistantId text, isTitlePrivate boolean, said text
select "a"."created_at" as "at", "q"."content" as "question", "a"."content" as "answer", "c"."title", "c"."assistant_type" as "assistantId", (coalesce((
  select first.is_private from messages first
  where first.user_id = $1 and first.conversation_id = "c"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $2 and asked.id = begun.question_id
    where begun.user_id = $3 and begun.follows = "c"."id" and asked.is_private)) as "isTitlePrivate", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "a"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $4 and s.conversation_id = "a"."conversation_id" and s.created_at <= "a"."created_at"
        and (s.role = 'user' or s.id = "a"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "turns" as "t" inner join "conversations" as "c" on "c"."user_id" = "t"."user_id" and "c"."id" = "t"."conversation_id" inner join "messages" as "q" on "q"."user_id" = "t"."user_id" and "q"."id" = "t"."question_id" inner join "messages" as "a" on "a"."user_id" = "t"."user_id" and "a"."id" = "t"."answer_id" where "t"."user_id" = $5 and "c"."user_id" = $6 and "t"."status" = $7 and "c"."deleted_at" is null and "c"."is_private" = $8 and "q"."is_private" = $9 and "a"."is_private" = $10 and "q"."is_replaced" = $11 and not exists (
        select from turns e where e.user_id = $12 and e.conversation_id = t.conversation_id and e.created_at < t.created_at) order by "t"."created_at" desc, "t"."id" limit $13;

-- automations/recipients.ts addRecipient
-- takes uuid
-- returns email text, confirmedAt timestamp with time zone
select "email", "confirmed_at" as "confirmedAt" from "automation_recipients" where "user_id" = $1;

-- automations/recipients.ts addRecipient
-- takes uuid, text, text, timestamp with time zone, text, timestamp with time zone
-- returns nothing
insert into "automation_recipients" ("user_id", "email", "link_hash", "requested_at") values ($1, $2, $3, $4) on conflict ("user_id", "email") do update set "link_hash" = $5, "requested_at" = $6;

-- automations/recipients.ts confirmRecipient
-- takes timestamp with time zone, uuid, text, timestamp with time zone
-- returns email text
update "automation_recipients" set "confirmed_at" = coalesce(confirmed_at, $1::timestamptz) where "user_id" = $2 and "link_hash" = $3 and "requested_at" > $4 returning "email";

-- automations/recipients.ts deleteUnconfirmedRecipients
-- takes timestamp with time zone
-- returns nothing
delete from "automation_recipients" where "confirmed_at" is null and "requested_at" < $1;

-- automations/recipients.ts endConsent
-- takes timestamp with time zone, text, uuid, text
-- returns nothing
update "automation_recipients" set "confirmed_at" = $1, "link_hash" = $2 where "user_id" = $3 and "email" = $4;

-- automations/recipients.ts findRecipientByLink
-- takes uuid, text, timestamp with time zone
-- returns email text, confirmedAt timestamp with time zone, businessName text, ownerEmail text
select "r"."email", "r"."confirmed_at" as "confirmedAt", "p"."business_name" as "businessName", "u"."email" as "ownerEmail" from "automation_recipients" as "r" inner join "profiles" as "p" on "p"."user_id" = "r"."user_id" inner join "users" as "u" on "u"."id" = "r"."user_id" where "r"."user_id" = $1 and "r"."link_hash" = $2 and "r"."requested_at" > $3 and "u"."delete_after" is null;

-- automations/recipients.ts isConfirmedRecipient
-- takes uuid, text
-- returns email text
select "email" from "automation_recipients" where "user_id" = $1 and "email" = $2 and "confirmed_at" is not null;

-- automations/recipients.ts listRecipientEmails
-- takes uuid
-- returns email text
select "email" from "automation_recipients" where "user_id" = $1;

-- automations/recipients.ts removeRecipient
-- takes uuid, text
-- returns nothing
delete from "automation_recipients" where "user_id" = $1 and "email" = $2;

-- automations/rehearsals.ts beginRehearsal
-- takes uuid, uuid, uuid, integer, integer, text, jsonb, timestamp with time zone, timestamp with time zone, uuid, integer, integer, text, jsonb, timestamp with time zone, timestamp with time zone, uuid
-- returns id uuid
insert into "automation_rehearsals" ("user_id", "automation_id", "id", "version", "revision", "status", "result", "created_at", "ended_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict ("user_id", "automation_id") do update set "id" = $10, "version" = $11, "revision" = $12, "status" = $13, "result" = $14, "created_at" = $15, "ended_at" = $16 where "automation_rehearsals"."id" <> $17 returning "id";

-- automations/rehearsals.ts findRehearsal
-- takes uuid, uuid
-- returns id uuid, version integer, revision integer, status text, result jsonb, createdAt timestamp with time zone
select "id", "version", "revision", "status", "result", "created_at" as "createdAt" from "automation_rehearsals" where "user_id" = $1 and "automation_id" = $2;

-- automations/rehearsals.ts saveRehearsal
-- takes text, jsonb, timestamp with time zone, uuid, uuid, uuid, text
-- returns id uuid
update "automation_rehearsals" set "status" = $1, "result" = $2, "ended_at" = $3 where "user_id" = $4 and "automation_id" = $5 and "id" = $6 and "status" = $7 returning "id";

-- automations/run-claims.ts addToRun
-- takes integer, integer, uuid, uuid
-- returns nothing
update "automation_runs" set "messages" = messages + $1, "emails" = emails + $2 where "user_id" = $3 and "id" = $4;

-- automations/run-claims.ts changeRun
-- takes text, text, timestamp with time zone, timestamp with time zone, uuid, boolean, uuid, uuid, uuid, uuid
-- returns nothing
update "automation_runs" set "status" = $1, "reason" = $2, "resume_at" = $3, "ended_at" = $4, "claim" = claim + 1, "claimed_by" = $5, "is_kicked" = $6, "kept_bytes" = 
  pg_column_size(automation_runs.input) + (
    select coalesce(sum(pg_column_size(s.input) + pg_column_size(s.output)), 0) from automation_run_steps s
    where s.user_id = $7 and s.run_id = $8::uuid) where "user_id" = $9 and "id" = $10;

-- automations/run-claims.ts changeRun
-- takes text, text, timestamp with time zone, timestamp with time zone, uuid, boolean, uuid, uuid, uuid, uuid
-- returns nothing
update "automation_runs" set "status" = $1, "reason" = $2, "resume_at" = $3, "ended_at" = $4, "claim" = claim + 1, "claimed_by" = $5, "is_kicked" = $6, "kept_bytes" = 
  pg_column_size(automation_runs.input) + (
    select coalesce(sum(pg_column_size(s.input) + pg_column_size(s.output)), 0) from automation_run_steps s
    where s.user_id = $7 and s.run_id = $8::uuid), "exclusive" = case when exclusive is not null then 'waits' end where "user_id" = $9 and "id" = $10;

-- automations/run-claims.ts getRunToCarryOut
-- takes uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, claim integer, automationId uuid, automationName text, cause text, input jsonb, chain uuid[], startedAt timestamp with time zone, definition jsonb, timeZone text, callFields jsonb, hasBegun boolean, used json
with "r" as (select * from "automation_runs" where "user_id" = $1 and "id" = $2) select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "r"."claim", "r"."automation_id" as "automationId", "a"."name" as "automationName", "r"."cause", "r"."input", "r"."chain", coalesce(r.started_at, r.due_at) as "startedAt", "v"."definition", "profiles"."time_zone" as "timeZone", a.hook_sample -> 'fields' as "callFields", exists (select from automation_run_steps s where s.user_id = $3 and s.run_id = r.id) as "hasBegun", (
  select json_build_object('steps', coalesce(max(used) filter (where budget = 'run_steps'), 0),
    'bytes', coalesce(max(used) filter (where budget = 'run_bytes'), 0),
    'isHeld', exists (select from users where id = $4::uuid and held_at is not null))
  from budget_use where user_id = $5::uuid and day >= $6::text and budget in ('run_steps', 'run_bytes')) as "used" from "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" and "a"."user_id" = $7 inner join "automation_versions" as "v" on "v"."user_id" = "r"."user_id" and "v"."automation_id" = "r"."automation_id" and "v"."version" = "r"."version" and "v"."user_id" = $8 inner join "profiles" on "profiles"."user_id" = "r"."user_id" and "profiles"."user_id" = $9;

-- automations/run-claims.ts isClaimed
-- takes uuid, uuid, integer, text
-- returns id uuid
select "id" from "automation_runs" where "user_id" = $1 and "id" = $2 and "claim" = $3 and "status" = $4;

-- automations/run-claims.ts kickRun
-- takes boolean, uuid, uuid
-- returns nothing
update "automation_runs" set "is_kicked" = $1 where "user_id" = $2 and "id" = $3;

-- automations/run-claims.ts lockClaimed
-- takes uuid, uuid, uuid, integer
-- returns isKicked boolean
with held as materialized (select id from users where id = $1 for no key update)
    select r.is_kicked as "isKicked" from held join automation_runs r on r.user_id = held.id
    where r.user_id = $2 and r.id = $3::uuid and r.claim = $4 and r.status = 'running'
    for update of r;

-- automations/run-claims.ts lockRun
-- takes uuid, uuid, uuid
-- returns status text, resumeAt timestamp with time zone, claim integer, claimedBy uuid, automationId uuid, isRemoved boolean, areValuesDeleted boolean
select "r"."status", "r"."resume_at" as "resumeAt", "r"."claim", "r"."claimed_by" as "claimedBy", "r"."automation_id" as "automationId", a.deleted_at is not null as "isRemoved", r.values_deleted_at is not null as "areValuesDeleted" from "automation_runs" as "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" and "a"."user_id" = $1 where "r"."user_id" = $2 and "r"."id" = $3 for update of "r";

-- automations/run-claims.ts takeFreshRun
-- takes uuid, boolean, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, claim integer, automationId uuid, automationName text, cause text, input jsonb, chain uuid[], startedAt timestamp with time zone, definition jsonb, timeZone text, callFields jsonb, hasBegun boolean, used json
with "r" as (update "automation_runs" set "claim" = claim + 1, "claimed_by" = $1, "is_kicked" = $2 where "user_id" = $3 and "id" = $4 and "status" = $5 and "claimed_by" is null and not (
  exists (select from automation_settings where user_id = $6 and paused_at is not null)
  or exists (select from users where id = $7 and delete_after is not null)) and not 
  exists (select from automations removed
    where removed.user_id = $8 and removed.id = "automation_runs"."automation_id" and removed.deleted_at is not null) returning *) select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "r"."claim", "r"."automation_id" as "automationId", "a"."name" as "automationName", "r"."cause", "r"."input", "r"."chain", coalesce(r.started_at, r.due_at) as "startedAt", "v"."definition", "profiles"."time_zone" as "timeZone", a.hook_sample -> 'fields' as "callFields", exists (select from automation_run_steps s where s.user_id = $9 and s.run_id = r.id) as "hasBegun", (
  select json_build_object('steps', coalesce(max(used) filter (where budget = 'run_steps'), 0),
    'bytes', coalesce(max(used) filter (where budget = 'run_bytes'), 0),
    'isHeld', exists (select from users where id = $10::uuid and held_at is not null))
  from budget_use where user_id = $11::uuid and day >= $12::text and budget in ('run_steps', 'run_bytes')) as "used" from "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" and "a"."user_id" = $13 inner join "automation_versions" as "v" on "v"."user_id" = "r"."user_id" and "v"."automation_id" = "r"."automation_id" and "v"."version" = "r"."version" and "v"."user_id" = $14 inner join "profiles" on "profiles"."user_id" = "r"."user_id" and "profiles"."user_id" = $15;

-- automations/run-claims.ts takeRun
-- takes uuid, boolean, uuid, uuid
-- returns claim integer
update "automation_runs" set "claim" = claim + 1, "claimed_by" = $1, "is_kicked" = $2 where "user_id" = $3 and "id" = $4 returning "claim";

-- automations/run-line.ts admitQueuedRuns
-- takes uuid, uuid, uuid, uuid, uuid, integer, uuid, timestamp with time zone, uuid, text, uuid, timestamp with time zone
-- returns id uuid
with line as (
      select r.id from automation_runs r
      where r.user_id = $1 and r.status = 'queued' and r.ended_at is null
        and not (
  exists (select from automation_settings where user_id = $2 and paused_at is not null)
  or exists (select from users where id = $3 and delete_after is not null))
        and (r.exclusive is distinct from 'waits' or not (
  exists (select from automation_runs o
    where o.user_id = $4 and o.automation_id = r.automation_id and o.exclusive is not null and o.ended_at is null
      and (o.exclusive = 'begun' or (o.due_at, o.id) < (r.due_at, r.id)))
  or exists (select from automation_runs o
    where o.user_id = $5 and o.automation_id = r.automation_id and o.exclusive is null and o.ended_at is null
      and (o.status <> 'queued' or o.started_at is not null or (o.due_at, o.id) < (r.due_at, r.id)))))
      order by r.due_at, r.id
      limit greatest(0, $6::int - (
        select count(*)::int from automation_runs where user_id = $7 and status = 'running' and ended_at is null))
    ), admitted as (
      update automation_runs r set status = 'running', started_at = coalesce(started_at, $8::timestamptz), resume_at = null, reason = '',
        exclusive = case when exclusive is not null then 'begun' end
      from line where r.user_id = $9 and r.id = line.id
      returning r.id
    ), jobs as (
      insert into scheduled_jobs (queue, key, payload, due_at) select 'automation-run', $10::text || ' ' || id::text, jsonb_build_object('userId', $11::uuid, 'runId', id), $12::timestamptz from admitted on conflict (queue, key) do update set payload = excluded.payload, due_at = excluded.due_at
    )
    select id from admitted;

-- automations/run-line.ts isEverythingPaused
-- takes uuid, uuid
-- returns is boolean
select (
  exists (select from automation_settings where user_id = $1 and paused_at is not null)
  or exists (select from users where id = $2 and delete_after is not null)) as is;

-- automations/run-lists.ts cancelSteps
-- takes timestamp with time zone, text, uuid, uuid
-- returns nothing
update automation_run_steps set resume_at = null, ended_at = coalesce(ended_at, $1::timestamptz),
      status = case when status = 'running' then 'unknown' else 'skipped' end, error = case when status = 'running' then $2 else '' end
    where user_id = $3 and run_id = $4::uuid
      and (status in ('running', 'waiting') or (status = 'failed' and ended_at is null));

-- automations/run-lists.ts deleteOldRuns
-- takes timestamp with time zone, timestamp with time zone, bigint
-- returns ?column? integer
with old as (
      select user_id, id from automation_runs where created_at < $1::timestamptz and ended_at < $2::timestamptz limit $3
    )
    delete from automation_runs r using old where r.user_id = old.user_id and r.id = old.id returning 1;

-- automations/run-lists.ts findLiveTrigger
-- takes uuid, uuid, uuid
-- returns trigger jsonb
select v.definition -> 'trigger' as "trigger" from "automations" as "a" left join "automation_versions" as "v" on "v"."user_id" = "a"."user_id" and "v"."automation_id" = "a"."id" and "v"."version" = "a"."live_version" and "v"."user_id" = $1 where "a"."user_id" = $2 and "a"."id" = $3 and "a"."deleted_at" is null;

-- automations/run-lists.ts findRun
-- takes uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, automationId uuid, automationName text, assistantId text, cause text, status text, reason text, dueAt timestamp with time zone, startedAt timestamp with time zone, resumeAt timestamp with time zone, endedAt timestamp with time zone, isBehindAnother boolean, version integer, messages integer, emails integer, input jsonb, definition jsonb, areValuesDeleted boolean, callFields jsonb
select "r"."id", "r"."automation_id" as "automationId", "a"."name" as "automationName", "a"."assistant_type" as "assistantId", "r"."cause", "r"."status", "r"."reason", "r"."due_at" as "dueAt", "r"."started_at" as "startedAt", "r"."resume_at" as "resumeAt", "r"."ended_at" as "endedAt", case when r.status = 'queued' and r.exclusive = 'waits' then (
  exists (select from automation_runs o
    where o.user_id = $1 and o.automation_id = r.automation_id and o.exclusive is not null and o.ended_at is null
      and (o.exclusive = 'begun' or (o.due_at, o.id) < (r.due_at, r.id)))
  or exists (select from automation_runs o
    where o.user_id = $2 and o.automation_id = r.automation_id and o.exclusive is null and o.ended_at is null
      and (o.status <> 'queued' or o.started_at is not null or (o.due_at, o.id) < (r.due_at, r.id)))) else false end as "isBehindAnother", "r"."version", "r"."messages", "r"."emails", "r"."input", "v"."definition", r.values_deleted_at is not null as "areValuesDeleted", a.hook_sample -> 'fields' as "callFields" from "automation_runs" as "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" and "a"."user_id" = $3 inner join "automation_versions" as "v" on "v"."user_id" = "r"."user_id" and "v"."automation_id" = "r"."automation_id" and "v"."version" = "r"."version" and "v"."user_id" = $4 where "r"."user_id" = $5 and "r"."id" = $6;

-- automations/run-lists.ts hasStep
-- takes uuid, uuid, text, bigint
-- returns key text
select "key" from "automation_run_steps" where "user_id" = $1 and "run_id" = $2 and "status" = $3 limit $4;

-- automations/run-lists.ts interruptSteps
-- takes text, text, timestamp with time zone, uuid, uuid, text
-- returns nothing
update "automation_run_steps" set "status" = $1, "error" = $2, "ended_at" = $3 where "user_id" = $4 and "run_id" = $5 and "status" = $6;

-- automations/run-lists.ts listRuns
-- takes uuid, uuid, uuid, uuid, uuid, bigint
-- returns id uuid, automationId uuid, automationName text, assistantId text, cause text, status text, reason text, dueAt timestamp with time zone, startedAt timestamp with time zone, resumeAt timestamp with time zone, endedAt timestamp with time zone, isBehindAnother boolean
select "r"."id", "r"."automation_id" as "automationId", "a"."name" as "automationName", "a"."assistant_type" as "assistantId", "r"."cause", "r"."status", "r"."reason", "r"."due_at" as "dueAt", "r"."started_at" as "startedAt", "r"."resume_at" as "resumeAt", "r"."ended_at" as "endedAt", case when r.status = 'queued' and r.exclusive = 'waits' then (
  exists (select from automation_runs o
    where o.user_id = $1 and o.automation_id = r.automation_id and o.exclusive is not null and o.ended_at is null
      and (o.exclusive = 'begun' or (o.due_at, o.id) < (r.due_at, r.id)))
  or exists (select from automation_runs o
    where o.user_id = $2 and o.automation_id = r.automation_id and o.exclusive is null and o.ended_at is null
      and (o.status <> 'queued' or o.started_at is not null or (o.due_at, o.id) < (r.due_at, r.id)))) else false end as "isBehindAnother" from "automation_runs" as "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" and "a"."user_id" = $3 where "r"."user_id" = $4 and "a"."deleted_at" is null and "r"."automation_id" = $5 order by "r"."created_at" desc, "r"."id" desc limit $6;

-- automations/run-lists.ts listRuns
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, bigint
-- returns id uuid, automationId uuid, automationName text, assistantId text, cause text, status text, reason text, dueAt timestamp with time zone, startedAt timestamp with time zone, resumeAt timestamp with time zone, endedAt timestamp with time zone, isBehindAnother boolean
select "r"."id", "r"."automation_id" as "automationId", "a"."name" as "automationName", "a"."assistant_type" as "assistantId", "r"."cause", "r"."status", "r"."reason", "r"."due_at" as "dueAt", "r"."started_at" as "startedAt", "r"."resume_at" as "resumeAt", "r"."ended_at" as "endedAt", case when r.status = 'queued' and r.exclusive = 'waits' then (
  exists (select from automation_runs o
    where o.user_id = $1 and o.automation_id = r.automation_id and o.exclusive is not null and o.ended_at is null
      and (o.exclusive = 'begun' or (o.due_at, o.id) < (r.due_at, r.id)))
  or exists (select from automation_runs o
    where o.user_id = $2 and o.automation_id = r.automation_id and o.exclusive is null and o.ended_at is null
      and (o.status <> 'queued' or o.started_at is not null or (o.due_at, o.id) < (r.due_at, r.id)))) else false end as "isBehindAnother" from "automation_runs" as "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" and "a"."user_id" = $3 where "r"."user_id" = $4 and "a"."deleted_at" is null and "r"."automation_id" = $5 and (r.created_at, r.id) < (select b.created_at, b.id from automation_runs b where b.user_id = $6 and b.id = $7::uuid) order by "r"."created_at" desc, "r"."id" desc limit $8;

-- automations/run-lists.ts listStepsShown
-- takes uuid, uuid, uuid
-- returns key text, place integer, status text, input jsonb, output jsonb, error text, detail text, attempts jsonb, startedAt timestamp with time zone, endedAt timestamp with time zone, resumeAt timestamp with time zone, messages integer, approvalId uuid, approvalStatus text, deadline timestamp with time zone, answeredFrom text, isEdited boolean
select "s"."key", "s"."place", "s"."status", "s"."input", "s"."output", "s"."error", "s"."detail", "s"."attempts", "s"."started_at" as "startedAt", "s"."ended_at" as "endedAt", "s"."resume_at" as "resumeAt", "s"."messages", "p"."id" as "approvalId", "p"."status" as "approvalStatus", "p"."deadline", "p"."answered_from" as "answeredFrom", p.edited_body is not null as "isEdited" from "automation_run_steps" as "s" left join "automation_approvals" as "p" on "p"."user_id" = "s"."user_id" and "p"."run_id" = "s"."run_id" and "p"."step_key" = "s"."key" and "p"."user_id" = $1 where "s"."user_id" = $2 and "s"."run_id" = $3 order by "s"."place";

-- automations/run-lists.ts listUnfinishedRuns
-- takes timestamp with time zone, bigint
-- returns userId uuid, runId uuid, name text
select "r"."user_id" as "userId", "r"."id" as "runId", "a"."name" from "automation_runs" as "r" inner join "automations" as "a" on "a"."user_id" = "r"."user_id" and "a"."id" = "r"."automation_id" where "r"."created_at" < $1 and "r"."ended_at" is null order by "r"."created_at" limit $2;

-- automations/run-outcomes.ts countFailure
-- takes uuid, uuid
-- returns failures integer, name text, isOn boolean
update "automations" set "failures" = failures + 1 where "user_id" = $1 and "id" = $2 returning "failures", "name", turned_on_at is not null as "isOn";

-- automations/run-outcomes.ts forgetFailures
-- takes integer, uuid, uuid, integer
-- returns nothing
update "automations" set "failures" = $1 where "user_id" = $2 and "id" = $3 and "failures" > $4;

-- automations/run-steps.ts addSettledStep
-- takes uuid, uuid, integer, uuid, text, bigint, bigint, text, integer, jsonb, jsonb, timestamp with time zone, timestamp with time zone
-- returns used json
with ours as (
      select user_id, id from automation_runs
      where user_id = $1 and id = $2 and claim = $3 and status = 'running' for update
    ), 
    counted as (
      insert into budget_use (user_id, budget, day, used)
      select $4::uuid, new.budget, $5::text, new.used
      from ours, (values ('run_bytes', $6::bigint), ('run_steps', $7::bigint)) as new (budget, used)
      where new.used > 0
      on conflict (user_id, budget) do update set day = greatest("budget_use"."day", excluded.day), used = case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used
      returning budget, used
    ), added as (
    insert into automation_run_steps (user_id, run_id, key, place, status, input, output, started_at, ended_at)
    select user_id, id, $8, $9::int, 'done', $10::jsonb, $11::jsonb,
      $12::timestamptz, $13::timestamptz from ours
    on conflict (user_id, run_id, key) do update set status = excluded.status, input = excluded.input, output = excluded.output,
      error = '', detail = '', started_at = excluded.started_at, ended_at = excluded.ended_at)
    select (
  select json_build_object('steps', max(used) filter (where budget = 'run_steps'), 'bytes', max(used) filter (where budget = 'run_bytes')) from counted) as used from ours;

-- automations/run-steps.ts beginStep
-- takes uuid, uuid, integer, uuid, uuid, uuid, text, integer, integer, timestamp with time zone, integer, timestamp with time zone, jsonb
-- returns ?column? integer
with ours as (
      select user_id, id from automation_runs
      where user_id = $1 and id = $2 and claim = $3 and status = 'running'
        and not (
  exists (select from automation_settings where user_id = $4 and paused_at is not null)
  or exists (select from users where id = $5 and delete_after is not null)) and not 
  exists (select from automations removed
    where removed.user_id = $6 and removed.id = "automation_runs"."automation_id" and removed.deleted_at is not null)
      for update
    )
    insert into automation_run_steps (user_id, run_id, key, place, status, attempt, started_at)
    select user_id, id, $7, $8::int, 'running', $9::int, $10::timestamptz from ours
    on conflict (user_id, run_id, key) do update set status = 'running', attempt = $11::int, resume_at = $12::timestamptz,
      ended_at = null, error = '', detail = '', attempts = automation_run_steps.attempts || $13::jsonb
    returning 1;

-- automations/run-steps.ts changeOwnStep
-- takes uuid, uuid, integer, text, integer, text, integer, jsonb, jsonb, jsonb, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, integer, text, uuid, text, bigint, bigint, uuid, uuid, uuid
-- returns isKicked boolean, used json, isPaused boolean
with ours as (
      select user_id, id, is_kicked, automation_id from automation_runs
      where user_id = $1 and id = $2::uuid and claim = $3 and status = 'running' for update
    ), changed as (
    insert into automation_run_steps as s
      (user_id, run_id, key, place, status, attempt, attempts, input, output, error, detail, resume_at, started_at, ended_at, messages, prompt)
    select user_id, id, $4, $5::int, $6, $7::int, $8::jsonb,
      $9::jsonb, $10::jsonb, $11, $12,
      $13::timestamptz, $14::timestamptz, $15::timestamptz, $16::int, $17
    from ours
    on conflict (user_id, run_id, key) do update set status = excluded.status, attempt = excluded.attempt,
      attempts = s.attempts || excluded.attempts, input = excluded.input, output = excluded.output, error = excluded.error,
      detail = excluded.detail, resume_at = excluded.resume_at, ended_at = excluded.ended_at, messages = excluded.messages,
      prompt = excluded.prompt), 
    counted as (
      insert into budget_use (user_id, budget, day, used)
      select $18::uuid, new.budget, $19::text, new.used
      from ours, (values ('run_bytes', $20::bigint), ('run_steps', $21::bigint)) as new (budget, used)
      where new.used > 0
      on conflict (user_id, budget) do update set day = greatest("budget_use"."day", excluded.day), used = case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used
      returning budget, used
    )
    select is_kicked as "isKicked", (
  select json_build_object('steps', max(used) filter (where budget = 'run_steps'), 'bytes', max(used) filter (where budget = 'run_bytes')) from counted) as used,
      (
  exists (select from automation_settings where user_id = $22 and paused_at is not null)
  or exists (select from users where id = $23 and delete_after is not null)) or 
  exists (select from automations removed
    where removed.user_id = $24 and removed.id = "ours"."automation_id" and removed.deleted_at is not null) as "isPaused"
    from ours;

-- automations/run-steps.ts changeStep
-- takes uuid, uuid, text, integer, text, integer, jsonb, jsonb, jsonb, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, integer, text, uuid, text, bigint, bigint, uuid, uuid, uuid
-- returns isPaused boolean, used json
with ours as (
      select user_id, id, automation_id from automation_runs where user_id = $1 and id = $2::uuid
    ), changed as (
    insert into automation_run_steps as s
      (user_id, run_id, key, place, status, attempt, attempts, input, output, error, detail, resume_at, started_at, ended_at, messages, prompt)
    select user_id, id, $3, $4::int, $5, $6::int, $7::jsonb,
      $8::jsonb, $9::jsonb, $10, $11,
      $12::timestamptz, $13::timestamptz, $14::timestamptz, $15::int, $16
    from ours
    on conflict (user_id, run_id, key) do update set status = excluded.status, attempt = excluded.attempt,
      attempts = s.attempts || excluded.attempts, input = excluded.input, output = excluded.output, error = excluded.error,
      detail = excluded.detail, resume_at = excluded.resume_at, ended_at = excluded.ended_at, messages = excluded.messages,
      prompt = excluded.prompt), 
    counted as (
      insert into budget_use (user_id, budget, day, used)
      select $17::uuid, new.budget, $18::text, new.used
      from ours, (values ('run_bytes', $19::bigint), ('run_steps', $20::bigint)) as new (budget, used)
      where new.used > 0
      on conflict (user_id, budget) do update set day = greatest("budget_use"."day", excluded.day), used = case when "budget_use"."day" >= excluded.day then "budget_use"."used" else 0 end + excluded.used
      returning budget, used
    )
    select (
  exists (select from automation_settings where user_id = $21 and paused_at is not null)
  or exists (select from users where id = $22 and delete_after is not null)) or 
  exists (select from automations removed
    where removed.user_id = $23 and removed.id = "ours"."automation_id" and removed.deleted_at is not null) as "isPaused", (
  select json_build_object('steps', max(used) filter (where budget = 'run_steps'), 'bytes', max(used) filter (where budget = 'run_bytes')) from counted) as used from ours;

-- automations/run-steps.ts isStepDone
-- takes uuid, uuid, text, text
-- returns key text
select "key" from "automation_run_steps" where "user_id" = $1 and "run_id" = $2 and "key" = $3 and "status" = $4;

-- automations/run-steps.ts listRunSteps
-- takes uuid, uuid
-- returns key text, place integer, status text, attempt integer, input jsonb, output jsonb, resumeAt timestamp with time zone, startedAt timestamp with time zone
select "key", "place", "status", "attempt", "input", "output", "resume_at" as "resumeAt", "started_at" as "startedAt" from "automation_run_steps" where "user_id" = $1 and "run_id" = $2 order by "place";

-- automations/run-steps.ts settleSteps
-- takes text, integer, integer, integer, timestamp with time zone, timestamp with time zone, uuid, uuid, text
-- returns nothing
update "automation_run_steps" set "status" = $1, "attempt" = attempt + ($2::int - attempt % $3::int) % $4::int, "resume_at" = $5, "ended_at" = $6 where "user_id" = $7 and "run_id" = $8 and "status" = $9;

-- automations/run-values.ts findNextDate
-- takes text, text, uuid, text, text
-- returns statement text, day text
select statement, least(case when valid_from >= $1 then valid_from end, case when valid_until >= $2 then valid_until end) as day
    from facts
    where user_id = $3 and state = 'confirmed' and (valid_from >= $4 or valid_until >= $5)
    order by day, number limit 1;

-- automations/run-values.ts listSaid
-- takes uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, boolean, boolean, text, boolean, uuid, text, boolean, timestamp with time zone, timestamp with time zone, bigint
-- returns conversationId uuid, assistantId text, title text, role text, content text, isTitlePrivate boolean
select "conversations"."id" as "conversationId", "conversations"."assistant_type" as "assistantId", "conversations"."title", "messages"."role", left(messages.content, 1500) as "content", (coalesce((
  select first.is_private from messages first
  where first.user_id = $1 and first.conversation_id = "conversations"."id" order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = $2 and asked.id = begun.question_id
    where begun.user_id = $3 and begun.follows = "conversations"."id" and asked.is_private)) as "isTitlePrivate" from "messages" inner join "conversations" on "conversations"."user_id" = "messages"."user_id" and "conversations"."id" = "messages"."conversation_id" where "messages"."user_id" = $4 and "messages"."created_at" >= $5 and "messages"."created_at" < $6 and "messages"."is_replaced" = $7 and "messages"."is_private" = $8 and "messages"."content" <> $9 and "conversations"."deleted_at" is null and "conversations"."is_private" = $10 and exists (select "asked"."id" from "messages" as "asked" where "asked"."user_id" = $11 and "asked"."conversation_id" = "conversations"."id" and "asked"."role" = $12 and "asked"."is_private" = $13 and "asked"."created_at" >= $14 and "asked"."created_at" < $15) order by "messages"."created_at", "messages"."id" limit $16;

-- automations/run-versions.ts findVersionsOfRun
-- takes uuid, uuid, uuid, uuid, uuid, uuid
-- returns own jsonb, live jsonb, liveVersion integer, failedKey text
select own.definition as own, live.definition as live, live.version as "liveVersion", s.key as "failedKey"
    from automation_runs r
    join automations a on a.user_id = r.user_id and a.id = r.automation_id
    join automation_versions own on own.user_id = r.user_id and own.automation_id = r.automation_id and own.version = r.version
    join automation_versions live on live.user_id = r.user_id and live.automation_id = r.automation_id and live.version = a.live_version
    join automation_run_steps s on s.user_id = r.user_id and s.run_id = r.id and s.status = 'failed'
    where r.user_id = $1 and r.id = $2::uuid and live.version <> own.version
      and a.user_id = $3 and own.user_id = $4 and live.user_id = $5 and s.user_id = $6
    order by s.place desc limit 1;

-- automations/run-versions.ts setVersionOfRun
-- takes integer, uuid, integer, uuid, uuid
-- returns nothing
update "automation_runs" set "version" = $1, "exclusive" = (
  select 'waits' from automation_versions v
  where v.user_id = $2 and v.automation_id = "automation_runs"."automation_id" and v.version = $3
    and v.definition -> 'oneAtATime' = 'true') where "user_id" = $4 and "id" = $5;
