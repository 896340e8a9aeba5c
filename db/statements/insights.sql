-- insights/daily-cards.ts keepCards
-- takes uuid, text, uuid, text, text[], timestamp with time zone
-- returns cards text[]
with outdated as (delete from daily_cards where user_id = $1 and day < $2)
    insert into daily_cards (user_id, day, cards, chosen_at) values ($3, $4, $5::text[], $6)
    on conflict (user_id, day) do update set cards = daily_cards.cards
    returning cards;

-- insights/daily-cards.ts readHome
-- takes uuid, text, uuid, uuid, uuid, timestamp with time zone, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, uuid, text, text, uuid, uuid, text, text, text, text, uuid, text, text, uuid
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, timeZone text, businessType text, goals text[], messagesUsed integer, met text[], threads json, conflicts json, suggested json, dates json, days json
select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "profiles"."time_zone" as "timeZone", "profiles"."business_type" as "businessType", "profiles"."business_goals" as "goals", coalesce((
        select messages_used from usage_tracking where user_id = $1::uuid and month_year = $2), 0)::int as "messagesUsed", array(
        select distinct assistant_type from conversations where user_id = $3::uuid and deleted_at is null) as "met", (
        select coalesce(json_agg(json_build_object('conversationId', c.id, 'assistantId', c.assistant_type, 'title', c.title,
          'answerId', m.id, 'beginning', m.beginning, 'ending', m.ending, 'said', m.said, 'answeredAt', t.settled_at,
          'isUnread', exists (select from turns u where u.user_id = $4::uuid and u.conversation_id = c.id and u.is_unread)
          ) order by c.updated_at desc), '[]')
        from (
          select id, assistant_type, title, updated_at from conversations
          where user_id = $5::uuid and deleted_at is null and not is_private and updated_at >= $6
          order by updated_at desc limit 12
        ) c
        cross join lateral (
          select id, left(content, 600) as beginning, right(content, 500) as ending,
            is_private, (
    select coalesce(string_agg(left(said.content, said.characters), e'\n\n'), '') from (
      select s.content, case when s.id = "answers"."id" then 20000 else 2000 end as characters
      from messages s
      where s.user_id = $7::uuid and s.conversation_id = "answers"."conversation_id" and s.created_at <= "answers"."created_at"
        and (s.role = 'user' or s.id = "answers"."id") and not s.is_replaced
      order by s.created_at desc limit 10
    ) said) as said
          from messages answers
          where user_id = $8::uuid and conversation_id = c.id and role = 'assistant' and not is_replaced
          order by created_at desc limit 1
        ) m
        join turns t on t.user_id = $9::uuid and t.answer_id = m.id and t.status = 'complete'
        where not m.is_private) as "threads", (
        select json_build_object('count', count(distinct conflict_id)::int, 'sides', coalesce((
          select json_agg(json_build_object('subject', r.subject, 'says', coalesce(nullif(r.value, ''), r.statement),
            'isDisputed', r.is_disputed) order by r.number desc)
          from (
            select subject, value, statement, number, ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $10::uuid and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))) as is_disputed from facts
            where user_id = $11::uuid and state = 'conflict' and conflict_id = (
              select conflict_id from facts where user_id = $12::uuid and state = 'conflict' order by number desc limit 1)
            order by number desc limit 3
          ) r), '[]'))
        from facts where user_id = $13::uuid and state = 'conflict') as "conflicts", (
        select json_build_object('count', count(*)::int, 'newest', (
          select json_build_object('subject', subject, 'statement', statement) from facts
          where user_id = $14::uuid and state = 'suggested' order by number desc limit 1))
        from facts where user_id = $15::uuid and state = 'suggested') as "suggested", (
        select coalesce(json_agg(json_build_object('id', d.id, 'subject', d.subject, 'statement', d.statement,
          'validFrom', d.valid_from, 'validUntil', d.valid_until) order by d.next), '[]')
        from (
          select id, subject, statement, valid_from, valid_until,
            least(case when valid_from >= $16::text then valid_from end, case when valid_until >= $17::text then valid_until end) as next
          from facts
          where user_id = $18::uuid and (valid_from is not null or valid_until is not null)
            and (state = 'confirmed' or state = 'conflict' and not ("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) and not ("facts"."conflict_id" is not null and exists (
    select from facts rival where rival.user_id = $19::uuid and rival.conflict_id = "facts"."conflict_id"
      and rival.id <> "facts"."id" and (("facts"."source" in ('file', 'page', 'automation') and "facts"."confirmed_at" is null) or not ("rival"."source" in ('file', 'page', 'automation') and "rival"."confirmed_at" is null)))))
            and ("valid_from" between $20::text and $21::text or "valid_until" between $22::text and $23::text)
          order by next limit 10
        ) d) as "dates", (
        select coalesce(json_agg(json_build_object('day', day, 'cards', cards)), '[]') from daily_cards
        where user_id = $24::uuid and day between $25::text and $26::text) as "days" from "profiles" where "profiles"."user_id" = $27;
