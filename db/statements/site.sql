-- site/contact-messages.ts addContactMessage
-- takes uuid, text, text, text, text, timestamp with time zone
-- returns nothing
with added as (
      insert into contact_messages (id, topic, name, email, message, created_at)
      values ($1::uuid, $2, $3, $4, $5, $6)
      on conflict (id) do nothing returning id, created_at
    )
    insert into scheduled_jobs (queue, key, payload, due_at) select 'contact-email', id::text, jsonb_build_object('id', id), created_at from added union all select 'contact-receipt', id::text, jsonb_build_object('id', id), created_at from added on conflict do nothing;

-- site/contact-messages.ts deleteOldContactMessages
-- takes timestamp with time zone
-- returns nothing
delete from "contact_messages" where "created_at" < $1;

-- site/contact-messages.ts findContactMessage
-- takes uuid
-- returns id uuid, topic text, name text, email text, message text, createdAt timestamp with time zone, emailedAt timestamp with time zone, receiptEmailedAt timestamp with time zone
select "id", "topic", "name", "email", "message", "created_at" as "createdAt", "emailed_at" as "emailedAt", "receipt_emailed_at" as "receiptEmailedAt" from "contact_messages" where "id" = $1;

-- site/contact-messages.ts noteMessageEmailed
-- takes timestamp with time zone, uuid
-- returns nothing
update "contact_messages" set "emailed_at" = $1 where "id" = $2;

-- site/contact-messages.ts noteMessageEmailed
-- takes timestamp with time zone, uuid
-- returns nothing
update "contact_messages" set "receipt_emailed_at" = $1 where "id" = $2;

-- site/newsletter-deliveries.ts addDeliveries
-- takes text, timestamp with time zone, timestamp with time zone, text, timestamp with time zone, timestamp with time zone
-- returns key text
with added as (
      insert into newsletter_deliveries (subscriber_id, slug, due_at)
      select s.id, $1, $2::timestamptz from newsletter_subscribers s
      where s.confirmed_at < $3
        and not exists (select from newsletter_deliveries l where l.subscriber_id = s.id and (
          l.slug = $4 or l.sent_at > $5
          or (l.sent_at is null and l.due_at >= $6)))
      limit 5000
      on conflict do nothing
      returning subscriber_id, slug, due_at
    )
    insert into scheduled_jobs (queue, key, payload, due_at) select 'newsletter-issue', concat_ws(' ', subscriber_id, slug), jsonb_build_object('subscriberId', subscriber_id, 'slug', slug), due_at from added on conflict do nothing
    returning key;

-- site/newsletter-deliveries.ts findDueDelivery
-- takes uuid, text, timestamp with time zone
-- returns email text, unsubscribeToken text
select "email", "unsubscribe_token" as "unsubscribeToken" from "newsletter_deliveries" inner join "newsletter_subscribers" on "newsletter_subscribers"."id" = "newsletter_deliveries"."subscriber_id" where "subscriber_id" = $1 and "slug" = $2 and "sent_at" is null and not exists (select 1 as "one" from "newsletter_deliveries" as "other" where "other"."subscriber_id" = "newsletter_deliveries"."subscriber_id" and "other"."sent_at" > $3);

-- site/newsletter-deliveries.ts listDeliveriesTo
-- takes text, bigint
-- returns slug text, sentAt timestamp with time zone
select "slug", "sent_at" as "sentAt" from "newsletter_deliveries" inner join "newsletter_subscribers" on "newsletter_subscribers"."id" = "newsletter_deliveries"."subscriber_id" where "email_lower" = $1 and "sent_at" is not null order by "sent_at" desc limit $2;

-- site/newsletter-deliveries.ts noteDelivered
-- takes timestamp with time zone, uuid, text
-- returns nothing
update "newsletter_deliveries" set "sent_at" = $1 where "subscriber_id" = $2 and "slug" = $3;

-- site/newsletter.ts confirmSubscription
-- takes timestamp with time zone, text, timestamp with time zone, boolean, text, timestamp with time zone
-- returns id uuid
update "newsletter_subscribers" set "confirmed_at" = $1, "confirm_hash" = $2, "confirm_expires_at" = $3, "confirm_email_due" = $4 where "confirm_hash" = $5 and "confirm_expires_at" > $6 returning "id";

-- site/newsletter.ts deleteSubscriptionByToken
-- takes text
-- returns nothing
delete from "newsletter_subscribers" where "unsubscribe_token" = $1;

-- site/newsletter.ts deleteSubscriptionOf
-- takes text
-- returns nothing
delete from "newsletter_subscribers" where "email_lower" = $1;

-- site/newsletter.ts deleteUnconfirmedSubscriptions
-- takes timestamp with time zone
-- returns nothing
delete from "newsletter_subscribers" where "confirmed_at" is null and "asked_at" < $1;

-- site/newsletter.ts findDueConfirmation
-- takes uuid, boolean
-- returns email text, askedAt timestamp with time zone, askedTimes integer, unsubscribeToken text, isConfirmed boolean
select "email", "asked_at" as "askedAt", "asked_times" as "askedTimes", "unsubscribe_token" as "unsubscribeToken", "confirmed_at" is not null as "isConfirmed" from "newsletter_subscribers" where "id" = $1 and "confirm_email_due" = $2;

-- site/newsletter.ts findSubscription
-- takes text
-- returns email text, askedAt timestamp with time zone, confirmedAt timestamp with time zone
select "email", "asked_at" as "askedAt", "confirmed_at" as "confirmedAt" from "newsletter_subscribers" where "email_lower" = $1;

-- site/newsletter.ts noteConfirmationEmailed
-- takes boolean, uuid
-- returns nothing
update "newsletter_subscribers" set "confirm_email_due" = $1 where "id" = $2;

-- site/newsletter.ts requestSubscription
-- takes uuid, text, text, timestamp with time zone, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, integer, timestamp with time zone
-- returns id uuid
with "asked" as (insert into "newsletter_subscribers" ("id", "email", "email_lower", "asked_at", "unsubscribe_token") values ($1, $2, $3, $4, $5) on conflict ("email_lower") do update set "asked_at" = $6, "asked_times" = case when newsletter_subscribers.asked_at < $7 then 1 else newsletter_subscribers.asked_times + 1 end, "confirm_email_due" = newsletter_subscribers.confirm_email_due or (newsletter_subscribers.asked_at < $8 or newsletter_subscribers.asked_times < $9) returning "id", "confirm_email_due"), "scheduled" as (insert into scheduled_jobs (queue, key, payload, due_at) select 'newsletter-confirmation', id::text, jsonb_build_object('id', id), $10::timestamptz from asked where confirm_email_due on conflict do nothing) select "id" from "asked";

-- site/newsletter.ts setConfirmLink
-- takes text, timestamp with time zone, uuid
-- returns id uuid
update "newsletter_subscribers" set "confirm_hash" = $1, "confirm_expires_at" = $2 where "id" = $3 and "confirmed_at" is null returning "id";

-- site/status-checks.ts addStatusChecks
-- takes text, timestamp with time zone, boolean, integer
-- returns nothing
insert into "status_checks" ("component", "checked_at", "is_up", "latency_ms") values ($1, $2, $3, $4) on conflict do nothing;

-- site/status-checks.ts deleteStatusChecksBefore
-- takes timestamp with time zone
-- returns nothing
delete from "status_checks" where "checked_at" < $1;

-- site/status-checks.ts listStatusDays
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns component text, date text, checks integer, up integer, checksInDay integer, upInDay integer, checksInWeek integer, upInWeek integer, newestAt timestamp with time zone, newestIsUp boolean, newestLatencyMs integer
select d.*, n.is_up as "newestIsUp", n.latency_ms as "newestLatencyMs"
    from (
      select component, (checked_at at time zone 'UTC')::date::text as date,
        count(*)::int as checks,
        (count(*) filter (where is_up))::int as up,
        (count(*) filter (where checked_at > $1))::int as "checksInDay",
        (count(*) filter (where checked_at > $2 and is_up))::int as "upInDay",
        (count(*) filter (where checked_at > $3))::int as "checksInWeek",
        (count(*) filter (where checked_at > $4 and is_up))::int as "upInWeek",
        max(checked_at) as "newestAt"
      from status_checks
      where checked_at >= $5
      group by component, (checked_at at time zone 'UTC')::date
    ) d
    join status_checks n on n.component = d.component and n.checked_at = d."newestAt"
    order by d.date;

-- site/write-checks.ts checkWrites
-- takes nothing
-- returns now timestamp with time zone
insert into write_checks (id, checked_at) values (1, clock_timestamp())
    on conflict (id) do update set checked_at = excluded.checked_at
    returning clock_timestamp() as now;
