-- templates/own-templates.ts addOwnTemplates
-- takes integer, uuid, integer, integer, timestamp with time zone, timestamp with time zone, text
-- returns isRoom boolean
with room as (
  update profiles set own_templates = own_templates + $1::int
  where user_id = $2 and own_templates + $3::int <= $4::int
  returning user_id),
    added as (
      insert into own_templates
        (user_id, id, title, description, category, folder, assistant_type, tags, subject, body, words, blanks, created_at, updated_at)
      select room.user_id, one.id, one.title, one.description, one.category, one.folder, one."assistantId",
        array(select jsonb_array_elements_text(one.tags)), one.subject, one.body, one.words, one.blanks,
        $5::timestamptz - one.position * interval '1 millisecond', $6::timestamptz
      from room, jsonb_to_recordset(($7::text)::jsonb) as one (id uuid, title text, description text, category text, folder text,
        "assistantId" text, tags jsonb, subject text, body text, words int, blanks jsonb, position int)
    )
    select exists (select from room) as "isRoom";

-- templates/own-templates.ts countOwnTemplates
-- takes uuid, uuid
-- returns id uuid, title text, description text, category text, folder text, assistantId text, tags text[], words integer, version integer, createdAt timestamp with time zone, updatedAt timestamp with time zone
select "id", "title", "description", "category", "folder", "assistant_type" as "assistantId", "tags", "words", "version", "created_at" as "createdAt", "updated_at" as "updatedAt" from "own_templates" where "user_id" = $1 and "deleted_at" is null and "id" in ($2);

-- templates/own-templates.ts findOwnTemplate
-- takes uuid, uuid
-- returns id uuid, title text, description text, category text, folder text, assistantId text, tags text[], words integer, version integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, subject text, body text, blanks jsonb
select "id", "title", "description", "category", "folder", "assistant_type" as "assistantId", "tags", "words", "version", "created_at" as "createdAt", "updated_at" as "updatedAt", "subject", "body", blanks as "blanks" from "own_templates" where "user_id" = $1 and "deleted_at" is null and "id" = $2;

-- templates/own-templates.ts listOwnTemplates
-- takes uuid
-- returns id uuid, title text, description text, category text, folder text, assistantId text, tags text[], words integer, version integer, createdAt timestamp with time zone, updatedAt timestamp with time zone
select "id", "title", "description", "category", "folder", "assistant_type" as "assistantId", "tags", "words", "version", "created_at" as "createdAt", "updated_at" as "updatedAt" from "own_templates" where "user_id" = $1 and "deleted_at" is null order by "created_at" desc, "id";

-- templates/own-templates.ts listRemovedTemplates
-- takes timestamp with time zone, bigint
-- returns userId uuid, id uuid
select "user_id" as "userId", "id" from "own_templates" where "deleted_at" <= $1 limit $2;

-- templates/own-templates.ts purgeOwnTemplate
-- takes uuid, uuid, timestamp with time zone, uuid, text
-- returns nothing
with purged as (
      delete from own_templates where user_id = $1 and id = $2::uuid and deleted_at <= $3::timestamptz
      returning user_id
    )
    delete from template_activity where user_id = $4 and template_id = $5::text and exists (select from purged);

-- templates/own-templates.ts readOwnTemplates
-- takes uuid
-- returns id uuid, title text, description text, category text, folder text, assistantId text, tags text[], words integer, version integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, subject text, body text, blanks jsonb
select "id", "title", "description", "category", "folder", "assistant_type" as "assistantId", "tags", "words", "version", "created_at" as "createdAt", "updated_at" as "updatedAt", "subject", "body", blanks as "blanks" from "own_templates" where "user_id" = $1 and "deleted_at" is null order by "created_at" desc, "id";

-- templates/own-templates.ts removeOwnTemplate
-- takes timestamp with time zone, uuid, uuid, uuid
-- returns user_id uuid
with removed as (
      update own_templates set deleted_at = $1::timestamptz
      where user_id = $2 and id = $3::uuid and deleted_at is null returning user_id
    ),
    room as (
      update profiles set own_templates = own_templates - 1 where user_id = $4 and exists (select from removed)
    )
    select user_id from removed;

-- templates/own-templates.ts restoreOwnTemplate
-- takes timestamp with time zone, uuid, uuid
-- returns id uuid
update "own_templates" set "deleted_at" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is not null returning "id";

-- templates/own-templates.ts takeRoomForOne
-- takes integer, uuid, integer, integer
-- returns user_id uuid
update profiles set own_templates = own_templates + $1::int
  where user_id = $2 and own_templates + $3::int <= $4::int
  returning user_id;

-- templates/own-templates.ts updateOwnTemplate
-- takes text, text, text, text, text[], text, text, integer, text, text, integer, timestamp with time zone, uuid, uuid, integer
-- returns id uuid
update "own_templates" set "title" = $1, "description" = $2, "category" = $3, "folder" = $4, "tags" = $5, "subject" = $6, "body" = $7, "words" = $8, "assistant_type" = $9, "blanks" = ($10::text)::jsonb, "version" = $11, "updated_at" = $12 where "user_id" = $13 and "id" = $14 and "version" = $15 and "deleted_at" is null returning "id";

-- templates/template-activity.ts rateTemplate
-- takes integer, uuid, text, integer
-- returns template_id text
update "template_activity" set "stars" = $1 where "user_id" = $2 and "template_id" = $3 and "uses" > $4 returning "template_id";

-- templates/template-activity.ts saveTotals
-- takes text, integer, integer, integer, timestamp with time zone
-- returns nothing
insert into "template_totals" ("template_id", "uses", "ratings", "stars", "counted_at") values ($1, $2, $3, $4, $5) on conflict ("template_id") do update set "uses" = "excluded"."uses", "ratings" = "excluded"."ratings", "stars" = "excluded"."stars", "counted_at" = "excluded"."counted_at";

-- templates/template-activity.ts setFavorite
-- takes uuid, text, boolean, boolean
-- returns nothing
insert into "template_activity" ("user_id", "template_id", "is_favorite") values ($1, $2, $3) on conflict ("user_id", "template_id") do update set "is_favorite" = $4;

-- templates/template-activity.ts sumActivity
-- takes text
-- returns templateId text, uses integer, ratings integer, stars integer
select "template_id" as "templateId", sum(uses)::int as "uses", count(stars)::int as "ratings", coalesce(sum(stars), 0)::int as "stars" from "template_activity" where "template_id" in ($1) group by "template_id";

-- templates/template-catalog.ts readCatalog
-- takes uuid, uuid, uuid, uuid
-- returns own json, opened json, activity json, totals json
select (select coalesce(json_agg(agg), '[]') from (select "id", "title", "description", "category", "folder", "assistant_type" as "assistantId", "tags", "words", "version", "created_at" as "createdAt", "updated_at" as "updatedAt" from "own_templates" where "user_id" = $1 and "deleted_at" is null order by "created_at" desc, "id") as agg) as "own", (select to_json(obj) from (select "id", "title", "description", "category", "folder", "assistant_type" as "assistantId", "tags", "words", "version", "created_at" as "createdAt", "updated_at" as "updatedAt", "subject", "body", blanks as "blanks" from "own_templates" where "user_id" = $2 and "deleted_at" is null and id = $3::uuid) as obj) as "opened", (select coalesce(json_agg(agg), '[]') from (select "template_id" as "templateId", "uses", "stars", "is_favorite" as "isFavorite" from "template_activity" where "user_id" = $4) as agg) as "activity", (select coalesce(json_agg(agg), '[]') from (select "template_id" as "templateId", "uses", "ratings", "stars" from "template_totals") as agg) as "totals";

-- templates/use-template.ts deleteOldTemplateUses
-- takes timestamp with time zone
-- returns nothing
delete from "template_uses" where "used_at" < $1;

-- templates/use-template.ts findTemplateUse
-- takes uuid, uuid, text, text, uuid, bigint
-- returns resultDigest text
select "result_digest" as "resultDigest" from "template_uses" where "user_id" = $1 and ("id" = $2 or ("period" = $3 and "result_digest" = $4)) order by id = $5::uuid desc limit $6;

-- templates/use-template.ts useTemplate
-- takes text, uuid, uuid, text, text, uuid, text, integer, integer, integer, integer, integer, integer, integer, integer, uuid, uuid, text, integer, text, timestamp with time zone, text, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, uuid, uuid, text, text, text, timestamp with time zone, uuid, text, timestamp with time zone
-- returns used integer
with wanted as (
      select $1::text as subject where not exists (
        select from template_uses
        where user_id = $2 and (id = $3::uuid or (period = $4 and result_digest = $5))
      )
    ),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "templates_used")
      select $6::uuid, $7::text, $8::int from wanted where $9::int is null or $10::int <= $11::int
      on conflict (user_id, month_year) do update set "templates_used" = "usage_tracking"."templates_used" + $12::int where $13::int is null or "usage_tracking"."templates_used" + $14::int <= $15::int
      returning "templates_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $16::uuid, $17::uuid, 'templates', $18::text, $19::int, wanted.subject, $20::text, $21::timestamptz,
        case when $22::text <> 'reserved' then $23::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $24::uuid, case when used >= $25::int and $26::int < $27::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'templates', $28::text), $29::timestamptz, jsonb_build_object('used', used, 'limit', $30::int)
      from unit where used >= $31::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $32::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $33::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    result as (
      insert into template_uses (user_id, id, template_id, period, result_digest, used_at)
      select $34::uuid, $35::uuid, $36::text, $37, $38, $39::timestamptz from unit
    ),
    activity as (
      insert into template_activity as known (user_id, template_id, uses, last_used_at)
      select $40::uuid, $41::text, 1, $42::timestamptz from unit
      on conflict (user_id, template_id) do update set uses = known.uses + 1, last_used_at = excluded.last_used_at
    )
    select used from unit;
