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
-- takes uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, isStreaming boolean, lastAnswer text, hasNewAnswer boolean
select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", exists (
        select from turns
        where turns.user_id = $1 and turns.conversation_id = conversations.id and turns.status = 'streaming'
      ) as "isStreaming", (
        select left(m.content, 600) from messages m
        where m.user_id = $2 and m.conversation_id = conversations.id and m.role = 'assistant'
          and m.content <> '' and not m.is_replaced
        order by m.created_at desc limit 1
      ) as "lastAnswer", exists (
  select from turns where turns.user_id = $3 and turns.conversation_id = conversations.id and turns.is_unread) as "hasNewAnswer" from "conversations" where "user_id" = $4 and "deleted_at" is null order by "updated_at" desc limit 12;

-- chat/conversations.ts listRecentConversations
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, isStreaming boolean, lastAnswer json, hasNewAnswer boolean
select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", exists (
        select from turns
        where turns.user_id = $1 and turns.conversation_id = conversations.id and turns.status = 'streaming'
      ) as "isStreaming", (
        select json_build_object('beginning', left(m.content, 600), 'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'

'), '') from (
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
-- takes timestamp with time zone, uuid, uuid
-- returns id uuid, notified void
update "conversations" set "deleted_at" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is not null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/conversations.ts setConversationDeleted
-- takes timestamp with time zone, uuid, uuid
-- returns id uuid, notified void
update "conversations" set "deleted_at" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/conversations.ts setConversationPrivate
-- takes boolean, uuid, uuid
-- returns id uuid, notified void
update "conversations" set "is_private" = $1 where "user_id" = $2 and "id" = $3 and "deleted_at" is null returning "id", pg_notify('notices_changed', concat(user_id, '')) as "notified";

-- chat/find-conversations.ts findConversations
-- takes uuid, boolean, text, text, uuid, text, bigint, text, text, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, marked text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and "is_replaced" = $2 and words @@ (
  select string_agg('''' || replace(replace(left(($3)::text, 8) || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $4::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $5 and "deleted_at" is null and ("hits"."id" is not null or "title" ilike $6) order by "updated_at" desc, "conversations"."id" desc limit $7) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", ts_headline('simple', left("messages"."content", 100000), (
  select string_agg('''' || replace(replace('' || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $8::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched), $9::text) as "marked" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $10 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/find-conversations.ts findConversations
-- takes uuid, boolean, text, text, uuid, text, bigint, text, text, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, marked text, said text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and "is_replaced" = $2 and words @@ (
  select string_agg('''' || replace(replace(left(($3)::text, 8) || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $4::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $5 and "deleted_at" is null and ("hits"."id" is not null or "title" ilike $6) order by "updated_at" desc, "conversations"."id" desc limit $7) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", ts_headline('simple', left("messages"."content", 100000), (
  select string_agg('''' || replace(replace('' || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $8::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched), $9::text) as "marked", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $10 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $11 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/find-conversations.ts findConversations
-- takes uuid, boolean, text, text, uuid, text, timestamp with time zone, uuid, bigint, text, text, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, marked text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and "is_replaced" = $2 and words @@ (
  select string_agg('''' || replace(replace(left(($3)::text, 8) || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $4::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $5 and "deleted_at" is null and ("hits"."id" is not null or "title" ilike $6) and (updated_at, conversations.id) < ($7::timestamptz, $8::uuid) order by "updated_at" desc, "conversations"."id" desc limit $9) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", ts_headline('simple', left("messages"."content", 100000), (
  select string_agg('''' || replace(replace('' || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $10::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched), $11::text) as "marked" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $12 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/find-conversations.ts findConversations
-- takes uuid, boolean, text, text, uuid, text, timestamp with time zone, uuid, bigint, text, text, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, messageId uuid, marked text, said text
with "hits" as materialized (select distinct on ("conversation_id") "conversation_id", "id" from "messages" where "user_id" = $1 and "is_replaced" = $2 and words @@ (
  select string_agg('''' || replace(replace(left(($3)::text, 8) || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $4::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched) order by "conversation_id", "created_at" desc), "page" as (select "conversations"."id", "conversations"."assistant_type" as "assistantId", "conversations"."title", "conversations"."is_private" as "isPrivate", "conversations"."created_at" as "createdAt", "conversations"."updated_at" as "updatedAt", "hits"."id" as "messageId" from "conversations" left join "hits" on "hits"."conversation_id" = "conversations"."id" where "user_id" = $5 and "deleted_at" is null and ("hits"."id" is not null or "title" ilike $6) and (updated_at, conversations.id) < ($7::timestamptz, $8::uuid) order by "updated_at" desc, "conversations"."id" desc limit $9) select "page"."id", "page"."assistantId", "page"."title", "page"."isPrivate", "page"."createdAt", "page"."updatedAt", "page"."messageId", ts_headline('simple', left("messages"."content", 100000), (
  select string_agg('''' || replace(replace('' || word, '\', '\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= 3 or word ~ '[฀-႟ᄀ-ᇿក-៿⺀-鿿ꥠ-꥿가-퟿豈-﫿ｦ-ￜ𠀀-𿿿]' then ':*' else '' end as match
    from (
    select distinct '' || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', $10::text))) as lexeme) as words
    order by length(word) desc, word limit 8
  ) as searched), $11::text) as "marked", (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $12 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "page" left join "messages" on "messages"."id" = "page"."messageId" and "messages"."user_id" = $13 order by "page"."updatedAt" desc, "page"."id" desc;

-- chat/messages.ts findAnswer
-- takes uuid, uuid, uuid, text
-- returns content text, title text, assistantId text
select "messages"."content", "conversations"."title", "conversations"."assistant_type" as "assistantId" from "messages" inner join "conversations" on "conversations"."user_id" = $1 and "conversations"."id" = "messages"."conversation_id" where "messages"."user_id" = $2 and "messages"."id" = $3 and "messages"."role" = $4 and "conversations"."deleted_at" is null;

-- chat/messages.ts findAnswer
-- takes uuid, uuid, uuid, uuid, text
-- returns content text, title text, assistantId text, said text
select "messages"."content", "conversations"."title", "conversations"."assistant_type" as "assistantId", (
    select coalesce(string_agg(left(said.content, said.characters), e'

'), '') from (
      select s.content, case when s.id = "messages"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $1 and s.conversation_id = "messages"."conversation_id" and s.created_at <= "messages"."created_at"
        and (s.role = 'user' or s.id = "messages"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as "said" from "messages" inner join "conversations" on "conversations"."user_id" = $2 and "conversations"."id" = "messages"."conversation_id" where "messages"."user_id" = $3 and "messages"."id" = $4 and "messages"."role" = $5 and "conversations"."deleted_at" is null;

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
-- takes uuid, uuid, boolean, uuid, uuid, bigint
-- returns id uuid, role text, content text, createdAt timestamp with time zone
select "id", "role", "content", "created_at" as "createdAt" from "messages" where "user_id" = $1 and "conversation_id" = $2 and "is_replaced" = $3 and (created_at, id) <= (select m.created_at, m.id from messages m where m.user_id = $4 and m.id = $5::uuid) order by "created_at", "id" limit $6;

-- chat/messages.ts readExportedMessages
-- takes uuid, uuid, boolean, uuid, uuid, timestamp with time zone, uuid, bigint
-- returns id uuid, role text, content text, createdAt timestamp with time zone
select "id", "role", "content", "created_at" as "createdAt" from "messages" where "user_id" = $1 and "conversation_id" = $2 and "is_replaced" = $3 and (created_at, id) <= (select m.created_at, m.id from messages m where m.user_id = $4 and m.id = $5::uuid) and (created_at, id) > ($6::timestamptz, $7::uuid) order by "created_at", "id" limit $8;

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, null::uuid as version_of, 1 as attempt, greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at
    from conversations c
    where c.user_id = $3 and c.id = $4 and c.assistant_type = $5
      and c.deleted_at is null
    for update),
    person as (select micro_usd from model_spending where user_id = $6 and day = $7::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $8::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($9::bigint is null or coalesce((select micro_usd from person), 0) + $10::bigint <= $11::bigint) as person,
        ($12::bigint is null or coalesce((select micro_usd from everybody), 0) + $13::bigint <= $14::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $15::uuid, $16::text, 1::int from wanted where $17::int is null or 1::int <= $18::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $19::int is null or "usage_tracking"."messages_used" + 1::int <= $20::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $21::uuid, $22::uuid, 'messages', $23::text, 1::int, wanted.subject, 'reserved'::text, $24::timestamptz,
        case when 'reserved'::text <> 'reserved' then $25::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $26::uuid, case when used >= $27::int and $28::int < $29::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $30::text), $31::timestamptz, jsonb_build_object('used', used, 'limit', $32::int)
      from unit where used >= $33::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $34::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $35::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $36::bigint from unit where user_id = $37 and day = $38::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $39::bigint from unit where day = $40::text),
      conversation as (
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = $41 and conversations.id = $42),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids)
        select $43::uuid, $44::uuid, said.* from unit, owned, lateral (values
          ($45::uuid, 'user', $46::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($47::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($48::text, 100000)))) as lexeme))), $49::uuid[]),
          ($50::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}')
        ) as said (id, role, content, created_at, words, source_ids)
      ),
      replaced as (select),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $51::uuid, $52::uuid, $53::uuid, $54::uuid, $55::uuid, $56::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $57::text, $58::bigint, owned.version_of,
          $59::uuid[], $60::uuid[], $61::uuid[], $62::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $63) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, null::uuid as version_of, 1 as attempt, greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at
    from conversations c
    where c.user_id = $3 and c.id = $4 and c.assistant_type = $5
      and c.deleted_at is null
    for update),
    person as (select micro_usd from model_spending where user_id = $6 and day = $7::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $8::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($9::bigint is null or coalesce((select micro_usd from person), 0) + $10::bigint <= $11::bigint) as person,
        ($12::bigint is null or coalesce((select micro_usd from everybody), 0) + $13::bigint <= $14::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $15::uuid, $16::text, 1::int from wanted where $17::int is null or 1::int <= $18::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $19::int is null or "usage_tracking"."messages_used" + 1::int <= $20::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $21::uuid, $22::uuid, 'messages', $23::text, 1::int, wanted.subject, 'reserved'::text, $24::timestamptz,
        case when 'reserved'::text <> 'reserved' then $25::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $26::uuid, case when used >= $27::int and $28::int < $29::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $30::text), $31::timestamptz, jsonb_build_object('used', used, 'limit', $32::int)
      from unit where used >= $33::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $34::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $35::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $36::bigint from unit where user_id = $37 and day = $38::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $39::bigint from unit where day = $40::text),
      conversation as (
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = $41 and conversations.id = $42),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $43::uuid, $44::uuid, said.* from unit, owned, lateral (values
          ($45::uuid, 'user', $46::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($47::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($48::text, 100000)))) as lexeme))), $49::uuid[], owned.is_private),
          ($50::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}',
            owned.is_private or exists (
  select from messages p where p.user_id = $51 and p.conversation_id = $52::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ),
      replaced as (select),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $53::uuid, $54::uuid, $55::uuid, $56::uuid, $57::uuid, $58::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $59::text, $60::bigint, owned.version_of,
          $61::uuid[], $62::uuid[], $63::uuid[], $64::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $65) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, null::uuid as version_of, 1 as attempt, greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at
    from conversations c
    where c.user_id = $3 and c.id = $4 and c.assistant_type = $5
      and c.deleted_at is null
    for update),
    person as (select micro_usd from model_spending where user_id = $6 and day = $7::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $8::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($9::bigint is null or coalesce((select micro_usd from person), 0) + $10::bigint <= $11::bigint) as person,
        ($12::bigint is null or coalesce((select micro_usd from everybody), 0) + $13::bigint <= $14::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $15::uuid, $16::text, 1::int from wanted where $17::int is null or 1::int <= $18::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $19::int is null or "usage_tracking"."messages_used" + 1::int <= $20::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $21::uuid, $22::uuid, 'messages', $23::text, 1::int, wanted.subject, 'reserved'::text, $24::timestamptz,
        case when 'reserved'::text <> 'reserved' then $25::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $26::uuid, case when used >= $27::int and $28::int < $29::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $30::text), $31::timestamptz, jsonb_build_object('used', used, 'limit', $32::int)
      from unit where used >= $33::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $34::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $35::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $36::bigint from unit where user_id = $37 and day = $38::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $39::bigint from unit where day = $40::text),
      conversation as (
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = $41 and conversations.id = $42),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $43::uuid, $44::uuid, said.* from unit, owned, lateral (values
          ($45::uuid, 'user', $46::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($47::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($48::text, 100000)))) as lexeme))), $49::uuid[], owned.is_private),
          ($50::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or exists (
  select from messages p where p.user_id = $51 and p.conversation_id = $52::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ),
      replaced as (select),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $53::uuid, $54::uuid, $55::uuid, $56::uuid, $57::uuid, $58::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $59::text, $60::bigint, owned.version_of,
          $61::uuid[], $62::uuid[], $63::uuid[], $64::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $65) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, coalesce(t.version_of, t.question_id) as version_of,
      t.question_id, t.answer_id, 1 as attempt, greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at
    from conversations c
      join turns t on t.user_id = c.user_id and t.conversation_id = c.id and t.answer_id = $3
      join messages m on m.user_id = t.user_id and m.id = t.answer_id and not m.is_replaced
    where c.user_id = $4 and c.id = $5 and c.assistant_type = $6
      and c.deleted_at is null and not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)
    for update of c),
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
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = $42 and conversations.id = $43),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids)
        select $44::uuid, $45::uuid, said.* from unit, owned, lateral (values
          ($46::uuid, 'user', $47::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($48::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($49::text, 100000)))) as lexeme))), $50::uuid[]),
          ($51::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}')
        ) as said (id, role, content, created_at, words, source_ids)
      ),
      replaced as (
    update messages set is_replaced = true from unit, owned
    where user_id = $52 and messages.id in (owned.question_id, owned.answer_id)),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $53::uuid, $54::uuid, $55::uuid, $56::uuid, $57::uuid, $58::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $59::text, $60::bigint, owned.version_of,
          $61::uuid[], $62::uuid[], $63::uuid[], $64::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $65) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, coalesce(t.version_of, t.question_id) as version_of,
      t.question_id, t.answer_id, 1 as attempt, greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at
    from conversations c
      join turns t on t.user_id = c.user_id and t.conversation_id = c.id and t.answer_id = $3
      join messages m on m.user_id = t.user_id and m.id = t.answer_id and not m.is_replaced
    where c.user_id = $4 and c.id = $5 and c.assistant_type = $6
      and c.deleted_at is null and not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)
    for update of c),
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
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = $42 and conversations.id = $43),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $44::uuid, $45::uuid, said.* from unit, owned, lateral (values
          ($46::uuid, 'user', $47::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($48::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($49::text, 100000)))) as lexeme))), $50::uuid[], owned.is_private),
          ($51::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}',
            owned.is_private or exists (
  select from messages p where p.user_id = $52 and p.conversation_id = $53::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ),
      replaced as (
    update messages set is_replaced = true from unit, owned
    where user_id = $54 and messages.id in (owned.question_id, owned.answer_id)),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $55::uuid, $56::uuid, $57::uuid, $58::uuid, $59::uuid, $60::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $61::text, $62::bigint, owned.version_of,
          $63::uuid[], $64::uuid[], $65::uuid[], $66::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $67) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, coalesce(t.version_of, t.question_id) as version_of,
      t.question_id, t.answer_id, 1 as attempt, greatest($1::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = $2 and messages.conversation_id = c.id)) as asked_at
    from conversations c
      join turns t on t.user_id = c.user_id and t.conversation_id = c.id and t.answer_id = $3
      join messages m on m.user_id = t.user_id and m.id = t.answer_id and not m.is_replaced
    where c.user_id = $4 and c.id = $5 and c.assistant_type = $6
      and c.deleted_at is null and not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)
    for update of c),
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
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = $42 and conversations.id = $43),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $44::uuid, $45::uuid, said.* from unit, owned, lateral (values
          ($46::uuid, 'user', $47::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($48::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($49::text, 100000)))) as lexeme))), $50::uuid[], owned.is_private),
          ($51::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or exists (
  select from messages p where p.user_id = $52 and p.conversation_id = $53::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ),
      replaced as (
    update messages set is_replaced = true from unit, owned
    where user_id = $54 and messages.id in (owned.question_id, owned.answer_id)),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $55::uuid, $56::uuid, $57::uuid, $58::uuid, $59::uuid, $60::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $61::text, $62::bigint, owned.version_of,
          $63::uuid[], $64::uuid[], $65::uuid[], $66::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $67) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes uuid, text, timestamp with time zone, text, boolean, timestamp with time zone, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, text, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (select $1::uuid as id, $2::text as title,
    $3::timestamptz as created_at, $4::text as assistant_type, $5::boolean as is_private, null::uuid as version_of,
    1 as attempt, $6::timestamptz as asked_at),
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
    insert into conversations (id, user_id, assistant_type, title, is_private, created_at, updated_at)
    select owned.id, $42::uuid, $43::text, owned.title, owned.is_private, owned.created_at, owned.created_at
    from unit, owned),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids)
        select $44::uuid, $45::uuid, said.* from unit, owned, lateral (values
          ($46::uuid, 'user', $47::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($48::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($49::text, 100000)))) as lexeme))), $50::uuid[]),
          ($51::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}')
        ) as said (id, role, content, created_at, words, source_ids)
      ),
      replaced as (select),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $52::uuid, $53::uuid, $54::uuid, $55::uuid, $56::uuid, $57::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $58::text, $59::bigint, owned.version_of,
          $60::uuid[], $61::uuid[], $62::uuid[], $63::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $64) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes uuid, text, timestamp with time zone, text, boolean, timestamp with time zone, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, text, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (select $1::uuid as id, $2::text as title,
    $3::timestamptz as created_at, $4::text as assistant_type, $5::boolean as is_private, null::uuid as version_of,
    1 as attempt, $6::timestamptz as asked_at),
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
    insert into conversations (id, user_id, assistant_type, title, is_private, created_at, updated_at)
    select owned.id, $42::uuid, $43::text, owned.title, owned.is_private, owned.created_at, owned.created_at
    from unit, owned),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $44::uuid, $45::uuid, said.* from unit, owned, lateral (values
          ($46::uuid, 'user', $47::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($48::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($49::text, 100000)))) as lexeme))), $50::uuid[], owned.is_private),
          ($51::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}',
            owned.is_private or exists (
  select from messages p where p.user_id = $52 and p.conversation_id = $53::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ),
      replaced as (select),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $54::uuid, $55::uuid, $56::uuid, $57::uuid, $58::uuid, $59::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $60::text, $61::bigint, owned.version_of,
          $62::uuid[], $63::uuid[], $64::uuid[], $65::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $66) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts openTurn
-- takes uuid, text, timestamp with time zone, text, boolean, timestamp with time zone, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, uuid, text, uuid, uuid, uuid, text, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, bigint, uuid[], uuid[], uuid[], text, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (select $1::uuid as id, $2::text as title,
    $3::timestamptz as created_at, $4::text as assistant_type, $5::boolean as is_private, null::uuid as version_of,
    1 as attempt, $6::timestamptz as asked_at),
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
    insert into conversations (id, user_id, assistant_type, title, is_private, created_at, updated_at)
    select owned.id, $42::uuid, $43::text, owned.title, owned.is_private, owned.created_at, owned.created_at
    from unit, owned),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select $44::uuid, $45::uuid, said.* from unit, owned, lateral (values
          ($46::uuid, 'user', $47::text, owned.asked_at,
            array_to_tsvector(array((
    select distinct left(($48::uuid)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left($49::text, 100000)))) as lexeme))), $50::uuid[], owned.is_private),
          ($51::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or exists (
  select from messages p where p.user_id = $52 and p.conversation_id = $53::uuid and p.is_private))
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ),
      replaced as (select),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select $54::uuid, $55::uuid, $56::uuid, $57::uuid, $58::uuid, $59::text,
          'streaming', now() + '6000 ms'::interval, owned.asked_at, $60::text, $61::bigint, owned.version_of,
          $62::uuid[], $63::uuid[], $64::uuid[], $65::text, case
            when owned.is_private or not (select learns_from_chats from profiles where user_id = $66) then 'none'
            else 'due' end
        from unit, owned
      )
      
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts prepareSpending
-- takes uuid, text, text
-- returns nothing
with person as (
      insert into model_spending (user_id, day, micro_usd) values ($1, $2, 0) on conflict do nothing
    )
    insert into model_spending_days (day, micro_usd) values ($3, 0) on conflict do nothing;

-- chat/open-turn.ts reopenTurn
-- takes uuid, uuid, boolean, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, timestamp with time zone, uuid, boolean, boolean, uuid, uuid, boolean, uuid, uuid, uuid, text, uuid[], uuid[], uuid[], text, timestamp with time zone, text, bigint, uuid, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select t.conversation_id as id, c.title, c.is_private, c.created_at, c.assistant_type, t.attempt + 1 as attempt, null::timestamptz as asked_at
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = $1 and t.answer_id = $2
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not $3::boolean)
      and not m.is_replaced and not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)
    for update of t),
    person as (select micro_usd from model_spending where user_id = $4 and day = $5::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $6::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($7::bigint is null or coalesce((select micro_usd from person), 0) + $8::bigint <= $9::bigint) as person,
        ($10::bigint is null or coalesce((select micro_usd from everybody), 0) + $11::bigint <= $12::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $13::uuid, $14::text, 1::int from wanted where $15::int is null or 1::int <= $16::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $17::int is null or "usage_tracking"."messages_used" + 1::int <= $18::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $19::uuid, $20::uuid, 'messages', $21::text, 1::int, wanted.subject, 'reserved'::text, $22::timestamptz,
        case when 'reserved'::text <> 'reserved' then $23::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $24::uuid, case when used >= $25::int and $26::int < $27::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $28::text), $29::timestamptz, jsonb_build_object('used', used, 'limit', $30::int)
      from unit where used >= $31::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $32::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $33::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $34::bigint from unit where user_id = $35 and day = $36::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $37::bigint from unit where day = $38::text),
    conversation as (
      update conversations set updated_at = $39::timestamptz from unit, owned where user_id = $40 and conversations.id = owned.id
    ),
    emptied as (
      update messages set content = case when $41::boolean then content else '' end, words = case when $42::boolean then words end,
        is_private = messages.is_private or owned.is_private
      from unit, owned where user_id = $43 and "messages"."id" = $44 and (not $45::boolean or owned.is_private)
    ),
    unrated as (delete from message_feedback using unit where user_id = $46 and "message_id" = $47),
    turn as (
      update turns set id = $48::uuid, month_year = $49::text, status = 'streaming', failure = null,
        offered_facts = $50::uuid[], offered_passages = $51::uuid[],
        offered_messages = $52::uuid[], prompt = $53::text,
        stop_requested = false, is_unread = false, attempt = owned.attempt, lease_expires_at = now() + '6000 ms'::interval, created_at = $54::timestamptz,
        settled_at = null, spending_day = $55::text, reserved_micro_usd = $56::bigint
      from unit, owned where user_id = $57 and "answer_id" = $58
    )
    
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts reopenTurn
-- takes uuid, uuid, boolean, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, timestamp with time zone, uuid, boolean, boolean, uuid, uuid, boolean, uuid, uuid, uuid, text, uuid[], uuid[], uuid[], text, timestamp with time zone, text, bigint, uuid, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select t.conversation_id as id, c.title, c.is_private, c.created_at, c.assistant_type, t.attempt + 1 as attempt, null::timestamptz as asked_at
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = $1 and t.answer_id = $2
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not $3::boolean)
      and not m.is_replaced and not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)
    for update of t),
    person as (select micro_usd from model_spending where user_id = $4 and day = $5::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $6::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($7::bigint is null or coalesce((select micro_usd from person), 0) + $8::bigint <= $9::bigint) as person,
        ($10::bigint is null or coalesce((select micro_usd from everybody), 0) + $11::bigint <= $12::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $13::uuid, $14::text, 1::int from wanted where $15::int is null or 1::int <= $16::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $17::int is null or "usage_tracking"."messages_used" + 1::int <= $18::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $19::uuid, $20::uuid, 'messages', $21::text, 1::int, wanted.subject, 'reserved'::text, $22::timestamptz,
        case when 'reserved'::text <> 'reserved' then $23::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $24::uuid, case when used >= $25::int and $26::int < $27::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $28::text), $29::timestamptz, jsonb_build_object('used', used, 'limit', $30::int)
      from unit where used >= $31::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $32::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $33::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $34::bigint from unit where user_id = $35 and day = $36::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $37::bigint from unit where day = $38::text),
    conversation as (update conversations set updated_at = $39::timestamptz from unit, owned where user_id = $40 and conversations.id = owned.id),
    emptied as (update messages set content = case when $41::boolean then content else '' end, words = case when $42::boolean then words end,
        is_private = messages.is_private or owned.is_private from unit, owned where user_id = $43 and "messages"."id" = $44 and (not $45::boolean or owned.is_private)),
    unrated as (delete from message_feedback using unit where user_id = $46 and "message_id" = $47),
    turn as (
      update turns set id = $48::uuid, month_year = $49::text, status = 'streaming', failure = null,
        offered_facts = $50::uuid[], offered_passages = $51::uuid[],
        offered_messages = $52::uuid[], prompt = $53::text,
        stop_requested = false, is_unread = false, attempt = owned.attempt, lease_expires_at = now() + '6000 ms'::interval, created_at = $54::timestamptz,
        settled_at = null, spending_day = $55::text, reserved_micro_usd = $56::bigint
      from unit, owned where user_id = $57 and "answer_id" = $58
    )
    
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

-- chat/open-turn.ts reopenTurn
-- takes uuid, uuid, boolean, uuid, text, text, bigint, bigint, bigint, bigint, bigint, bigint, uuid, text, integer, integer, integer, integer, uuid, uuid, text, timestamp with time zone, timestamp with time zone, uuid, integer, integer, integer, text, timestamp with time zone, integer, integer, uuid, uuid, bigint, uuid, text, bigint, text, timestamp with time zone, uuid, uuid, uuid, boolean, uuid, uuid, uuid, text, uuid[], uuid[], uuid[], text, timestamp with time zone, text, bigint, uuid, uuid
-- returns isFound boolean, isOpened boolean, fitsPerson boolean, fitsTotal boolean, title text, isPrivate boolean, createdAt timestamp with time zone, attempt integer, askedAt timestamp with time zone, answeredAt timestamp with time zone
with 
    owned as (
    select t.conversation_id as id, c.title, c.is_private, c.created_at, c.assistant_type, t.attempt + 1 as attempt, null::timestamptz as asked_at
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = $1 and t.answer_id = $2
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not $3::boolean)
      and not m.is_replaced and not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)
    for update of t),
    person as (select micro_usd from model_spending where user_id = $4 and day = $5::text for update),
    everybody as (
      select micro_usd from model_spending_days where day = $6::text and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ($7::bigint is null or coalesce((select micro_usd from person), 0) + $8::bigint <= $9::bigint) as person,
        ($10::bigint is null or coalesce((select micro_usd from everybody), 0) + $11::bigint <= $12::bigint) as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    
    unit as (
      insert into "usage_tracking" (user_id, month_year, "messages_used")
      select $13::uuid, $14::text, 1::int from wanted where $15::int is null or 1::int <= $16::int
      on conflict (user_id, month_year) do update set "messages_used" = "usage_tracking"."messages_used" + 1::int where $17::int is null or "usage_tracking"."messages_used" + 1::int <= $18::int
      returning "messages_used" as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select $19::uuid, $20::uuid, 'messages', $21::text, 1::int, wanted.subject, 'reserved'::text, $22::timestamptz,
        case when 'reserved'::text <> 'reserved' then $23::timestamptz end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select $24::uuid, case when used >= $25::int and $26::int < $27::int then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', 'messages', $28::text), $29::timestamptz, jsonb_build_object('used', used, 'limit', $30::int)
      from unit where used >= $31::int
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ),
    warning_email as (insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from warning as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = $32::uuid and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from warning as new join push_subscriptions s on s.user_id = $33::uuid
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing),
    spent as (
      update model_spending set micro_usd = micro_usd + $34::bigint from unit where user_id = $35 and day = $36::text
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + $37::bigint from unit where day = $38::text),
    conversation as (
      update conversations set updated_at = $39::timestamptz from unit, owned where user_id = $40 and conversations.id = owned.id
    ),
    emptied as (update messages set content = '', words = null from unit where user_id = $41 and "messages"."id" = $42 and not $43::boolean),
    unrated as (delete from message_feedback using unit where user_id = $44 and "message_id" = $45),
    turn as (
      update turns set id = $46::uuid, month_year = $47::text, status = 'streaming', failure = null,
        offered_facts = $48::uuid[], offered_passages = $49::uuid[],
        offered_messages = $50::uuid[], prompt = $51::text,
        stop_requested = false, is_unread = false, attempt = owned.attempt, lease_expires_at = now() + '6000 ms'::interval, created_at = $52::timestamptz,
        settled_at = null, spending_day = $53::text, reserved_micro_usd = $54::bigint
      from unit, owned where user_id = $55 and "answer_id" = $56
    )
    
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt";

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
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from (
    select id, role, content, created_at, source_ids, 'older' as side from messages
    where user_id = $1 and id in ($2) and not is_replaced) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $3 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $4 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $5 and turns.conversation_id = $6 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $7 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $8 and v.conversation_id = $9
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $10 and first.question_id = v.version_of
            join messages a on a.user_id = $11 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $12 and c.id = $13 and c.deleted_at is null and true;

-- chat/thread.ts findExchange
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from (
    select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
    where user_id = $1 and id in ($2) and not is_replaced) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $3 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $4 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $5 and turns.conversation_id = $6 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $7 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $8 and v.conversation_id = $9
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $10 and first.question_id = v.version_of
            join messages a on a.user_id = $11 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $12 and c.id = $13 and c.deleted_at is null and true;

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from ((
    select * from (
      select id, role, content, created_at, source_ids, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and true
      order by created_at desc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $3 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $4 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $5 and turns.conversation_id = $6 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $7 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $8 and v.conversation_id = $9
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $10 and first.question_id = v.version_of
            join messages a on a.user_id = $11 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $12 and c.id = $13 and c.deleted_at is null and true;

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from ((
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and true
      order by created_at desc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $3 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $4 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $5 and turns.conversation_id = $6 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $7 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $8 and v.conversation_id = $9
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $10 and first.question_id = v.version_of
            join messages a on a.user_id = $11 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $12 and c.id = $13 and c.deleted_at is null and true;

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from ((
    select * from (
      select id, role, content, created_at, source_ids, 'newer' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) > (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at asc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at asc, id asc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $6 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $7 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $8 and turns.conversation_id = $9 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $10 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $11 and v.conversation_id = $12
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $13 and first.question_id = v.version_of
            join messages a on a.user_id = $14 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $15 and c.id = $16 and c.deleted_at is null and exists (select from messages p where p.user_id = $17
  and p.conversation_id = $18 and p.id = $19);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from ((
    select * from (
      select id, role, content, created_at, source_ids, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) < (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at desc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $6 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $7 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $8 and turns.conversation_id = $9 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $10 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $11 and v.conversation_id = $12
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $13 and first.question_id = v.version_of
            join messages a on a.user_id = $14 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $15 and c.id = $16 and c.deleted_at is null and exists (select from messages p where p.user_id = $17
  and p.conversation_id = $18 and p.id = $19);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from ((
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'newer' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) > (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at asc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at asc, id asc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $6 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $7 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $8 and turns.conversation_id = $9 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $10 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $11 and v.conversation_id = $12
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $13 and first.question_id = v.version_of
            join messages a on a.user_id = $14 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $15 and c.id = $16 and c.deleted_at is null and exists (select from messages p where p.user_id = $17
  and p.conversation_id = $18 and p.id = $19);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from ((
    select * from (
      select id, role, content, created_at, source_ids, is_private, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) < (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at desc fetch first (select 51) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 51)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $6 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $7 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $8 and turns.conversation_id = $9 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $10 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $11 and v.conversation_id = $12
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $13 and first.question_id = v.version_of
            join messages a on a.user_id = $14 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $15 and c.id = $16 and c.deleted_at is null and exists (select from messages p where p.user_id = $17
  and p.conversation_id = $18 and p.id = $19);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
        from (
      (
    select * from (
      select id, role, content, created_at, source_ids, 'older' as side from messages
      where user_id = $1 and conversation_id = $2 and not is_replaced and (created_at, id) <= (select p.created_at, p.id from messages p where p.user_id = $3
  and p.conversation_id = $4 and p.id = $5)
      order by created_at desc fetch first (select 26) rows with ties
    ) as nearest
    order by created_at desc, id desc limit 26)
      union all (
    select * from (
      select id, role, content, created_at, source_ids, 'newer' as side from messages
      where user_id = $6 and conversation_id = $7 and not is_replaced and (created_at, id) > (select p.created_at, p.id from messages p where p.user_id = $8
  and p.conversation_id = $9 and p.id = $10)
      order by created_at asc fetch first (select 26) rows with ties
    ) as nearest
    order by created_at asc, id asc limit 26)) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $11 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $12 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $13 and turns.conversation_id = $14 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $15 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $16 and v.conversation_id = $17
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $18 and first.question_id = v.version_of
            join messages a on a.user_id = $19 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $20 and c.id = $21 and c.deleted_at is null and exists (select from messages p where p.user_id = $22
  and p.conversation_id = $23 and p.id = $24);

-- chat/thread.ts findThreadPage
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid, assistantId text, title text, isPrivate boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, hasNewAnswer boolean, bubbles json, versions json
with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.first_question
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
            select turns.status, turns.failure, turns.attempt, rated.rating,
              coalesce(turns.version_of, turns.question_id) as first_question
            from turns left join message_feedback rated on rated.user_id = $11 and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = $12 and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        exists (
          select from turns where turns.user_id = $13 and turns.conversation_id = $14 and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating,
              'files', case when source_ids = '{}' then '[]' else (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(source_ids, s.id)), '[]')
    from sources s where s.user_id = $15 and s.id = any (source_ids) and s.deleted_at is null) end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
          from shown
            join turns v on v.user_id = $16 and v.conversation_id = $17
              and v.version_of = shown.first_question and v.version_of is not null
            join turns first on first.user_id = $18 and first.question_id = v.version_of
            join messages a on a.user_id = $19 and a.id = v.answer_id
        ) as versions
      from conversations c
      where c.user_id = $20 and c.id = $21 and c.deleted_at is null and exists (select from messages p where p.user_id = $22
  and p.conversation_id = $23 and p.id = $24);

-- chat/turn-context.ts readResumeContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, repeated json, history json, summary text, known json, near json, attached json, target json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $1 and t.id = $2) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $3 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.id is distinct from "turns"."answer_id"
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $4 and s.conversation_id = "turns"."conversation_id") as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $5::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $6 and q.id = "turns"."question_id"), 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $7::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $8::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $9::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $10::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($11::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $12::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $13::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $14::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $15::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($16::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $17::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $18::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $19::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $20::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $21::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $22::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $23::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $24::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($25::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $26::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((
    select "q"."content" from messages q where q.user_id = $27 and q.id = "turns"."question_id"), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $28::uuid and p.source_id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $29 and q.id = "turns"."question_id"), '{}')) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $30::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    pinned as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $31::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($32::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $33::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $34::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $35::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($36::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $37::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($38::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $39::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $40::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $41::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $42::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($43::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($44::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $45::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $46::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced
        and m.conversation_id is distinct from "turns"."conversation_id"
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $47::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $48::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $49::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $50::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $51::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim((
    select "q"."content" from messages q where q.user_id = $52 and q.id = "turns"."question_id"))))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $53::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $55::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $56::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $57::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $58::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at)
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $59::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $60::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $61::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $62::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $63::uuid and f.id = v.fact_id
        where v.user_id = $64::uuid and v.model = $65::text and length(v.signs) = length($66::varbit)
      ) placed join fact_vectors v on v.user_id = $67::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $68::uuid and v.model = $69::text and length(v.signs) = length($70::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $71::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $72::uuid and s.read_at is null)))
      order by bit_count(v.signs # $73::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $74::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $75::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $76::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($77::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $78::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($79::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $80::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $81::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $82::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $83::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $84::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $85::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce((
    select "q"."source_ids" from messages q where q.user_id = $86 and q.id = "turns"."question_id"), '{}'), s.id)), '[]')
    from sources s where s.user_id = $87 and s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $88 and q.id = "turns"."question_id"), '{}')) and s.deleted_at is null) as "attached", (
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isUnwanted', c.is_private or not profiles.learns_from_chats)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = $89 and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id) as "target" from "profiles" left join "turns" on "turns"."user_id" = "profiles"."user_id" and "turns"."answer_id" = $90 where "profiles"."user_id" = $91;

-- chat/turn-context.ts readResumeContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, repeated json, history json, summary text, known json, near json, attached json, target json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $1 and t.id = $2) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $3 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.id is distinct from "turns"."answer_id"
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $4 and s.conversation_id = "turns"."conversation_id") as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $5::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $6 and q.id = "turns"."question_id"), 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $7::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $8::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $9::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $10::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($11::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $12::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $13::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $14::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $15::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($16::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $17::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $18::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $19::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $20::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $21::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $22::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $23::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $24::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($25::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $26::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((
    select "q"."content" from messages q where q.user_id = $27 and q.id = "turns"."question_id"), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $28::uuid and p.source_id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $29 and q.id = "turns"."question_id"), '{}')) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $30::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    pinned as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $31::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($32::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $33::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $34::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $35::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($36::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $37::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($38::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $39::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $40::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $41::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $42::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($43::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($44::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $45::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $46::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from "turns"."conversation_id"
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $47::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $48::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $49::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $50::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $51::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim((
    select "q"."content" from messages q where q.user_id = $52 and q.id = "turns"."question_id"))))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $53::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $55::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $56::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $57::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $58::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'

'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $59::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said))
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $60::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $61::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $62::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $63::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $64::uuid and f.id = v.fact_id
        where v.user_id = $65::uuid and v.model = $66::text and length(v.signs) = length($67::varbit)
      ) placed join fact_vectors v on v.user_id = $68::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $69::uuid and v.model = $70::text and length(v.signs) = length($71::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $72::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $73::uuid and s.read_at is null)))
      order by bit_count(v.signs # $74::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $75::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $76::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $77::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($78::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $79::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($80::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $81::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $82::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $83::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $84::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $85::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $86::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce((
    select "q"."source_ids" from messages q where q.user_id = $87 and q.id = "turns"."question_id"), '{}'), s.id)), '[]')
    from sources s where s.user_id = $88 and s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $89 and q.id = "turns"."question_id"), '{}')) and s.deleted_at is null) as "attached", (
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isQuestionPrivate', q.is_private, 'isUnwanted', c.is_private or q.is_private or not profiles.learns_from_chats)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = $90 and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id) as "target" from "profiles" left join "turns" on "turns"."user_id" = "profiles"."user_id" and "turns"."answer_id" = $91 where "profiles"."user_id" = $92;

-- chat/turn-context.ts readResumeContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, known json, near json, attached json, target json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = (
        select c.assistant_type from conversations c
        where c.user_id = $2 and c.id = "turns"."conversation_id"))) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.id is distinct from "turns"."answer_id"
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $6 and s.conversation_id = "turns"."conversation_id") as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $7::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $8 and q.id = "turns"."question_id"), 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $9::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $10::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $11::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $12::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($13::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $14::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $15::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $16::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $17::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($18::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $19::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $20::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $21::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $22::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $23::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $24::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $25::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $26::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($27::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $28::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((
    select "q"."content" from messages q where q.user_id = $29 and q.id = "turns"."question_id"), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $30::uuid and p.source_id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $31 and q.id = "turns"."question_id"), '{}')) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $32::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    pinned as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $33::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($34::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $35::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $36::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $37::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($38::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $39::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($40::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $41::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $42::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $43::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $44::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($45::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($46::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $47::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $48::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from "turns"."conversation_id"
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $49::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $50::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $51::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $52::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $53::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim((
    select "q"."content" from messages q where q.user_id = $54 and q.id = "turns"."question_id"))))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $55::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($56::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $57::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $58::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $59::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $60::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $61::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said))
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $62::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $63::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $64::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $65::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $66::uuid and f.id = v.fact_id
        where v.user_id = $67::uuid and v.model = $68::text and length(v.signs) = length($69::varbit)
      ) placed join fact_vectors v on v.user_id = $70::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $71::uuid and v.model = $72::text and length(v.signs) = length($73::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $74::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $75::uuid and s.read_at is null)))
      order by bit_count(v.signs # $76::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $77::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $78::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $79::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($80::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $81::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($82::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $83::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $84::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $85::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $86::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $87::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $88::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce((
    select "q"."source_ids" from messages q where q.user_id = $89 and q.id = "turns"."question_id"), '{}'), s.id)), '[]')
    from sources s where s.user_id = $90 and s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $91 and q.id = "turns"."question_id"), '{}')) and s.deleted_at is null) as "attached", (
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isQuestionPrivate', q.is_private, 'unwanted',
          case when c.is_private or q.is_private then 'private' when not profiles.learns_from_chats then 'off' end)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = $92 and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id) as "target" from "profiles" left join "turns" on "turns"."user_id" = "profiles"."user_id" and "turns"."answer_id" = $93 where "profiles"."user_id" = $94;

-- chat/turn-context.ts readResumeContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, known json, near json, attached json, target json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = (
        select c.assistant_type from conversations c
        where c.user_id = $2 and c.id = "turns"."conversation_id"))) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.id is distinct from "turns"."answer_id"
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $6 and s.conversation_id = "turns"."conversation_id") as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $7 and c.id = "turns"."conversation_id"), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $8 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.created_at < (
    select "q"."created_at" from messages q where q.user_id = $9 and q.id = "turns"."question_id")
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $10 and q.id = "turns"."question_id"), 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $11::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $12 and q.id = "turns"."question_id"), 2000)))) as token, false as is_before
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $13::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $14::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $15::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $16::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem
          cross join lateral (select * from word_counts w where w.user_id = $17::uuid and w.word = translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($18::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $19::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "facts_query" as materialized (
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
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $20::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $21::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $22::uuid and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250) union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $23::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
        '''' || replace(replace(left(($24::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $25::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_query" as materialized (
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
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $26::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $27::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $28::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $29::uuid and s.read_at is null))
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
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $30::uuid and passages.id = s.id limit 1) p
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
        select id, source_id, position, rows from passages where passages.user_id = $31::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $32::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $33::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $34::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $35::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($36::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $37::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((
    select "q"."content" from messages q where q.user_id = $38 and q.id = "turns"."question_id"), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $39::uuid and p.source_id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $40 and q.id = "turns"."question_id"), '{}')) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $41::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 10 end) as tokens from facts where "facts"."user_id" = $42::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($43::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 10 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $44::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($45::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $46::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($47::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), standing as (
      select standing.* from unnest(array['voice', 'policy', 'people']) as of_kind cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $48::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($49::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = of_kind and ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M'))
        order by number desc limit 100
      ) standing
      where not (select has_all_own from room)
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $50::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($51::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.* from asked_kinds cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $52::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($53::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = asked_kinds.kind order by number desc limit 150
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $54::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $55::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $56::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($57::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0.01 from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from standing
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select has_all_own from room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $58::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($59::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $60::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $61::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $62::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $63::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($64::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($65::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $66::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $67::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from "turns"."conversation_id"
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $68::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $69::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $70 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $71::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $72::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $73::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim((
    select "q"."content" from messages q where q.user_id = $74 and q.id = "turns"."question_id"))))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $75::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $77::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $78::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $79 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $80 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $81::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $82::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $83::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $84::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $85::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $86::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $87::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $88::uuid and f.id = v.fact_id
        where v.user_id = $89::uuid and v.model = $90::text and length(v.signs) = length($91::varbit)
      ) placed join fact_vectors v on v.user_id = $92::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $93::uuid and v.model = $94::text and length(v.signs) = length($95::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $96::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $97::uuid and s.read_at is null)))
      order by bit_count(v.signs # $98::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $99::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $100::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $101::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($102::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $103::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($104::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $105::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $106::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $107::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $108::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $109::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $110::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce((
    select "q"."source_ids" from messages q where q.user_id = $111 and q.id = "turns"."question_id"), '{}'), s.id)), '[]')
    from sources s where s.user_id = $112 and s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $113 and q.id = "turns"."question_id"), '{}')) and s.deleted_at is null) as "attached", (
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isQuestionPrivate', q.is_private, 'unwanted',
          case when c.is_private or q.is_private then 'private' when not profiles.learns_from_chats then 'off' end)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = $114 and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id) as "target" from "profiles" left join "turns" on "turns"."user_id" = "profiles"."user_id" and "turns"."answer_id" = $115 where "profiles"."user_id" = $116;

-- chat/turn-context.ts readResumeContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, known json, near json, attached json, target json
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
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $6 and s.conversation_id = "turns"."conversation_id") as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $7 and c.id = "turns"."conversation_id"), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $8 and m.conversation_id = "turns"."conversation_id" and not m.is_replaced and m.created_at < (
    select "q"."created_at" from messages q where q.user_id = $9 and q.id = "turns"."question_id")
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $10 and q.id = "turns"."question_id"), 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $11::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left((
    select "q"."content" from messages q where q.user_id = $12 and q.id = "turns"."question_id"), 2000)))) as token, false as is_before
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $13::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $14::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $15::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $16::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem
          cross join lateral (select * from word_counts w where w.user_id = $17::uuid and w.word = translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($18::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $19::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "facts_query" as materialized (
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
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $20::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $21::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $22::uuid and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250) union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $23::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
        '''' || replace(replace(left(($24::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $25::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_query" as materialized (
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
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $26::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $27::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $28::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $29::uuid and s.read_at is null))
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
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $30::uuid and passages.id = s.id limit 1) p
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
        select id, source_id, position, rows from passages where passages.user_id = $31::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $32::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $33::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $34::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $35::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($36::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $37::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left((
    select "q"."content" from messages q where q.user_id = $38 and q.id = "turns"."question_id"), 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $39::uuid and p.source_id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $40 and q.id = "turns"."question_id"), '{}')) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $41::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 18 end) as tokens from facts where "facts"."user_id" = $42::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($43::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 18 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $44::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($45::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $46::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($47::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), standing as (
      select standing.* from unnest(array['voice', 'policy', 'people']) as of_kind cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $48::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($49::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = of_kind and ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M'))
        order by number desc limit 100
      ) standing
      where not (select has_all_own from room)
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $50::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($51::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.* from asked_kinds cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $52::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($53::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = asked_kinds.kind order by number desc limit 150
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $54::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $55::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $56::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($57::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0.01 from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from standing
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select has_all_own from room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $58::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($59::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $60::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $61::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $62::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $63::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($64::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($65::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $66::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $67::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from "turns"."conversation_id"
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $68::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $69::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $70 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $71::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $72::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $73::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim((
    select "q"."content" from messages q where q.user_id = $74 and q.id = "turns"."question_id"))))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $75::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $77::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $78::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $79 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or (
    select "q"."content" from messages q where q.user_id = $80 and q.id = "turns"."question_id") ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $81::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $82::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $83::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $84::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $85::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $86::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $87::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $88::uuid and f.id = v.fact_id
        where v.user_id = $89::uuid and v.model = $90::text and length(v.signs) = length($91::varbit)
      ) placed join fact_vectors v on v.user_id = $92::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $93::uuid and v.model = $94::text and length(v.signs) = length($95::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $96::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $97::uuid and s.read_at is null)))
      order by bit_count(v.signs # $98::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $99::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $100::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $101::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($102::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $103::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($104::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $105::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $106::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $107::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $108::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $109::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $110::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce((
    select "q"."source_ids" from messages q where q.user_id = $111 and q.id = "turns"."question_id"), '{}'), s.id)), '[]')
    from sources s where s.user_id = $112 and s.id = any (coalesce((
    select "q"."source_ids" from messages q where q.user_id = $113 and q.id = "turns"."question_id"), '{}')) and s.deleted_at is null) as "attached", (
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isQuestionPrivate', q.is_private, 'unwanted',
          case when c.is_private or q.is_private then 'private' when not profiles.learns_from_chats then 'off' end)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = $114 and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id) as "target" from "profiles" left join "turns" on "turns"."user_id" = "profiles"."user_id" and "turns"."answer_id" = $115 where "profiles"."user_id" = $116;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and true
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $7 and s.conversation_id = $8::uuid) as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $9::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left($10::text, 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $11::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $12::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $13::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $14::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($15::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $16::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $17::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $18::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $19::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($20::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $21::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $22::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $23::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $24::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $25::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $26::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $27::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $28::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (select null::uuid as id, null::int as place where false),
    
    pinned as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $29::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($30::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $31::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $32::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $33::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($34::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $35::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($36::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $37::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $38::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $39::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $40::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($41::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($42::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $43::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $44::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $45::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $46::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $47::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $48::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $49::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $50::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($51::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $52::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($53::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $54::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $55::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $56::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $57::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $58::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said))
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $59::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $60::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $61::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $62::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $63::uuid and f.id = v.fact_id
        where v.user_id = $64::uuid and v.model = $65::text and length(v.signs) = length($66::varbit)
      ) placed join fact_vectors v on v.user_id = $67::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $68::uuid and v.model = $69::text and length(v.signs) = length($70::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $71::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $72::uuid and s.read_at is null)))
      order by bit_count(v.signs # $73::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $74::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $75::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $76::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($77::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $78::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($79::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $80::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $81::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $82::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $83::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $84::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $85::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", '[]'::json as "attached", '[]'::json as "versions" from "profiles" where "user_id" = $86;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and true
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $7 and s.conversation_id = $8::uuid) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $9 and c.id = $10::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $11 and m.conversation_id = $12::uuid and not m.is_replaced and true
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($13::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
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
          select unnest(tsvector_to_array(to_tsvector('simple', left($15::text, 2000)))) as token, false as is_before
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
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $19::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem
          cross join lateral (select * from word_counts w where w.user_id = $20::uuid and w.word = translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') limit 1) w
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
    "facts_query" as materialized (
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
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $23::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $24::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $25::uuid and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250) union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $26::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
        '''' || replace(replace(left(($27::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $28::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_query" as materialized (
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
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $29::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $30::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $31::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $32::uuid and s.read_at is null))
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
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $33::uuid and passages.id = s.id limit 1) p
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
        select id, source_id, position, rows from passages where passages.user_id = $34::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $35::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $36::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $37::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $38::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (select null::uuid as id, null::int as place where false),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 10 end) as tokens from facts where "facts"."user_id" = $39::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($40::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 10 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $41::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($42::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $43::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($44::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), standing as (
      select standing.* from unnest(array['voice', 'policy', 'people']) as of_kind cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $45::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($46::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = of_kind and ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M'))
        order by number desc limit 100
      ) standing
      where not (select has_all_own from room)
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $47::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($48::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.* from asked_kinds cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $49::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($50::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = asked_kinds.kind order by number desc limit 150
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $51::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $52::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $53::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0.01 from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from standing
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select has_all_own from room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $55::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($56::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $57::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $58::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $59::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $60::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($61::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($62::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $63::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $64::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $65::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $66::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $67::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $68::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $69::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $70::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $71::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($72::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $73::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($74::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $75::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $76::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $77::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $78::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $79::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $80::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $81::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $82::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $83::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $84::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $85::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $86::uuid and f.id = v.fact_id
        where v.user_id = $87::uuid and v.model = $88::text and length(v.signs) = length($89::varbit)
      ) placed join fact_vectors v on v.user_id = $90::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $91::uuid and v.model = $92::text and length(v.signs) = length($93::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $94::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $95::uuid and s.read_at is null)))
      order by bit_count(v.signs # $96::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $97::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $98::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $99::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($100::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $101::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($102::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $103::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $104::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $105::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $106::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $107::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $108::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", '[]'::json as "attached", '[]'::json as "versions" from "profiles" where "user_id" = $109;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, known json, near json, attached json, versions json
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
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $7 and s.conversation_id = $8::uuid) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $9 and c.id = $10::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $11 and m.conversation_id = $12::uuid and not m.is_replaced and true
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($13::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
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
          select unnest(tsvector_to_array(to_tsvector('simple', left($15::text, 2000)))) as token, false as is_before
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
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $19::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem
          cross join lateral (select * from word_counts w where w.user_id = $20::uuid and w.word = translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') limit 1) w
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
    "facts_query" as materialized (
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
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $23::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $24::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $25::uuid and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250) union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $26::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
        '''' || replace(replace(left(($27::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $28::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_query" as materialized (
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
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $29::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $30::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $31::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $32::uuid and s.read_at is null))
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
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $33::uuid and passages.id = s.id limit 1) p
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
        select id, source_id, position, rows from passages where passages.user_id = $34::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $35::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $36::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $37::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $38::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (select null::uuid as id, null::int as place where false),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 18 end) as tokens from facts where "facts"."user_id" = $39::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($40::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 18 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $41::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($42::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $43::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($44::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), standing as (
      select standing.* from unnest(array['voice', 'policy', 'people']) as of_kind cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $45::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($46::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = of_kind and ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M'))
        order by number desc limit 100
      ) standing
      where not (select has_all_own from room)
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $47::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($48::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.* from asked_kinds cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $49::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($50::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = asked_kinds.kind order by number desc limit 150
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $51::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $52::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $53::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($54::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0.01 from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from standing
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select has_all_own from room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $55::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($56::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $57::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $58::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $59::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $60::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($61::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($62::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $63::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $64::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $65::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $66::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $67::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $68::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $69::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $70::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $71::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($72::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $73::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($74::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $75::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $76::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $77::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $78::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $79::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $80::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $81::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $82::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $83::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $84::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $85::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $86::uuid and f.id = v.fact_id
        where v.user_id = $87::uuid and v.model = $88::text and length(v.signs) = length($89::varbit)
      ) placed join fact_vectors v on v.user_id = $90::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $91::uuid and v.model = $92::text and length(v.signs) = length($93::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $94::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $95::uuid and s.read_at is null)))
      order by bit_count(v.signs # $96::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $97::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $98::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $99::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($100::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $101::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($102::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $103::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $104::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $105::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $106::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $107::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $108::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", '[]'::json as "attached", '[]'::json as "versions" from "profiles" where "user_id" = $109;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $7 and t.answer_id = $8::uuid) r on q.id = r.question_id where q.user_id = $9), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $10 and s.conversation_id = $11::uuid) as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $12::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left($13::text, 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $14::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $15::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $16::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $17::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($18::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $19::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $20::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $21::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $22::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($23::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $24::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $25::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $26::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $27::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $28::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $29::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $30::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $31::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($32::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $33::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($34::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $35::uuid and p.source_id = any (coalesce(nullif($36::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $37 and t.answer_id = $38::uuid) r on q.id = r.question_id where q.user_id = $39))) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $40::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    pinned as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $41::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($42::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $43::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $44::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $45::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($46::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $47::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($48::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $49::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $50::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $51::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $52::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($53::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($54::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $55::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $56::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $57::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $58::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $59::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $60::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $61::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $62::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($63::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $64::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($65::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $66::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $67::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $68::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $69::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $70::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said))
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $71::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $72::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $73::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $74::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $75::uuid and f.id = v.fact_id
        where v.user_id = $76::uuid and v.model = $77::text and length(v.signs) = length($78::varbit)
      ) placed join fact_vectors v on v.user_id = $79::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $80::uuid and v.model = $81::text and length(v.signs) = length($82::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $83::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $84::uuid and s.read_at is null)))
      order by bit_count(v.signs # $85::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $86::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $87::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $88::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($89::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $90::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($91::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $92::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $93::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $94::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $95::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $96::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $97::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($98::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $99 and t.answer_id = $100::uuid) r on q.id = r.question_id where q.user_id = $101)), s.id)), '[]')
    from sources s where s.user_id = $102 and s.id = any (coalesce(nullif($103::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $104 and t.answer_id = $105::uuid) r on q.id = r.question_id where q.user_id = $106))) and s.deleted_at is null) as "attached", (
        select coalesce(json_agg(v.answer_id order by a.created_at), '[]')
        from (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $107 and t.answer_id = $108::uuid) r
          join turns v on v.user_id = $109 and v.conversation_id = $110
            and (v.question_id = r.first or v.version_of = r.first)
          join messages a on a.user_id = v.user_id and a.id = v.answer_id) as "versions" from "profiles" where "user_id" = $111;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = $1::uuid and p.ended_at is null and (p.assistant_type is null or p.assistant_type = $2::text)) as "preferences", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $3 and t.id = $4) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $5 and m.conversation_id = $6::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $7 and t.answer_id = $8::uuid) r on q.id = r.question_id where q.user_id = $9), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $10 and s.conversation_id = $11::uuid) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $12 and c.id = $13::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $14 and m.conversation_id = $15::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $16 and t.answer_id = $17::uuid) r on q.id = r.question_id where q.user_id = $18), 'infinity')
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($19::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $20::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($21::text, 2000)))) as token, false as is_before
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $22::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $23::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $24::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $25::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem
          cross join lateral (select * from word_counts w where w.user_id = $26::uuid and w.word = translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($27::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $28::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "facts_query" as materialized (
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
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $29::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $30::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $31::uuid and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250) union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $32::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
        '''' || replace(replace(left(($33::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $34::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_query" as materialized (
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
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $35::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $36::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $37::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $38::uuid and s.read_at is null))
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
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $39::uuid and passages.id = s.id limit 1) p
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
        select id, source_id, position, rows from passages where passages.user_id = $40::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $41::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $42::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $43::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $44::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($45::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $46::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($47::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $48::uuid and p.source_id = any (coalesce(nullif($49::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $50 and t.answer_id = $51::uuid) r on q.id = r.question_id where q.user_id = $52))) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $53::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 10 end) as tokens from facts where "facts"."user_id" = $54::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($55::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 10 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $56::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($57::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $58::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($59::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), standing as (
      select standing.* from unnest(array['voice', 'policy', 'people']) as of_kind cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $60::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($61::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = of_kind and ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M'))
        order by number desc limit 100
      ) standing
      where not (select has_all_own from room)
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $62::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($63::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.* from asked_kinds cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $64::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($65::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = asked_kinds.kind order by number desc limit 150
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $66::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $67::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $68::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($69::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0.01 from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from standing
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select has_all_own from room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $70::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($71::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $72::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $73::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $74::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $75::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($77::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $78::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $79::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $80::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $81::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $82::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $83::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $84::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $85::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $86::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($87::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $88::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($89::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $90::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $91::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $92::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $93::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $94::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $95::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $96::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $97::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $98::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $99::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $100::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $101::uuid and f.id = v.fact_id
        where v.user_id = $102::uuid and v.model = $103::text and length(v.signs) = length($104::varbit)
      ) placed join fact_vectors v on v.user_id = $105::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $106::uuid and v.model = $107::text and length(v.signs) = length($108::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $109::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $110::uuid and s.read_at is null)))
      order by bit_count(v.signs # $111::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $112::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $113::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $114::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($115::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $116::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($117::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $118::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 10 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $119::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $120::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $121::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $122::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $123::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($124::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $125 and t.answer_id = $126::uuid) r on q.id = r.question_id where q.user_id = $127)), s.id)), '[]')
    from sources s where s.user_id = $128 and s.id = any (coalesce(nullif($129::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $130 and t.answer_id = $131::uuid) r on q.id = r.question_id where q.user_id = $132))) and s.deleted_at is null) as "attached", (
        select coalesce(json_agg(v.answer_id order by a.created_at), '[]')
        from (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $133 and t.answer_id = $134::uuid) r
          join turns v on v.user_id = $135 and v.conversation_id = $136
            and (v.question_id = r.first or v.version_of = r.first)
          join messages a on a.user_id = v.user_id and a.id = v.answer_id) as "versions" from "profiles" where "user_id" = $137;

-- chat/turn-context.ts readSendContext
-- takes uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, text, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, text, text, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, preferences json, repeated json, history json, summary text, chat json, known json, near json, attached json, versions json
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
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $7 and t.answer_id = $8::uuid) r on q.id = r.question_id where q.user_id = $9), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $10 and s.conversation_id = $11::uuid) as "summary", (
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = $12 and c.id = $13::uuid), false),
    'isLearning', profiles.learns_from_chats)) as "chat", (
    with said_before as materialized (
    select m.role, m.content from messages m
    where m.user_id = $14 and m.conversation_id = $15::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $16 and t.answer_id = $17::uuid) r on q.id = r.question_id where q.user_id = $18), 'infinity')
    order by m.created_at desc limit 4),
    
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select unnest(tsvector_to_array(to_tsvector('simple', left($19::text, 2000)))) as token, 1 as weight union all select unnest(tsvector_to_array(to_tsvector('simple', left((select string_agg(content, ' ') from said_before where role = 'user'), 2000)))), 0.4
      ) said join unnest('{us,business,company,shop,store,introduce,summarize,summary,overview,history,story,started,began,journalist,newspaper,uns,betrieb,firma,laden,vorstellen,stell,geschichte,zusammenfassung,nosotros,empresa,negocio,tienda,historia,presenta,resume,nous,entreprise,boutique,histoire,présente,résume,where,located,location,address,find,street,directions,wo,adresse,anfahrt,finden,standort,dónde,ubicación,dirección,où,trouver,situé,hours,open,opening,close,closed,closing,when,today,tomorrow,sunday,monday,wann,geöffnet,offen,öffnungszeiten,sonntag,montag,heute,morgen,kommen,horario,horarios,abierto,cuándo,domingo,hoy,mañana,horaires,ouvert,quand,dimanche,demain,aujourd,who,team,staff,employee,employees,colleague,colleagues,works,work,working,apprentice,role,missing,away,wer,mitarbeiter,kollegen,arbeitet,arbeiten,lehrling,fehlt,quién,quiénes,equipo,empleados,trabaja,qui,équipe,employés,travaille,deadline,deadlines,due,dates,calendar,upcoming,plan,soon,frist,fristen,termine,termin,kalender,bald,plazo,plazos,fechas,pronto,délai,délais,échéances,bientôt,goal,goals,aim,aiming,target,plans,year,ziel,ziele,vorhaben,jahr,objetivo,objetivos,meta,año,objectif,objectifs,année,audience,customers,customer,clients,client,guests,people,reviews,say,think,reach,followers,praise,complain,kunden,kundinnen,kundschaft,gäste,leute,zielgruppe,bewertungen,schätzen,stört,clientes,cliente,público,opiniones,clientèle,public,avis,supplier,suppliers,source,sourced,ingredients,ingredient,get,from,lieferant,lieferanten,woher,zutaten,proveedor,proveedores,ingredientes,fournisseur,fournisseurs,ingrédients,different,special,unique,proud,besonders,anders,einzigartig,diferentes,especial,différents,allergy,allergies,allergic,allergen,allergens,celiac,coeliac,gluten,safe,nut,nuts,dairy,lactose,vegan,intolerant,sensitive,allergie,allergien,allergisch,empfindlich,glutenfrei,nüsse,laktose,alergia,alergias,alérgico,celíaco,allergique,noix,plant,vegetarian,vegan,diet,pflanzlich,vegetarisch,vegetariano,vegetal,végétarien,végétal,price,prices,cost,costs,charge,list,much,expensive,preis,preise,kostet,kosten,teuer,preisliste,precio,precios,cuesta,cuánto,prix,coûte,combien,tarif,tarifs,sell,products,product,offer,menu,range,verkauft,sortiment,produkte,angebot,vende,productos,vend,produits,shipping,ship,mail,post,parcel,deliver,delivery,send,versand,schicken,liefern,lieferung,envío,enviar,entrega,livraison,livrer,envoyer,expédition,refund,refunds,return,returns,money,back,exchange,complaint,broken,rückgabe,geld,zurück,umtausch,reklamation,kaputt,devolución,reembolso,cambio,remboursement,retour,échange,discount,discounts,off,cheaper,bargain,deal,sale,rabatt,nachlass,günstiger,prozent,descuento,rebaja,remise,réduction,rabais,broken,breaks,repair,repairs,emergency,machine,equipment,oven,heating,ring,fails,kaputt,reparatur,notfall,maschine,gerät,geht,rufe,avería,máquina,reparar,panne,réparer,book,booking,reserve,reservation,sit,seat,seats,table,tables,platz,plätze,reservieren,tisch,buchen,reservar,mesa,réserver,fresh,keep,keeps,last,lasts,store,stored,haltbar,frisch,hält,aufbewahren,dura,fresco,conserva,frais,garde,conserve,kid,kids,child,children,son,daughter,young,age,kind,kinder,junge,tochter,alter,niño,niños,hijo,edad,enfant,enfants,âge,rent,rental,hire,mieten,leihen,gemietet,verleih,leihrad,alquilar,alquiler,louer,location}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_asks (word, topic) on topic_asks.word = token group by topic
    ),
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $20::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then 0.4 else 1 end * case when token in ('cost', 'costs', 'costing', 'price', 'prices', 'priced', 'pricing', 'much', 'many', 'kosten', 'kostet', 'preis', 'preise', 'preises', 'teuer', 'viel', 'viele', 'cuesta', 'cuestan', 'costar', 'precio', 'precios', 'cuánto', 'cuanto', 'cuántos', 'cuantos', 'vale', 'valen', 'coûte', 'coute', 'coûtent', 'coutent', 'coûter', 'prix', 'combien') then 0.25 else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select unnest(tsvector_to_array(to_tsvector('simple', left($21::text, 2000)))) as token, false as is_before
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
        from asked_forms f cross join lateral (select * from word_counts w where w.user_id = $22::uuid and w.word = f.word limit 1) w
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $23::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $24::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), false, false, w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral (select * from word_counts w where w.user_id = $25::uuid and w.word = part.word limit 1) w
        where left(f.word, 1) <> '~' and length("f"."word") > 3
        union all
        select 1000 + t.topic, w.word, t.weight * 0.35, false, true, w.facts, 0
        from asked_topics t join unnest('{owner,owns,founded,founder,started,began,since,first,bestseller,seller,famous,known,families,open,opens,closed,located,address,street,beside,behind,geöffnet,öffnet,liegt,hinter,inhaber,inhaberin,gründer,gegründet,angefangen,seit,meisten,vorwiegend,stammkunden,dueña,dueño,fundada,fundado,empezó,desde,propriétaire,fondée,fondé,depuis,find,located,address,street,road,row,avenue,lane,square,behind,beside,corner,liegt,straße,platz,hinter,neben,ecke,adresse,calle,plaza,esquina,junto,rue,place,derrière,coin,open,opens,opening,closed,closes,doors,shut,sell,until,noon,uhr,geöffnet,öffnet,geschlossen,tür,schließen,offen,abierto,abrimos,cerrado,cerramos,ouvert,ouvrons,fermé,fermons,holiday,holidays,vacation,betriebsferien,feiertag,ferien,urlaub,rests,vacaciones,congés,owns,owner,manages,leads,runs,works,apprentice,trainee,keeps,serves,drives,inhaberin,inhaber,leitet,arbeitet,betreut,zuständig,azubi,auszubildender,macht,dirige,trabaja,aprendiz,travaille,apprenti,deadline,due,renewed,renew,expires,ends,contract,inspection,frist,verlängert,vertrag,antrag,läuft,belege,tüv,plazo,vence,contrato,échéance,contrat,expire,want,goal,target,percent,share,plan,wollen,ziel,prozent,anteil,queremos,objetivo,voulons,objectif,customers,guests,people,families,retirees,visitors,order,takes,reviews,stars,rating,ask,asked,follow,followers,newsletter,readers,subscribers,kunden,gäste,pendler,familien,sterne,stimmen,bewertungen,gelobt,bestellt,folgen,leser,clientes,familias,estrellas,clients,familles,étoiles,avis,comes,come,supplier,supplies,delivers,farm,dairy,mill,roasted,roasters,orchard,organic,lieferant,liefert,kommt,bauer,hof,hersteller,proveedor,viene,granja,fournisseur,vient,ferme,organic,local,handmade,only,preservatives,additives,palm,waste,leftovers,donate,goes,bio,regional,handgemacht,nur,spenden,ökologisch,único,artisanal,nut,nuts,almond,almonds,walnut,walnuts,hazelnut,hazelnuts,pecan,pecans,peanut,peanuts,marzipan,frangipane,gluten,dairy,milk,butter,egg,eggs,sesame,soy,traces,free,vegan,celiac,latex,kautschuk,latexfrei,nüsse,mandeln,erdnüsse,haselnüsse,walnüsse,milch,spuren,glutenfrei,nueces,almendras,leche,noix,amandes,lait,vegan,vegetarian,plant,dairy,milk,butter,honey,vegetarisch,milch,vegetariano,leche,végétarien,lait,costs,price,sells,charge,kostet,preis,macht,cuesta,precio,coûte,prix,sell,sells,bestseller,offer,verkaufen,sortiment,vendemos,vendons,shipping,ship,mail,parcels,delivery,deliver,deliveries,door,versand,verschicken,paket,liefern,lieferung,zone,fee,envío,enviamos,entrega,livraison,expédions,miles,return,returns,refund,refunded,replaced,exchange,receipt,days,back,zurück,rückgabe,bon,umtausch,ersetzt,devolución,recibo,remboursé,retour,reçu,discount,reduction,discounts,reduced,wholesale,less,nachlass,rabatt,ermäßigung,descuento,rebaja,remise,réduction,fails,technician,repair,repairs,call,calls,oven,mixer,machine,equipment,streikt,hilft,firma,kompressor,techniker,anrufen,falla,técnico,llamar,technicien,appeler,panne,seats,tables,reserved,reservation,reservations,book,plätze,tische,reserviert,mesas,reservas,réservé,keeps,fresh,days,lasts,store,freeze,hält,haltbar,tage,frisch,dura,días,frais,jours,child,children,kids,age,years,old,kinder,kind,jahre,alt,ausweis,niños,años,enfants,ans,rent,rental,leihen,verleih,kaution,ausweis,leih,deposit,alquiler,louer}'::text[], '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,5,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,10,10,10,10,10,10,10,10,10,10,10,10,10,11,11,11,11,11,11,11,11,11,11,11,12,12,12,12,12,12,12,12,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,15,15,15,15,15,15,15,15,15,15,15,15,15,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,17,17,17,17,17,17,17,17,17,17,17,17,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,19,19,19,19,19,19,19,19,19,19,19,19,19,19,20,20,20,20,20,20,20,20,20,20}'::int[]) as topic_says (word, topic) on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem
          cross join lateral (select * from word_counts w where w.user_id = $26::uuid and w.word = translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') limit 1) w
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($27::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (partition by a.is_related order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $28::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "facts_query" as materialized (
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
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $29::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $30::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $31::uuid and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and words @@ (select related from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250) union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $32::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
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
        '''' || replace(replace(left(($33::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (partition by a.is_related order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $34::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and is_whole
      order by texts limit 4
    ),
    "passages_query" as materialized (
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
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $35::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $36::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $37::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $38::uuid and s.read_at is null))
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
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = $39::uuid and passages.id = s.id limit 1) p
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
        select id, source_id, position, rows from passages where passages.user_id = $40::uuid and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then 0.5 else 0.3 end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = $41::uuid and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $42::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $43::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $44::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($45::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $46::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($47::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $48::uuid and p.source_id = any (coalesce(nullif($49::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $50 and t.answer_id = $51::uuid) r on q.id = r.question_id where q.user_id = $52))) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $53::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    own_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 18 end) as tokens from facts where "facts"."user_id" = $54::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($55::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) limit 501
    ), own_room as materialized (
      select count(*) <= 500 and coalesce(sum("own_read"."tokens"), 0) <= 6000 as has_all_own, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, ((length("facts"."statement") + (octet_length("facts"."statement") - length("facts"."statement")) * 3 / 2 + 3) / 4
    + case when ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) then 25 else 18 end) as tokens from facts
      where (select has_all_own from own_room) and "facts"."user_id" = $56::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($57::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and state in ('suggested', 'conflict') and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
      limit 501
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select count(*) <= 500 and coalesce(sum("suggestions_read"."tokens"), 0) <= 6000 - own_room.tokens from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $58::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($59::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), standing as (
      select standing.* from unnest(array['voice', 'policy', 'people']) as of_kind cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
        where "facts"."user_id" = $60::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($61::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = of_kind and ("facts"."is_pinned"
  or "facts"."kind" in ('voice', 'policy', 'people')
    and ("facts"."kind" <> 'people' or "facts"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M'))
        order by number desc limit 100
      ) standing
      where not (select has_all_own from room)
    ), cited as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts
      where "facts"."user_id" = $62::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($63::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\[f(\d{1,6})\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join unnest('{people,date,date,customer,product,product}'::text[], '{3,4,5,6,11,12}'::int[]) as topic_kinds (kind, topic) on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.* from asked_kinds cross join lateral (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at from facts where "facts"."user_id" = $64::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($65::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and kind = asked_kinds.kind order by number desc limit 150
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $66::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) * case when f.kind in (select kind from asked_kinds) then 1.5 else 1 end as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $67::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $68::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($69::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
        ) ranked where not is_suggestion or score >= best * 0.25
      ) placed where place <= case when is_suggestion then 20 else 240 end
    ), found as materialized (
      select distinct on (id) id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from fitting
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 1000 from cited
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0.01 from of_kind
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from pinned
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from standing
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from own_read where (select has_all_own from room)
        union all select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), 
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $70::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($71::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $72::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $73::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $74::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $75::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($77::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $78::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $79::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $80::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\s*$' then 0.5 else 1 end
        * power(0.5, greatest(extract(epoch from $81::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $82::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by (role = 'user' or $83::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') desc, score desc, e.created_at desc limit 24
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $84::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $85::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $86::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($87::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $88::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($89::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $90::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $91::uuid and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where (role = 'user' or $92::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M') or not exists (select from excerpts_allowed where (role = 'user' or $93::text ~* '\m(suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)|(?:did|have) \w+ (?:say|write|tell|suggest|recommend|propose|advise)|vorgeschlagen|vorschl[aä]g\w*|empfohlen|empfehlung\w*|geraten|deine? (?:antwort\w*|ideen?|rat)|hast du (?:\w+ )*(?:gesagt|geschrieben)|suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\w+|propuest\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)|suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée))\M'))
      order by score desc, created_at desc limit 4
    )
    select json_build_object('hasAllFacts', (select has_all_own from room), 'facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $94::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $95::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $96::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said)) order by e.score desc, e.created_at desc), '[]') from excerpts e))) as "known", (case when $97::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $98::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $99::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $100::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $101::uuid and f.id = v.fact_id
        where v.user_id = $102::uuid and v.model = $103::text and length(v.signs) = length($104::varbit)
      ) placed join fact_vectors v on v.user_id = $105::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $106::uuid and v.model = $107::text and length(v.signs) = length($108::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $109::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $110::uuid and s.read_at is null)))
      order by bit_count(v.signs # $111::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $112::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $113::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $114::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($115::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $116::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($117::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $118::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'isStanding', ("f"."is_pinned"
  or "f"."kind" in ('voice', 'policy', 'people')
    and ("f"."kind" <> 'people' or "f"."statement" ~* '\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\w+|abiert\w+|cerrad\w+|cerramos|horaires?|ouvr\w+|ouvert\w*|ferm\w+)\M')), 'score', f.rank, 'tokens', ((length("f"."statement") + (octet_length("f"."statement") - length("f"."statement")) * 3 / 2 + 3) / 4
    + case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then 25 else 18 end),
      'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $119::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') end
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $120::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $121::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $122::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $123::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($124::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $125 and t.answer_id = $126::uuid) r on q.id = r.question_id where q.user_id = $127)), s.id)), '[]')
    from sources s where s.user_id = $128 and s.id = any (coalesce(nullif($129::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $130 and t.answer_id = $131::uuid) r on q.id = r.question_id where q.user_id = $132))) and s.deleted_at is null) as "attached", (
        select coalesce(json_agg(v.answer_id order by a.created_at), '[]')
        from (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $133 and t.answer_id = $134::uuid) r
          join turns v on v.user_id = $135 and v.conversation_id = $136
            and (v.question_id = r.first or v.version_of = r.first)
          join messages a on a.user_id = v.user_id and a.id = v.answer_id) as "versions" from "profiles" where "user_id" = $137;

-- chat/turn-context.ts readSendContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, repeated json, history json, summary text, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $1 and t.id = $2) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $3 and m.conversation_id = $4::uuid and not m.is_replaced and true
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $5 and s.conversation_id = $6::uuid) as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $7::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left($8::text, 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $9::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $10::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $11::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $12::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($13::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $14::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $15::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $16::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $17::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($18::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $19::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $20::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $21::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $22::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $23::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $24::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $25::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $26::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (select null::uuid as id, null::int as place where false),
    
    pinned as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $27::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($28::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $29::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $30::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $31::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($32::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $33::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($34::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $35::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $36::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $37::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $38::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($39::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($40::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $41::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $42::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced
        and m.conversation_id is distinct from $43::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $44::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $45::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $46::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $47::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $48::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($49::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $50::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($51::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $52::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $53::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $54::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $55::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at)
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $56::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $57::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $58::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $59::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $60::uuid and f.id = v.fact_id
        where v.user_id = $61::uuid and v.model = $62::text and length(v.signs) = length($63::varbit)
      ) placed join fact_vectors v on v.user_id = $64::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $65::uuid and v.model = $66::text and length(v.signs) = length($67::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $68::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $69::uuid and s.read_at is null)))
      order by bit_count(v.signs # $70::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $71::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $72::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $73::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($74::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $75::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($76::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $77::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $78::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $79::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $80::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $81::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $82::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", '[]'::json as "attached", '[]'::json as "versions" from "profiles" where "user_id" = $83;

-- chat/turn-context.ts readSendContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, repeated json, history json, summary text, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $1 and t.id = $2) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $3 and m.conversation_id = $4::uuid and not m.is_replaced and true
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $5 and s.conversation_id = $6::uuid) as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $7::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left($8::text, 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $9::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $10::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $11::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $12::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($13::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $14::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $15::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $16::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $17::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($18::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $19::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $20::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $21::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $22::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $23::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $24::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $25::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $26::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (select null::uuid as id, null::int as place where false),
    
    pinned as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $27::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($28::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $29::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $30::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $31::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($32::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $33::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($34::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $35::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $36::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $37::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $38::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($39::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($40::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $41::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $42::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $43::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $44::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $45::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $46::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $47::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $48::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($49::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $50::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($51::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $52::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $53::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $54::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $55::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'

'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $56::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said))
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $57::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $58::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $59::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $60::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $61::uuid and f.id = v.fact_id
        where v.user_id = $62::uuid and v.model = $63::text and length(v.signs) = length($64::varbit)
      ) placed join fact_vectors v on v.user_id = $65::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $66::uuid and v.model = $67::text and length(v.signs) = length($68::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $69::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $70::uuid and s.read_at is null)))
      order by bit_count(v.signs # $71::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $72::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $73::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $74::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($75::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $76::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($77::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $78::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $79::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $80::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $81::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $82::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $83::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", '[]'::json as "attached", '[]'::json as "versions" from "profiles" where "user_id" = $84;

-- chat/turn-context.ts readSendContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, repeated json, history json, summary text, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $1 and t.id = $2) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $3 and m.conversation_id = $4::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $5 and t.answer_id = $6::uuid) r on q.id = r.question_id where q.user_id = $7), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $8 and s.conversation_id = $9::uuid) as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $10::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left($11::text, 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $12::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $13::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $14::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $15::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($16::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $17::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $18::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $19::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $20::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($21::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $22::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $23::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $24::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $25::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $26::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $27::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $28::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $29::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($30::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $31::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($32::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $33::uuid and p.source_id = any (coalesce(nullif($34::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $35 and t.answer_id = $36::uuid) r on q.id = r.question_id where q.user_id = $37))) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $38::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    pinned as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $39::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($40::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $41::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $42::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $43::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($44::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $45::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($46::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $47::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $48::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $49::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $50::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($51::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($52::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $53::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $54::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced
        and m.conversation_id is distinct from $55::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $56::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $57::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $58::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $59::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $60::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($61::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $62::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($63::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $64::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $65::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $66::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $67::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at)
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $68::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $69::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $70::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $71::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $72::uuid and f.id = v.fact_id
        where v.user_id = $73::uuid and v.model = $74::text and length(v.signs) = length($75::varbit)
      ) placed join fact_vectors v on v.user_id = $76::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $77::uuid and v.model = $78::text and length(v.signs) = length($79::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $80::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $81::uuid and s.read_at is null)))
      order by bit_count(v.signs # $82::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $83::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $84::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $85::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($86::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $87::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($88::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $89::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $90::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $91::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $92::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $93::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $94::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($95::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $96 and t.answer_id = $97::uuid) r on q.id = r.question_id where q.user_id = $98)), s.id)), '[]')
    from sources s where s.user_id = $99 and s.id = any (coalesce(nullif($100::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $101 and t.answer_id = $102::uuid) r on q.id = r.question_id where q.user_id = $103))) and s.deleted_at is null) as "attached", (
        select coalesce(json_agg(v.answer_id order by a.created_at), '[]')
        from (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $104 and t.answer_id = $105::uuid) r
          join turns v on v.user_id = $106 and v.conversation_id = $107
            and (v.question_id = r.first or v.version_of = r.first)
          join messages a on a.user_id = v.user_id and a.id = v.answer_id) as "versions" from "profiles" where "user_id" = $108;

-- chat/turn-context.ts readSendContext
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, text, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, bit varying, uuid, uuid, bit varying, uuid, uuid, text, bit varying, uuid, uuid, text, bit varying, uuid, uuid, bit varying, uuid, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, text, uuid[], uuid, uuid, uuid, uuid, uuid[], uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns fullName text, businessName text, website text, businessType text, businessTypeText text, businessGoals text[], businessSize text, revenueRange text, language text, timeZone text, emailsAboutSignIns boolean, tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, repeated json, history json, summary text, known json, near json, attached json, versions json
select "profiles"."full_name" as "fullName", "profiles"."business_name" as "businessName", "profiles"."website", "profiles"."business_type" as "businessType", "profiles"."business_type_text" as "businessTypeText", "profiles"."business_goals" as "businessGoals", "profiles"."business_size" as "businessSize", "profiles"."revenue_range" as "revenueRange", "profiles"."language", "profiles"."time_zone" as "timeZone", "profiles"."emails_about_sign_ins" as "emailsAboutSignIns", "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", (
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = $1 and t.id = $2) as "repeated", (
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = $3 and m.conversation_id = $4::uuid and not m.is_replaced and m.created_at < coalesce((
    select q.created_at from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $5 and t.answer_id = $6::uuid) r on q.id = r.question_id where q.user_id = $7), 'infinity')
      order by m.created_at desc limit 20
    ) h) as "history", (
    select nullif(s.text, '') from conversation_summaries s
    where s.user_id = $8 and s.conversation_id = $9::uuid) as "summary", (
    with 
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = $10::uuid)) as configuration limit 6
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left($11::text, 2000)))) as token
      where not exists (
        select from asked_languages l where l.configuration <> 'simple' and length(to_tsvector(l.config, token)) = 0)
      order by place limit 16
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, 0.8::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral (
  select distinct '~' || substr(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), place, size) as word
  from (select case when translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz') ~ '[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿]' then 2 else 3 end as size) as sized,
    generate_series(1, length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) - size + 1) as place
  where length(translate(t.token, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz')) > size) as part
        where exists (select from asked_languages l where l.configuration = 'simple')
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on w.user_id = $12::uuid and w.word = f.word
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $13::uuid and w.word > f.word and w.word < f.word || chr(1114111) order by w.word limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("f"."word") / length("w"."word"), w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where w.user_id = $14::uuid and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || chr(1114111) order by reverse(w.word) collate "C" limit 12) w
        where left(f.word, 1) <> '~' and length("f"."word") >= 3
        union all
        select f.place, w.word, f.weight * 0.7 * length("w"."word") / length("f"."word"), w.facts, w.passages
        from asked_forms f cross join lateral generate_series(3, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on w.user_id = $15::uuid and w.word = part.word
        where left(f.word, 1) <> '~' and length("f"."word") > 3
      ) found group by place, word, facts, passages
    ),
    
    "facts_asked" as materialized (
      select a.place, a.word, a.weight, a."facts" as texts, total.n, ln(1 + (total.n - a."facts" + 0.5) / (a."facts" + 0.5)) as rarity,
        '''' || replace(replace(left(($16::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."facts") over (order by a."facts", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("facts_numbered", a."facts")::float8 as n from profiles where user_id = $17::uuid
      ) total
      where a."facts" > 0
    ),
    "facts_paired" as materialized (
      select * from "facts_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "facts_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "facts_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "facts_paired" x join "facts_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "facts_asked"
          where not exists (select from "facts_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "facts_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $18::uuid and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and words @@ (select rare from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "facts" where user_id = $19::uuid and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and words @@ (select common from "facts_query") and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
        union all (
    select id, words || ''::tsvector as words from "facts" where user_id = $20::uuid and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and words @@ (select coalesce(rare || common, rare, common) from "facts_query") and ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    limit 250)
      ) found
    ),
    "facts_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "facts_asked" order by weight * rarity desc limit 24
    ),
    "facts_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 10::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "facts_candidates" c join "facts_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    "passages_asked" as materialized (
      select a.place, a.word, a.weight, a."passages" as texts, total.n, ln(1 + (total.n - a."passages" + 0.5) / (a."passages" + 0.5)) as rarity,
        '''' || replace(replace(left(($21::uuid)::text, 8) || a.word, '\', '\\'), '''', '''''') || '''' as quoted,
        sum(a."passages") over (order by a."passages", a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest("passages_numbered", a."passages")::float8 as n from profiles where user_id = $22::uuid
      ) total
      where a."passages" > 0
    ),
    "passages_paired" as materialized (
      select * from "passages_asked" where texts_up_to > 250 and weight = 1
      order by texts limit 4
    ),
    "passages_query" as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from "passages_asked" where texts_up_to <= 250) as rare,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from "passages_paired" x join "passages_paired" y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= 10000), (
          select quoted::tsquery from "passages_asked"
          where not exists (select from "passages_asked" where texts_up_to <= 250) order by texts limit 1)) as common
    ),
    "passages_candidates" as materialized (
      select distinct on (id) id, words from (
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $23::uuid and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and words @@ (select rare from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $24::uuid and s.read_at is null))
    limit 250)
        union all
        (
    select id, words || ''::tsvector as words from "passages" where user_id = $25::uuid and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and words @@ (select common from "passages_query") and source_id <> all (array(
  select s.id from sources s where s.user_id = $26::uuid and s.read_at is null))
    limit 250)
        
      ) found
    ),
    "passages_decisive" as materialized (
      select place, rarity, weight * rarity as counts, quoted::tsquery as query from "passages_asked" order by weight * rarity desc limit 24
    ),
    "passages_scored" as materialized (
      select id, sum(score) / (0.5 + 0.5 * max(length) / 60::float8) as score from (
        select c.id, length(c.words) as length, least(max(d.rarity), sum(d.counts)) as score
        from "passages_candidates" c join "passages_decisive" d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    ),
    
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $27::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $28::uuid
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $29::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    attached as materialized (
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select (
    select string_agg('''' || replace(replace(left(($30::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery from (
      select distinct left(translate(stem, 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž', 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz'), 60) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = $31::uuid)) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left($32::text, 2000)))) as stem
      order by length desc, word limit 16
    ) as longest) as query) asked
      where p.user_id = $33::uuid and p.source_id = any (coalesce(nullif($34::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $35 and t.answer_id = $36::uuid) r on q.id = r.question_id where q.user_id = $37))) and p.source_id <> all (array(
  select s.id from sources s where s.user_id = $38::uuid and s.read_at is null))
    ) ranked
    order by turn, rank desc, position limit 8),
    
    pinned as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 'infinity'::float8 as rank from facts where "facts"."user_id" = $39::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($40::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and is_pinned
      order by ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null), learned_at desc limit 20
    ), fitting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (1 + 0.2 * exp(-greatest(extract(epoch from $41::timestamptz - f.learned_at), 0) / 86400 / 90 * ln(2))) as rank, s.score, ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) as is_suggestion,
            case when ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) then max(s.score) over ()
              else max(s.score) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = $42::uuid and facts.id = s.id limit 1) f
          where "f"."user_id" = $43::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($44::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)) and f.id not in (select id from pinned)
        ) ranked where score >= best * 0.25
      ) placed where place <= 20
    ), found as (select * from pinned union all select * from fitting), 
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $45::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($46::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $47::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $48::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $49::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = $50::uuid and f.id = s.id where (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($51::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')) and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, '''' || replace(replace(left(($52::uuid)::text, 8) || word, '\', '\\'), '''', '''''') || ''':*' as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and weight = 1 order by length(word) limit 1
        ) f on true
        where coalesce(f.texts, 0) <= greatest(200, 0.02 * (
          select facts_numbered + passages_numbered from profiles where user_id = $53::uuid))
        order by texts, length desc, place limit 4
      ) words
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= 2),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = $54::uuid and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and m.words @@ (select query from excerpt_query) and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from $55::uuid
      limit 100
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'assistant' then 0.6 else 1 end
        * power(0.5, greatest(extract(epoch from $56::timestamptz - e.created_at), 0) / 86400 / 60) as score
      from excerpt_candidates e
        join conversations c on c.user_id = $57::uuid and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by score desc, e.created_at desc limit 24
    ),
    excerpts as (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = $58::uuid)
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not exists (
          select from turns t
          where t.user_id = $59::uuid and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = $60::uuid and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim($61::text)))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = $62::uuid and (f.state in ('superseded', 'forgotten') or f.valid_until < to_char($63::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id or m.role = 'assistant' and f.id = any(t.offered_facts)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = $64::uuid and s.id = p.source_id and s.deleted_at is null
                where p.user_id = $65::uuid and p.id = offered))))
      order by m.score desc, m.created_at desc limit 4
    )
    select json_build_object('facts', (select own from listed), 'suggestions', (select suggested from listed), 'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $66::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit 16
      ) fitting where score >= best * 0.25 and id not in (select id from attached)
    ) best
      cross join lateral (select * from passages where passages.user_id = $67::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p), 'excerpts', (
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'text', regexp_replace(substr(e.content, b.start, 400), case when b.start > 1 then '^\S*\s+' else '^\s+' end, ''), 'saidAt', e.created_at,
      'said', (
    select coalesce(string_agg(left(said.content, said.characters), e'

'), '') from (
      select s.content, case when s.id = "e"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $68::uuid and s.conversation_id = "e"."conversation_id" and s.created_at <= "e"."created_at"
        and (s.role = 'user' or s.id = "e"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said))
      order by e.score desc, e.created_at desc), '[]') from excerpts e, lateral (
    select greatest(1, min(position(w.word in lower(e.content))) - 120) as start
    from excerpt_words w where position(w.word in lower(e.content)) > 0) b))) as "known", (case when $69::varbit is not null then (
    with 
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join (
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = $70::uuid and deleted_at is null) up_to on up_to.id = s.id
      where s.user_id = $71::uuid
    ),
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) order by bit_count(v.signs # $72::varbit)) as place
        from fact_vectors v join facts f on f.user_id = $73::uuid and f.id = v.fact_id
        where v.user_id = $74::uuid and v.model = $75::text and length(v.signs) = length($76::varbit)
      ) placed join fact_vectors v on v.user_id = $77::uuid and v.fact_id = placed.fact_id
      where placed.place <= 64
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where v.user_id = $78::uuid and v.model = $79::text and length(v.signs) = length($80::varbit) and v.passage_id not in (
        select p.id from passages p where p.user_id = $81::uuid and p.source_id = any (array(
  select s.id from sources s where s.user_id = $82::uuid and s.read_at is null)))
      order by bit_count(v.signs # $83::varbit) limit 64
    ),
    
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = $84::uuid and conflict_id is not null and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null)
    ),
    found as materialized (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = $85::uuid and facts.id = n.id limit 1) f
      ) f where "f"."user_id" = $86::uuid and "f"."state" in ('suggested', 'confirmed', 'conflict') and ("f"."valid_until" is null or "f"."valid_until" >= to_char($87::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner))
    ),
    
    conflicting as (
      select id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at, 0::float8 as rank from facts
      where "facts"."user_id" = $88::uuid and "facts"."state" in ('suggested', 'confirmed', 'conflict') and ("facts"."valid_until" is null or "facts"."valid_until" >= to_char($89::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD'))
    and not (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and "facts"."conflict_id" is not null
    and "facts"."conflict_id" in (select conflict_id from conflicts_of_owner)) and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    ),
    
    listed as (
      select 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $90::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where not ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as own, 
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = $91::uuid and r.conflict_id = f.conflict_id and r.id <> f.id
          and ("r"."source" in ('file', 'page', 'automation') and "r"."confirmed_at" is null) = ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null)), '[]') as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = $92::uuid and automation.id = f.automation_id
          and automation.deleted_at is null
    )
    select json_build_object(
      'facts', (select own from listed), 'suggestions', (select suggested from listed),
      'passages', (
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = $93::uuid and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ('superseded', 'forgotten')
            or not best.is_attached and (("f"."source" in ('file', 'page', 'automation') and "f"."confirmed_at" is null) and "f"."conflict_id" is not null
    and "f"."conflict_id" in (select conflict_id from conflicts_of_owner)))), '[]') as rejected
    from (select id, 0::float8 as score, false as is_attached from near_passages) best
      cross join lateral (select * from passages where passages.user_id = $94::uuid and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p),
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from $95::text and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end) as "near", (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(coalesce(nullif($96::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $97 and t.answer_id = $98::uuid) r on q.id = r.question_id where q.user_id = $99)), s.id)), '[]')
    from sources s where s.user_id = $100 and s.id = any (coalesce(nullif($101::uuid[], '{}'), (
    select q.source_ids from messages q join (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $102 and t.answer_id = $103::uuid) r on q.id = r.question_id where q.user_id = $104))) and s.deleted_at is null) as "attached", (
        select coalesce(json_agg(v.answer_id order by a.created_at), '[]')
        from (
    select t.question_id, coalesce(t.version_of, t.question_id) as first from turns t
    where t.user_id = $105 and t.answer_id = $106::uuid) r
          join turns v on v.user_id = $107 and v.conversation_id = $108
            and (v.question_id = r.first or v.version_of = r.first)
          join messages a on a.user_id = v.user_id and a.id = v.answer_id) as "versions" from "profiles" where "user_id" = $109;

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

-- chat/turns.ts findTurn
-- takes uuid, uuid
-- returns conversationId uuid, questionId uuid, answerId uuid
select "conversation_id" as "conversationId", "question_id" as "questionId", "answer_id" as "answerId" from "turns" where "user_id" = $1 and "id" = $2;

-- chat/turns.ts findTurnByAnswer
-- takes uuid, uuid
-- returns attempt integer, status text, failure text, content text
select "turns"."attempt", "turns"."status", "turns"."failure", "messages"."content" from "turns" inner join "messages" on "messages"."user_id" = "turns"."user_id" and "messages"."id" = "turns"."answer_id" where "turns"."user_id" = $1 and "turns"."answer_id" = $2;

-- chat/turns.ts noteCommand
-- takes text, uuid, uuid, text
-- returns id uuid
update "turns" set "command_note" = $1 where "user_id" = $2 and "id" = $3 and "status" = $4 and "command_note" is null returning "id";

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
-- takes text, text, timestamp with time zone, text, uuid, uuid, timestamp with time zone, timestamp with time zone, uuid, timestamp with time zone, uuid, uuid, timestamp with time zone, timestamp with time zone, timestamp with time zone, text, uuid, text, text, uuid, bigint, uuid, bigint, bigint, bigint, timestamp with time zone, boolean, uuid, uuid, uuid, boolean
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
        words = array_to_tsvector(array((
    select distinct left((messages.user_id)::text, 8) || left(lexeme, 60) as word
    from unnest(tsvector_to_array(to_tsvector('simple', left(coalesce($19::text, content), 100000)))) as lexeme)))
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
-- takes uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid
-- returns id uuid
with owned as (
      select c.id, coalesce(t.version_of, t.question_id) as first
      from turns t join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      where t.user_id = $1 and t.answer_id = $2
        and not exists (
          select from turns running
          where running.user_id = t.user_id and running.conversation_id = t.conversation_id and running.status = 'streaming')
      for update of c
    ),
    versions as (
      select v.question_id, v.answer_id from turns v, owned
      where v.user_id = $3 and v.conversation_id = owned.id and (v.question_id = owned.first or v.version_of = owned.first)
    ),
    restarted as (
    insert into conversation_summaries (user_id, conversation_id, revision)
    select $4, owned.id, 1 from owned where exists (
  select from messages m
  where m.user_id = $5 and m.conversation_id = owned.id and not m.is_replaced
    and m.id not in (select question_id from versions union all select answer_id from versions)
    and m.created_at > (
      select min(first.created_at) from versions join messages first on first.user_id = $6 and first.id = versions.answer_id))
    on conflict (user_id, conversation_id) do update
      set text = '', covers_until = null, prompt = '', revision = conversation_summaries.revision + 1)
    update messages set is_replaced = versions.answer_id <> $7 from versions
    where user_id = $8 and messages.id in (versions.question_id, versions.answer_id)
    returning messages.id;
