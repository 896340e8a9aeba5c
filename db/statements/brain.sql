-- brain/add-facts.ts addFacts
-- takes uuid
-- returns numbered integer
select "facts_numbered" as "numbered" from "profiles" where "user_id" = $1 for update;

-- brain/add-facts.ts addFacts
-- takes uuid, uuid, text, uuid, uuid, text[], timestamp with time zone, uuid[], uuid, integer, text[], uuid
-- returns id uuid
with added as (
      insert into facts (id, user_id, number, kind, subject, attribute, value, quantity, unit, statement, state, source, quote,
        question, assistant_type, conversation_id, message_id, source_id, passage_id, automation_id, split_from, learned_at,
        confirmed_at, valid_from, valid_until, is_pinned, superseded_by, conflict_id, language, prompt, is_shareable, words)
      select f.id, $1::uuid, f.number, f.kind, f.subject, f.attribute, f.value, f.quantity, f.unit, f.statement, f.state, f.source,
        f.quote, f.question, f."assistantId", f."conversationId", f."messageId", f."sourceId", f."passageId", f."automationId",
        f."splitFrom", f."learnedAt", f."confirmedAt", f."validFrom", f."validUntil", f."isPinned", f."supersededBy", f."conflictId",
        coalesce(f.language, ''), coalesce(f.prompt, ''), coalesce(f."isShareable", false),
        array_to_tsvector(array(
    select left(($2::uuid)::text, 8) || found.word from (
    with stems as (
      select distinct left(translate("lexeme", 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word
      from unnest(tsvector_to_array(to_tsvector((f.configuration)::regconfig, f.subject || ' ' || f.statement))) as lexeme
    )
    select word from stems where word <> ''
    union
    select parts.word from stems, lateral (
  select distinct '~' || substr("stems"."word", place, size) as word
  from (select case when "stems"."word" ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length("stems"."word") - size + 1) as place
  where length("stems"."word") > size) as parts
    where f.configuration = 'simple') as found))
      from jsonb_to_recordset($3::text::jsonb) as f (
        id uuid, number int, kind text, subject text, attribute text, value text, quantity numeric, unit text, statement text,
        state text, source text, quote text, question text, "assistantId" text, "conversationId" uuid, "messageId" uuid,
        "sourceId" uuid, "passageId" uuid, "automationId" uuid, "splitFrom" uuid, "learnedAt" timestamptz,
        "confirmedAt" timestamptz, "validFrom" text, "validUntil" text,
        "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid, language text, prompt text, "isShareable" boolean,
        configuration text)
      on conflict (user_id, id) do nothing
      returning id, words
    ),
    
  counted as (
    insert into word_counts (user_id, word, "facts")
    select $4::uuid, word, texts from (
  select substr(word, 9) as word, count(*)::int as texts from added as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    on conflict (user_id, word) do update set "facts" = word_counts."facts" + excluded."facts"
  ),
    
    heard as (
      insert into scheduled_jobs (queue, key, payload, due_at) select 'automation-event', 'fact ' || id, jsonb_build_object('userId', $5::uuid, 'event', 'fact', 'factId', id, 'chain', to_jsonb($6::text[])), $7::timestamptz from added
          where id = any ($8::uuid[]) and exists (
            select from automations a where a.user_id = $9::uuid and a.listens_to = 'fact') on conflict do nothing
    ),
    numbered as (
      update profiles set facts_numbered = facts_numbered + $10::int,
        text_languages = 
  text_languages || array(
    select distinct added from unnest($11::text[]) as added where added <> all (text_languages))
      where user_id = $12::uuid
    )
    select id from added;

-- brain/add-facts.ts addFacts
-- takes uuid[], uuid
-- returns live integer, there integer
select count(*) filter (where state in ('suggested', 'confirmed', 'conflict'))::int as "live", count(*) filter (where id = any($1::uuid[]))::int as "there" from "facts" where "user_id" = $2;

-- brain/add-facts.ts addResolvedFacts
-- takes uuid, uuid, text, uuid, uuid, text[], timestamp with time zone, uuid[], uuid, integer, text[], uuid, text, uuid, uuid[], uuid, timestamp with time zone, text[], uuid, uuid
-- returns id uuid
with added as (
      insert into facts (id, user_id, number, kind, subject, attribute, value, quantity, unit, statement, state, source, quote,
        question, assistant_type, conversation_id, message_id, source_id, passage_id, automation_id, split_from, learned_at,
        confirmed_at, valid_from, valid_until, is_pinned, superseded_by, conflict_id, language, prompt, is_shareable, words)
      select f.id, $1::uuid, f.number, f.kind, f.subject, f.attribute, f.value, f.quantity, f.unit, f.statement, f.state, f.source,
        f.quote, f.question, f."assistantId", f."conversationId", f."messageId", f."sourceId", f."passageId", f."automationId",
        f."splitFrom", f."learnedAt", f."confirmedAt", f."validFrom", f."validUntil", f."isPinned", f."supersededBy", f."conflictId",
        coalesce(f.language, ''), coalesce(f.prompt, ''), coalesce(f."isShareable", false),
        array_to_tsvector(array(
    select left(($2::uuid)::text, 8) || found.word from (
    with stems as (
      select distinct left(translate("lexeme", 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word
      from unnest(tsvector_to_array(to_tsvector((f.configuration)::regconfig, f.subject || ' ' || f.statement))) as lexeme
    )
    select word from stems where word <> ''
    union
    select parts.word from stems, lateral (
  select distinct '~' || substr("stems"."word", place, size) as word
  from (select case when "stems"."word" ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length("stems"."word") - size + 1) as place
  where length("stems"."word") > size) as parts
    where f.configuration = 'simple') as found))
      from jsonb_to_recordset($3::text::jsonb) as f (
        id uuid, number int, kind text, subject text, attribute text, value text, quantity numeric, unit text, statement text,
        state text, source text, quote text, question text, "assistantId" text, "conversationId" uuid, "messageId" uuid,
        "sourceId" uuid, "passageId" uuid, "automationId" uuid, "splitFrom" uuid, "learnedAt" timestamptz,
        "confirmedAt" timestamptz, "validFrom" text, "validUntil" text,
        "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid, language text, prompt text, "isShareable" boolean,
        configuration text)
      on conflict (user_id, id) do nothing
      returning id, words
    ),
    
  counted as (
    insert into word_counts (user_id, word, "facts")
    select $4::uuid, word, texts from (
  select substr(word, 9) as word, count(*)::int as texts from added as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    on conflict (user_id, word) do update set "facts" = word_counts."facts" + excluded."facts"
  ),
    
    heard as (
      insert into scheduled_jobs (queue, key, payload, due_at) select 'automation-event', 'fact ' || id, jsonb_build_object('userId', $5::uuid, 'event', 'fact', 'factId', id, 'chain', to_jsonb($6::text[])), $7::timestamptz from added
          where id = any ($8::uuid[]) and exists (
            select from automations a where a.user_id = $9::uuid and a.listens_to = 'fact') on conflict do nothing
    ),
    numbered as (
      update profiles set facts_numbered = facts_numbered + $10::int,
        text_languages = 
  text_languages || array(
    select distinct added from unnest($11::text[]) as added where added <> all (text_languages))
      where user_id = $12::uuid
    ), 
    changed as (
      update facts set state = change.state, is_pinned = change."isPinned",
        superseded_by = change."supersededBy", conflict_id = change."conflictId",
        withdrawn_conversation_id = coalesce(change."withdrawnIn", facts.withdrawn_conversation_id),
        withdrawn_message_id = coalesce(change."withdrawnBy", facts.withdrawn_message_id)
      from jsonb_to_recordset(($13::text)::jsonb)
        as change (id uuid, state text, "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid, "withdrawnIn" uuid, "withdrawnBy" uuid)
      where facts.user_id = $14::uuid and facts.id = change.id and facts.id = any ($15::uuid[])
    ),
    conflict_notices as (
      insert into notices (user_id, topic, subject, created_at)
      select $16::uuid, 'conflict', conflict_id, $17::timestamptz from unnest($18::text[]) as conflict_id
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    conflict_emails as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from conflict_notices as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $19::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from conflict_notices as new join push_subscriptions s on s.user_id = $20::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing)
    select id from added;

-- brain/add-facts.ts renameFacts
-- takes uuid, text, uuid, uuid
-- returns ?column? integer
with renamed as (
      update facts set subject = name.subject, former_subject = name."formerSubject", renamed_by = name."renamedBy",
        words = array_to_tsvector(array(
    select left(($1::uuid)::text, 8) || found.word from (
    with stems as (
      select distinct left(translate("lexeme", 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word
      from unnest(tsvector_to_array(to_tsvector((name.configuration)::regconfig, concat_ws(' ', name.subject, name."formerSubject", facts.statement)))) as lexeme
    )
    select word from stems where word <> ''
    union
    select parts.word from stems, lateral (
  select distinct '~' || substr("stems"."word", place, size) as word
  from (select case when "stems"."word" ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length("stems"."word") - size + 1) as place
  where length("stems"."word") > size) as parts
    where name.configuration = 'simple') as found))
      from jsonb_to_recordset($2::text::jsonb)
        as name (id uuid, subject text, "formerSubject" text, "renamedBy" uuid, configuration text)
      where facts.user_id = $3::uuid and facts.id = name.id
      returning facts.words
    ), 
  counted as (
    insert into word_counts (user_id, word, "facts")
    select $4::uuid, word, texts from (
  select substr(word, 9) as word, count(*)::int as texts from renamed as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    on conflict (user_id, word) do update set "facts" = word_counts."facts" + excluded."facts"
  )
    select 1;

-- brain/add-facts.ts renameFacts
-- takes uuid, uuid[], uuid
-- returns ?column? integer
with named as (select words from facts where user_id = $1::uuid and id = any($2::uuid[])),
    
  uncounted as (
    update word_counts set "facts" = greatest("facts" - counts.texts, 0)
    from (
  select substr(word, 9) as word, count(*)::int as texts from named as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    where word_counts.user_id = $3::uuid and word_counts.word = counts.word
  )
    select 1;

-- brain/add-facts.ts saveChanges
-- takes text, uuid, uuid[], uuid, timestamp with time zone, text[], uuid, uuid
-- returns ?column? integer
with 
    changed as (
      update facts set state = change.state, is_pinned = change."isPinned",
        superseded_by = change."supersededBy", conflict_id = change."conflictId",
        withdrawn_conversation_id = coalesce(change."withdrawnIn", facts.withdrawn_conversation_id),
        withdrawn_message_id = coalesce(change."withdrawnBy", facts.withdrawn_message_id)
      from jsonb_to_recordset(($1::text)::jsonb)
        as change (id uuid, state text, "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid, "withdrawnIn" uuid, "withdrawnBy" uuid)
      where facts.user_id = $2::uuid and facts.id = change.id and facts.id = any ($3::uuid[])
    ),
    conflict_notices as (
      insert into notices (user_id, topic, subject, created_at)
      select $4::uuid, 'conflict', conflict_id, $5::timestamptz from unnest($6::text[]) as conflict_id
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    conflict_emails as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from conflict_notices as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $7::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from conflict_notices as new join push_subscriptions s on s.user_id = $8::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing) select 1;

-- brain/add-facts.ts undoRenames
-- takes uuid, uuid
-- returns id uuid, subject text, language text
select "id", "former_subject" as "subject", "language" from "facts" where "user_id" = $1 and "renamed_by" = $2;

-- brain/attached-sources.ts findFileToSummarize
-- takes uuid, uuid, bigint, uuid, uuid, text
-- returns name text, contentDigest text, summary text, summarized integer, characters integer, parts json
select "s"."name", "s"."content_digest" as "contentDigest", "s"."summary", "s"."summarized", (select coalesce(sum(length(p.text)), 0)::int from passages p
        where p.user_id = $1 and p.source_id = s.id) as "characters", (
        select coalesce(json_agg(json_build_object('headings', headings, 'text', text) order by position), '[]') from (
          select p.headings, p.text, p.position from passages p
          where p.user_id = $2 and p.source_id = s.id and p.position >= s.summarized
          order by p.position limit $3) next) as "parts" from "sources" as "s" where "s"."user_id" = $4 and "s"."id" = $5 and "s"."state" = $6 and "s"."deleted_at" is null;

-- brain/attached-sources.ts requestSummaries
-- takes uuid, timestamp with time zone, uuid, uuid[]
-- returns nothing
insert into scheduled_jobs (queue, key, payload, due_at) select 'summary', s.id::text, jsonb_build_object('userId', $1::uuid, 'sourceId', s.id), $2::timestamptz from sources s where s.user_id = $3 and s.id = any ($4::uuid[]) and s.scope = 'team'
        and s.state = 'ready' and s.summarized = 0 on conflict do nothing;

-- brain/attached-sources.ts saveFileSummary
-- takes text, integer, uuid, uuid, integer, text
-- returns nothing
update "sources" set "summary" = $1, "summarized" = $2 where "user_id" = $3 and "id" = $4 and "summarized" = $5 and "content_digest" is not distinct from $6;

-- brain/brain-overview.ts countConflicts
-- takes uuid
-- returns count integer
select count(distinct conflict_id)::int as "count" from "facts" where "user_id" = $1 and "conflict_id" is not null;

-- brain/brain-overview.ts findConflict
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."conflict_id" = $10;

-- brain/brain-overview.ts getBrainFigures
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, learnsFromChats boolean, counts json, messagesWaiting integer, unread json, unconfirmedParts json, hasDoubtful boolean
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "profiles"."learns_from_chats" as "learnsFromChats", coalesce((
        select json_agg(counted) from (
          select kind, state, source, count(*)::int as count from facts
          where user_id = $1 group by kind, state, source
        ) counted), '[]') as "counts", (
        select count(*)::int from turns where user_id = $2 and learning = 'waiting') as "messagesWaiting", json_build_object(
        'messages', (select count(*)::int from turns where user_id = $3 and learning = 'unread'),
        'sources', (
          select coalesce(json_agg(sources.name order by sources.added_at), '[]') from sources
          where sources.user_id = $4 and sources.deleted_at is null and exists (
            select from passages
            where passages.user_id = $5 and passages.source_id = sources.id and passages.learning = 'unread'))) as "unread", (
        select coalesce(json_agg(id order by number), '[]') from (
          select id, number from facts
          where user_id = $6 and split_from is not null and state = 'suggested' and source = 'typed'
          order by number limit 500) part) as "unconfirmedParts", exists (
        select from facts where user_id = $7 and is_doubtful and state = 'superseded') as "hasDoubtful" from "profiles" where "profiles"."user_id" = $8;

-- brain/brain-overview.ts listDoubtfulFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, boolean, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."is_doubtful" = $10 and "facts"."state" = $11 order by "facts"."number" desc limit $12;

-- brain/brain-overview.ts listFactsInConflict
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."state" = $10 order by "facts"."number" desc limit $11;

-- brain/brain-overview.ts listFactsOfConflicts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."conflict_id" in ($10) order by "facts"."number";

-- brain/brain-overview.ts listFirstFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text[], uuid, text[], bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and facts.id = any (array(
    select first.id from unnest($10::text[]) as listed (kind) cross join lateral (
      select id from facts
      where user_id = $11 and kind = listed.kind and state = any ($12::text[])
      order by is_pinned desc, number desc limit $13) first)) order by "facts"."is_pinned" desc, "facts"."number" desc;

-- brain/brain-overview.ts listUnconfirmedOf
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."source_id" = $10 and "facts"."state" in ($11) and "facts"."confirmed_at" is null order by "facts"."number" limit $12;

-- brain/change-facts.ts changeFacts
-- takes boolean, uuid, uuid
-- returns id uuid
update "facts" set "is_pinned" = $1 where "user_id" = $2 and "id" in ($3) returning "id";

-- brain/change-facts.ts changeFacts
-- takes text, uuid, uuid, uuid
-- returns id uuid
update "facts" set "state" = $1, "conflict_id" = $2 where "user_id" = $3 and "id" in ($4) returning "id";

-- brain/change-facts.ts changeFacts
-- takes text, uuid, uuid, uuid, uuid
-- returns id uuid
update "facts" set "state" = $1, "superseded_by" = $2, "conflict_id" = $3 where "user_id" = $4 and "id" in ($5) returning "id";

-- brain/change-facts.ts confirmFacts
-- takes timestamp with time zone, uuid, uuid[]
-- returns nothing
update facts set state = 'confirmed', superseded_by = null, conflict_id = null, is_doubtful = false,
      confirmed_at = $1::timestamptz
    where user_id = $2 and id = any($3::uuid[]);

-- brain/change-facts.ts describeDays
-- takes text, text, text, text, text, text, text, uuid, uuid
-- returns nothing
update facts set attribute = $1, valid_from = $2, valid_until = $3,
      has_own_attribute = has_own_attribute or attribute <> $4,
      has_own_days = has_own_days or valid_from is distinct from $5 or valid_until is distinct from $6,
      has_begun = has_begun and valid_from is not distinct from $7
    where user_id = $8 and id = $9;

-- brain/change-facts.ts describeFact
-- takes text, text, text, numeric, text, text, text, text, text, uuid, uuid
-- returns nothing
update "facts" set "subject" = $1, "attribute" = $2, "value" = $3, "quantity" = $4, "unit" = $5, "question" = $6, "valid_from" = $7, "valid_until" = $8, "prompt" = $9 where "user_id" = $10 and "id" = $11;

-- brain/change-facts.ts dismissDoubts
-- takes boolean, uuid, boolean
-- returns nothing
update "facts" set "is_doubtful" = $1 where "user_id" = $2 and "is_doubtful" = $3;

-- brain/change-facts.ts endLoneConflicts
-- takes uuid, uuid
-- returns nothing
update facts set state = case
    when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or facts.split_from is not null and facts.confirmed_at is null then 'suggested'
    else 'confirmed' end, conflict_id = null
    where user_id = $1 and conflict_id in (
      select conflict_id from facts where user_id = $2 and conflict_id is not null
      group by conflict_id having count(*) = 1);

-- brain/change-facts.ts eraseFact
-- takes uuid, uuid, uuid
-- returns id uuid
with erased as (
      delete from facts where user_id = $1::uuid and id = $2 and state in ('superseded', 'forgotten') returning id, words
    ), 
  uncounted as (
    update word_counts set "facts" = greatest("facts" - counts.texts, 0)
    from (
  select substr(word, 9) as word, count(*)::int as texts from erased as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    where word_counts.user_id = $3::uuid and word_counts.word = counts.word
  )
    select id from erased;

-- brain/change-facts.ts forgetWithParts
-- takes uuid, uuid[], uuid[]
-- returns id uuid
update facts set state = 'forgotten', superseded_by = null, conflict_id = null
    where user_id = $1 and (id = any($2::uuid[])
      or split_from = any($3::uuid[]) and state in ('suggested', 'confirmed', 'conflict'))
    returning id;

-- brain/change-facts.ts keepOwnDetails
-- takes boolean, boolean, uuid, uuid
-- returns nothing
update "facts" set "has_own_attribute" = $1, "has_own_days" = $2 where "user_id" = $3 and "id" = $4;

-- brain/change-facts.ts listParts
-- takes uuid, uuid, text
-- returns id uuid
select "id" from "facts" where "user_id" = $1 and "split_from" in ($2) and "state" in ($3);

-- brain/change-facts.ts lockFacts
-- takes uuid
-- returns user_id uuid
select "user_id" from "profiles" where "user_id" = $1 for update;

-- brain/change-facts.ts restoreFacts
-- takes uuid, uuid[]
-- returns nothing
update facts set state = case
    when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or facts.split_from is not null and facts.confirmed_at is null then 'suggested'
    else 'confirmed' end, superseded_by = null, conflict_id = null, is_doubtful = false
    where user_id = $1 and id = any($2::uuid[]);

-- brain/change-facts.ts supersedeRivals
-- takes uuid, uuid[], uuid, uuid[]
-- returns id uuid
update facts set state = 'superseded', superseded_by = chosen.id, conflict_id = null
    from (
      select distinct on (conflict_id) conflict_id, id from facts
      where user_id = $1 and id = any($2::uuid[]) and conflict_id is not null
      order by conflict_id, number desc
    ) chosen
    where facts.user_id = $3 and facts.conflict_id = chosen.conflict_id
      and facts.id <> all($4::uuid[])
    returning facts.id;

-- brain/change-facts.ts supersedeSuccessors
-- takes uuid, uuid[], uuid[], uuid[], uuid[], uuid, uuid
-- returns nothing
update facts set state = 'superseded', superseded_by = taken.by_id, conflict_id = null
    from (
      select part.id, part.split_from as by_id from facts part
      where part.user_id = $1 and part.split_from = any($2::uuid[]) and part.id <> all($3::uuid[])
        and part.state in ('suggested', 'confirmed', 'conflict')
      union all
      (select distinct on (place.successor) place.successor, back.id
      from unnest($4::uuid[], $5::uuid[])
          as place (id, successor)
        join facts back on back.user_id = $6 and back.id = place.id
      order by place.successor, back.number desc)
    ) taken
    where facts.user_id = $7 and facts.id = taken.id;

-- brain/change-facts.ts unconfirmFacts
-- takes uuid, uuid[]
-- returns id uuid
update facts set state = 'suggested', conflict_id = null, confirmed_at = null
    where user_id = $1 and id = any($2::uuid[]) and confirmed_at is not null
      and state in ('suggested', 'confirmed', 'conflict')
    returning id;

-- brain/dated-facts.ts findBeginningFact
-- takes uuid, uuid, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, conflictId uuid, confirmedAt timestamp with time zone, messageId uuid, sourceId uuid, passageId uuid, splitFrom uuid, formerSubject text, language text, isDisputed boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."conflict_id" as "conflictId", "facts"."confirmed_at" as "confirmedAt", "facts"."message_id" as "messageId", "facts"."source_id" as "sourceId", "facts"."passage_id" as "passageId", "facts"."split_from" as "splitFrom", "facts"."former_subject" as "formerSubject", "facts"."language", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed" from "facts" where "user_id" = $2 and facts.valid_from <= $3 and not facts.has_begun and facts.state in ('suggested', 'confirmed', 'conflict') order by "valid_from", "number" limit $4;

-- brain/dated-facts.ts listEndedInConflict
-- takes uuid, text
-- returns id uuid
select "id" from "facts" where "user_id" = $1 and facts.conflict_id is not null and facts.valid_until < $2;

-- brain/dated-facts.ts listPeopleWithDueDates
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint
-- returns userId uuid
select facts.user_id as "userId" from facts join profiles on profiles.user_id = facts.user_id
    where facts.valid_from <= to_char($1::timestamptz at time zone 'UTC' + interval '14 hours', 'YYYY-MM-DD') and not facts.has_begun and facts.state in ('suggested', 'confirmed', 'conflict') and facts.valid_from <= to_char($2::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')
    union
    select facts.user_id from facts join profiles on profiles.user_id = facts.user_id
    where facts.conflict_id is not null and facts.valid_until < to_char($3::timestamptz at time zone 'UTC' + interval '14 hours', 'YYYY-MM-DD') and facts.valid_until < to_char($4::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')
    limit $5;

-- brain/dated-facts.ts markBegun
-- takes boolean, uuid, uuid
-- returns nothing
update "facts" set "has_begun" = $1 where "user_id" = $2 and "id" = $3;

-- brain/facts-about.ts listFactsAbout
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and facts.id = any (array((select "id" from "facts" where "user_id" = $10 and "state" in ($11) and ("kind" = $12 and concat_ws(' ', subject, statement) ~* $13) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "is_pinned" desc, "number" desc limit $14))) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "facts"."is_pinned" desc, "facts"."number" desc;

-- brain/facts-about.ts listFactsAbout
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and facts.id = any (array((select "id" from "facts" where "user_id" = $10 and "state" in ($11) and ("kind" = $12 or "kind" = $13) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "is_pinned" desc, "number" desc limit $14))) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "facts"."is_pinned" desc, "facts"."number" desc;

-- brain/facts-about.ts listFactsAbout
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, text, text, text, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and facts.id = any (array((select "id" from "facts" where "user_id" = $10 and "state" in ($11) and (("kind" = $12 and concat_ws(' ', subject, statement) ~* $13) or ("kind" = $14 and concat_ws(' ', subject, statement) ~* $15) or "kind" = $16) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "is_pinned" desc, "number" desc limit $17))) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "facts"."is_pinned" desc, "facts"."number" desc;

-- brain/facts-about.ts listFactsAbout
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, text, text, text, text, text, text, text, text, text, text, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and facts.id = any (array((select "id" from "facts" where "user_id" = $10 and "state" in ($11) and (("kind" = $12 and concat_ws(' ', subject, statement) ~* $13) or ("kind" = $14 and concat_ws(' ', subject, statement) ~* $15) or ("kind" = $16 and concat_ws(' ', subject, statement) ~* $17) or ("kind" = $18 and concat_ws(' ', subject, statement) ~* $19) or ("kind" = $20 and concat_ws(' ', subject, statement) ~* $21) or ("kind" = $22 and concat_ws(' ', subject, statement) ~* $23)) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "is_pinned" desc, "number" desc limit $24))) order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), "facts"."is_pinned" desc, "facts"."number" desc;

-- brain/facts-about.ts listOwnFactsAbout
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text[], bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."state" in ($10) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and facts.source_id is distinct from $11::uuid and lower(facts.subject) = any($12::text[]) order by "facts"."number" desc limit $13;

-- brain/facts.ts countLiveFacts
-- takes uuid, text
-- returns count integer
select count(*)::int as "count" from "facts" where "user_id" = $1 and "state" in ($2);

-- brain/facts.ts findFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."id" in ($10);

-- brain/facts.ts listFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."state" in ($10) order by "facts"."number" desc limit $11;

-- brain/facts.ts listFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."state" in ($10) and "facts"."kind" = $11 order by "facts"."number" desc limit $12;

-- brain/facts.ts listFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."state" in ($10) and concat_ws(' ', facts.subject, facts.former_subject, facts.statement, facts.quote) ilike $11 order by "facts"."number" desc limit $12;

-- brain/facts.ts listFacts
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, integer, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."state" in ($10) and "facts"."kind" = $11 and "facts"."number" < $12 order by "facts"."number" desc limit $13;

-- brain/learning.ts findLearnableMessage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text
-- returns conversationId uuid, assistantId text, question text, businessName text, businessType text, businessTypeText text, timeZone text, commandNote text, isVersion boolean, actions jsonb, orders jsonb, askedAt timestamp with time zone, unwanted text, liveFacts integer, earlier json
select "turns"."conversation_id" as "conversationId", "conversations"."assistant_type" as "assistantId", "messages"."content" as "question", "profiles"."business_name" as "businessName", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."time_zone" as "timeZone", "turns"."command_note" as "commandNote", exists (
    select from turns older join messages earlier on earlier.user_id = $1 and earlier.id = older.question_id
    where older.user_id = $2 and older.follows = "turns"."follows"
      and earlier.created_at < "messages"."created_at") as "isVersion", coalesce(turns.memory -> 'actions', '[]') as "actions", coalesce(turns.memory -> 'orders', '[]') as "orders", "messages"."created_at" as "askedAt", case
    when conversations.is_private or messages.is_private then 'private'
    when not profiles.learns_from_chats then 'off'
    when conversations.deleted_at is not null or messages.is_replaced then 'gone' end as "unwanted", (
        select count(*)::int from facts where user_id = $3 and state in ('suggested', 'confirmed', 'conflict')) as "liveFacts", (
    select coalesce(json_agg(json_build_object('from', case when e.role = 'user' then 'owner' else 'teammate' end, 'text', e.text)
      order by e.created_at), '[]')
    from (
      select m.role, m.created_at, case when m.role = 'user' then left(m.content, 600)
        else right(m.content, 600) end as text
      from messages m
      where m.user_id = $4 and m.conversation_id = turns.conversation_id and not m.is_replaced
        and not m.is_private
          and m.created_at < messages.created_at and m.content <> ''
      order by m.created_at desc limit 6
    ) e) as "earlier" from "turns" inner join "messages" on "messages"."user_id" = $5 and "messages"."id" = "turns"."question_id" inner join "conversations" on "conversations"."user_id" = $6 and "conversations"."id" = "turns"."conversation_id" inner join "profiles" on "profiles"."user_id" = $7 where "turns"."user_id" = $8 and "turns"."question_id" = $9 and "turns"."learning" = $10;

-- brain/learning.ts finishLearning
-- takes text, uuid, uuid, uuid, uuid, uuid
-- returns isWanted boolean
update turns set learning = case when case
    when conversations.is_private or messages.is_private then 'private'
    when not profiles.learns_from_chats then 'off'
    when conversations.deleted_at is not null or messages.is_replaced then 'gone' end is null then $1::text else 'none' end
    from messages, conversations, profiles
    where turns.user_id = $2 and turns.question_id = $3 and turns.learning = 'due'
      and messages.user_id = $4 and messages.id = turns.question_id
      and conversations.user_id = $5 and conversations.id = turns.conversation_id
      and profiles.user_id = $6
    returning turns.learning <> 'none' as "isWanted";

-- brain/learning.ts listRelatedFacts
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bigint, uuid
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, conflictId uuid, confirmedAt timestamp with time zone, messageId uuid, sourceId uuid, passageId uuid, splitFrom uuid, formerSubject text, language text
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."conflict_id" as "conflictId", "facts"."confirmed_at" as "confirmedAt", "facts"."message_id" as "messageId", "facts"."source_id" as "sourceId", "facts"."passage_id" as "passageId", "facts"."split_from" as "splitFrom", "facts"."former_subject" as "formerSubject", "facts"."language" from (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $1::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($2::text, 2000)))) as token, false as is_before
          
        ) said group by token
      ) tokens
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight, bool_or(is_whole) as is_whole from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, t.weight, true as is_whole
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, t.weight * 0.8 / count(*) over (partition by t.place), false
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, bool_or(is_whole) as is_whole, bool_and(is_related) as is_related, facts, passages from (
        select f.place, w.word, f.weight, f.is_whole, false as is_related, w.facts, w.passages
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $3::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $4::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $5::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $6::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ), 
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($7::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $8::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "facts_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not is_related and not exists (select from "facts_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "facts_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "facts_queries"
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $9::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $10::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $11::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by is_related, weight * rarity desc limit 40
    ),
    "facts_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 10::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    live_facts as materialized (
      select id, learned_at, ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as is_suggestion from facts
      where user_id = $12::uuid and facts.id = any (array(select id from facts_scored)) and state in ('suggested', 'confirmed', 'conflict')
    )
    select id as fact_id, row_number() over (order by is_suggestion, score desc, learned_at desc)::int as rank from (
      select s.id, s.score, f.learned_at, f.is_suggestion,
        row_number() over (partition by f.is_suggestion order by s.score desc, f.learned_at desc) as place
      from facts_scored s join live_facts f on f.id = s.id
    ) placed where place <= $13) as "closest" inner join "facts" on "facts"."user_id" = $14 and "facts"."id" = "closest"."fact_id" order by "closest"."rank";

-- brain/offered.ts findMessageText
-- takes uuid, uuid, uuid[]
-- returns content text, said text
select "messages"."content", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $1 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "messages" inner join "conversations" on "conversations"."user_id" = "messages"."user_id" and "conversations"."id" = "messages"."conversation_id" and "conversations"."deleted_at" is null where "messages"."user_id" = $2 and messages.id = any ($3::uuid[]);

-- brain/offered.ts findOfferedMessages
-- takes uuid, uuid[]
-- returns id uuid, conversationId uuid, title text, assistantId text, role text, createdAt timestamp with time zone
select "messages"."id", "messages"."conversation_id" as "conversationId", "conversations"."title", "conversations"."assistant_type" as "assistantId", "messages"."role", "messages"."created_at" as "createdAt" from "messages" inner join "conversations" on "conversations"."user_id" = "messages"."user_id" and "conversations"."id" = "messages"."conversation_id" and "conversations"."deleted_at" is null where "messages"."user_id" = $1 and messages.id = any ($2::uuid[]);

-- brain/offered.ts listOffers
-- takes uuid, uuid, bigint
-- returns answerId uuid, questionId uuid, factIds uuid[], passageIds uuid[], messageIds uuid[], actions jsonb
select "answer_id" as "answerId", "question_id" as "questionId", "offered_facts" as "factIds", "offered_passages" as "passageIds", "offered_messages" as "messageIds", memory -> 'actions' as "actions" from "turns" where "user_id" = $1 and "conversation_id" = $2 and ("offered_facts" <> '{}' or "offered_passages" <> '{}' or "offered_messages" <> '{}' or "memory" is not null) order by "created_at" desc limit $3;

-- brain/passages.ts addPassages
-- takes integer, text[], uuid
-- returns numbered integer
update "profiles" set "passages_numbered" = passages_numbered + $1, "text_languages" = 
  text_languages || array(
    select distinct added from unnest($2::text[]) as added where added <> all (text_languages)) where "user_id" = $3 returning "passages_numbered" as "numbered";

-- brain/passages.ts addPassages
-- takes uuid, integer, uuid, text, uuid
-- returns id uuid
with added as (
      insert into passages (id, user_id, source_id, number, position, page_url, headings, page, sheet, rows, text, language, words)
      select p.id, $1::uuid, p."sourceId", $2::int + p.place, p.position, p."pageUrl", p.headings, p.page, p.sheet, p.rows, p.text,
        p.language, array_to_tsvector(array(
    select left(($3::uuid)::text, 8) || found.word from (
    with stems as (
      select distinct left(translate("lexeme", 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word
      from unnest(tsvector_to_array(to_tsvector((p.configuration)::regconfig, concat_ws(' ', array_to_string(p.headings, ' '), p.sheet, p.text)))) as lexeme
    )
    select word from stems where word <> ''
    union
    select parts.word from stems, lateral (
  select distinct '~' || substr("stems"."word", place, size) as word
  from (select case when "stems"."word" ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length("stems"."word") - size + 1) as place
  where length("stems"."word") > size) as parts
    where p.configuration = 'simple') as found))
      from rows from (jsonb_to_recordset($4::text::jsonb) as (
        id uuid, "sourceId" uuid, position int, "pageUrl" text, headings text[], page int, sheet text, rows int[], text text,
        language text, configuration text)) with ordinality as p (id, "sourceId", position, "pageUrl", headings, page, sheet, rows, text,
        language, configuration, place)
      on conflict (user_id, id) do nothing
      returning id, words
    ), 
  counted as (
    insert into word_counts (user_id, word, "passages")
    select $5::uuid, word, texts from (
  select substr(word, 9) as word, count(*)::int as texts from added as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    on conflict (user_id, word) do update set "passages" = word_counts."passages" + excluded."passages"
  )
    select id from added;

-- brain/passages.ts removePassages
-- takes uuid, uuid, text, text, uuid
-- returns count integer
with removed as (
      delete from passages
      where user_id = $1::uuid and source_id = $2 and ($3::text is null or page_url = $4)
      returning words
    ), 
  uncounted as (
    update word_counts set "passages" = greatest("passages" - counts.texts, 0)
    from (
  select substr(word, 9) as word, count(*)::int as texts from removed as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    where word_counts.user_id = $5::uuid and word_counts.word = counts.word
  )
    select count(*)::int as count from removed;

-- brain/remove-source.ts hideUnsentFiles
-- takes timestamp with time zone, text, timestamp with time zone
-- returns nothing
update "sources" set "deleted_at" = $1 where "scope" = $2 and "added_at" <= $3 and "deleted_at" is null and not exists (
        select from conversations c where c.user_id = sources.user_id and c.id = sources.conversation_id);

-- brain/remove-source.ts listOwnersOfRemoved
-- takes timestamp with time zone, bigint
-- returns userId uuid
select distinct "user_id" as "userId" from "sources" where "deleted_at" <= $1 limit $2;

-- brain/remove-source.ts purgeSources
-- takes uuid, timestamp with time zone
-- returns id uuid
select "id" from "sources" where "user_id" = $1 and "deleted_at" <= $2;

-- brain/remove-source.ts purgeSources
-- takes uuid, uuid
-- returns nothing
update facts set source = 'typed', source_id = null, passage_id = null
      where user_id = $1 and source_id = $2 and confirmed_at is not null;

-- brain/remove-source.ts purgeSources, brain/source-files.ts deleteSource
-- takes uuid, uuid
-- returns nothing
delete from "sources" where "user_id" = $1 and "id" = $2;

-- brain/remove-source.ts removeSource
-- takes timestamp with time zone, uuid[], uuid, uuid
-- returns id uuid
update "sources" set "deleted_at" = $1, "forgotten_facts" = $2 where "user_id" = $3 and "id" = $4 and "deleted_at" is null returning "id";

-- brain/remove-source.ts removeSource
-- takes uuid, uuid
-- returns id uuid
update facts set state = 'forgotten', conflict_id = null, superseded_by = null
    where user_id = $1 and source_id = $2 and confirmed_at is null
      and state in ('suggested', 'confirmed', 'conflict')
    returning id;

-- brain/remove-source.ts restoreSource
-- takes timestamp with time zone, uuid[], uuid, uuid
-- returns nothing
update "sources" set "deleted_at" = $1, "forgotten_facts" = $2 where "user_id" = $3 and "id" = $4;

-- brain/remove-source.ts restoreSource
-- takes uuid, uuid
-- returns kind text, state text, factIds uuid[]
select "kind", "state", "forgotten_facts" as "factIds" from "sources" where "user_id" = $1 and "id" = $2 and "deleted_at" is not null;

-- brain/remove-source.ts restoreSource
-- takes uuid, uuid, uuid[], uuid
-- returns id uuid, number integer, subject text, statement text
update facts set state = 'suggested'
    where user_id = $1 and source_id = $2 and id = any($3::uuid[]) and state = 'forgotten'
      and not exists (select from facts live where live.user_id = $4 and live.kind = facts.kind
        and live.state in ('suggested', 'confirmed', 'conflict') and lower(live.statement) = lower(facts.statement))
    returning id, number, subject, statement;

-- brain/resolution-context.ts readResolutionContext
-- takes uuid, text[], text[], integer[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bigint, uuid, uuid, uuid, uuid, uuid, uuid
-- returns numbered integer, live integer, known json, related json, siblings json
with new_texts as materialized (
      select (place - 1)::int as place, content, number,
        tsvector_to_array(array_to_tsvector(array(
    select left(($1::uuid)::text, 8) || found.word from (
    with stems as (
      select distinct left(translate("lexeme", 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word
      from unnest(tsvector_to_array(to_tsvector((configuration)::regconfig, content))) as lexeme
    )
    select word from stems where word <> ''
    union
    select parts.word from stems, lateral (
  select distinct '~' || substr("stems"."word", place, size) as word
  from (select case when "stems"."word" ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length("stems"."word") - size + 1) as place
  where length("stems"."word") > size) as parts
    where configuration = 'simple') as found))) as words
      from unnest($2::text[], $3::text[], $4::int[])
        with ordinality as given (content, configuration, number, place)
    ),
    related as materialized (
      select new_texts.place, closest.fact_id, closest.rank
      from new_texts cross join lateral (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $5::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left(new_texts.content, 2000)))) as token, false as is_before
          
        ) said group by token
      ) tokens
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight, bool_or(is_whole) as is_whole from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, t.weight, true as is_whole
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, t.weight * 0.8 / count(*) over (partition by t.place), false
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, bool_or(is_whole) as is_whole, bool_and(is_related) as is_related, facts, passages from (
        select f.place, w.word, f.weight, f.is_whole, false as is_related, w.facts, w.passages
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $6::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $7::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $8::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $9::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ), 
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($10::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $11::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "facts_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not is_related and not exists (select from "facts_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "facts_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "facts_queries"
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $12::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $13::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $14::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by is_related, weight * rarity desc limit 40
    ),
    "facts_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 10::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    live_facts as materialized (
      select id, learned_at, ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as is_suggestion from facts
      where user_id = $15::uuid and facts.id = any (array(select id from facts_scored)) and state in ('suggested', 'confirmed', 'conflict')
    )
    select id as fact_id, row_number() over (order by is_suggestion, score desc, learned_at desc)::int as rank from (
      select s.id, s.score, f.learned_at, f.is_suggestion,
        row_number() over (partition by f.is_suggestion order by s.score desc, f.learned_at desc) as place
      from facts_scored s join live_facts f on f.id = s.id
    ) placed where place <= $16) as closest
      union all
      select new_texts.place, facts.id, 1000000 from new_texts join facts on facts.user_id = $17::uuid and facts.number = new_texts.number
      where facts.state in ('suggested', 'confirmed', 'conflict')
    ),
    conflicts as materialized (
      select conflict_id from facts
      where user_id = $18::uuid and facts.id = any (array(select fact_id from related)) and conflict_id is not null
    ),
    known as materialized (
      select fact_id as id from related
      union
      select id from facts where user_id = $19::uuid and conflict_id = any (array(select conflict_id from conflicts))
    )
    select facts_numbered as numbered,
      (select count(*)::int from facts where user_id = $20::uuid and state in ('suggested', 'confirmed', 'conflict')) as live,
      (select coalesce(json_agg(agg), '[]') from (select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."conflict_id" as "conflictId", "facts"."confirmed_at" as "confirmedAt", "facts"."message_id" as "messageId", "facts"."source_id" as "sourceId", "facts"."passage_id" as "passageId", "facts"."split_from" as "splitFrom", "facts"."former_subject" as "formerSubject", "facts"."language" from "facts" where "facts"."user_id" = $21 and facts.id = any (array(select id from known))) as agg) as known,
      (select coalesce(json_agg(agg), '[]') from (select place as text, fact_id as "factId" from related order by place, rank) as agg) as related,
      (select coalesce(json_agg(agg), '[]') from (
        select later.place as text, earlier.place as before
        from new_texts later join new_texts earlier on earlier.place < later.place and earlier.words && later.words) as agg) as siblings
    from profiles where user_id = $22::uuid;

-- brain/source-facts.ts countFactsOfSource
-- takes uuid, uuid, text
-- returns count integer
select count(*)::int as "count" from "facts" where "user_id" = $1 and "source_id" = $2 and "state" in ($3);

-- brain/source-facts.ts detachFacts
-- takes uuid, uuid, uuid
-- returns nothing
update facts set passage_id = null
    where user_id = $1 and source_id = $2 and passage_id is not null
      and state in ('suggested', 'confirmed', 'conflict') and not exists (
      select from passages p where p.user_id = $3 and p.id = facts.passage_id);

-- brain/source-facts.ts eraseFactsOfSource
-- takes uuid, uuid, uuid
-- returns ?column? integer
with erased as (delete from facts where user_id = $1::uuid and source_id = $2 returning words),
      
  uncounted as (
    update word_counts set "facts" = greatest("facts" - counts.texts, 0)
    from (
  select substr(word, 9) as word, count(*)::int as texts from erased as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    where word_counts.user_id = $3::uuid and word_counts.word = counts.word
  )
    select 1;

-- brain/source-facts.ts finishPassages
-- takes text, uuid, uuid, text
-- returns id uuid
update "passages" set "learning" = $1 where "user_id" = $2 and "source_id" = $3 and "learning" = $4 returning "id";

-- brain/source-facts.ts finishPassages
-- takes text, uuid, uuid, text, uuid
-- returns id uuid
update "passages" set "learning" = $1 where "user_id" = $2 and "source_id" = $3 and "learning" = $4 and "id" in ($5) returning "id";

-- brain/source-facts.ts forgetFactsOfPassages
-- takes uuid, uuid[]
-- returns nothing
update facts set passage_id = null, state = 'forgotten', conflict_id = null
    where user_id = $1 and source_id is not null and passage_id = any($2::uuid[])
      and confirmed_at is null and state in ('suggested', 'confirmed', 'conflict');

-- brain/source-facts.ts forgetReadings
-- takes uuid, uuid, uuid, uuid
-- returns nothing
update passages p set learning = 'skipped' from passages gone
    where gone.user_id = $1 and gone.source_id = $2 and p.user_id = $3
      and md5(p.text) = md5(gone.text) and p.source_id <> gone.source_id and p.learning = 'done'
      and not exists (select from facts f where f.user_id = $4 and f.source_id = p.source_id and f.passage_id = p.id);

-- brain/source-facts.ts listDuePassages
-- takes uuid, uuid, text, bigint
-- returns id uuid, headings text[], rows integer[], text text
select "id", "headings", "rows", "text" from "passages" where "user_id" = $1 and "source_id" = $2 and "learning" = $3 order by "position" limit $4;

-- brain/source-facts.ts listQuotes
-- takes uuid, uuid, text
-- returns id uuid, quote text
select "id", "quote" from "facts" where "user_id" = $1 and "source_id" = $2 and "state" in ($3);

-- brain/source-facts.ts listReadBefore
-- takes uuid, uuid, uuid, uuid, uuid[]
-- returns passageId uuid, facts jsonb
select p.id as "passageId", coalesce((
      select jsonb_agg(jsonb_build_object('kind', f.kind, 'subject', f.subject, 'attribute', f.attribute, 'value', f.value,
        'quantity', f.quantity, 'unit', f.unit, 'statement', f.statement, 'quote', f.quote, 'question', f.question,
        'validFrom', f.valid_from, 'validUntil', f.valid_until, 'prompt', f.prompt) order by f.number)
      from facts f
      where f.user_id = $1 and f.source_id = same.source_id and f.passage_id = same.id
        and (f.state in ('suggested', 'confirmed', 'conflict') or f.id = any(same.forgotten_facts))), '[]') as facts
    from passages p cross join lateral (
      select other.id, other.source_id, s.forgotten_facts
      from passages other join sources s on s.user_id = $2 and s.id = other.source_id
      where other.user_id = $3 and md5(other.text) = md5(p.text) and other.text = p.text
        and other.headings = p.headings and other.learning = 'done' and other.id <> p.id
      order by s.deleted_at desc nulls first limit 1) same
    where p.user_id = $4 and p.id = any($5::uuid[]);

-- brain/source-facts.ts listRejected
-- takes uuid, uuid, text
-- returns statement text
select lower(statement) as "statement" from "facts" where "user_id" = $1 and "source_id" = $2 and "passage_id" is not null and "state" in ($3);

-- brain/source-facts.ts postponePassages
-- takes text, uuid, uuid
-- returns nothing
update "passages" set "learning" = $1 where "user_id" = $2 and "id" in ($3);

-- brain/source-facts.ts reopenCopies
-- takes uuid, uuid, uuid[], uuid, uuid
-- returns nothing
update passages p set learning = 'due'
    from facts f
      join passages gone on gone.user_id = $1 and gone.source_id = f.source_id and gone.id = f.passage_id,
      sources s
    where f.user_id = $2 and f.id = any($3::uuid[])
      and p.user_id = $4 and p.source_id <> gone.source_id and p.learning = 'done'
      and md5(p.text) = md5(gone.text) and p.text = gone.text and p.headings = gone.headings
      and s.user_id = $5 and s.id = p.source_id and s.deleted_at is null;

-- brain/source-facts.ts resumeSources
-- takes uuid, timestamp with time zone, uuid, uuid
-- returns nothing
insert into scheduled_jobs (queue, key, payload, due_at) select 'learning', sources.id || ' ' || due.id, jsonb_build_object('userId', $1::uuid, 'sourceId', sources.id, 'from', due.id), $2::timestamptz from sources cross join lateral (
        select id from passages
        where passages.user_id = $3 and passages.source_id = sources.id and passages.learning = 'due'
        order by position limit 1) due
      where sources.user_id = $4 and sources.deleted_at is null
        and sources.read_at is not null and sources.state <> 'failed' on conflict do nothing;

-- brain/source-facts.ts settleGoneFacts
-- takes timestamp with time zone, uuid, uuid[]
-- returns nothing
update facts set state = case when state = 'conflict' then state else 'confirmed' end, confirmed_at = $1::timestamptz where user_id = $2 and id = any($3::uuid[])
      and state in ('suggested', 'confirmed', 'conflict');

-- brain/source-facts.ts settleGoneFacts
-- takes uuid, uuid[]
-- returns nothing
update facts set state = 'forgotten', conflict_id = null, passage_id = null where user_id = $1 and id = any($2::uuid[])
      and state in ('suggested', 'confirmed', 'conflict');

-- brain/source-files.ts addPiece
-- takes uuid, uuid, integer, bytea
-- returns nothing
insert into "source_file_pieces" ("user_id", "file_id", "position", "content") values ($1, $2, $3, $4);

-- brain/source-files.ts beginFile
-- takes uuid, uuid, uuid, timestamp with time zone
-- returns nothing
insert into "source_files" ("user_id", "id", "source_id", "started_at") values ($1, $2, $3, $4);

-- brain/source-files.ts deleteAbandonedFiles
-- takes timestamp with time zone
-- returns nothing
delete from "source_files" where "source_id" is null and "started_at" <= $1;

-- brain/source-files.ts deleteUnfinishedFile
-- takes uuid, uuid
-- returns nothing
delete from "source_files" where "user_id" = $1 and "id" = $2 and "source_id" is null;

-- brain/source-files.ts dropSourceFile
-- takes uuid, uuid
-- returns nothing
delete from "source_files" where "user_id" = $1 and "source_id" = $2;

-- brain/source-files.ts findFileNamed
-- takes uuid, text, text, text, text, bigint
-- returns id uuid
select "id" from "sources" where "user_id" = $1 and "kind" = $2 and "scope" = $3 and "state" = $4 and lower(name) = lower($5) and "deleted_at" is null order by "added_at" desc limit $6;

-- brain/source-files.ts findSameFile
-- takes uuid, text, text, text, text, uuid, bigint
-- returns id uuid
select "id" from "sources" where "user_id" = $1 and "content_digest" = $2 and "state" <> $3 and "deleted_at" is null and (scope = 'team' or scope = 'held' and $4 = 'team'
      or scope = 'chat' and $5 = 'chat' and conversation_id = $6::uuid) order by "scope" desc, "added_at" limit $7;

-- brain/source-files.ts findSourceFile
-- takes uuid, uuid, uuid, uuid
-- returns id uuid, name text, bytes integer, pieces integer
select "source_files"."id", "sources"."name", sum(octet_length(piece.content))::int as "bytes", count(*)::int as "pieces" from "sources" inner join "source_files" on "source_files"."user_id" = $1 and "source_files"."source_id" = "sources"."id" inner join "source_file_pieces" as "piece" on "piece"."user_id" = $2 and "piece"."file_id" = "source_files"."id" where "sources"."user_id" = $3 and "sources"."id" = $4 and "sources"."deleted_at" is null group by "source_files"."id", "sources"."name";

-- brain/source-files.ts finishFile
-- takes uuid, uuid, uuid
-- returns nothing
update "source_files" set "source_id" = $1 where "user_id" = $2 and "id" = $3;

-- brain/source-files.ts openToTeam
-- takes text, uuid, uuid, uuid, text
-- returns id uuid
update "sources" set "scope" = $1, "replaces_id" = $2 where "user_id" = $3 and "id" = $4 and "scope" <> $5 and "deleted_at" is null returning "id";

-- brain/source-files.ts readPieces
-- takes uuid, uuid, integer
-- returns content bytea
select "content" from "source_file_pieces" where "user_id" = $1 and "file_id" = $2 and "position" = $3;

-- brain/source-files.ts takeFile
-- takes uuid, uuid, uuid
-- returns nothing
update "source_files" set "source_id" = $1 where "user_id" = $2 and "source_id" = $3;

-- brain/source-files.ts takeFile
-- takes uuid, uuid, uuid, uuid
-- returns nothing
update sources set content_digest = taken.content_digest from sources taken
    where sources.user_id = $1 and sources.id = $2 and taken.user_id = $3 and taken.id = $4;

-- brain/source-pages.ts chooseSitePages
-- takes text[], uuid, uuid
-- returns nothing
update "source_sites" set "chosen" = $1 where "user_id" = $2 and "source_id" = $3;

-- brain/source-pages.ts findPagesInOtherSources
-- takes uuid, uuid, uuid, bigint, text[], uuid
-- returns key text, sourceId uuid
select "source_pages"."key", "source_pages"."source_id" as "sourceId" from "source_pages" inner join "sources" on "sources"."user_id" = $1 and "sources"."id" = "source_pages"."source_id" and "sources"."deleted_at" is null and "sources"."read_at" is not null inner join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $2::uuid and deleted_at is null) as "storage" on "storage"."id" = "sources"."id" where "source_pages"."user_id" = $3 and "storage"."storage_up_to" <= $4 and source_pages.key = any($5::text[]) and source_pages.source_id is distinct from $6::uuid;

-- brain/source-pages.ts findSitePages
-- takes uuid, uuid
-- returns count integer, addresses text[], chosen text[]
select "page_count" as "count", "addresses", "chosen" from "source_sites" where "user_id" = $1 and "source_id" = $2;

-- brain/source-pages.ts listDueRefreshes
-- takes timestamp with time zone, text, bigint
-- returns userId uuid, id uuid
select "user_id" as "userId", "id" from "sources" where "refresh_due_at" <= $1 and "state" in ($2) and "deleted_at" is null order by "refresh_due_at" limit $3;

-- brain/source-pages.ts listSourcePages
-- takes uuid, uuid
-- returns url text, title text, hash text, etag text, lastModified text, readAt timestamp with time zone, key text
select "url", "title", "hash", "etag", "last_modified" as "lastModified", "read_at" as "readAt", "key" from "source_pages" where "user_id" = $1 and "source_id" = $2 order by "number";

-- brain/source-pages.ts listWebsites
-- takes uuid, text
-- returns id uuid, kind text, url text
select "id", "kind", url as "url" from "sources" where "user_id" = $1 and "url" is not null and "state" <> $2 and "deleted_at" is null;

-- brain/source-pages.ts replaceSourcePages
-- takes text, text, text, text, text, uuid, uuid, integer, text, timestamp with time zone
-- returns nothing
insert into "source_pages" ("url", "title", "hash", "etag", "key", "user_id", "source_id", "number", "last_modified", "read_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- brain/source-pages.ts replaceSourcePages
-- takes uuid, uuid
-- returns nothing
delete from "source_pages" where "user_id" = $1 and "source_id" = $2;

-- brain/source-pages.ts saveSitePages
-- takes uuid, uuid, integer, text[], integer, text[]
-- returns nothing
insert into "source_sites" ("user_id", "source_id", "page_count", "addresses") values ($1, $2, $3, $4) on conflict ("user_id", "source_id") do update set "page_count" = $5, "addresses" = $6;

-- brain/source-passages.ts deletePassages
-- takes uuid, uuid[], uuid
-- returns ?column? integer
with removed as (
      delete from passages where user_id = $1::uuid and id = any($2::uuid[]) returning words
    ), 
  uncounted as (
    update word_counts set "passages" = greatest("passages" - counts.texts, 0)
    from (
  select substr(word, 9) as word, count(*)::int as texts from removed as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1) as counts
    where word_counts.user_id = $3::uuid and word_counts.word = counts.word
  )
    select 1;

-- brain/source-passages.ts findPassages
-- takes uuid, uuid, uuid
-- returns id uuid, number integer, sourceId uuid, sourceName text, kind text, url text, position integer, headings text[], page integer, sheet text, rows integer[], text text, readAt timestamp with time zone
select "passages"."id", "passages"."number", "passages"."source_id" as "sourceId", "sources"."name" as "sourceName", "sources"."kind", coalesce(passages.page_url, sources.url) as "url", "passages"."position", "passages"."headings", "passages"."page", "passages"."sheet", "passages"."rows", "passages"."text", "sources"."read_at" as "readAt" from "passages" inner join "sources" on "sources"."user_id" = $1 and "sources"."id" = "passages"."source_id" and "sources"."deleted_at" is null where "passages"."user_id" = $2 and "passages"."id" in ($3);

-- brain/source-passages.ts hasEarlierPassages
-- takes uuid, uuid, text, bigint
-- returns id uuid
select "id" from "passages" where "user_id" = $1 and "source_id" = $2 and "learning" <> $3 limit $4;

-- brain/source-passages.ts limitLearning
-- takes text, uuid, uuid, text, integer
-- returns nothing
update "passages" set "learning" = $1 where "user_id" = $2 and "source_id" = $3 and "learning" = $4 and "position" >= $5;

-- brain/source-passages.ts listPassageContents
-- takes uuid, uuid
-- returns id uuid, position integer, pageUrl text, headings text[], page integer, sheet text, rows integer[], text text, language text
select "id", "position", "page_url" as "pageUrl", "headings", "page", "sheet", "rows", "text", "language" from "passages" where "user_id" = $1 and "source_id" = $2 order by "position";

-- brain/source-passages.ts listPassages
-- takes uuid, uuid, uuid, integer, bigint
-- returns id uuid, number integer, sourceId uuid, sourceName text, kind text, url text, position integer, headings text[], page integer, sheet text, rows integer[], text text, readAt timestamp with time zone
select "passages"."id", "passages"."number", "passages"."source_id" as "sourceId", "sources"."name" as "sourceName", "sources"."kind", coalesce(passages.page_url, sources.url) as "url", "passages"."position", "passages"."headings", "passages"."page", "passages"."sheet", "passages"."rows", "passages"."text", "sources"."read_at" as "readAt" from "passages" inner join "sources" on "sources"."user_id" = $1 and "sources"."id" = "passages"."source_id" and "sources"."deleted_at" is null where "passages"."user_id" = $2 and "passages"."source_id" = $3 and "passages"."position" >= $4 order by "passages"."position" limit $5;

-- brain/source-passages.ts measurePages
-- takes uuid, uuid, text[]
-- returns bytes integer
select coalesce(sum(octet_length(text)), 0)::int as "bytes" from "passages" where "user_id" = $1 and "source_id" = $2 and page_url = any($3::text[]);

-- brain/source-passages.ts movePassage
-- takes integer, text, integer, text, integer[], uuid, uuid
-- returns nothing
update "passages" set "position" = $1, "page_url" = $2, "page" = $3, "sheet" = $4, "rows" = $5 where "user_id" = $6 and "id" = $7;

-- brain/source-passages.ts startLearning
-- takes text, uuid, uuid, text, integer
-- returns nothing
update "passages" set "learning" = $1 where "user_id" = $2 and "source_id" = $3 and "learning" = $4 and "position" < $5;

-- brain/sources.ts addSource
-- takes uuid, text, text, text, bigint, text, uuid, text, timestamp with time zone, boolean, text, uuid, timestamp with time zone
-- returns id uuid
insert into "sources" ("id", "kind", "name", "url", "bytes", "scope", "user_id", "state", "used_from", "is_private", "content_digest", "replaces_id", "added_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict ("user_id", "id") do nothing returning "id";

-- brain/sources.ts addSource
-- takes uuid, text, text, text, text, bigint, uuid, text, timestamp with time zone, boolean, text, uuid, timestamp with time zone
-- returns id uuid
insert into "sources" ("id", "kind", "name", "url", "scope", "bytes", "user_id", "state", "used_from", "is_private", "content_digest", "replaces_id", "added_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict ("user_id", "id") do nothing returning "id";

-- brain/sources.ts changeSource
-- takes boolean, timestamp with time zone, uuid, uuid, text
-- returns id uuid
update "sources" set "is_refreshed" = $1, "refresh_due_at" = $2 where "user_id" = $3 and "id" = $4 and "state" in ($5) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes jsonb, uuid, uuid, text
-- returns id uuid
update "sources" set "left_out" = $1 where "user_id" = $2 and "id" = $3 and "state" in ($4) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, integer, bigint, text, text, text, integer, integer, timestamp with time zone, jsonb, uuid, uuid, text
-- returns id uuid
update "sources" set "unit" = $1, "units" = $2, "bytes" = $3, "state" = $4, "problem" = $5, "summary" = $6, "summarized" = $7, "units_done" = $8, "read_at" = $9, "left_out" = $10 where "user_id" = $11 and "id" = $12 and "state" in ($13) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, integer, text, bigint, text, integer, timestamp with time zone, uuid, uuid, uuid, text
-- returns id uuid
update "sources" set "problem" = $1, "units" = $2, "state" = $3, "bytes" = $4, "unit" = $5, "units_done" = $6, "refresh_due_at" = $7, "same_as" = $8 where "user_id" = $9 and "id" = $10 and "state" in ($11) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, integer, text, integer, timestamp with time zone, uuid, uuid, uuid, text
-- returns id uuid
update "sources" set "problem" = $1, "units" = $2, "state" = $3, "units_done" = $4, "refresh_due_at" = $5, "same_as" = $6 where "user_id" = $7 and "id" = $8 and "state" in ($9) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, text, integer, integer, timestamp with time zone, uuid, uuid, text
-- returns id uuid
update "sources" set "state" = $1, "unit" = $2, "units" = $3, "units_done" = $4, "read_at" = $5 where "user_id" = $6 and "id" = $7 and "state" in ($8) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, text, text, integer, integer, uuid, uuid, text
-- returns id uuid
update "sources" set "state" = $1, "problem" = $2, "step" = $3, "units" = $4, "units_done" = $5 where "user_id" = $6 and "id" = $7 and "state" in ($8) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, text, text, text, integer, bigint, text, text, text, integer, integer, timestamp with time zone, timestamp with time zone, jsonb, uuid, uuid, text
-- returns id uuid
update "sources" set "state" = $1, "problem" = $2, "step" = $3, "unit" = $4, "units" = $5, "bytes" = $6, "name" = $7, "prompt" = $8, "summary" = $9, "summarized" = $10, "units_done" = $11, "refresh_due_at" = $12, "read_at" = $13, "left_out" = $14 where "user_id" = $15 and "id" = $16 and "state" in ($17) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, text, timestamp with time zone, uuid, uuid, text
-- returns id uuid
update "sources" set "state" = $1, "problem" = $2, "refresh_due_at" = $3 where "user_id" = $4 and "id" = $5 and "state" in ($6) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, text, uuid, uuid, text
-- returns id uuid
update "sources" set "state" = $1, "problem" = $2 where "user_id" = $3 and "id" = $4 and "state" in ($5) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, uuid, uuid, text
-- returns id uuid
update "sources" set "problem" = $1 where "user_id" = $2 and "id" = $3 and "state" in ($4) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, uuid, uuid, text
-- returns id uuid
update "sources" set "state" = $1 where "user_id" = $2 and "id" = $3 and "state" in ($4) and "deleted_at" is null returning "id";

-- brain/sources.ts changeSource
-- takes text, uuid, uuid, text
-- returns id uuid
update "sources" set "step" = $1 where "user_id" = $2 and "id" = $3 and "state" in ($4) and "deleted_at" is null returning "id";

-- brain/sources.ts findSource
-- takes uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, kind text, name text, url text, state text, problem text, step text, unit text, unitsDone integer, units integer, summarized integer, bytes bigint, storageUpTo bigint, isRefreshed boolean, scope text, conversationId uuid, replacesId uuid, isPrivate boolean, addedAt timestamp with time zone, readAt timestamp with time zone, leftOut jsonb, sameAs uuid, sitePages integer, hasChosenPages boolean, factCount integer, isLearning boolean, dueAt timestamp with time zone
select "sources"."id", "sources"."kind", "sources"."name", "sources"."url", "sources"."state", "sources"."problem", "sources"."step", "sources"."unit", "sources"."units_done" as "unitsDone", "sources"."units", "sources"."summarized", "sources"."bytes", "storage"."storage_up_to" as "storageUpTo", "sources"."is_refreshed" as "isRefreshed", "sources"."scope", "sources"."conversation_id" as "conversationId", "sources"."replaces_id" as "replacesId", sources.scope = 'chat' and (sources.is_private or exists (
  select from conversations c where c.user_id = $1 and c.id = sources.conversation_id and c.is_private)) as "isPrivate", "sources"."added_at" as "addedAt", "sources"."read_at" as "readAt", sources.left_out as "leftOut", (select other.id from sources other
        where other.user_id = $2 and other.id = sources.same_as and other.deleted_at is null) as "sameAs", "site"."page_count" as "sitePages", site.chosen is not null as "hasChosenPages", (select count(*)::int from facts
        where facts.user_id = $3 and facts.source_id = sources.id and facts.state in ('suggested', 'confirmed', 'conflict')) as "factCount", exists(select 1 from passages
        where passages.user_id = $4 and passages.source_id = sources.id and passages.learning = 'due') as "isLearning", (select max(job.due_at) from scheduled_jobs job
        where job.payload ->> 'userId' = $5::text and (
          job.queue in ('file-reading', 'website-reading') and job.key = sources.id::text and sources.state = 'waiting'
          or job.queue = 'learning' and sources.state = 'ready' and job.key = sources.id || ' ' || (
            select id from passages
            where passages.user_id = $6 and passages.source_id = sources.id and passages.learning = 'due'
            order by position limit 1))) as "dueAt" from "sources" inner join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $7::uuid and deleted_at is null) as "storage" on "storage"."id" = "sources"."id" left join "source_sites" as "site" on "site"."user_id" = $8 and "site"."source_id" = "sources"."id" where "sources"."user_id" = $9 and "sources"."id" = $10;

-- brain/sources.ts listSources
-- takes uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid
-- returns id uuid, kind text, name text, url text, state text, problem text, step text, unit text, unitsDone integer, units integer, summarized integer, bytes bigint, storageUpTo bigint, isRefreshed boolean, scope text, conversationId uuid, replacesId uuid, isPrivate boolean, addedAt timestamp with time zone, readAt timestamp with time zone, leftOut jsonb, sameAs uuid, sitePages integer, hasChosenPages boolean, factCount integer, isLearning boolean, dueAt timestamp with time zone
select "sources"."id", "sources"."kind", "sources"."name", "sources"."url", "sources"."state", "sources"."problem", "sources"."step", "sources"."unit", "sources"."units_done" as "unitsDone", "sources"."units", "sources"."summarized", "sources"."bytes", "storage"."storage_up_to" as "storageUpTo", "sources"."is_refreshed" as "isRefreshed", "sources"."scope", "sources"."conversation_id" as "conversationId", "sources"."replaces_id" as "replacesId", sources.scope = 'chat' and (sources.is_private or exists (
  select from conversations c where c.user_id = $1 and c.id = sources.conversation_id and c.is_private)) as "isPrivate", "sources"."added_at" as "addedAt", "sources"."read_at" as "readAt", sources.left_out as "leftOut", (select other.id from sources other
        where other.user_id = $2 and other.id = sources.same_as and other.deleted_at is null) as "sameAs", "site"."page_count" as "sitePages", site.chosen is not null as "hasChosenPages", (select count(*)::int from facts
        where facts.user_id = $3 and facts.source_id = sources.id and facts.state in ('suggested', 'confirmed', 'conflict')) as "factCount", exists(select 1 from passages
        where passages.user_id = $4 and passages.source_id = sources.id and passages.learning = 'due') as "isLearning", (select max(job.due_at) from scheduled_jobs job
        where job.payload ->> 'userId' = $5::text and (
          job.queue in ('file-reading', 'website-reading') and job.key = sources.id::text and sources.state = 'waiting'
          or job.queue = 'learning' and sources.state = 'ready' and job.key = sources.id || ' ' || (
            select id from passages
            where passages.user_id = $6 and passages.source_id = sources.id and passages.learning = 'due'
            order by position limit 1))) as "dueAt" from "sources" inner join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $7::uuid and deleted_at is null) as "storage" on "storage"."id" = "sources"."id" left join "source_sites" as "site" on "site"."user_id" = $8 and "site"."source_id" = "sources"."id" where "sources"."user_id" = $9 order by "sources"."added_at" desc, "sources"."id";

-- brain/sources.ts measureSources
-- takes uuid
-- returns count integer, bytes bigint, removedBytes bigint
select (count(*) filter (where deleted_at is null))::int as "count", coalesce(sum(bytes) filter (where deleted_at is null), 0)::bigint as "bytes", coalesce(sum(bytes) filter (where deleted_at is not null), 0)::bigint as "removedBytes" from "sources" where "user_id" = $1;

-- brain/sources.ts useSourceFirst
-- takes uuid, uuid, uuid
-- returns id uuid
update "sources" set "used_from" = (select min(used_from) - interval '1 millisecond' from sources where user_id = $1) where "user_id" = $2 and "id" = $3 and "deleted_at" is null returning "id";

-- brain/successors.ts listSuccessors
-- takes uuid, uuid[], uuid, uuid
-- returns id uuid, successor uuid, isPinned boolean
with recursive chain (id, successor, depth) as (
      select id, superseded_by, 1 from facts
      where user_id = $1 and id = any($2::uuid[]) and superseded_by is not null
      union
      select chain.id, facts.superseded_by, chain.depth + 1 from facts join chain on facts.id = chain.successor
      where facts.user_id = $3 and facts.superseded_by is not null and chain.depth < 1000
    ),
    ends as (select distinct on (id) id, successor from chain order by id, depth desc)
    select ends.id, ends.successor, facts.is_pinned as "isPinned"
    from ends join facts on facts.user_id = $4 and facts.id = ends.successor
    where facts.state in ('suggested', 'confirmed', 'conflict');

-- brain/successors.ts listSupersededBy
-- takes uuid, uuid
-- returns id uuid
select "id" from "facts" where "user_id" = $1 and "superseded_by" = $2;

-- brain/taught-facts.ts listFactsOfConversation
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."conversation_id" = $10 and "facts"."message_id" is not null order by "facts"."number" desc limit $11;

-- brain/taught-facts.ts listFactsSaidIn
-- takes uuid, uuid, uuid, uuid, uuid[], uuid, bigint
-- returns id uuid, state text, hasHistory boolean
select facts.id, facts.state, (
        facts.superseded_by is not null
        or exists (select from facts old where old.user_id = $1 and old.superseded_by = facts.id)
        or facts.id in (select named.renamed_by from facts named where named.user_id = $2 and named.renamed_by is not null)
      ) as "hasHistory"
    from facts join messages on messages.user_id = $3 and messages.id = facts.message_id
    where facts.user_id = $4 and facts.conversation_id = messages.conversation_id
      and messages.id = any($5::uuid[]) and facts.source = 'message'
      and facts.state in ('suggested', 'confirmed', 'conflict', 'superseded')
      and (facts.confirmed_at is null or facts.confirmed_at <= facts.learned_at)
      and (not facts.is_pinned or exists (
        select from facts old where old.user_id = $6 and old.superseded_by = facts.id and old.is_pinned))
    order by facts.number desc limit $7;

-- brain/taught-facts.ts listFactsWithdrawnBy
-- takes uuid, uuid, uuid[], uuid[], bigint
-- returns id uuid
select facts.id
    from facts join messages on messages.user_id = $1 and messages.id = facts.withdrawn_message_id
    where facts.user_id = $2 and facts.withdrawn_conversation_id = messages.conversation_id
      and messages.id = any($3::uuid[]) and facts.state = 'forgotten'
      and (facts.message_id is null or facts.message_id <> all($4::uuid[]))
    order by facts.number desc limit $5;

-- brain/taught-facts.ts listFactsWithdrawnIn
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bigint
-- returns id uuid, number integer, kind text, subject text, attribute text, value text, quantity text, unit text, statement text, state text, source text, quote text, question text, assistantId text, conversationId uuid, messageId uuid, sourceId uuid, sourceName text, passageId uuid, place json, learnedAt timestamp with time zone, validFrom text, validUntil text, isPinned boolean, isShareable boolean, hasOwnAttribute boolean, hasOwnDays boolean, conflictId uuid, isSuggestion boolean, isSaid boolean, isDisputed boolean, supersededBy uuid, history json, formerName json, withdrawnBy uuid, isDoubtful boolean
select "facts"."id", "facts"."number", "facts"."kind", "facts"."subject", "facts"."attribute", "facts"."value", facts.quantity::text as "quantity", "facts"."unit", "facts"."statement", "facts"."state", "facts"."source", "facts"."quote", "facts"."question", "facts"."assistant_type" as "assistantId", "conversations"."id" as "conversationId", "facts"."message_id" as "messageId", "sources"."id" as "sourceId", coalesce(sources.name, automations.name) as "sourceName", "passages"."id" as "passageId", case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end as "place", "facts"."learned_at" as "learnedAt", "facts"."valid_from" as "validFrom", "facts"."valid_until" as "validUntil", "facts"."is_pinned" as "isPinned", "facts"."is_shareable" as "isShareable", "facts"."has_own_attribute" as "hasOwnAttribute", "facts"."has_own_days" as "hasOwnDays", "facts"."conflict_id" as "conflictId", ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) as "isSuggestion", facts.source = 'message' and facts.confirmed_at is null as "isSaid", ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $1 and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as "isDisputed", "facts"."superseded_by" as "supersededBy", (
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, case when "facts"."valid_from" > to_char("facts"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "facts"."valid_from"
    else to_json("facts"."learned_at") #>> '{}' end, 1 from facts old
    where old.user_id = $2 and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, case when "old"."valid_from" > to_char("old"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "old"."valid_from"
    else to_json("old"."learned_at") #>> '{}' end, older.began_at, older.depth + 1
    from older join facts old on old.user_id = $3 and old.superseded_by = older.id
    where older.depth < 5
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit 5) newest) as "history", 
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select case when "naming"."valid_from" > to_char("naming"."learned_at" at time zone 'UTC', 'YYYY-MM-DD') then "naming"."valid_from"
    else to_json("naming"."learned_at") #>> '{}' end from facts naming where naming.user_id = $4 and naming.id = facts.renamed_by)) end as "formerName", "facts"."withdrawn_message_id" as "withdrawnBy", "facts"."is_doubtful" as "isDoubtful" from "facts" left join "conversations" on "conversations"."user_id" = $5 and "conversations"."id" = "facts"."conversation_id" and "conversations"."deleted_at" is null left join "sources" on "sources"."user_id" = $6 and "sources"."id" = "facts"."source_id" and "sources"."deleted_at" is null left join "automations" on "automations"."user_id" = $7 and "automations"."id" = "facts"."automation_id" and "automations"."deleted_at" is null left join "passages" on "passages"."user_id" = $8 and "passages"."id" = "facts"."passage_id" and "passages"."source_id" = "sources"."id" where "facts"."user_id" = $9 and "facts"."withdrawn_conversation_id" = $10 order by "facts"."number" desc limit $11;

-- brain/taught-facts.ts listReplacedVersions
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, boolean, uuid, uuid
-- returns id uuid, editedAt timestamp with time zone, hasPreferences boolean
with recursive 
    left_behind as (
      select other.question_id, other.answer_id, true as is_version
      from turns shown join turns other on other.user_id = $1 and other.follows = shown.follows and other.id <> shown.id
      where shown.user_id = $2 and shown.question_id = $3
      union all
      select later.question_id, later.answer_id, false
      from left_behind cross join lateral (
        select turns.question_id, turns.answer_id from turns
        where turns.user_id = $4 and turns.follows = left_behind.answer_id offset 0
      ) later
    )
    select messages.id, said.created_at as "editedAt", preferences.changed as "hasPreferences"
    from left_behind
      join messages said on said.user_id = $5 and said.id = $6
      join messages on messages.user_id = $7 and messages.id = left_behind.question_id and messages.is_replaced
        and messages.created_at < said.created_at
      cross join lateral (
        select exists (
          select from answer_preferences p
          where p.user_id = $8 and (p.change_id = messages.id or p.ended_by = messages.id)) as changed
      ) preferences
    where case when left_behind.is_version then $9 or messages.content <> said.content
      else exists (
          select from facts f
          where f.user_id = $10 and f.conversation_id = messages.conversation_id and f.message_id = messages.id)
        or exists (
          select from facts f
          where f.user_id = $11 and f.withdrawn_conversation_id = messages.conversation_id
            and f.withdrawn_message_id = messages.id)
        or preferences.changed end
    order by messages.created_at desc;

-- brain/taught-facts.ts listTaught
-- takes uuid, uuid, text, bigint
-- returns id uuid
select "id" from "facts" where "user_id" = $1 and "conversation_id" = $2 and "message_id" is not null and "state" in ($3) order by "number" desc limit $4;

-- brain/taught-facts.ts markWithdrawn
-- takes uuid, uuid, uuid, uuid[]
-- returns nothing
update facts set withdrawn_conversation_id = turns.conversation_id, withdrawn_message_id = turns.question_id
    from turns
    where turns.user_id = $1 and turns.question_id = $2 and facts.user_id = $3
      and facts.id = any($4::uuid[]) and facts.state = 'forgotten';

-- brain/text-words.ts forgetUnusedWords
-- takes uuid, integer, integer
-- returns nothing
delete from "word_counts" where "user_id" = $1 and "facts" = $2 and "passages" = $3;

-- brain/vectors.ts copyVectors
-- takes uuid, text, uuid, text, uuid, uuid, uuid[]
-- returns passage_id uuid
insert into passage_vectors (user_id, passage_id, model, signs, numbers)
    select $1::uuid, p.id, $2, same.signs, same.numbers
    from passages p cross join lateral (
      select v.signs, v.numbers
      from passages other join passage_vectors v
        on v.user_id = $3 and v.passage_id = other.id and v.model = $4
      where other.user_id = $5 and md5(other.text) = md5(p.text) and other.text = p.text
        and other.headings = p.headings and other.sheet is not distinct from p.sheet and other.id <> p.id
      limit 1) same
    where p.user_id = $6 and p.id = any($7::uuid[])
    on conflict (user_id, passage_id) do update
      set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers
    returning passage_id;

-- brain/vectors.ts countVectors
-- takes uuid, text, uuid, text
-- returns count integer
select ((select count(*) from fact_vectors where user_id = $1 and model = $2)
      + (select count(*) from passage_vectors where user_id = $3 and model = $4))::int as count;

-- brain/vectors.ts listWithoutVector
-- takes uuid, text, uuid, bigint, uuid, uuid, text, uuid, bigint, bigint
-- returns kind text, id uuid, text text
(select 'fact' as kind, f.id, f.statement as text
    from facts f left join fact_vectors v on v.user_id = $1 and v.fact_id = f.id and v.model = $2
    where f.user_id = $3 and f.state in ('suggested', 'confirmed', 'conflict') and v.fact_id is null limit $4)
    union all
    (select 'passage', p.id, concat_ws(E'
', nullif(array_to_string(p.headings, ' › '), ''), p.sheet, p.text)
    from passages p
      join sources s on s.user_id = $5 and s.id = p.source_id and s.deleted_at is null
      left join passage_vectors v on v.user_id = $6 and v.passage_id = p.id and v.model = $7
    where p.user_id = $8 and v.passage_id is null limit $9)
    limit $10;

-- brain/vectors.ts markEmbedded
-- takes text, uuid
-- returns nothing
update "profiles" set "embedded_with" = $1 where "user_id" = $2;

-- brain/vectors.ts saveVectors
-- takes uuid, text, text, uuid
-- returns nothing
insert into "fact_vectors" (user_id, "fact_id", model, signs, numbers)
      select $1::uuid, r.id, $2, r.signs, decode(r.numbers, 'hex')
      from jsonb_to_recordset($3::text::jsonb) as r (id uuid, signs varbit, numbers text)
      where exists (select from "facts" t where t.user_id = $4 and t.id = r.id)
      on conflict (user_id, "fact_id") do update set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers;

-- brain/vectors.ts saveVectors
-- takes uuid, text, text, uuid
-- returns nothing
insert into "passage_vectors" (user_id, "passage_id", model, signs, numbers)
      select $1::uuid, r.id, $2, r.signs, decode(r.numbers, 'hex')
      from jsonb_to_recordset($3::text::jsonb) as r (id uuid, signs varbit, numbers text)
      where exists (select from "passages" t where t.user_id = $4 and t.id = r.id)
      on conflict (user_id, "passage_id") do update set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers;
