-- chat/conversations.ts changeTitle
-- takes text, uuid, uuid, text
-- returns notified void
update "conversations" set "title" = $1 where "user_id" = $2 and "id" = $3 and "title" = $4 returning pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/conversations.ts findPrivacy
-- takes uuid, uuid
-- returns isPrivate boolean
select "is_private" as "isPrivate" from "conversations" where "user_id" = $1 and id = $2::uuid and "deleted_at" is null;

-- chat/conversations.ts hasConversation
-- takes uuid, uuid
-- returns id uuid
select "id" from "conversations" where "user_id" = $1 and "id" = $2 and "deleted_at" is null;

-- chat/conversations.ts listConversations
-- takes uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, bigint
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, isStreaming boolean, hasNewAnswer boolean
select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", exists (select 1 as "one" from "turns" where "turns"."user_id" = $1 and "turns"."conversation_id" = "conversations"."id" and "turns"."status" = 'streaming') as "isStreaming", exists (
  select from turns where turns.user_id = $2 and turns.conversation_id = conversations.id and turns.is_unread) as "hasNewAnswer" from "conversations" where "user_id" = $3 and "assistant_type" = $4 and "deleted_at" is null and ($5::uuid is null or (updated_at, id) < ($6::timestamptz, $7::uuid)) order by "updated_at" desc, "id" desc limit $8;

-- chat/conversations.ts listRecentConversations
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, isStreaming boolean, lastAnswer json, hasNewAnswer boolean
select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", exists (
        select from turns
        where turns.user_id = $1 and turns.conversation_id = conversations.id and turns.status = 'streaming'
      ) as "isStreaming", (
        select json_build_object('beginning', left(m.content, 600), 'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "m"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $2 and s.conversation_id = "m"."conversation_id" and s.created_at <= "m"."created_at"
        and (s.role = 'user' or s.id = "m"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) from messages m
        where m.user_id = $3 and m.conversation_id = conversations.id and m.role = 'assistant'
          and m.content <> '' and not m.is_replaced
        order by m.created_at desc limit 1
      ) as "lastAnswer", exists (
  select from turns where turns.user_id = $4 and turns.conversation_id = conversations.id and turns.is_unread) as "hasNewAnswer" from "conversations" where "user_id" = $5 and "deleted_at" is null order by "updated_at" desc limit 12;

-- chat/conversations.ts purgeDeletedConversations
-- takes timestamp with time zone
-- returns nothing
delete from "conversations" where "deleted_at" < $1;

-- chat/conversations.ts renameConversation
-- takes text, uuid, uuid
-- returns id uuid, notified void
update "conversations" set "title" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/conversations.ts setConversationDeleted
-- takes timestamp with time zone, uuid, uuid, text, timestamp with time zone, uuid, uuid
-- returns id uuid, notified void
with "files" as (update "sources" set "deleted_at" = $1 where "user_id" = $2 and "conversation_id" = $3 and "scope" = $4 and deleted_at is null) update "conversations" set "deleted_at" = $5 where "user_id" = $6 and "id" = $7 and "deleted_at" is null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/conversations.ts setConversationDeleted
-- takes timestamp with time zone, uuid, uuid, text, uuid, uuid, timestamp with time zone, uuid, uuid
-- returns id uuid, notified void
with "files" as (update "sources" set "deleted_at" = $1 where "user_id" = $2 and "conversation_id" = $3 and "scope" = $4 and deleted_at = (select c.deleted_at from conversations c where c.user_id = $5 and c.id = $6)) update "conversations" set "deleted_at" = $7 where "user_id" = $8 and "id" = $9 and "deleted_at" is not null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/conversations.ts setConversationPrivate
-- takes boolean, uuid, uuid
-- returns id uuid, notified void
update "conversations" set "is_private" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/find-conversations.ts findConversations
-- takes uuid, tsquery, uuid, bigint, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, content text, said text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and (not messages.is_replaced and messages.words @@ (select $2::tsquery)) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $3 and "deleted_at" is null and ("hits"."id" is not null or false) order by "updated_at" desc, "conversations"."id" desc limit $4) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", "messages"."content", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $5 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $6 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/find-conversations.ts findConversations
-- takes uuid, tsquery, uuid, text, bigint, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, content text, said text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and (not messages.is_replaced and messages.words @@ (select $2::tsquery)) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $3 and "deleted_at" is null and ("hits"."id" is not null or normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize("title", NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) like $4) order by "updated_at" desc, "conversations"."id" desc limit $5) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", "messages"."content", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $6 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $7 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/find-conversations.ts findConversations
-- takes uuid, tsquery, uuid, text, timestamp with time zone, uuid, bigint, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, content text, said text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and (not messages.is_replaced and messages.words @@ (select $2::tsquery)) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $3 and "deleted_at" is null and ("hits"."id" is not null or normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize("title", NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) like $4) and (updated_at, conversations.id) < ($5::timestamptz, $6::uuid) order by "updated_at" desc, "conversations"."id" desc limit $7) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", "messages"."content", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $8 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $9 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/find-conversations.ts findHits
-- takes uuid, tsquery, bigint, uuid, uuid
-- returns ids uuid[]
select array(
      select hit.id from (
        select messages.id, messages.created_at from messages
        where messages.user_id = $1 and messages.conversation_id = c.id and (not messages.is_replaced and messages.words @@ (select $2::tsquery))
        order by messages.created_at desc limit $3
      ) hit order by hit.created_at
    ) as ids
    from conversations c where c.user_id = $4 and c.id = $5 and c.deleted_at is null;

-- chat/messages.ts findAnswer
-- takes uuid, uuid, uuid, uuid, text
-- returns content text, title text, assistantId text, said text
select "messages"."content", "conversations"."title", "conversations"."assistant_type" as "assistantId", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $1 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "messages" inner join "conversations" on "conversations"."user_id" = $2 and "conversations"."id" = "messages"."conversation_id" where "messages"."user_id" = $3 and "messages"."id" = $4 and "messages"."role" = $5 and "conversations"."deleted_at" is null;

-- chat/messages.ts findExportedConversation
-- takes uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, lastId uuid
select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", (select id from messages where user_id = $1 and conversation_id = conversations.id
        and not is_replaced order by created_at desc, id desc limit 1) as "lastId" from "conversations" where "user_id" = $2 and "id" = $3 and "deleted_at" is null;

-- chat/messages.ts findQuestion
-- takes uuid, uuid, uuid
-- returns content text
select "messages"."content" from "turns" inner join "messages" on "messages"."user_id" = "turns"."user_id" and "messages"."id" = "turns"."question_id" where "turns"."user_id" = $1 and "messages"."user_id" = $2 and "turns"."answer_id" = $3;

-- chat/messages.ts rateMessage
-- takes uuid, uuid
-- returns nothing
delete from "message_feedback" where "user_id" = $1 and "message_id" = $2;

-- chat/messages.ts rateMessage
-- takes uuid, uuid, text
-- returns id uuid
select "id" from "messages" where "user_id" = $1 and "id" = $2 and "role" = $3;

-- chat/messages.ts rateMessage
-- takes uuid, uuid, text, text, timestamp with time zone, text, text, timestamp with time zone
-- returns nothing
insert into "message_feedback" ("user_id", "message_id", "rating", "reason", "updated_at") values ($1, $2, $3, $4, $5) on conflict ("user_id", "message_id") do update set "rating" = $6, "reason" = $7, "updated_at" = $8;

-- chat/messages.ts readExportedMessages
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, boolean, uuid, uuid, bigint
-- returns id uuid, role text, content text, createdAt timestamp with time zone, memory json, versions json
select "id", "role", "content", "created_at" as "createdAt", (
  select json_agg(json_build_object('kind', done.action ->> 'kind', 'count', coalesce((done.action ->> 'count')::int, 0),
    'statements', coalesce((
      select json_agg(f.statement order by f.number) from facts f
      where f.user_id = $1 and f.state in ('superseded', 'forgotten')
        and f.id = any (array(select jsonb_array_elements_text(done.action -> 'factIds')::uuid))), '[]')) order by done.place)
  from turns t, jsonb_array_elements(t.memory -> 'actions') with ordinality as done (action, place)
  where t.user_id = $2 and t.answer_id = messages.id
    and (done.action ->> 'step' = 'forgotten' or done.action ->> 'kind' in ('forgotten', 'corrected') and exists (
      select 1 from facts f where f.user_id = $3 and f.state in ('superseded', 'forgotten')
        and f.id = any (array(select jsonb_array_elements_text(done.action -> 'factIds')::uuid))))) as "memory", (
        select (
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', 0) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $4 and a.id = v.answer_id
    where v.user_id = $5 and v.follows = t.follows) from turns t
        where t.user_id = $6 and t.choice > 1 and t.answer_id = case when messages.role = 'assistant' then messages.id
          else (select own.answer_id from turns own where own.user_id = $7 and own.question_id = messages.id) end) as "versions" from "messages" where "user_id" = $8 and "conversation_id" = $9 and "is_replaced" = $10 and (created_at, id) <= (select m.created_at, m.id from messages m where m.user_id = $11 and m.id = $12::uuid) order by "created_at", "id" limit $13;

-- chat/messages.ts readExportedMessages
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, boolean, uuid, uuid, timestamp with time zone, uuid, bigint
-- returns id uuid, role text, content text, createdAt timestamp with time zone, memory json, versions json
select "id", "role", "content", "created_at" as "createdAt", (
  select json_agg(json_build_object('kind', done.action ->> 'kind', 'count', coalesce((done.action ->> 'count')::int, 0),
    'statements', coalesce((
      select json_agg(f.statement order by f.number) from facts f
      where f.user_id = $1 and f.state in ('superseded', 'forgotten')
        and f.id = any (array(select jsonb_array_elements_text(done.action -> 'factIds')::uuid))), '[]')) order by done.place)
  from turns t, jsonb_array_elements(t.memory -> 'actions') with ordinality as done (action, place)
  where t.user_id = $2 and t.answer_id = messages.id
    and (done.action ->> 'step' = 'forgotten' or done.action ->> 'kind' in ('forgotten', 'corrected') and exists (
      select 1 from facts f where f.user_id = $3 and f.state in ('superseded', 'forgotten')
        and f.id = any (array(select jsonb_array_elements_text(done.action -> 'factIds')::uuid))))) as "memory", (
        select (
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', 0) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $4 and a.id = v.answer_id
    where v.user_id = $5 and v.follows = t.follows) from turns t
        where t.user_id = $6 and t.choice > 1 and t.answer_id = case when messages.role = 'assistant' then messages.id
          else (select own.answer_id from turns own where own.user_id = $7 and own.question_id = messages.id) end) as "versions" from "messages" where "user_id" = $8 and "conversation_id" = $9 and "is_replaced" = $10 and (created_at, id) <= (select m.created_at, m.id from messages m where m.user_id = $11 and m.id = $12::uuid) and (created_at, id) > ($13::timestamptz, $14::uuid) order by "created_at", "id" limit $15;

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text[], uuid[], uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, follows uuid, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, coalesce(c.last_answer_id, c.id) as follows, 1 as choice, 1 as attempt,
      greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at, (
  select p.id from messages p
  where p.user_id = $3 and p.conversation_id = c.id and not p.is_replaced and true
  order by p.created_at desc, p.id desc limit 1) as shown_before
    from conversations c where c.user_id = $4 and c.id = $5
  and c.assistant_type = $6 and c.deleted_at is null
    for update),
    person as (select micro_usd from model_spending where user_id = $7 and day = $8::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $9::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($10::bigint is null or coalesce((select micro_usd from person), 0) + $11::bigint <= $12::bigint) as person,
        ($13::bigint is null or coalesce((select micro_usd from everybody), 0) + $14::bigint <= $15::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $16::uuid, $17::text, 1::int from wanted where $18::int is null or 1::int <= $19::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $20::int is null or "usage_tracking"."messages_used" + 1::int <= $21::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $22::uuid, $23::uuid, 'messages', $24::text, 1::int, wanted.subject, 'reserved'::text, $25::timestamptz,
        case when 'reserved'::text <> 'reserved' then $26::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $27::uuid, case when used >= $28::int and $29::int < $30::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $31::text), $32::timestamptz, jsonb_build_object('used', used, 'limit', $33::int)
      from unit where used >= $34::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $35::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $36::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $37::bigint from unit where user_id = $38 and day = $39::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $40::bigint from unit where day = $41::text),
      conversation as (
  update conversations set updated_at = owned.asked_at, last_answer_id = $42::uuid, title = conversations.title from unit, owned
  where user_id = $43 and conversations.id = $44),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $45::uuid, $46::uuid, said.* from unit, owned, lateral (values
          ($47::uuid, 'user', $48::text, owned.asked_at,
            array_to_tsvector(array(select left(($49::uuid)::text, 8) || word from unnest($50::text[]) as word)), $51::uuid[], owned.is_private),
          ($52::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or exists (
  select from messages p where p.user_id = $53 and p.conversation_id = $54::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ), 
      bound as (
        update sources set conversation_id = $55::uuid,
          is_private = sources.is_private or owned.is_private
        from unit, owned
        where sources.user_id = $56 and sources.id = any ($57::uuid[]) and sources.scope = 'chat'
          and (sources.conversation_id is null or sources.conversation_id = $58::uuid)
      ),
      
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, follows, choice, repeats, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $59::uuid, $60::uuid, $61::uuid, $62::uuid, $63::uuid, $64::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $65::text, $66::bigint, owned.follows,
          owned.choice, $67::uuid, $68::uuid[], $69::uuid[], $70::uuid[], $71::text, case
            when owned.choice = 1 and (owned.is_private or not (select learns_from_chats from profiles where user_id = $72)) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select shown_before from owned) as follows,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes uuid, text, timestamp with time zone, text, boolean, uuid, timestamp with time zone, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, text, uuid, uuid, uuid, uuid, text, uuid, text[], uuid[], uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, follows uuid, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (select $1::uuid as id, $2::text as title,
    $3::timestamptz as created_at, $4::text as assistant_type, $5::boolean as is_private, $6::uuid as follows, 1 as choice,
    1 as attempt, $7::timestamptz as asked_at, null::uuid as shown_before),
    person as (select micro_usd from model_spending where user_id = $8 and day = $9::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $10::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($11::bigint is null or coalesce((select micro_usd from person), 0) + $12::bigint <= $13::bigint) as person,
        ($14::bigint is null or coalesce((select micro_usd from everybody), 0) + $15::bigint <= $16::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $17::uuid, $18::text, 1::int from wanted where $19::int is null or 1::int <= $20::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $21::int is null or "usage_tracking"."messages_used" + 1::int <= $22::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $23::uuid, $24::uuid, 'messages', $25::text, 1::int, wanted.subject, 'reserved'::text, $26::timestamptz,
        case when 'reserved'::text <> 'reserved' then $27::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $28::uuid, case when used >= $29::int and $30::int < $31::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $32::text), $33::timestamptz, jsonb_build_object('used', used, 'limit', $34::int)
      from unit where used >= $35::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $36::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $37::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $38::bigint from unit where user_id = $39 and day = $40::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $41::bigint from unit where day = $42::text),
      conversation as (
    insert into conversations (id, user_id, assistant_type, title, is_private, created_at, updated_at, last_answer_id)
    select owned.id, $43::uuid, $44::text, owned.title, owned.is_private, owned.created_at, owned.created_at,
      $45::uuid
    from unit, owned),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $46::uuid, $47::uuid, said.* from unit, owned, lateral (values
          ($48::uuid, 'user', $49::text, owned.asked_at,
            array_to_tsvector(array(select left(($50::uuid)::text, 8) || word from unnest($51::text[]) as word)), $52::uuid[], owned.is_private),
          ($53::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or exists (
  select from messages p where p.user_id = $54 and p.conversation_id = $55::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ), 
      bound as (
        update sources set conversation_id = $56::uuid,
          is_private = sources.is_private or owned.is_private
        from unit, owned
        where sources.user_id = $57 and sources.id = any ($58::uuid[]) and sources.scope = 'chat'
          and (sources.conversation_id is null or sources.conversation_id = $59::uuid)
      ),
      
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, follows, choice, repeats, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $60::uuid, $61::uuid, $62::uuid, $63::uuid, $64::uuid, $65::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $66::text, $67::bigint, owned.follows,
          owned.choice, $68::uuid, $69::uuid[], $70::uuid[], $71::uuid[], $72::text, case
            when owned.choice = 1 and (owned.is_private or not (select learns_from_chats from profiles where user_id = $73)) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select shown_before from owned) as follows,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, text, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text[], uuid[], uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, follows uuid, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, t.follows, m.created_at as since, (
        select max(choice) + 1 from turns v where v.user_id = $1 and v.follows = t.follows) as choice,
      1 as attempt, greatest($2::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $3 and messages.conversation_id = c.id)) as asked_at,
      (
  select p.id from messages p
  where p.user_id = $4 and p.conversation_id = c.id and not p.is_replaced and (p.created_at < m.created_at or not (
    "p"."role" = 'user' or exists (
      select from turns own where own.user_id = $5 and own.answer_id = "p"."id")))
  order by p.created_at desc, p.id desc limit 1) as shown_before
    from conversations c
      join turns t on t.user_id = c.user_id and t.conversation_id = c.id and t.answer_id = $6
      join messages m on m.user_id = t.user_id and m.id = t.question_id and not m.is_replaced
    where c.user_id = $7 and c.id = $8
  and c.assistant_type = $9 and c.deleted_at is null and 
  c.last_answer_id is not distinct from (
    select last_answer_id from conversations where user_id = $10 and id = $11)
    for update of c),
    person as (select micro_usd from model_spending where user_id = $12 and day = $13::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $14::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($15::bigint is null or coalesce((select micro_usd from person), 0) + $16::bigint <= $17::bigint) as person,
        ($18::bigint is null or coalesce((select micro_usd from everybody), 0) + $19::bigint <= $20::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $21::uuid, $22::text, 1::int from wanted where $23::int is null or 1::int <= $24::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $25::int is null or "usage_tracking"."messages_used" + 1::int <= $26::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $27::uuid, $28::uuid, 'messages', $29::text, 1::int, wanted.subject, 'reserved'::text, $30::timestamptz,
        case when 'reserved'::text <> 'reserved' then $31::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $32::uuid, case when used >= $33::int and $34::int < $35::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $36::text), $37::timestamptz, jsonb_build_object('used', used, 'limit', $38::int)
      from unit where used >= $39::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $40::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $41::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $42::bigint from unit where user_id = $43 and day = $44::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $45::bigint from unit where day = $46::text),
      conversation as (
  update conversations set updated_at = owned.asked_at, last_answer_id = $47::uuid, title = case when owned.follows = owned.id and conversations.title = $48::text then $49::text
      else conversations.title end from unit, owned
  where user_id = $50 and conversations.id = $51),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $52::uuid, $53::uuid, said.* from unit, owned, lateral (values
          ($54::uuid, 'user', $55::text, owned.asked_at,
            array_to_tsvector(array(select left(($56::uuid)::text, 8) || word from unnest($57::text[]) as word)), $58::uuid[], owned.is_private),
          ($59::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or exists (
  select from messages p where p.user_id = $60 and p.conversation_id = $61::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ), 
      bound as (
        update sources set conversation_id = $62::uuid,
          is_private = sources.is_private or owned.is_private
        from unit, owned
        where sources.user_id = $63 and sources.id = any ($64::uuid[]) and sources.scope = 'chat'
          and (sources.conversation_id is null or sources.conversation_id = $65::uuid)
      ),
      
      replaced as (
        update messages set is_replaced = true from unit, owned
        where user_id = $66 and messages.conversation_id = owned.id and not messages.is_replaced
          and messages.created_at >= owned.since and (
    "messages"."role" = 'user' or exists (
      select from turns own where own.user_id = $67 and own.answer_id = "messages"."id"))
      ),
      other as (select owned.id, owned.since from unit, owned),
      restarted as (
    insert into conversation_summaries as s (user_id, conversation_id, revision)
    select $68, id, 1 from "other"
    on conflict (user_id, conversation_id) do update set revision = s.revision + 1,
      text = case when s.covers_until < (select since from "other") then s.text else '' end,
      covers_until = case when s.covers_until < (select since from "other") then s.covers_until end,
      prompt = case when s.covers_until < (select since from "other") then s.prompt else '' end),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, follows, choice, repeats, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $69::uuid, $70::uuid, $71::uuid, $72::uuid, $73::uuid, $74::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $75::text, $76::bigint, owned.follows,
          owned.choice, $77::uuid, $78::uuid[], $79::uuid[], $80::uuid[], $81::text, case
            when owned.choice = 1 and (owned.is_private or not (select learns_from_chats from profiles where user_id = $82)) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select shown_before from owned) as follows,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts reopenTurn
-- takes uuid, uuid, uuid, boolean, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, timestamp with time zone, uuid, boolean, boolean, uuid, uuid, boolean, uuid, uuid, uuid, text, uuid[], uuid[], uuid[], text, timestamp with time zone, text, bigint, uuid, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, follows uuid, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select t.conversation_id as id, c.title, c.is_private, c.created_at, c.assistant_type, t.attempt + 1 as attempt,
      null::timestamptz as asked_at, (
  select p.id from messages p
  where p.user_id = $1 and p.conversation_id = c.id and not p.is_replaced and p.created_at < (
        select q.created_at from messages q where q.user_id = t.user_id and q.id = t.question_id)
  order by p.created_at desc, p.id desc limit 1) as shown_before
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.last_answer_id = t.answer_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = $2 and t.answer_id = $3
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not $4::boolean)
    for update of c, t),
    person as (select micro_usd from model_spending where user_id = $5 and day = $6::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $7::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($8::bigint is null or coalesce((select micro_usd from person), 0) + $9::bigint <= $10::bigint) as person,
        ($11::bigint is null or coalesce((select micro_usd from everybody), 0) + $12::bigint <= $13::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $14::uuid, $15::text, 1::int from wanted where $16::int is null or 1::int <= $17::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $18::int is null or "usage_tracking"."messages_used" + 1::int <= $19::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $20::uuid, $21::uuid, 'messages', $22::text, 1::int, wanted.subject, 'reserved'::text, $23::timestamptz,
        case when 'reserved'::text <> 'reserved' then $24::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $25::uuid, case when used >= $26::int and $27::int < $28::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $29::text), $30::timestamptz, jsonb_build_object('used', used, 'limit', $31::int)
      from unit where used >= $32::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $33::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $34::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $35::bigint from unit where user_id = $36 and day = $37::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $38::bigint from unit where day = $39::text),
    conversation as (update conversations set updated_at = $40::timestamptz from unit, owned where user_id = $41 and conversations.id = owned.id),
    emptied as (update messages set content = case when $42::boolean then content else '' end, words = case when $43::boolean then words end,
        is_private = messages.is_private or owned.is_private from unit, owned where user_id = $44 and "messages"."id" = $45 and (not $46::boolean or owned.is_private)),
    unrated as (delete from message_feedback using unit where user_id = $47 and "message_id" = $48),
    turn as (
      update turns set id = $49::uuid, month_year = $50::text, status = 'streaming', failure = null,
        offered_facts = $51::uuid[], offered_passages = $52::uuid[],
        offered_messages = $53::uuid[], prompt = $54::text,
        stop_requested = false, is_unread = false, attempt = owned.attempt, lease_expires_at = now() + '6000 ms'::interval, created_at = $55::timestamptz,
        settled_at = null, spending_day = $56::text, reserved_micro_usd = $57::bigint
      from unit, owned where user_id = $58 and "answer_id" = $59
    )
    
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select shown_before from owned) as follows,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/replaced-memories.ts listForgetfulTurns
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid
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
    select other.id
    from left_behind
      join messages said on said.user_id = $5 and said.id = $6
      join turns other on other.user_id = $7 and other.question_id = left_behind.question_id
      join messages on messages.user_id = $8 and messages.id = other.question_id and messages.is_replaced
        and messages.created_at < said.created_at
    where (other.memory -> 'everything' is not null or jsonb_path_exists(other.memory,
  '$.actions[*] ? (@.kind == "forgotten" || @.kind == "everything" && @.step != "kept")'));

-- chat/replaced-memories.ts listReplacedMemories
-- takes uuid, uuid, uuid, uuid, uuid[], bigint
-- returns id uuid, memory jsonb, editedAt timestamp with time zone
select other.id, other.memory, said.created_at as "editedAt"
    from turns other
      join messages said on said.user_id = $1 and said.id = $2
      join messages on messages.user_id = $3 and messages.id = other.question_id
    where other.user_id = $4 and other.id = any($5::uuid[]) and (other.memory -> 'everything' is not null or jsonb_path_exists(other.memory,
  '$.actions[*] ? (@.kind == "forgotten" || @.kind == "everything" && @.step != "kept")'))
    order by messages.created_at desc limit $6
    for update of other;

-- chat/reservation.ts prepareSpending
-- takes uuid, text, text
-- returns nothing
with person as (
      insert into model_spending (user_id, day, micro_usd) values ($1, $2, 0) on conflict do nothing
    )
    insert into model_spending_days (day, micro_usd) values ($3, 0) on conflict do nothing;

-- chat/summaries.ts findSummary
-- takes integer, uuid, uuid, uuid, uuid
-- returns text text, revision integer, uncovered json
select coalesce(s.text, '') as "text", coalesce(s.revision, 0) as "revision", (
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'content', m.content) order by m.created_at), '[]')
        from (
          select id, role, left(content, $1) as content, created_at from messages
          where user_id = $2 and conversation_id = $3 and not is_replaced and content <> ''
            and created_at > coalesce(s.covers_until, '-infinity')
          order by created_at desc limit 104
        ) m) as "uncovered" from "conversations" left join "conversation_summaries" as "s" on "s"."user_id" = "conversations"."user_id" and "s"."conversation_id" = "conversations"."id" where "conversations"."user_id" = $4 and "conversations"."id" = $5 and "conversations"."deleted_at" is null;

-- chat/summaries.ts saveSummary
-- takes uuid, uuid, text, text, uuid, uuid, integer
-- returns nothing
insert into conversation_summaries (user_id, conversation_id, text, covers_until, revision, prompt)
    select $1, $2, $3, created_at, 1, $4 from messages where user_id = $5 and id = $6
    on conflict (user_id, conversation_id) do update
      set text = excluded.text, covers_until = excluded.covers_until, prompt = excluded.prompt, revision = conversation_summaries.revision + 1
      where conversation_summaries.revision = $7;

-- chat/thread.ts findExchange
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, lastAnswerId uuid, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.follows, t.choice
        from (
    select id, role, content, created_at, source_ids, is_private, 'newer' as side from messages
    where user_id = $1 and id in ($2) and not is_replaced
    union all (
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $3 and conversation_id = $4 and not is_replaced and (created_at, id) < (
  select q.created_at, q.id from messages q where q.user_id = $5 and q.id = $6)
      order by created_at desc fetch first (select 1) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 1)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating, turns.follows, turns.choice
            from turns left join message_feedback rated on rated.user_id = $7 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $8 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        c.last_answer_id as "lastAnswerId",
        exists (
          select from turns where turns.user_id = $9 and turns.conversation_id = $10 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating, 'parent', follows,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $11 and s.id = any (source_ids) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $12::uuid))) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          -- Of several versions, the one that is shown has a number above 1.
          select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $13 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $14 and a.id = v.answer_id
    where v.user_id = $15 and v.follows = shown.follows)), '[]') from shown where shown.choice > 1
        ) as versions
      from conversations c
      where c.user_id = $16 and c.id = $17 and c.deleted_at is null and true;

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid
select t.answer_id as id
    from (
      select m.id from messages m
      where m.user_id = $1 and m.conversation_id = $2 and not m.is_replaced and m.role = 'user'
        and m.created_at <= (select p.created_at from messages p where p.user_id = $3 and p.id = $4)
      order by m.created_at desc limit 1
    ) question join turns t on t.user_id = $5 and t.question_id = question.id;

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, lastAnswerId uuid, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.follows, t.choice
        from ((
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and true
      order by created_at desc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating, turns.follows, turns.choice
            from turns left join message_feedback rated on rated.user_id = $3 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $4 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        c.last_answer_id as "lastAnswerId",
        exists (
          select from turns where turns.user_id = $5 and turns.conversation_id = $6 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating, 'parent', follows,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $7 and s.id = any (source_ids) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $8::uuid))) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          -- Of several versions, the one that is shown has a number above 1.
          select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $9 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $10 and a.id = v.answer_id
    where v.user_id = $11 and v.follows = shown.follows)), '[]') from shown where shown.choice > 1
        ) as versions
      from conversations c
      where c.user_id = $12 and c.id = $13 and c.deleted_at is null and true;

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, lastAnswerId uuid, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.follows, t.choice
        from ((
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) < (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at desc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating, turns.follows, turns.choice
            from turns left join message_feedback rated on rated.user_id = $6 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $7 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        c.last_answer_id as "lastAnswerId",
        exists (
          select from turns where turns.user_id = $8 and turns.conversation_id = $9 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating, 'parent', follows,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $10 and s.id = any (source_ids) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $11::uuid))) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          -- Of several versions, the one that is shown has a number above 1.
          select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $12 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $13 and a.id = v.answer_id
    where v.user_id = $14 and v.follows = shown.follows)), '[]') from shown where shown.choice > 1
        ) as versions
      from conversations c
      where c.user_id = $15 and c.id = $16 and c.deleted_at is null and exists (select from messages p where p.user_id = $17
  and p.conversation_id = $18 and p.id = $19);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, lastAnswerId uuid, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.follows, t.choice
        from (
      (
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) <= (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at desc fetch first (select 1) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 1)
      union all (
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'newer' as side from messages
      where user_id = $6 and conversation_id = $7 and not is_replaced and (created_at, id) > (select p.created_at, p.id from messages p where p.user_id = $8
  and p.conversation_id = $9 and p.id = $10)
      order by created_at asc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at asc, id asc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating, turns.follows, turns.choice
            from turns left join message_feedback rated on rated.user_id = $11 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $12 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        c.last_answer_id as "lastAnswerId",
        exists (
          select from turns where turns.user_id = $13 and turns.conversation_id = $14 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating, 'parent', follows,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $15 and s.id = any (source_ids) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $16::uuid))) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          -- Of several versions, the one that is shown has a number above 1.
          select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $17 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $18 and a.id = v.answer_id
    where v.user_id = $19 and v.follows = shown.follows)), '[]') from shown where shown.choice > 1
        ) as versions
      from conversations c
      where c.user_id = $20 and c.id = $21 and c.deleted_at is null and exists (select from messages p where p.user_id = $22
  and p.conversation_id = $23 and p.id = $24);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, lastAnswerId uuid, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.follows, t.choice
        from (
      (
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) <= (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at desc fetch first (select 26) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 26)
      union all (
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'newer' as side from messages
      where user_id = $6 and conversation_id = $7 and not is_replaced and (created_at, id) > (select p.created_at, p.id from messages p where p.user_id = $8
  and p.conversation_id = $9 and p.id = $10)
      order by created_at asc fetch first (select 26) rows with ties
    ) as nearest
    order by created_at asc, id asc limit 26)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating, turns.follows, turns.choice
            from turns left join message_feedback rated on rated.user_id = $11 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $12 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        c.last_answer_id as "lastAnswerId",
        exists (
          select from turns where turns.user_id = $13 and turns.conversation_id = $14 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating, 'parent', follows,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $15 and s.id = any (source_ids) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $16::uuid))) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          -- Of several versions, the one that is shown has a number above 1.
          select coalesce(json_agg((
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $17 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $18 and a.id = v.answer_id
    where v.user_id = $19 and v.follows = shown.follows)), '[]') from shown where shown.choice > 1
        ) as versions
      from conversations c
      where c.user_id = $20 and c.id = $21 and c.deleted_at is null and exists (select from messages p where p.user_id = $22
  and p.conversation_id = $23 and p.id = $24);

-- chat/turn-context.ts readResumeContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, candidates json, known json, near json, attached json, target json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = (
        select c.assistant_type from conversations c
        where c.user_id = $2 and c.id = "turns"."conversation_id"))) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content, 'isPrivate', h.is_private) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.is_private, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.id is distinct from "turns"."answer_id"
      order by m.created_at desc limit 20
    ) h) as "history", (
    select m.text from (
      select s.text, s.covers_until as created_at from conversation_summaries s
      where s.user_id = $6 and s.conversation_id = "turns"."conversation_id" and s.text <> ''
    ) m where true) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $7 and c.id = "turns"."conversation_id"), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement) order by c.place), '[]')
    from (
      select m.id from messages m
      where m.user_id = $8 and m.conversation_id = "turns"."conversation_id" and m.role = 'assistant' and not m.is_replaced and m.id is distinct from "turns"."answer_id"
      order by m.created_at desc limit 1
    ) last_answer
      join turns t on t.user_id = $9 and t.answer_id = last_answer.id,
      jsonb_path_query(t.memory, '$.actions[*] ? (@.kind == "choose" && @.isSettled == false).factIds[*]')
        with ordinality as c (id, place)
      join facts f on f.user_id = $10 and f.id = (c.id #>> '{}')::uuid and f.state in ('suggested', 'confirmed', 'conflict')) as "candidates", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $11 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.created_at < (
    select "q"."created_at" from messages q where q.user_id = $12 and q.id = "turns"."question_id")
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $13 and q.id = "turns"."question_id"), 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $14::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $15 and q.id = "turns"."question_id"), 2000)))) as token, false as is_before
          union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), true
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $16::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $17::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $18::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $19::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral (
            select translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') as word from unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem offset 0) said
          cross join lateral (select * from word_counts w where w.user_id = $20::uuid and w.word = said.word limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($21::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $22::uuid
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
    select id, words || ''::tsvector as words from "facts" where user_id = $23::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $24::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $25::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($26::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $27::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not is_related and not exists (select from "passages_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "passages_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "passages_queries"
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $28::uuid and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $29::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $30::uuid and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $31::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by is_related, weight * rarity desc limit 40
    ),
    "passages_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 60::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    row_words as materialized (
      select distinct on (a.place) a.place, a.weight,
        case when left(t.token, length(a.word)) = a.word then a.word else left(a.word, greatest(length(a.word) - 1, 1)) end as part
      from passages_asked a join asked_tokens t on t.place = a.place
      where a.is_whole and not t.is_before order by a.place, length(a.word)
    ),
    tables as materialized (
      select p.id, cardinality(p.rows) as size, case when octet_length(p.text) = length(p.text) then lower(p.text) else translate(lower(p.text), 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') end as text
      from (
        select *, max(places) over () as most from passages_scored
        where places >= 2 order by places desc, score desc limit 250
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $32::uuid and passages.id = s.id limit 1) p
      where p.rows <> '{}' and s.places >= s.most - 1
    ),
    row_hits as materialized (
      select tables.id, line.place as row, w.place, w.weight
      from tables cross join lateral string_to_table(tables.text, chr(10)) with ordinality as line (text, place)
        join row_words w on position(w.part in line.text) > 0
    ),
    row_rarities as materialized (
      select place, ln(1 + (all_rows.size - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from row_hits, (select sum(size)::float8 as size from tables) all_rows group by place, all_rows.size
    ),
    row_scores as materialized (
      select id, max(score) as score from (
        select h.id, h.row, sum(h.weight * r.rarity) as score from row_hits h join row_rarities r on r.place = h.place group by h.id, h.row
      ) rows_scored group by id
    ),
    sharing as materialized (
      select p.id, p.source_id, p.position, s.score, p.rows <> '{}' as is_table from (
        select passages_scored.id, greatest(passages_scored.score, row_scores.score) as score
        from passages_scored left join row_scores on row_scores.id = passages_scored.id
        order by 2 desc, 1 limit 96
      ) s cross join lateral (
        select id, source_id, position, rows from passages where passages.user_id = $33::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $34::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $35::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $36::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $37::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    
    chat_files as materialized (
      select s.id, s.name, s.summary, s.summarized, s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $38 and q.id = "turns"."question_id"), '{}')) as is_new, storage.storage_up_to, s.added_at,
        (select count(*)::int from passages p where p.user_id = $39::uuid and p.source_id = s.id) as parts
      from sources s join storage on storage.id = s.id
      where s.user_id = $40::uuid and s.read_at is not null and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = "turns"."conversation_id"))
        and (s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $41 and q.id = "turns"."question_id"), '{}')) or s.id in (
          select unnest(m.source_ids) from messages m
          where m.user_id = $42::uuid and m.conversation_id = "turns"."conversation_id" and m.source_ids <> '{}'))
      order by is_new desc, s.added_at desc, s.id limit 10
    ),
    attached as materialized (
      select id, is_new, place from (
        select id, is_new, row_number() over (partition by is_new order by turn, rank desc, position)::int as place,
          sum(tokens) over (partition by is_new order by turn, rank desc, position) as tokens_up_to
        from (
          select *, row_number() over (partition by source_id order by rank desc, position) as turn from (
            select p.id, p.source_id, p.position, f.is_new, f.summarized, (length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) + (octet_length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) - length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text))) * 3 / 2) / 4 + 30 as tokens,
              coalesce(ts_rank(p.words, asked.query), 0) + 0.2 * coalesce(ts_rank(p.words, before.query), 0) as rank
            from chat_files f join passages p on p.user_id = $43::uuid and p.source_id = f.id,
              (select (
    select string_agg('''' || replace(replace(left(($44::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $45::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((
    select "q"."content" from messages q where q.user_id = $46 and q.id = "turns"."question_id"), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked,
              (select (
    select string_agg('''' || replace(replace(left(($47::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $48::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) before
          ) scored where is_new or rank > 0 or summarized = 0
        ) ranked
      ) placed
      where is_new and place <= 600 and tokens_up_to <= 40000
        or not is_new and place <= 8
    ),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts where "facts"."user_id" = $49::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($50::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, count(*) <= 500 as is_read_whole, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $51::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($52::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $53::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $55::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($56::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.*, wanted.rank from (
        select kind, 0.01::float8 as rank, 150 as most, false as is_standing from asked_kinds
        union all
        select of_kind, 0, 100, true from unnest(array['voice', 'policy', 'people']) as of_kind
      ) wanted cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $57::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($58::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = wanted.kind and (not wanted.is_standing or ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')))
        order by number desc limit wanted.most
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $59::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $60::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $61::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($62::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select is_read_whole from own_room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $63::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($64::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $65::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $66::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $67::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($68::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, part from (
        select words.*, '''' || left(($69::uuid)::text, 8) || (
  select nullif(part, '') from regexp_split_to_table(normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(word, NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC), '[-/:-`{-¿×÷՚-՟։־׀׃،؛؞؟٪-٭۔।॥฿ -⯿⸀-⹿　-〄〈-〠〰・︰-﹯-￰-￿🀀-🫿]+') as part order by length(part) desc, part limit 1) || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $70::uuid))
        order by texts, length desc, place limit 4
        ) words
      ) parts where part is not null
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $71::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from "turns"."conversation_id"
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $72::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $73::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $74 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $75::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not (m.role = 'assistant' and exists (
    select from messages asked, unnest(asked.source_ids) as file
    where asked.user_id = $76::uuid and asked.conversation_id = "m"."conversation_id"
      and asked.created_at <= "m"."created_at" and not exists (
        select from sources s
        where s.user_id = $77::uuid and s.id = file and s.scope = 'team' and s.deleted_at is null)))
        and not exists (
          select from turns t
          where t.user_id = $78::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $79::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim((
    select "q"."content" from messages q where q.user_id = $80 and q.id = "turns"."question_id"))))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $81::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($82::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $83::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $84::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $85 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $86 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $87::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, case when is_new then 'question' else 'conversation' end as attached from attached
      union all
      select id, score, null from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $88::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'files', (
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isNew', is_new, 'parts', parts, 'summarized', summarized,
    'summary', summary, 'storageUpTo', storage_up_to) order by added_at, id), '[]') from chat_files), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $89::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $90::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $91::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $92::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $93::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $94::uuid and f.id = v.fact_id
        where v.user_id = $95::uuid and v.model = $96::text and length(v.signs) = length($97::varbit)
      ) placed join fact_vectors v on v.user_id = $98::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $99::uuid and v.model = $100::text and length(v.signs) = length($101::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $102::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $103::uuid and (s.read_at is null or s.scope <> 'team'))))
      order by bit_count(v.signs # $104::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $105::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $106::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $107::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($108::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $109::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($110::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $111::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $112::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $113::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, null::text as attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $114::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $115::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce((
    select "q"."source_ids" from messages q where q.user_id = $116 and q.id = "turns"."question_id"), '{}'), s.id)), '[]')
    from sources s where s.user_id = $117 and s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $118 and q.id = "turns"."question_id"), '{}')) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = "turns"."conversation_id"))) as "attached", (
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isVersion', exists (
    select from turns older join messages earlier on earlier.user_id = $119 and earlier.id = older.question_id
    where older.user_id = $120 and older.follows = "turns"."follows"
      and earlier.created_at < "q"."created_at"), 'isQuestionPrivate', q.is_private, 'unwanted',
          case when c.is_private or q.is_private then 'private' when not profiles.learns_from_chats then 'off' end)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = $121 and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id) as "target" from "profiles" left join "turns" on "turns"."user_id" = "profiles"."user_id" and "turns"."answer_id" = $122 where "profiles"."user_id" = $123;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, candidates json, known json, near json, attached json, replaced json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content, 'isPrivate', h.is_private) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.is_private, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and true
      order by m.created_at desc limit 20
    ) h) as "history", (
    select m.text from (
      select s.text, s.covers_until as created_at from conversation_summaries s
      where s.user_id = $7 and s.conversation_id = $8::uuid and s.text <> ''
    ) m where true) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $9 and c.id = $10::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement) order by c.place), '[]')
    from (
      select m.id from messages m
      where m.user_id = $11 and m.conversation_id = $12::uuid and m.role = 'assistant' and not m.is_replaced and true
      order by m.created_at desc limit 1
    ) last_answer
      join turns t on t.user_id = $13 and t.answer_id = last_answer.id,
      jsonb_path_query(t.memory, '$.actions[*] ? (@.kind == "choose" && @.isSettled == false).factIds[*]')
        with ordinality as c (id, place)
      join facts f on f.user_id = $14 and f.id = (c.id #>> '{}')::uuid and f.state in ('suggested', 'confirmed', 'conflict')) as "candidates", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $15 and m.conversation_id = $16::uuid and not m.is_replaced and true
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($17::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $18::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($19::text, 2000)))) as token, false as is_before
          union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), true
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $20::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $21::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $22::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $23::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral (
            select translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') as word from unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem offset 0) said
          cross join lateral (select * from word_counts w where w.user_id = $24::uuid and w.word = said.word limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($25::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $26::uuid
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
    select id, words || ''::tsvector as words from "facts" where user_id = $27::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $28::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $29::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($30::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $31::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not is_related and not exists (select from "passages_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "passages_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "passages_queries"
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $32::uuid and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $33::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $34::uuid and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $35::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by is_related, weight * rarity desc limit 40
    ),
    "passages_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 60::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    row_words as materialized (
      select distinct on (a.place) a.place, a.weight,
        case when left(t.token, length(a.word)) = a.word then a.word else left(a.word, greatest(length(a.word) - 1, 1)) end as part
      from passages_asked a join asked_tokens t on t.place = a.place
      where a.is_whole and not t.is_before order by a.place, length(a.word)
    ),
    tables as materialized (
      select p.id, cardinality(p.rows) as size, case when octet_length(p.text) = length(p.text) then lower(p.text) else translate(lower(p.text), 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') end as text
      from (
        select *, max(places) over () as most from passages_scored
        where places >= 2 order by places desc, score desc limit 250
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $36::uuid and passages.id = s.id limit 1) p
      where p.rows <> '{}' and s.places >= s.most - 1
    ),
    row_hits as materialized (
      select tables.id, line.place as row, w.place, w.weight
      from tables cross join lateral string_to_table(tables.text, chr(10)) with ordinality as line (text, place)
        join row_words w on position(w.part in line.text) > 0
    ),
    row_rarities as materialized (
      select place, ln(1 + (all_rows.size - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from row_hits, (select sum(size)::float8 as size from tables) all_rows group by place, all_rows.size
    ),
    row_scores as materialized (
      select id, max(score) as score from (
        select h.id, h.row, sum(h.weight * r.rarity) as score from row_hits h join row_rarities r on r.place = h.place group by h.id, h.row
      ) rows_scored group by id
    ),
    sharing as materialized (
      select p.id, p.source_id, p.position, s.score, p.rows <> '{}' as is_table from (
        select passages_scored.id, greatest(passages_scored.score, row_scores.score) as score
        from passages_scored left join row_scores on row_scores.id = passages_scored.id
        order by 2 desc, 1 limit 96
      ) s cross join lateral (
        select id, source_id, position, rows from passages where passages.user_id = $37::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $38::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $39::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $40::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $41::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    
    chat_files as materialized (
      select s.id, s.name, s.summary, s.summarized, s.id = any ('{}'::uuid[]) as is_new, storage.storage_up_to, s.added_at,
        (select count(*)::int from passages p where p.user_id = $42::uuid and p.source_id = s.id) as parts
      from sources s join storage on storage.id = s.id
      where s.user_id = $43::uuid and s.read_at is not null and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $44::uuid))
        and (s.id = any ('{}'::uuid[]) or s.id in (
          select unnest(m.source_ids) from messages m
          where m.user_id = $45::uuid and m.conversation_id = $46::uuid and m.source_ids <> '{}'))
      order by is_new desc, s.added_at desc, s.id limit 10
    ),
    attached as materialized (
      select id, is_new, place from (
        select id, is_new, row_number() over (partition by is_new order by turn, rank desc, position)::int as place,
          sum(tokens) over (partition by is_new order by turn, rank desc, position) as tokens_up_to
        from (
          select *, row_number() over (partition by source_id order by rank desc, position) as turn from (
            select p.id, p.source_id, p.position, f.is_new, f.summarized, (length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) + (octet_length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) - length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text))) * 3 / 2) / 4 + 30 as tokens,
              coalesce(ts_rank(p.words, asked.query), 0) + 0.2 * coalesce(ts_rank(p.words, before.query), 0) as rank
            from chat_files f join passages p on p.user_id = $47::uuid and p.source_id = f.id,
              (select (
    select string_agg('''' || replace(replace(left(($48::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $49::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($50::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked,
              (select (
    select string_agg('''' || replace(replace(left(($51::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $52::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) before
          ) scored where is_new or rank > 0 or summarized = 0
        ) ranked
      ) placed
      where is_new and place <= 600 and tokens_up_to <= 40000
        or not is_new and place <= 8
    ),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts where "facts"."user_id" = $53::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, count(*) <= 500 as is_read_whole, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $55::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($56::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $57::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($58::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $59::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($60::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.*, wanted.rank from (
        select kind, 0.01::float8 as rank, 150 as most, false as is_standing from asked_kinds
        union all
        select of_kind, 0, 100, true from unnest(array['voice', 'policy', 'people']) as of_kind
      ) wanted cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $61::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($62::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = wanted.kind and (not wanted.is_standing or ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')))
        order by number desc limit wanted.most
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $63::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $64::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $65::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($66::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select is_read_whole from own_room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $67::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($68::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $69::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $70::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $71::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($72::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, part from (
        select words.*, '''' || left(($73::uuid)::text, 8) || (
  select nullif(part, '') from regexp_split_to_table(normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(word, NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC), '[-/:-`{-¿×÷՚-՟։־׀׃،؛؞؟٪-٭۔।॥฿ -⯿⸀-⹿　-〄〈-〠〰・︰-﹯-￰-￿🀀-🫿]+') as part order by length(part) desc, part limit 1) || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $74::uuid))
        order by texts, length desc, place limit 4
        ) words
      ) parts where part is not null
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $75::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $76::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $77::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $78::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $79::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $80::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not (m.role = 'assistant' and exists (
    select from messages asked, unnest(asked.source_ids) as file
    where asked.user_id = $81::uuid and asked.conversation_id = "m"."conversation_id"
      and asked.created_at <= "m"."created_at" and not exists (
        select from sources s
        where s.user_id = $82::uuid and s.id = file and s.scope = 'team' and s.deleted_at is null)))
        and not exists (
          select from turns t
          where t.user_id = $83::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $84::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($85::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $86::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($87::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $88::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $89::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $90::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $91::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $92::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, case when is_new then 'question' else 'conversation' end as attached from attached
      union all
      select id, score, null from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $93::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'files', (
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isNew', is_new, 'parts', parts, 'summarized', summarized,
    'summary', summary, 'storageUpTo', storage_up_to) order by added_at, id), '[]') from chat_files), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $94::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $95::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $96::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $97::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $98::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $99::uuid and f.id = v.fact_id
        where v.user_id = $100::uuid and v.model = $101::text and length(v.signs) = length($102::varbit)
      ) placed join fact_vectors v on v.user_id = $103::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $104::uuid and v.model = $105::text and length(v.signs) = length($106::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $107::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $108::uuid and (s.read_at is null or s.scope <> 'team'))))
      order by bit_count(v.signs # $109::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $110::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $111::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $112::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($113::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $114::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($115::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $116::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $117::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $118::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, null::text as attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $119::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $120::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", '[]'::json as "attached", null::json as "replaced" from "profiles" where "user_id" = $121;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, candidates json, known json, near json, attached json, replaced json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content, 'isPrivate', h.is_private) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.is_private, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and true
      order by m.created_at desc limit 20
    ) h) as "history", (
    select m.text from (
      select s.text, s.covers_until as created_at from conversation_summaries s
      where s.user_id = $7 and s.conversation_id = $8::uuid and s.text <> ''
    ) m where true) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $9 and c.id = $10::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement) order by c.place), '[]')
    from (
      select m.id from messages m
      where m.user_id = $11 and m.conversation_id = $12::uuid and m.role = 'assistant' and not m.is_replaced and true
      order by m.created_at desc limit 1
    ) last_answer
      join turns t on t.user_id = $13 and t.answer_id = last_answer.id,
      jsonb_path_query(t.memory, '$.actions[*] ? (@.kind == "choose" && @.isSettled == false).factIds[*]')
        with ordinality as c (id, place)
      join facts f on f.user_id = $14 and f.id = (c.id #>> '{}')::uuid and f.state in ('suggested', 'confirmed', 'conflict')) as "candidates", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $15 and m.conversation_id = $16::uuid and not m.is_replaced and true
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($17::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $18::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($19::text, 2000)))) as token, false as is_before
          union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), true
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $20::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $21::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $22::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $23::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral (
            select translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') as word from unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem offset 0) said
          cross join lateral (select * from word_counts w where w.user_id = $24::uuid and w.word = said.word limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($25::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $26::uuid
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
    select id, words || ''::tsvector as words from "facts" where user_id = $27::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $28::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $29::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($30::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $31::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not is_related and not exists (select from "passages_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "passages_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "passages_queries"
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $32::uuid and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $33::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $34::uuid and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $35::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by is_related, weight * rarity desc limit 40
    ),
    "passages_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 60::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    row_words as materialized (
      select distinct on (a.place) a.place, a.weight,
        case when left(t.token, length(a.word)) = a.word then a.word else left(a.word, greatest(length(a.word) - 1, 1)) end as part
      from passages_asked a join asked_tokens t on t.place = a.place
      where a.is_whole and not t.is_before order by a.place, length(a.word)
    ),
    tables as materialized (
      select p.id, cardinality(p.rows) as size, case when octet_length(p.text) = length(p.text) then lower(p.text) else translate(lower(p.text), 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') end as text
      from (
        select *, max(places) over () as most from passages_scored
        where places >= 2 order by places desc, score desc limit 250
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $36::uuid and passages.id = s.id limit 1) p
      where p.rows <> '{}' and s.places >= s.most - 1
    ),
    row_hits as materialized (
      select tables.id, line.place as row, w.place, w.weight
      from tables cross join lateral string_to_table(tables.text, chr(10)) with ordinality as line (text, place)
        join row_words w on position(w.part in line.text) > 0
    ),
    row_rarities as materialized (
      select place, ln(1 + (all_rows.size - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from row_hits, (select sum(size)::float8 as size from tables) all_rows group by place, all_rows.size
    ),
    row_scores as materialized (
      select id, max(score) as score from (
        select h.id, h.row, sum(h.weight * r.rarity) as score from row_hits h join row_rarities r on r.place = h.place group by h.id, h.row
      ) rows_scored group by id
    ),
    sharing as materialized (
      select p.id, p.source_id, p.position, s.score, p.rows <> '{}' as is_table from (
        select passages_scored.id, greatest(passages_scored.score, row_scores.score) as score
        from passages_scored left join row_scores on row_scores.id = passages_scored.id
        order by 2 desc, 1 limit 96
      ) s cross join lateral (
        select id, source_id, position, rows from passages where passages.user_id = $37::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $38::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $39::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $40::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $41::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    
    chat_files as materialized (
      select s.id, s.name, s.summary, s.summarized, s.id = any ('{}'::uuid[]) as is_new, storage.storage_up_to, s.added_at,
        (select count(*)::int from passages p where p.user_id = $42::uuid and p.source_id = s.id) as parts
      from sources s join storage on storage.id = s.id
      where s.user_id = $43::uuid and s.read_at is not null and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $44::uuid))
        and (s.id = any ('{}'::uuid[]) or s.id in (
          select unnest(m.source_ids) from messages m
          where m.user_id = $45::uuid and m.conversation_id = $46::uuid and m.source_ids <> '{}'))
      order by is_new desc, s.added_at desc, s.id limit 10
    ),
    attached as materialized (
      select id, is_new, place from (
        select id, is_new, row_number() over (partition by is_new order by turn, rank desc, position)::int as place,
          sum(tokens) over (partition by is_new order by turn, rank desc, position) as tokens_up_to
        from (
          select *, row_number() over (partition by source_id order by rank desc, position) as turn from (
            select p.id, p.source_id, p.position, f.is_new, f.summarized, (length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) + (octet_length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) - length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text))) * 3 / 2) / 4 + 30 as tokens,
              coalesce(ts_rank(p.words, asked.query), 0) + 0.2 * coalesce(ts_rank(p.words, before.query), 0) as rank
            from chat_files f join passages p on p.user_id = $47::uuid and p.source_id = f.id,
              (select (
    select string_agg('''' || replace(replace(left(($48::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $49::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($50::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked,
              (select (
    select string_agg('''' || replace(replace(left(($51::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $52::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) before
          ) scored where is_new or rank > 0 or summarized = 0
        ) ranked
      ) placed
      where is_new and place <= 600 and tokens_up_to <= 40000
        or not is_new and place <= 8
    ),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts where "facts"."user_id" = $53::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, count(*) <= 500 as is_read_whole, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $55::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($56::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $57::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($58::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $59::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($60::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.*, wanted.rank from (
        select kind, 0.01::float8 as rank, 150 as most, false as is_standing from asked_kinds
        union all
        select of_kind, 0, 100, true from unnest(array['voice', 'policy', 'people']) as of_kind
      ) wanted cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $61::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($62::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = wanted.kind and (not wanted.is_standing or ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')))
        order by number desc limit wanted.most
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $63::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $64::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $65::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($66::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select is_read_whole from own_room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $67::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($68::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $69::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $70::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $71::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($72::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, part from (
        select words.*, '''' || left(($73::uuid)::text, 8) || (
  select nullif(part, '') from regexp_split_to_table(normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(word, NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC), '[-/:-`{-¿×÷՚-՟։־׀׃،؛؞؟٪-٭۔।॥฿ -⯿⸀-⹿　-〄〈-〠〰・︰-﹯-￰-￿🀀-🫿]+') as part order by length(part) desc, part limit 1) || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $74::uuid))
        order by texts, length desc, place limit 4
        ) words
      ) parts where part is not null
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $75::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $76::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $77::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $78::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $79::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $80::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not (m.role = 'assistant' and exists (
    select from messages asked, unnest(asked.source_ids) as file
    where asked.user_id = $81::uuid and asked.conversation_id = "m"."conversation_id"
      and asked.created_at <= "m"."created_at" and not exists (
        select from sources s
        where s.user_id = $82::uuid and s.id = file and s.scope = 'team' and s.deleted_at is null)))
        and not exists (
          select from turns t
          where t.user_id = $83::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $84::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($85::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $86::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($87::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $88::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $89::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $90::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $91::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $92::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, case when is_new then 'question' else 'conversation' end as attached from attached
      union all
      select id, score, null from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $93::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'files', (
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isNew', is_new, 'parts', parts, 'summarized', summarized,
    'summary', summary, 'storageUpTo', storage_up_to) order by added_at, id), '[]') from chat_files), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $94::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", null::json as "near", '[]'::json as "attached", null::json as "replaced" from "profiles" where "user_id" = $95;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, candidates json, known json, near json, attached json, replaced json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content, 'isPrivate', h.is_private) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.is_private, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $7 and t.answer_id = $8::uuid) r on q.id = r.question_id where q.user_id = $9), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select m.text from (
      select s.text, s.covers_until as created_at from conversation_summaries s
      where s.user_id = $10 and s.conversation_id = $11::uuid and s.text <> ''
    ) m where m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $12 and t.answer_id = $13::uuid) r on q.id = r.question_id where q.user_id = $14), 'infinity')) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $15 and c.id = $16::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement) order by c.place), '[]')
    from (
      select m.id from messages m
      where m.user_id = $17 and m.conversation_id = $18::uuid and m.role = 'assistant' and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $19 and t.answer_id = $20::uuid) r on q.id = r.question_id where q.user_id = $21), 'infinity')
      order by m.created_at desc limit 1
    ) last_answer
      join turns t on t.user_id = $22 and t.answer_id = last_answer.id,
      jsonb_path_query(t.memory, '$.actions[*] ? (@.kind == "choose" && @.isSettled == false).factIds[*]')
        with ordinality as c (id, place)
      join facts f on f.user_id = $23 and f.id = (c.id #>> '{}')::uuid and f.state in ('suggested', 'confirmed', 'conflict')) as "candidates", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $24 and m.conversation_id = $25::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $26 and t.answer_id = $27::uuid) r on q.id = r.question_id where q.user_id = $28), 'infinity')
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($29::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $30::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($31::text, 2000)))) as token, false as is_before
          union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), true
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $32::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $33::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $34::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $35::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral (
            select translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') as word from unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem offset 0) said
          cross join lateral (select * from word_counts w where w.user_id = $36::uuid and w.word = said.word limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($37::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $38::uuid
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
    select id, words || ''::tsvector as words from "facts" where user_id = $39::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $40::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $41::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($42::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $43::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not is_related and not exists (select from "passages_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "passages_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "passages_queries"
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $44::uuid and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $45::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $46::uuid and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $47::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by is_related, weight * rarity desc limit 40
    ),
    "passages_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 60::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    row_words as materialized (
      select distinct on (a.place) a.place, a.weight,
        case when left(t.token, length(a.word)) = a.word then a.word else left(a.word, greatest(length(a.word) - 1, 1)) end as part
      from passages_asked a join asked_tokens t on t.place = a.place
      where a.is_whole and not t.is_before order by a.place, length(a.word)
    ),
    tables as materialized (
      select p.id, cardinality(p.rows) as size, case when octet_length(p.text) = length(p.text) then lower(p.text) else translate(lower(p.text), 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') end as text
      from (
        select *, max(places) over () as most from passages_scored
        where places >= 2 order by places desc, score desc limit 250
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $48::uuid and passages.id = s.id limit 1) p
      where p.rows <> '{}' and s.places >= s.most - 1
    ),
    row_hits as materialized (
      select tables.id, line.place as row, w.place, w.weight
      from tables cross join lateral string_to_table(tables.text, chr(10)) with ordinality as line (text, place)
        join row_words w on position(w.part in line.text) > 0
    ),
    row_rarities as materialized (
      select place, ln(1 + (all_rows.size - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from row_hits, (select sum(size)::float8 as size from tables) all_rows group by place, all_rows.size
    ),
    row_scores as materialized (
      select id, max(score) as score from (
        select h.id, h.row, sum(h.weight * r.rarity) as score from row_hits h join row_rarities r on r.place = h.place group by h.id, h.row
      ) rows_scored group by id
    ),
    sharing as materialized (
      select p.id, p.source_id, p.position, s.score, p.rows <> '{}' as is_table from (
        select passages_scored.id, greatest(passages_scored.score, row_scores.score) as score
        from passages_scored left join row_scores on row_scores.id = passages_scored.id
        order by 2 desc, 1 limit 96
      ) s cross join lateral (
        select id, source_id, position, rows from passages where passages.user_id = $49::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $50::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $51::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $52::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $53::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    
    chat_files as materialized (
      select s.id, s.name, s.summary, s.summarized, s.id = any (coalesce(nullif($54::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $55 and t.answer_id = $56::uuid) r on q.id = r.question_id where q.user_id = $57))) as is_new, storage.storage_up_to, s.added_at,
        (select count(*)::int from passages p where p.user_id = $58::uuid and p.source_id = s.id) as parts
      from sources s join storage on storage.id = s.id
      where s.user_id = $59::uuid and s.read_at is not null and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $60::uuid))
        and (s.id = any (coalesce(nullif($61::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $62 and t.answer_id = $63::uuid) r on q.id = r.question_id where q.user_id = $64))) or s.id in (
          select unnest(m.source_ids) from messages m
          where m.user_id = $65::uuid and m.conversation_id = $66::uuid and m.source_ids <> '{}'))
      order by is_new desc, s.added_at desc, s.id limit 10
    ),
    attached as materialized (
      select id, is_new, place from (
        select id, is_new, row_number() over (partition by is_new order by turn, rank desc, position)::int as place,
          sum(tokens) over (partition by is_new order by turn, rank desc, position) as tokens_up_to
        from (
          select *, row_number() over (partition by source_id order by rank desc, position) as turn from (
            select p.id, p.source_id, p.position, f.is_new, f.summarized, (length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) + (octet_length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) - length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text))) * 3 / 2) / 4 + 30 as tokens,
              coalesce(ts_rank(p.words, asked.query), 0) + 0.2 * coalesce(ts_rank(p.words, before.query), 0) as rank
            from chat_files f join passages p on p.user_id = $67::uuid and p.source_id = f.id,
              (select (
    select string_agg('''' || replace(replace(left(($68::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $69::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($70::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked,
              (select (
    select string_agg('''' || replace(replace(left(($71::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $72::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) before
          ) scored where is_new or rank > 0 or summarized = 0
        ) ranked
      ) placed
      where is_new and place <= 600 and tokens_up_to <= 40000
        or not is_new and place <= 8
    ),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts where "facts"."user_id" = $73::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($74::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, count(*) <= 500 as is_read_whole, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $75::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $77::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($78::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $79::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($80::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.*, wanted.rank from (
        select kind, 0.01::float8 as rank, 150 as most, false as is_standing from asked_kinds
        union all
        select of_kind, 0, 100, true from unnest(array['voice', 'policy', 'people']) as of_kind
      ) wanted cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $81::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($82::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = wanted.kind and (not wanted.is_standing or ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')))
        order by number desc limit wanted.most
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $83::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $84::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $85::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($86::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select is_read_whole from own_room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $87::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($88::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $89::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $90::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $91::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($92::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, part from (
        select words.*, '''' || left(($93::uuid)::text, 8) || (
  select nullif(part, '') from regexp_split_to_table(normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(word, NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC), '[-/:-`{-¿×÷՚-՟։־׀׃،؛؞؟٪-٭۔।॥฿ -⯿⸀-⹿　-〄〈-〠〰・︰-﹯-￰-￿🀀-🫿]+') as part order by length(part) desc, part limit 1) || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $94::uuid))
        order by texts, length desc, place limit 4
        ) words
      ) parts where part is not null
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $95::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $96::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $97::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $98::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $99::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $100::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not (m.role = 'assistant' and exists (
    select from messages asked, unnest(asked.source_ids) as file
    where asked.user_id = $101::uuid and asked.conversation_id = "m"."conversation_id"
      and asked.created_at <= "m"."created_at" and not exists (
        select from sources s
        where s.user_id = $102::uuid and s.id = file and s.scope = 'team' and s.deleted_at is null)))
        and not exists (
          select from turns t
          where t.user_id = $103::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $104::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($105::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $106::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($107::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $108::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $109::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $110::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $111::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $112::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, case when is_new then 'question' else 'conversation' end as attached from attached
      union all
      select id, score, null from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $113::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'files', (
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isNew', is_new, 'parts', parts, 'summarized', summarized,
    'summary', summary, 'storageUpTo', storage_up_to) order by added_at, id), '[]') from chat_files), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $114::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $115::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $116::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $117::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $118::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $119::uuid and f.id = v.fact_id
        where v.user_id = $120::uuid and v.model = $121::text and length(v.signs) = length($122::varbit)
      ) placed join fact_vectors v on v.user_id = $123::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $124::uuid and v.model = $125::text and length(v.signs) = length($126::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $127::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $128::uuid and (s.read_at is null or s.scope <> 'team'))))
      order by bit_count(v.signs # $129::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $130::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $131::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $132::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($133::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $134::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($135::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $136::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $137::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $138::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, null::text as attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $139::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $140::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($141::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $142 and t.answer_id = $143::uuid) r on q.id = r.question_id where q.user_id = $144)), s.id)), '[]')
    from sources s where s.user_id = $145 and s.id = any (coalesce(nullif($146::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $147 and t.answer_id = $148::uuid) r on q.id = r.question_id where q.user_id = $149))) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $150::uuid))) as "attached", (
        select json_build_object('question', q.content, 'versions', (
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $151 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $152 and a.id = v.answer_id
    where v.user_id = $153 and v.follows = r.follows),
          'repeats', (
            select said.id from turns v join messages said on said.user_id = $154 and said.id = v.question_id
            where v.user_id = $155 and v.follows = r.follows and said.content = $156::text
            order by said.created_at, said.id limit 1))
        from (
    select t.question_id, t.follows from turns t
    where t.user_id = $157 and t.answer_id = $158::uuid) r join messages q on q.user_id = $159 and q.id = r.question_id) as "replaced" from "profiles" where "user_id" = $160;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, candidates json, known json, near json, attached json, replaced json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content, 'isPrivate', h.is_private) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.is_private, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $7 and t.answer_id = $8::uuid) r on q.id = r.question_id where q.user_id = $9), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select m.text from (
      select s.text, s.covers_until as created_at from conversation_summaries s
      where s.user_id = $10 and s.conversation_id = $11::uuid and s.text <> ''
    ) m where m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $12 and t.answer_id = $13::uuid) r on q.id = r.question_id where q.user_id = $14), 'infinity')) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $15 and c.id = $16::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement) order by c.place), '[]')
    from (
      select m.id from messages m
      where m.user_id = $17 and m.conversation_id = $18::uuid and m.role = 'assistant' and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $19 and t.answer_id = $20::uuid) r on q.id = r.question_id where q.user_id = $21), 'infinity')
      order by m.created_at desc limit 1
    ) last_answer
      join turns t on t.user_id = $22 and t.answer_id = last_answer.id,
      jsonb_path_query(t.memory, '$.actions[*] ? (@.kind == "choose" && @.isSettled == false).factIds[*]')
        with ordinality as c (id, place)
      join facts f on f.user_id = $23 and f.id = (c.id #>> '{}')::uuid and f.state in ('suggested', 'confirmed', 'conflict')) as "candidates", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $24 and m.conversation_id = $25::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $26 and t.answer_id = $27::uuid) r on q.id = r.question_id where q.user_id = $28), 'infinity')
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($29::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $30::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($31::text, 2000)))) as token, false as is_before
          union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), true
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $32::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $33::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $34::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(3, length(f.word) - 1) as size limit 60) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $35::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral (
            select translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') as word from unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem offset 0) said
          cross join lateral (select * from word_counts w where w.user_id = $36::uuid and w.word = said.word limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($37::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $38::uuid
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
    select id, words || ''::tsvector as words from "facts" where user_id = $39::uuid and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and words @@ (select "rare" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 500)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $40::uuid and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and words @@ (select "common" from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $41::uuid and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and words @@ (select "suggested" from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($42::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $43::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_queries" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where not is_related and texts_up_to <= 250) as rare,
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where is_related and texts_up_to <= 250) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not is_related and not exists (select from "passages_asked" where not is_related and texts_up_to <= 250)
          order by texts limit 1)) as common
    ),
    "passages_query" as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from "passages_queries"
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $44::uuid and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and words @@ (select "rare" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $45::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $46::uuid and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and words @@ (select "common" from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $47::uuid and (s.read_at is null or s.scope <> 'team')))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by is_related, weight * rarity desc limit 40
    ),
    "passages_scored" as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / 60::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    row_words as materialized (
      select distinct on (a.place) a.place, a.weight,
        case when left(t.token, length(a.word)) = a.word then a.word else left(a.word, greatest(length(a.word) - 1, 1)) end as part
      from passages_asked a join asked_tokens t on t.place = a.place
      where a.is_whole and not t.is_before order by a.place, length(a.word)
    ),
    tables as materialized (
      select p.id, cardinality(p.rows) as size, case when octet_length(p.text) = length(p.text) then lower(p.text) else translate(lower(p.text), 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') end as text
      from (
        select *, max(places) over () as most from passages_scored
        where places >= 2 order by places desc, score desc limit 250
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $48::uuid and passages.id = s.id limit 1) p
      where p.rows <> '{}' and s.places >= s.most - 1
    ),
    row_hits as materialized (
      select tables.id, line.place as row, w.place, w.weight
      from tables cross join lateral string_to_table(tables.text, chr(10)) with ordinality as line (text, place)
        join row_words w on position(w.part in line.text) > 0
    ),
    row_rarities as materialized (
      select place, ln(1 + (all_rows.size - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from row_hits, (select sum(size)::float8 as size from tables) all_rows group by place, all_rows.size
    ),
    row_scores as materialized (
      select id, max(score) as score from (
        select h.id, h.row, sum(h.weight * r.rarity) as score from row_hits h join row_rarities r on r.place = h.place group by h.id, h.row
      ) rows_scored group by id
    ),
    sharing as materialized (
      select p.id, p.source_id, p.position, s.score, p.rows <> '{}' as is_table from (
        select passages_scored.id, greatest(passages_scored.score, row_scores.score) as score
        from passages_scored left join row_scores on row_scores.id = passages_scored.id
        order by 2 desc, 1 limit 96
      ) s cross join lateral (
        select id, source_id, position, rows from passages where passages.user_id = $49::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $50::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $51::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $52::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $53::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    
    chat_files as materialized (
      select s.id, s.name, s.summary, s.summarized, s.id = any (coalesce(nullif($54::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $55 and t.answer_id = $56::uuid) r on q.id = r.question_id where q.user_id = $57))) as is_new, storage.storage_up_to, s.added_at,
        (select count(*)::int from passages p where p.user_id = $58::uuid and p.source_id = s.id) as parts
      from sources s join storage on storage.id = s.id
      where s.user_id = $59::uuid and s.read_at is not null and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $60::uuid))
        and (s.id = any (coalesce(nullif($61::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $62 and t.answer_id = $63::uuid) r on q.id = r.question_id where q.user_id = $64))) or s.id in (
          select unnest(m.source_ids) from messages m
          where m.user_id = $65::uuid and m.conversation_id = $66::uuid and m.source_ids <> '{}'))
      order by is_new desc, s.added_at desc, s.id limit 10
    ),
    attached as materialized (
      select id, is_new, place from (
        select id, is_new, row_number() over (partition by is_new order by turn, rank desc, position)::int as place,
          sum(tokens) over (partition by is_new order by turn, rank desc, position) as tokens_up_to
        from (
          select *, row_number() over (partition by source_id order by rank desc, position) as turn from (
            select p.id, p.source_id, p.position, f.is_new, f.summarized, (length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) + (octet_length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)) - length(concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text))) * 3 / 2) / 4 + 30 as tokens,
              coalesce(ts_rank(p.words, asked.query), 0) + 0.2 * coalesce(ts_rank(p.words, before.query), 0) as rank
            from chat_files f join passages p on p.user_id = $67::uuid and p.source_id = f.id,
              (select (
    select string_agg('''' || replace(replace(left(($68::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $69::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($70::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked,
              (select (
    select string_agg('''' || replace(replace(left(($71::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $72::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) before
          ) scored where is_new or rank > 0 or summarized = 0
        ) ranked
      ) placed
      where is_new and place <= 600 and tokens_up_to <= 40000
        or not is_new and place <= 8
    ),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts where "facts"."user_id" = $73::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($74::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, count(*) <= 500 as is_read_whole, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 12 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $75::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $77::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($78::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $79::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($80::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.*, wanted.rank from (
        select kind, 0.01::float8 as rank, 150 as most, false as is_standing from asked_kinds
        union all
        select of_kind, 0, 100, true from unnest(array['voice', 'policy', 'people']) as of_kind
      ) wanted cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $81::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($82::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = wanted.kind and (not wanted.is_standing or ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')))
        order by number desc limit wanted.most
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $83::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $84::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $85::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($86::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select is_read_whole from own_room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $87::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($88::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    items as materialized (
      select f.rank, f.learned_at, f.number, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 12 end),
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = $89::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
              and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $90::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where not is_suggestion), '[]') as own, coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where is_suggestion), '[]') as suggested from items
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $91::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($92::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, part from (
        select words.*, '''' || left(($93::uuid)::text, 8) || (
  select nullif(part, '') from regexp_split_to_table(normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(word, NFKD), '[­̀-֑ͯ-ׇֽֿׁׂׅׄؐ-ًؚ-ٰٟ᪰-᫿᷀-᷿⃐-⃿︀-️︠-︯]+', '', 'g')), 'øđðħıłŋŧς', 'oddhilntσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC), '[-/:-`{-¿×÷՚-՟։־׀׃،؛؞؟٪-٭۔।॥฿ -⯿⸀-⹿　-〄〈-〠〰・︰-﹯-￰-￿🀀-🫿]+') as part order by length(part) desc, part limit 1) || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $94::uuid))
        order by texts, length desc, place limit 4
        ) words
      ) parts where part is not null
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $95::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $96::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $97::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $98::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $99::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $100::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not (m.role = 'assistant' and exists (
    select from messages asked, unnest(asked.source_ids) as file
    where asked.user_id = $101::uuid and asked.conversation_id = "m"."conversation_id"
      and asked.created_at <= "m"."created_at" and not exists (
        select from sources s
        where s.user_id = $102::uuid and s.id = file and s.scope = 'team' and s.deleted_at is null)))
        and not exists (
          select from turns t
          where t.user_id = $103::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $104::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($105::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $106::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($107::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $108::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $109::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $110::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $111::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $112::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or best.attached is null and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, case when is_new then 'question' else 'conversation' end as attached from attached
      union all
      select id, score, null from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $113::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'files', (
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isNew', is_new, 'parts', parts, 'summarized', summarized,
    'summary', summary, 'storageUpTo', storage_up_to) order by added_at, id), '[]') from chat_files), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $114::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", null::json as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($115::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $116 and t.answer_id = $117::uuid) r on q.id = r.question_id where q.user_id = $118)), s.id)), '[]')
    from sources s where s.user_id = $119 and s.id = any (coalesce(nullif($120::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, t.follows from turns t
    where t.user_id = $121 and t.answer_id = $122::uuid) r on q.id = r.question_id where q.user_id = $123))) and s.deleted_at is null
      and (s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = $124::uuid))) as "attached", (
        select json_build_object('question', q.content, 'versions', (
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', (
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = $125 and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= 10
      )
      select 2 * count(*) - 1 from below)) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = $126 and a.id = v.answer_id
    where v.user_id = $127 and v.follows = r.follows),
          'repeats', (
            select said.id from turns v join messages said on said.user_id = $128 and said.id = v.question_id
            where v.user_id = $129 and v.follows = r.follows and said.content = $130::text
            order by said.created_at, said.id limit 1))
        from (
    select t.question_id, t.follows from turns t
    where t.user_id = $131 and t.answer_id = $132::uuid) r join messages q on q.user_id = $133 and q.id = r.question_id) as "replaced" from "profiles" where "user_id" = $134;

-- chat/turn-lease.ts listExpiredTurns
-- takes nothing
-- returns id uuid, userId uuid, expired timestamp with time zone
select id, user_id as "userId", lease_expires_at as expired from turns
    where status = 'streaming' and lease_expires_at not between now() and now() + '12000 ms'::interval
    limit 100
    for no key update skip locked;

-- chat/turn-lease.ts listLeasedTurns
-- takes nothing
-- returns id uuid, userId uuid, expired timestamp with time zone
select id, user_id as "userId", lease_expires_at as expired from turns
    where status = 'streaming' and true
    limit 100
    for no key update skip locked;

-- chat/turn-memory.ts claimMemory
-- takes uuid, text, text, uuid, uuid, uuid
-- returns highestNumber integer, unwanted text
with locked as materialized (
      select user_id, facts_numbered, learns_from_chats from profiles where user_id = $1 for update
    )
    update turns set command_note = $2, memory = ($3::text)::jsonb
    from locked as profiles, conversations, messages
    where turns.user_id = profiles.user_id and turns.id = $4 and turns.status = 'streaming' and turns.command_note is null
      and conversations.user_id = $5 and conversations.id = turns.conversation_id
      and messages.user_id = $6 and messages.id = turns.question_id
    returning profiles.facts_numbered as "highestNumber", case
    when conversations.is_private or messages.is_private then 'private'
    when not profiles.learns_from_chats then 'off'
    when conversations.deleted_at is not null or messages.is_replaced then 'gone' end as "unwanted";

-- chat/turn-memory.ts findFactsByNumber
-- takes uuid, uuid, integer[], text
-- returns id uuid, number integer, statement text, attribute text, isPinned boolean, conflictId uuid, validFrom text, validUntil text, hasOwnAttribute boolean, hasOwnDays boolean, partIds uuid[]
select "id", "number", "statement", "attribute", "is_pinned" as "isPinned", "conflict_id" as "conflictId", "valid_from" as "validFrom", "valid_until" as "validUntil", "has_own_attribute" as "hasOwnAttribute", "has_own_days" as "hasOwnDays", array(
        select parts.id from facts parts
        where parts.user_id = $1 and parts.split_from = facts.id and parts.state in ('suggested', 'confirmed', 'conflict')) as "partIds" from "facts" where "user_id" = $2 and number = any ($3::int[]) and "state" in ($4);

-- chat/turn-memory.ts findHighestNumber
-- takes uuid
-- returns number integer
select "facts_numbered" as "number" from "profiles" where "user_id" = $1;

-- chat/turn-memory.ts findTurnMemory
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid, memory jsonb, conversationId uuid, questionId uuid, unwanted text, assistantId text, askedAt timestamp with time zone, timeZone text
select "turns"."id", turns.memory as "memory", "turns"."conversation_id" as "conversationId", "turns"."question_id" as "questionId", case
    when conversations.is_private or messages.is_private then 'private'
    when not profiles.learns_from_chats then 'off'
    when conversations.deleted_at is not null or messages.is_replaced then 'gone' end as "unwanted", "conversations"."assistant_type" as "assistantId", "messages"."created_at" as "askedAt", "profiles"."time_zone" as "timeZone" from "turns" inner join "conversations" on "conversations"."user_id" = $1 and "conversations"."id" = "turns"."conversation_id" and "conversations"."deleted_at" is null inner join "messages" on "messages"."user_id" = $2 and "messages"."id" = "turns"."question_id" inner join "profiles" on "profiles"."user_id" = $3 where "turns"."user_id" = $4 and "turns"."answer_id" = $5 and "turns"."memory" is not null for update of "turns";

-- chat/turn-memory.ts forgetEverything
-- takes uuid, integer, uuid
-- returns numbers json, conflicts json
with live as materialized (
      select id, number, conflict_id from facts
      where user_id = $1 and state in ('suggested', 'confirmed', 'conflict') and number <= $2
    ),
    forgotten as (
      update facts set state = 'forgotten', superseded_by = null, conflict_id = null from live
      where facts.user_id = $3 and facts.id = live.id
    )
    select json_agg(number order by number) as numbers,
      json_object_agg(id, conflict_id) filter (where conflict_id is not null) as conflicts
    from live;

-- chat/turn-memory.ts recordMemoryOutcome
-- takes text, text, uuid[], uuid, uuid
-- returns nothing
update turns set command_note = $1, memory = ($2::text)::jsonb,
      offered_facts = offered_facts || array(select unnest($3::uuid[]) except select unnest(offered_facts))
    where user_id = $4 and id = $5;

-- chat/turn-memory.ts restoreEverything
-- takes text, uuid, integer[], uuid
-- returns id uuid, number integer, subject text, statement text, conflictId uuid
with conflicts as (
      select key::uuid as id, value::uuid as conflict_id from jsonb_each_text(($1::text)::jsonb)
    ),
    restored as (
      select facts.id, conflicts.conflict_id from facts left join conflicts using (id)
      where facts.user_id = $2 and facts.number = any ($3::int[]) and facts.state = 'forgotten'
    )
    update facts set state = case when restored.conflict_id is null then case
    when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or facts.split_from is not null and facts.confirmed_at is null then 'suggested'
    else 'confirmed' end else 'conflict' end,
      conflict_id = restored.conflict_id
    from restored where facts.user_id = $4 and facts.id = restored.id
    returning facts.id, facts.number, facts.subject, facts.statement, facts.conflict_id as "conflictId";

-- chat/turn-memory.ts saveTurnMemory
-- takes text, uuid, uuid
-- returns nothing
update turns set memory = ($1::text)::jsonb where user_id = $2 and id = $3;

-- chat/turns.ts findTurn
-- takes uuid, uuid
-- returns conversationId uuid, questionId uuid, answerId uuid
select "conversation_id" as "conversationId", "question_id" as "questionId", "answer_id" as "answerId" from "turns" where "user_id" = $1 and "id" = $2;

-- chat/turns.ts findTurnByAnswer
-- takes uuid, uuid
-- returns attempt integer, status text, failure text, content text
select "turns"."attempt", "turns"."status", "turns"."failure", "messages"."content" from "turns" inner join "messages" on "messages"."user_id" = "turns"."user_id" and "messages"."id" = "turns"."answer_id" where "turns"."user_id" = $1 and "turns"."answer_id" = $2;

-- chat/turns.ts offer
-- takes uuid[], uuid[], uuid[], uuid, uuid, text
-- returns nothing
update "turns" set "offered_facts" = $1, "offered_passages" = $2, "offered_messages" = $3 where "user_id" = $4 and "id" = $5 and "status" = $6;

-- chat/turns.ts requestStop
-- takes uuid, uuid
-- returns id uuid, answerId uuid, pg_notify void
with asked as (
      update turns set stop_requested = true
      where user_id = $1 and answer_id = $2 and status = 'streaming' returning id, answer_id
    )
    select id, answer_id as "answerId", pg_notify('turn_stop', concat_ws(' ', id, answer_id)) from asked;

-- chat/turns.ts requestStop
-- takes uuid, uuid
-- returns id uuid, answerId uuid, pg_notify void
with asked as (
      update turns set stop_requested = true
      where user_id = $1 and conversation_id = $2 and status = 'streaming' returning id, answer_id
    )
    select id, answer_id as "answerId", pg_notify('turn_stop', concat_ws(' ', id, answer_id)) from asked;

-- chat/turns.ts saveTurns
-- takes uuid[], uuid[], text[]
-- returns answerId uuid, stopRequested boolean, isSaved boolean
with given as (
      select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as g (user_id, id, content)
    ),
    running as (
      select given.user_id, given.id, turns.answer_id, turns.stop_requested, given.content
      from given cross join lateral (
        select answer_id, stop_requested from turns
        where turns.user_id = given.user_id and turns.id = given.id and turns.status = 'streaming'
        limit 1
      ) turns
    ),
    free as (
      select running.user_id, running.id, running.answer_id, running.content
      from running cross join lateral (
        select from turns join messages on messages.user_id = turns.user_id and messages.id = turns.answer_id
        where turns.user_id = running.user_id and turns.id = running.id and turns.status = 'streaming'
        limit 1
        for no key update skip locked
      ) as locked
    ),
    renewed as (
      update turns set lease_expires_at = now() + '6000 ms'::interval from free
      where turns.user_id = free.user_id and turns.id = free.id
      returning turns.user_id, turns.id
    ),
    saved as (
      update messages set content = free.content from free
      where messages.user_id = free.user_id and messages.id = free.answer_id and messages.content <> free.content
      returning messages.id
    ),
    notified as (select pg_notify('turns_saved', string_agg(id::text, ' ')) from saved having count(*) > 0)
    select running.answer_id as "answerId", running.stop_requested as "stopRequested", renewed.id is not null as "isSaved"
    from running left join renewed using (user_id, id) left join notified on true;

-- chat/turns.ts settleTurn
-- takes text, text, timestamp with time zone, text, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, uuid, text, text[], uuid, bigint, uuid, bigint, bigint, bigint, timestamp with time zone, boolean, uuid, uuid, uuid, boolean
-- returns answerId uuid, pg_notify void
with settled as (
      update turns set status = $1::text, failure = $2::text, settled_at = $3::timestamptz,
        is_unread = $4::text <> 'stopped'
      where user_id = $5 and id = $6 and status = 'streaming'
        and ($7::timestamptz is null or date_trunc('milliseconds', lease_expires_at) = $8::timestamptz)
      returning user_id as owner_id, id, conversation_id, question_id, answer_id, is_unread, spending_day, reserved_micro_usd, learning
    ),
    
    news as (
      insert into notices (user_id, topic, subject, created_at)
      select $9::uuid, 'answer', id::text, $10::timestamptz + '10000 ms'::interval from settled where is_unread
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ' 10000'))
    ),
    news_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from news as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $11::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from news as new join push_subscriptions s on s.user_id = $12::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    
    scheduled as (
      insert into scheduled_jobs (queue, key, payload, due_at) select 'learning', question_id::text, jsonb_build_object('userId', owner_id, 'questionId', question_id), $13::timestamptz from settled where learning = 'due' on conflict do nothing
    ),
    
    uncovered as (
      insert into scheduled_jobs (queue, key, payload, due_at) select 'summary', conversation_id::text, jsonb_build_object('userId', owner_id, 'conversationId', conversation_id), $14::timestamptz from settled where (
          select count(*) from (
            select from messages m
            where m.user_id = settled.owner_id and m.conversation_id = settled.conversation_id and not m.is_replaced
              and m.created_at > coalesce((
                select s.covers_until from conversation_summaries s
                where s.user_id = settled.owner_id and s.conversation_id = settled.conversation_id), '-infinity')
            limit 10
          ) few) = 10 on conflict do nothing
    ),
    
    heard as (
      insert into scheduled_jobs (queue, key, payload, due_at) select 'automation-event', 'answer ' || question_id, jsonb_build_object('userId', owner_id, 'event', 'answer', 'questionId', question_id, 'answerId', answer_id), $15::timestamptz from settled
          where $16::text = 'complete' and exists (
            select from automations a
            where a.user_id = $17::uuid and a.listens_to is not null and a.listens_to not in ('fact', 'source')) on conflict do nothing
    ),
    saved as (
      update messages set content = coalesce($18::text, content),
        words = array_to_tsvector(array(select left((messages.user_id)::text, 8) || word from unnest($19::text[]) as word))
      from settled
      where user_id = $20 and messages.id = settled.answer_id
    ),
    person as (
      update model_spending set micro_usd = greatest(micro_usd + $21::bigint - reserved_micro_usd, 0) from settled
      where user_id = $22 and day = spending_day and $23::bigint is not null
      returning 1
    ),
    everybody as (
      update model_spending_days set micro_usd = greatest(micro_usd + $24::bigint - reserved_micro_usd, 0)
      from settled, (select count(*) from person) as after_person
      where day = spending_day and $25::bigint is not null
      returning 1
    ),
    receipt as (
      update usage_receipts set settled_at = $26::timestamptz,
        status = case when $27::boolean then 'released' else 'counted' end
      from settled where user_id = $28 and usage_receipts.id = $29 and usage_receipts.status = 'reserved'
      returning period, amount
    ),
    given_back as (
      update usage_tracking set messages_used = greatest(messages_used - receipt.amount, 0)
      from receipt, (select count(*) from everybody) as after_everybody
      where user_id = $30 and usage_tracking.month_year = receipt.period and $31::boolean
    )
    select answer_id as "answerId", pg_notify('turns_saved', answer_id::text) from settled;

-- chat/turns.ts settleTurn
-- takes uuid, uuid
-- returns content text
select "messages"."content" from "turns" inner join "messages" on "messages"."user_id" = "turns"."user_id" and "messages"."id" = "turns"."answer_id" where "turns"."user_id" = $1 and "turns"."id" = $2;

-- chat/versions.ts hasExchange
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid
select "turns"."id" from "turns" inner join "conversations" on "conversations"."user_id" = $1 and "conversations"."id" = "turns"."conversation_id" where "turns"."user_id" = $2 and "turns"."conversation_id" = $3 and ("turns"."question_id" = $4 or "turns"."answer_id" = $5) and "conversations"."deleted_at" is null;

-- chat/versions.ts listUnread
-- takes uuid
-- returns assistantId text, isUnread boolean
select distinct "conversations"."assistant_type" as "assistantId", "turns"."is_unread" as "isUnread" from "turns" inner join "conversations" on "conversations"."user_id" = "turns"."user_id" and "conversations"."id" = "turns"."conversation_id" and "conversations"."deleted_at" is null where "turns"."user_id" = $1 and ("is_unread" = true or "turns"."status" = 'streaming');

-- chat/versions.ts markSeen
-- takes uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, timestamp with time zone
-- returns id uuid
with owned as (
      select id from conversations where user_id = $1 and id = $2 and deleted_at is null
    ),
    seen as (
      update turns set is_unread = false from owned
      where user_id = $3 and turns.conversation_id = owned.id and is_unread
      returning turns.id
    ),
    forgotten as (
      delete from notices using seen
      where user_id = $4 and topic = 'answer' and subject = seen.id::text and created_at > $5
    ),
    read as (
      update notices set read_at = $6 from seen
      where user_id = $7 and topic = 'answer' and subject = seen.id::text and created_at <= $8 and read_at is null
      returning pg_notify('notices_changed', concat(user_id, ''))
    )
    select id from owned;

-- chat/versions.ts showVersion
-- takes uuid, uuid
-- returns nothing
select from conversations where user_id = $1 and id = $2 for update;

-- chat/versions.ts showVersion
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid
-- returns before text, after text
with recursive owned as materialized (
      select c.id
      from turns t join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      where t.user_id = $1 and t.conversation_id = $2
    and (t.answer_id = $3 or t.question_id = $4)
        and not exists (
          select from turns running
          where running.user_id = $5 and running.conversation_id = t.conversation_id and running.status = 'streaming')
    ),
    up as (
      select t.question_id, t.answer_id, t.follows, t.choice
      from owned join turns t on t.user_id = $6 and t.conversation_id = $7
    and (t.answer_id = $8 or t.question_id = $9)
      union all
      select t.question_id, t.answer_id, t.follows, t.choice
      from up cross join lateral (
        select turns.* from turns where turns.user_id = $10 and turns.answer_id = up.follows limit 1
      ) t cross join lateral (
        select from messages q where q.user_id = $11 and q.id = t.question_id and q.is_replaced limit 1
      ) hidden
    ),
    down as (
      select t.question_id, t.answer_id, 0 as depth
      from owned join turns t on t.user_id = $12 and t.conversation_id = $13
    and (t.answer_id = $14 or t.question_id = $15)
      union all
      select later.question_id, later.answer_id, down.depth + 1
      from down cross join lateral (
        select t.question_id, t.answer_id from turns t
        where t.user_id = $16 and t.follows = down.answer_id
        order by t.choice desc limit 1
      ) later
    ),
    path as materialized (
      select question_id as id from up union select answer_id from up
      union select question_id from down union select answer_id from down
    ),
    fork as materialized (
      select owned.id, coalesce((
        select m.created_at from up join messages m on m.user_id = $17 and m.id = up.follows and not m.is_replaced
      ), '-infinity') as after
      from owned
    ),
    changed as materialized (
      select m.id, m.role, m.content, m.is_replaced, m.created_at
      from fork join messages m on m.user_id = $18 and m.conversation_id = fork.id
      where m.created_at > fork.after and m.is_replaced = (m.id in (select id from path))
        and (
    "m"."role" = 'user' or exists (
      select from turns own where own.user_id = $19 and own.answer_id = "m"."id"))
    ),
    chosen as (
      update turns set choice = (select max(v.choice) + 1 from turns v where v.user_id = $20 and v.follows = up.follows)
      from up
      where turns.user_id = $21 and turns.answer_id = up.answer_id and exists (
        select from turns v where v.user_id = $22 and v.follows = up.follows and v.choice > up.choice)
    ),
    flipped as (
      update messages set is_replaced = not messages.is_replaced from changed
      where messages.user_id = $23 and messages.id = changed.id
    ),
    other as (select fork.id, min(changed.created_at) as since from fork, changed group by fork.id),
    restarted as (
    insert into conversation_summaries as s (user_id, conversation_id, revision)
    select $24, id, 1 from "other"
    on conflict (user_id, conversation_id) do update set revision = s.revision + 1,
      text = case when s.covers_until < (select since from "other") then s.text else '' end,
      covers_until = case when s.covers_until < (select since from "other") then s.covers_until end,
      prompt = case when s.covers_until < (select since from "other") then s.prompt else '' end)
    update conversations set
      updated_at = case when exists (select from changed) then greatest(updated_at, $25::timestamptz) else updated_at end,
      last_answer_id = (select answer_id from down order by depth desc limit 1)
    from fork
    where conversations.user_id = $26 and conversations.id = fork.id
    returning
      (select content from changed where fork.after = '-infinity' and role = 'user' and not is_replaced order by created_at limit 1) as before,
      (select content from changed where fork.after = '-infinity' and role = 'user' and is_replaced order by created_at limit 1) as after;
