-- jobs/heartbeats.ts refreshHeartbeats
-- takes text[], uuid[], integer[]
-- returns id uuid
update pgboss.job j set heartbeat_on = now()
    from unnest($1::text[], $2::uuid[], $3::integer[]) as held (name, id, attempt)
    where j.name = held.name and j.id = held.id and j.retry_count = held.attempt and j.state = 'active'
    returning j.id;

-- jobs/job-overview.ts deleteJobs
-- takes text, text
-- returns nothing
delete from "scheduled_jobs" where "queue" = $1 and "key" in ($2);

-- jobs/job-overview.ts deleteJobs
-- takes text[], text, text
-- returns nothing
delete from pgboss.job where singleton_key = any($1::text[])
      and (name = $2 or (name = 'dead-letters' and source_name = $3));

-- jobs/job-overview.ts deleteJobs, jobs/job-overview.ts listDeadLetters, jobs/job-overview.ts listQueues, jobs/job-overview.ts listQueuesOfDeadLetters, jobs/job-overview.ts listRepeatedJobs, jobs/job-overview.ts listStuckQueues
-- takes nothing
-- returns exists boolean
select to_regclass('pgboss.job') is not null as exists;

-- jobs/job-overview.ts isJobRunning
-- takes uuid
-- returns nothing
select from pgboss.job where id = $1::uuid and state = 'active';

-- jobs/job-overview.ts isJobUnfinished
-- takes text, text, text, text
-- returns is boolean
select exists (select from scheduled_jobs where queue = $1 and key = $2)
      or exists (select from pgboss.job
        where name = $3 and singleton_key = $4 and state in ('created', 'retry', 'active')) as is;

-- jobs/job-overview.ts listDeadLetters
-- takes bigint
-- returns id uuid, queue text, key text, payload jsonb, attempts integer, createdAt timestamp with time zone, failedAt timestamp with time zone, error text
select id, coalesce(source_name, '') as queue, singleton_key as key, data as payload,
      coalesce(source_retry_count, 0)::int + 1 as attempts, coalesce(source_created_on, created_on) as "createdAt",
      created_on as "failedAt", coalesce(source_output ->> 'message', source_output #>> '{value,message}', '') as error
    from pgboss.job where name = 'dead-letters' and state = 'created' order by created_on desc limit $1;

-- jobs/job-overview.ts listOverdueJobs
-- takes timestamp with time zone, double precision
-- returns queue text
select queue from scheduled_jobs
    where every_ms is not null and due_at < $1::timestamptz - $2 * interval '1 second' order by queue;

-- jobs/job-overview.ts listQueues
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns queue text, scheduled integer, waiting integer, running integer, failing integer, oldestSeconds integer
select queue, sum(scheduled)::int as scheduled, sum(waiting)::int as waiting, sum(running)::int as running,
      sum(failing)::int as failing, max(age) filter (where age > 0)::int as "oldestSeconds"
    from (
      select name as queue, 0 as scheduled, (state <> 'active')::int as waiting, (state = 'active')::int as running,
        (retry_count > 0)::int as failing, case when state <> 'active' then extract(epoch from now() - start_after) end as age
      from pgboss.job where state in ('created', 'retry', 'active') and name <> 'dead-letters'
      union all
      select queue, (due_at > $1)::int, (due_at <= $2)::int, 0, 0, extract(epoch from $3::timestamptz - due_at)
      from scheduled_jobs
    ) job group by queue order by "oldestSeconds" desc nulls last, queue;

-- jobs/job-overview.ts listQueuesOfDeadLetters
-- takes nothing
-- returns queue text
select distinct coalesce(source_name, '') as queue from pgboss.job
    where name = 'dead-letters' and state = 'created' order by queue;

-- jobs/job-overview.ts listRepeatedJobs
-- takes nothing
-- returns queue text, everySeconds integer, dueInSeconds integer, doneSeconds integer
select queue, every_ms / 1000 as "everySeconds", extract(epoch from due_at - now())::int as "dueInSeconds",
      (select extract(epoch from now() - max(j.completed_on))::int from pgboss.job j
        where j.name = queue and j.state = 'completed') as "doneSeconds"
    from scheduled_jobs where every_ms is not null order by due_at, queue;

-- jobs/job-overview.ts listStuckQueues
-- takes double precision, integer, integer, timestamp with time zone, timestamp with time zone, double precision
-- returns queue text
select name as queue from (select j.name from pgboss.job j
        where j.state in ('created', 'retry') and j.name <> 'dead-letters'
          and greatest(j.start_after, j.created_on) < now() - $1 * interval '1 second'
          and (j.priority = $2 or not exists (
            select from pgboss.job other where other.name = j.name and coalesce("other"."data" ->> 'userId', '') = coalesce("j"."data" ->> 'userId', '') and ("other"."priority" = $3 and "other"."state" <= 'active'
    and ("other"."state" = 'active' or "other"."started_on" is null))))) job
    union
    select queue from scheduled_jobs
    where due_at < case when every_ms is null then $4::timestamptz else $5::timestamptz end
      - $6 * interval '1 second'
    order by queue;

-- jobs/job-overview.ts listUnsettledDeadLetters
-- takes text[], bigint
-- returns id uuid, queue text, payload jsonb
select id, source_name as queue, data as payload from pgboss.job
    where name = 'dead-letters' and state = 'created' and output is null and source_name = any($1::text[])
    order by created_on limit $2;

-- jobs/job-overview.ts settleDeadLetter
-- takes uuid
-- returns nothing
update pgboss.job set output = '{"settled": true}' where name = 'dead-letters' and id = $1::uuid and state = 'created';

-- jobs/postponed-learning.ts dismissUnread
-- takes text, uuid, text
-- returns nothing
update "turns" set "learning" = $1 where "user_id" = $2 and "learning" = $3;

-- jobs/postponed-learning.ts dismissUnread, jobs/postponed-learning.ts rereadUnread
-- takes text, uuid, text
-- returns nothing
update "passages" set "learning" = $1 where "user_id" = $2 and "learning" = $3;

-- jobs/postponed-learning.ts postponeLearning
-- takes text, uuid, uuid, text
-- returns nothing
update "turns" set "learning" = $1 where "user_id" = $2 and "question_id" = $3 and "learning" = $4;

-- jobs/postponed-learning.ts rereadUnread
-- takes uuid, uuid, bigint, uuid, timestamp with time zone
-- returns nothing
with resumed as (
      update turns set learning = 'due' where user_id = $1 and id in (
        select id from turns where user_id = $2 and learning = 'unread'
        order by created_at limit $3)
      returning question_id
    )
    insert into scheduled_jobs (queue, key, payload, due_at) select 'learning', question_id::text, jsonb_build_object('userId', $4::uuid, 'questionId', question_id), $5::timestamptz from resumed on conflict do nothing;

-- jobs/postponed-learning.ts resumeMessages
-- takes uuid, uuid, bigint, uuid, timestamp with time zone
-- returns nothing
with resumed as (
      update turns set learning = 'due' where user_id = $1 and id in (
        select id from turns where user_id = $2 and learning = 'waiting'
        order by created_at limit $3)
      returning question_id
    )
    insert into scheduled_jobs (queue, key, payload, due_at) select 'learning', question_id::text, jsonb_build_object('userId', $4::uuid, 'questionId', question_id), $5::timestamptz from resumed on conflict do nothing;

-- jobs/scheduled-jobs.ts addRepeatedJob
-- takes text, text, integer
-- returns nothing
insert into scheduled_jobs as job (queue, key, payload, due_at, every_ms)
    values ($1, $2, '{}', now(), $3)
    on conflict (queue, key) do update set every_ms = excluded.every_ms,
      due_at = least(job.due_at, now() + "excluded"."every_ms" * interval '1 millisecond');

-- jobs/scheduled-jobs.ts addRepeatedJob
-- takes text, text, timestamp with time zone, integer, timestamp with time zone
-- returns nothing
insert into scheduled_jobs as job (queue, key, payload, due_at, every_ms)
    values ($1, $2, '{}', $3::timestamptz, $4)
    on conflict (queue, key) do update set every_ms = excluded.every_ms,
      due_at = least(job.due_at, $5::timestamptz + "excluded"."every_ms" * interval '1 millisecond');

-- jobs/scheduled-jobs.ts addScheduledJob
-- takes text, text, jsonb, timestamp with time zone, jsonb, timestamp with time zone
-- returns nothing
insert into "scheduled_jobs" ("queue", "key", "payload", "due_at") values ($1, $2, $3, $4) on conflict ("queue", "key") do update set "payload" = $5, "due_at" = $6;

-- jobs/scheduled-jobs.ts deleteRepeatedJobsExcept
-- takes text
-- returns nothing
delete from "scheduled_jobs" where "every_ms" is not null and "queue" not in ($1);

-- jobs/scheduled-jobs.ts deleteScheduledJob
-- takes text, text
-- returns nothing
delete from "scheduled_jobs" where "queue" = $1 and "key" = $2;

-- jobs/scheduled-jobs.ts deleteScheduledJobsOf
-- takes text
-- returns nothing
delete from "scheduled_jobs" where payload ->> 'userId' = $1;

-- jobs/scheduled-jobs.ts hasDueJob
-- takes text[], text, text[], text, timestamp with time zone, text[]
-- returns is boolean
with corrected as (
      update scheduled_jobs set due_at = now() + "every_ms" * interval '1 millisecond'
      where queue = any($1::text[]) and key = $2 and every_ms is not null and due_at > now() + "every_ms" * interval '1 millisecond'
    )
    select exists (select from scheduled_jobs where queue = any($3::text[]) and key = $4 and every_ms is not null and due_at <= now())
      or exists (select from scheduled_jobs
        where due_at <= $5 and queue = any($6::text[]) and every_ms is null) as is;

-- jobs/scheduled-jobs.ts hasDueJob
-- takes timestamp with time zone, text[], text, timestamp with time zone, text[], text, timestamp with time zone, timestamp with time zone, text[]
-- returns is boolean
with corrected as (
      update scheduled_jobs set due_at = $1::timestamptz + "every_ms" * interval '1 millisecond'
      where queue = any($2::text[]) and key = $3 and every_ms is not null and due_at > $4::timestamptz + "every_ms" * interval '1 millisecond'
    )
    select exists (select from scheduled_jobs where queue = any($5::text[]) and key = $6 and every_ms is not null and due_at <= $7::timestamptz)
      or exists (select from scheduled_jobs
        where due_at <= $8 and queue = any($9::text[]) and every_ms is null) as is;

-- jobs/scheduled-jobs.ts makeRepeatedJobsDue
-- takes text
-- returns nothing
update "scheduled_jobs" set "due_at" = now() where "every_ms" is not null and "queue" in ($1);

-- jobs/scheduled-jobs.ts makeRepeatedJobsDue
-- takes timestamp with time zone, text
-- returns nothing
update "scheduled_jobs" set "due_at" = $1::timestamptz where "every_ms" is not null and "queue" in ($2);

-- jobs/scheduled-jobs.ts takeDueJobs
-- takes timestamp with time zone, text[], text[], text, bigint, timestamp with time zone
-- returns queue text, key text, payload jsonb
with oldest as (
      (select queue, key, due_at, coalesce(payload ->> 'userId', key) as owner from scheduled_jobs
        where due_at <= $1 and queue = any($2::text[]) and every_ms is null
        order by due_at limit 10000)
      union all
      select queue, key, due_at, key from scheduled_jobs
      where due_at <= now() and queue = any($3::text[]) and key = $4 and every_ms is not null
    ), first as (
      select queue, key, due_at, row_number() over (partition by queue, owner order by due_at) as place
      from oldest order by place, due_at limit $5
    ), due as (
      select s.queue, s.key, s.payload, s.every_ms, first.place, s.due_at
      from first join scheduled_jobs s on s.queue = first.queue and s.key = first.key
      where s.due_at <= case when s.every_ms is null then $6::timestamptz else now() end
      for update of s skip locked
    ), repeated as (
      update scheduled_jobs s set due_at = now() + "due"."every_ms" * interval '1 millisecond'
      from due where s.queue = due.queue and s.key = due.key and due.every_ms is not null
    ), taken as (
      delete from scheduled_jobs s using due where s.queue = due.queue and s.key = due.key and due.every_ms is null
    )
    select queue, key, payload from due order by place, due_at;

-- jobs/scheduled-jobs.ts takeDueJobs
-- takes timestamp with time zone, text[], timestamp with time zone, text[], text, bigint, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns queue text, key text, payload jsonb
with oldest as (
      (select queue, key, due_at, coalesce(payload ->> 'userId', key) as owner from scheduled_jobs
        where due_at <= $1 and queue = any($2::text[]) and every_ms is null
        order by due_at limit 10000)
      union all
      select queue, key, due_at, key from scheduled_jobs
      where due_at <= $3::timestamptz and queue = any($4::text[]) and key = $5 and every_ms is not null
    ), first as (
      select queue, key, due_at, row_number() over (partition by queue, owner order by due_at) as place
      from oldest order by place, due_at limit $6
    ), due as (
      select s.queue, s.key, s.payload, s.every_ms, first.place, s.due_at
      from first join scheduled_jobs s on s.queue = first.queue and s.key = first.key
      where s.due_at <= case when s.every_ms is null then $7::timestamptz else $8::timestamptz end
      for update of s skip locked
    ), repeated as (
      update scheduled_jobs s set due_at = $9::timestamptz + "due"."every_ms" * interval '1 millisecond'
      from due where s.queue = due.queue and s.key = due.key and due.every_ms is not null
    ), taken as (
      delete from scheduled_jobs s using due where s.queue = due.queue and s.key = due.key and due.every_ms is null
    )
    select queue, key, payload from due order by place, due_at;

-- jobs/turns.ts giveTurns
-- takes integer, text
-- returns taken boolean
select pg_try_advisory_xact_lock($1::integer, hashtext($2)) as taken;

-- jobs/turns.ts giveTurns
-- takes integer, text
-- returns taken void
select pg_advisory_xact_lock($1::integer, hashtext($2)) as taken;

-- jobs/turns.ts giveTurns
-- takes text, integer, text, integer, text, integer, text, integer, bigint, text, integer, integer, text
-- returns nothing
with recursive person as (
      (select coalesce("j"."data" ->> 'userId', '') as id from pgboss.job j
        where j.name = $1 and j.priority = $2 and "j"."state" < 'active' and "j"."state" <= 'active' order by 1 limit 1)
      union all
      select (select coalesce("j"."data" ->> 'userId', '') as id from pgboss.job j
        where j.name = $3 and j.priority = $4 and "j"."state" < 'active' and "j"."state" <= 'active' and coalesce("j"."data" ->> 'userId', '') > person.id order by 1 limit 1)
      from person where person.id is not null
    ), next as (
      select job.id, job.created_on, job.started_on, held.count + job.place as turn
      from person
      cross join lateral (
        select count(*) from pgboss.job j
        where j.name = $5 and coalesce("j"."data" ->> 'userId', '') = person.id and ("j"."priority" = $6 and "j"."state" <= 'active'
    and ("j"."state" = 'active' or "j"."started_on" is null))) held
      cross join lateral (
        select j.id, j.created_on, j.started_on, row_number() over (order by j.created_on) as place from pgboss.job j
        where j.name = $7 and coalesce("j"."data" ->> 'userId', '') = person.id and j.priority = $8 and "j"."state" < 'active' and "j"."state" <= 'active' and j.start_after <= now()
        order by j.created_on limit greatest($9 - held.count, 0)) job
      where person.id is not null
    ), given as materialized (
      select id, started_on, row_number() over (order by turn, created_on) as place from next
    ), last as materialized (
      select greatest(clock_timestamp(), max(j.created_on)) as turn_at from pgboss.job j
      where j.name = $10 and j.priority = $11 and "j"."state" < 'active' and not "j"."blocked"
    )
    update pgboss.job j
    set priority = $12, created_on = last.turn_at + given.place * interval '1 microsecond', started_on = null,
      retry_count = j.retry_count + (j.started_on is not null)::int
    from given, last
    where j.name = $13 and j.id = any(array(select id from given)) and j.id = given.id
      and j.started_on is not distinct from given.started_on;

-- jobs/turns.ts isJobInLine
-- takes text, integer
-- returns nothing
select from pgboss.job j
    where j.name = $1 and j.priority = $2 and "j"."state" < 'active' and not "j"."blocked" and j.start_after <= now() limit 1;

-- jobs/turns.ts listQueuesWithJobs
-- takes integer, text[], integer, text[]
-- returns queue text
with lined_up as (
      update pgboss.job j set priority = $1
      from (
        select j.name, j.id from pgboss.job j
        where j.name = any($2::text[]) and "j"."state" < 'active' and not "j"."blocked" and j.state = 'retry' and j.priority = $3
          and j.started_on is not null and j.start_after <= now() + interval '5 seconds'
        for update skip locked) due
      where j.name = due.name and j.id = due.id
    )
    select queue from unnest($4::text[]) as queue
    where exists (select from pgboss.job j where j.name = queue and "j"."state" < 'active' and not "j"."blocked" and j.start_after <= now());
