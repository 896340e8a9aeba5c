-- billing/checkouts.ts dropAttempt
-- takes uuid, uuid, text
-- returns nothing
delete from "checkouts" where "user_id" = $1 and "id" = $2 and "stripe_session_id" is not distinct from $3;

-- billing/checkouts.ts findAttempt
-- takes uuid
-- returns id uuid, sessionId text, replaced text
select "id", "stripe_session_id" as "sessionId", "replaced_session_id" as "replaced" from "checkouts" where "user_id" = $1;

-- billing/checkouts.ts findPayPage
-- takes uuid
-- returns userId uuid, id uuid, sessionId text, expiresAt timestamp with time zone
select "user_id" as "userId", "id", "stripe_session_id" as "sessionId", "expires_at" as "expiresAt" from "checkouts" where "user_id" = $1;

-- billing/checkouts.ts noteSession
-- takes uuid, uuid, text, uuid, uuid
-- returns replaced text
with before as (select replaced_session_id from checkouts where user_id = $1 and id = $2 for update)
    update checkouts set stripe_session_id = $3, replaced_session_id = null
    from before where user_id = $4 and id = $5
    returning before.replaced_session_id as replaced;

-- billing/checkouts.ts openAttempt
-- takes uuid, uuid, text, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns id uuid, startedAt timestamp with time zone, expiresAt timestamp with time zone, trialEndsAt timestamp with time zone, sessionId text
insert into checkouts (user_id, id, price_id, promotion, promotion_code_id, trial_ends_at, started_at, expires_at)
    values ($1, $2, $3, $4, $5,
      $6, $7, $8)
    on conflict (user_id) do update set
      id = case when checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > $9
    and (checkouts.stripe_session_id is not null or checkouts.started_at > $10) then "checkouts"."id" else "excluded"."id" end, trial_ends_at = case when checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > $11
    and (checkouts.stripe_session_id is not null or checkouts.started_at > $12) then "checkouts"."trial_ends_at" else "excluded"."trial_ends_at" end, started_at = case when checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > $13
    and (checkouts.stripe_session_id is not null or checkouts.started_at > $14) then "checkouts"."started_at" else "excluded"."started_at" end,
      expires_at = case when checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > $15
    and (checkouts.stripe_session_id is not null or checkouts.started_at > $16) then "checkouts"."expires_at" else "excluded"."expires_at" end, price_id = excluded.price_id, promotion = excluded.promotion,
      promotion_code_id = excluded.promotion_code_id,
      stripe_session_id = case when checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > $17
    and (checkouts.stripe_session_id is not null or checkouts.started_at > $18) then "checkouts"."stripe_session_id" else "excluded"."stripe_session_id" end,
      replaced_session_id = case when checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > $19
    and (checkouts.stripe_session_id is not null or checkouts.started_at > $20) then checkouts.replaced_session_id else coalesce(checkouts.stripe_session_id, checkouts.replaced_session_id) end
    returning id, started_at as "startedAt", expires_at as "expiresAt", trial_ends_at as "trialEndsAt",
      stripe_session_id as "sessionId";

-- billing/checkouts.ts takeOpenPage
-- takes timestamp with time zone, uuid, timestamp with time zone
-- returns userId uuid, id uuid, sessionId text
update checkouts set checked_at = $1
    where user_id = $2 and stripe_session_id is not null and (checked_at is null or checked_at <= $3)
    returning user_id as "userId", id, stripe_session_id as "sessionId";

-- billing/guest-purchases.ts addGuestPurchase
-- takes uuid, text, text, text, text, timestamp with time zone
-- returns nothing
insert into "guest_purchases" ("id", "email", "price_id", "promotion", "payer_hash", "started_at") values ($1, $2, $3, $4, $5, $6);

-- billing/guest-purchases.ts closeGuestPurchase
-- takes timestamp with time zone, text, uuid
-- returns id uuid
update "guest_purchases" set "closed_at" = $1, "outcome" = $2 where "id" = $3 and "closed_at" is null and "completed_at" is null returning "id";

-- billing/guest-purchases.ts closeGuestPurchase
-- takes timestamp with time zone, text, uuid
-- returns id uuid
update "guest_purchases" set "closed_at" = $1, "outcome" = $2 where "id" = $3 and "closed_at" is null returning "id";

-- billing/guest-purchases.ts closeGuestPurchase
-- takes timestamp with time zone, text, uuid, text
-- returns id uuid
update "guest_purchases" set "closed_at" = $1, "outcome" = $2 where "id" = $3 and "closed_at" is null and lower(email) = $4 returning "id";

-- billing/guest-purchases.ts completeGuestPurchase
-- takes text, text, timestamp with time zone, timestamp with time zone, text, uuid
-- returns id uuid
update "guest_purchases" set "stripe_customer_id" = $1, "stripe_subscription_id" = $2, "completed_at" = $3, "closed_at" = $4, "outcome" = $5 where "id" = $6 and "completed_at" is null returning "id";

-- billing/guest-purchases.ts correctGuestEmail
-- takes text, timestamp with time zone, text, text, integer
-- returns id uuid, email text, priceId text, sessionId text, customerId text, subscriptionId text, startedAt timestamp with time zone, completedAt timestamp with time zone, emailedAt timestamp with time zone, closedAt timestamp with time zone, payerHash text, corrections integer, reminders integer, outcome text, returnedCents integer
update "guest_purchases" set "email" = $1, "corrections" = corrections + 1, "emailed_at" = $2 where "stripe_session_id" = $3 and "payer_hash" = $4 and "completed_at" is not null and "closed_at" is null and "corrections" < $5 returning "id", "email", "price_id" as "priceId", "stripe_session_id" as "sessionId", "stripe_customer_id" as "customerId", "stripe_subscription_id" as "subscriptionId", "started_at" as "startedAt", "completed_at" as "completedAt", "emailed_at" as "emailedAt", "closed_at" as "closedAt", "payer_hash" as "payerHash", "corrections", "reminders", "outcome", "returned_cents" as "returnedCents";

-- billing/guest-purchases.ts deleteOldGuestPurchases
-- takes timestamp with time zone
-- returns nothing
delete from "guest_purchases" where "closed_at" < $1 and "outcome" is not null;

-- billing/guest-purchases.ts findGuestPurchase
-- takes text, text
-- returns id uuid, email text, priceId text, sessionId text, customerId text, subscriptionId text, startedAt timestamp with time zone, completedAt timestamp with time zone, emailedAt timestamp with time zone, closedAt timestamp with time zone, payerHash text, corrections integer, reminders integer, outcome text, returnedCents integer
select "id", "email", "price_id" as "priceId", "stripe_session_id" as "sessionId", "stripe_customer_id" as "customerId", "stripe_subscription_id" as "subscriptionId", "started_at" as "startedAt", "completed_at" as "completedAt", "emailed_at" as "emailedAt", "closed_at" as "closedAt", "payer_hash" as "payerHash", "corrections", "reminders", "outcome", "returned_cents" as "returnedCents" from "guest_purchases" where "stripe_session_id" = $1 and ("closed_at" is null or ("outcome" = $2 and "completed_at" is null));

-- billing/guest-purchases.ts findPurchase
-- takes uuid
-- returns id uuid, email text, priceId text, sessionId text, customerId text, subscriptionId text, startedAt timestamp with time zone, completedAt timestamp with time zone, emailedAt timestamp with time zone, closedAt timestamp with time zone, payerHash text, corrections integer, reminders integer, outcome text, returnedCents integer
select "id", "email", "price_id" as "priceId", "stripe_session_id" as "sessionId", "stripe_customer_id" as "customerId", "stripe_subscription_id" as "subscriptionId", "started_at" as "startedAt", "completed_at" as "completedAt", "emailed_at" as "emailedAt", "closed_at" as "closedAt", "payer_hash" as "payerHash", "corrections", "reminders", "outcome", "returned_cents" as "returnedCents" from "guest_purchases" where "id" = $1;

-- billing/guest-purchases.ts hasGuestSession
-- takes text
-- returns id uuid
select "id" from "guest_purchases" where "stripe_session_id" = $1;

-- billing/guest-purchases.ts hasNewerPurchase
-- takes text, timestamp with time zone, uuid
-- returns ?column? integer
select 1 from guest_purchases
    where lower(email) = $1 and (completed_at, id) > ($2, $3::uuid) limit 1;

-- billing/guest-purchases.ts listWaitingPurchases
-- takes text
-- returns id uuid, email text, priceId text, sessionId text, customerId text, subscriptionId text, startedAt timestamp with time zone, completedAt timestamp with time zone, emailedAt timestamp with time zone, closedAt timestamp with time zone, payerHash text, corrections integer, reminders integer, outcome text, returnedCents integer
select "id", "email", "price_id" as "priceId", "stripe_session_id" as "sessionId", "stripe_customer_id" as "customerId", "stripe_subscription_id" as "subscriptionId", "started_at" as "startedAt", "completed_at" as "completedAt", "emailed_at" as "emailedAt", "closed_at" as "closedAt", "payer_hash" as "payerHash", "corrections", "reminders", "outcome", "returned_cents" as "returnedCents" from "guest_purchases" where lower(email) = $1 and "closed_at" is null and "completed_at" is not null order by "completed_at";

-- billing/guest-purchases.ts noteGuestEmailed
-- takes timestamp with time zone, uuid, integer
-- returns nothing
update "guest_purchases" set "emailed_at" = $1 where "id" = $2 and "corrections" = $3;

-- billing/guest-purchases.ts noteGuestPurchaseReturned
-- takes text, integer, uuid
-- returns id uuid
update "guest_purchases" set "outcome" = $1, "returned_cents" = $2 where "id" = $3 and "outcome" is null and "closed_at" is not null returning "id";

-- billing/guest-purchases.ts noteGuestReminded
-- takes integer, uuid
-- returns nothing
update "guest_purchases" set "reminders" = $1 where "id" = $2;

-- billing/guest-purchases.ts noteGuestSession
-- takes text, uuid, text
-- returns id uuid
update "guest_purchases" set "stripe_session_id" = $1 where "id" = $2 and ("stripe_session_id" is null or "stripe_session_id" = $3) returning "id";

-- billing/money-notices.ts addEndedNotices
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns nothing
with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select p.user_id, 'access_ended', to_char("p"."plan_ends_at" at time zone 'UTC', 'YYYY-MM-DD'), $1::timestamptz, jsonb_build_object(
        'plan', p.subscription_tier, 'endedAt', p.plan_ends_at, 'isUnpaid', p.subscription_status = 'past_due')
      from profiles p join users u on u.id = p.user_id join subscriptions s on s.user_id = p.user_id
      where p.subscription_status in ('active', 'past_due', 'ended') and p.subscription_tier <> 'free'
        and p.plan_ends_at > $2 and p.plan_ends_at <= $3
        and s.first_paid_at is not null and s.refund_requested_at is null and u.email_confirmed_at is not null and u.delete_after is null
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ) insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from added as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = new.user_id and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from added as new join push_subscriptions s on s.user_id = new.user_id
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing;

-- billing/money-notices.ts addPaymentReminders
-- takes timestamp with time zone, integer[], timestamp with time zone, timestamp with time zone
-- returns nothing
with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select s.user_id, 'payment_failed', to_char("p"."plan_ends_at" at time zone 'UTC', 'YYYY-MM-DD') || ' ' || due.day, $1::timestamptz,
        jsonb_build_object('isReminder', true)
      from subscriptions s join users u on u.id = s.user_id join profiles p on p.user_id = s.user_id
        cross join lateral (
          select max(day) as day from unnest($2::int[]) as day where s.past_due_since + day * interval '1 day' <= $3
        ) due
      where s.stripe_status = 'past_due' and due.day is not null and p.plan_ends_at > $4 and u.email_confirmed_at is not null and u.delete_after is null
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ) insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from added as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = new.user_id and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from added as new join push_subscriptions s on s.user_id = new.user_id
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing;

-- billing/money-notices.ts addRenewalNotices
-- takes timestamp with time zone, timestamp with time zone, timestamp with time zone
-- returns nothing
with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select s.user_id, 'renewal', to_char("s"."current_period_end" at time zone 'UTC', 'YYYY-MM-DD'), $1::timestamptz,
        jsonb_build_object('at', s.current_period_end)
      from subscriptions s join users u on u.id = s.user_id
      where s.stripe_status = 'active' and s.cancel_at is null and s.price_id like '%annual'
        and s.current_period_end > $2 and s.current_period_end <= $3 and u.email_confirmed_at is not null and u.delete_after is null
      on conflict do nothing returning user_id, topic, subject, created_at, pg_notify('notices_changed', concat(user_id, ''))
    ) insert into scheduled_jobs (queue, key, payload, due_at) select 'notice-email', concat_ws(' ', user_id, topic, subject), jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at + case when topic in ('conflict', 'answer', 'usage_warning', 'usage_limit', 'approval', 'run_failed', 'automation_paused', 'automation_notice') then '300000 ms'::interval else interval '0' end from added as new
      where not exists (select from (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join (values ('conflict', 'waiting'), ('approval', 'waiting'), ('answer', 'answers')) as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = new.user_id and chosen.topic = new.topic and p.email <> 'never') union all select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject), jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject), new.created_at + '5000 ms'::interval from added as new join push_subscriptions s on s.user_id = new.user_id
    where new.topic not in ('purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone') on conflict do nothing;

-- billing/payment-history.ts findPaymentHistory
-- takes text
-- returns firstPaidAt timestamp with time zone, refundedAt timestamp with time zone, offerShownAt timestamp with time zone
select min(first_paid_at) as "firstPaidAt", min(refunded_at) as "refundedAt", min(offer_shown_at) as "offerShownAt" from "payment_history" where "claim_hash" in ($1);

-- billing/payment-history.ts noteRefundOf
-- takes timestamp with time zone, uuid
-- returns nothing
update "payment_history" set "refunded_at" = $1 where "person_id" = $2 and "refunded_at" is null;

-- billing/payment-history.ts rememberPayments
-- takes text, uuid, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid
-- returns nothing
insert into "payment_history" ("claim_hash", "person_id", "first_paid_at", "refunded_at", "offer_shown_at") values ($1, $2, $3, $4, $5) on conflict ("claim_hash") do update set "person_id" = $6, "first_paid_at" = coalesce(payment_history."first_paid_at", excluded."first_paid_at"), "refunded_at" = coalesce(payment_history."refunded_at", excluded."refunded_at"), "offer_shown_at" = coalesce(payment_history."offer_shown_at", excluded."offer_shown_at");

-- billing/stripe-customers.ts clearPaidElsewhere
-- takes boolean, uuid, boolean, text
-- returns nothing
update "stripe_customers" set "paid_elsewhere" = $1 where "user_id" = $2 and "paid_elsewhere" = $3 and "stripe_customer_id" in (select "stripe_customer_id" from "guest_purchases" where "payer_hash" = $4);

-- billing/stripe-customers.ts findCustomerOwner
-- takes text
-- returns user_id uuid
select "user_id" from "stripe_customers" where "stripe_customer_id" = $1;

-- billing/stripe-customers.ts forgetCustomer
-- takes text, text
-- returns nothing
with gone as (
      delete from stripe_customers where stripe_customer_id = $1 returning user_id, is_primary
    )
    update stripe_customers set is_primary = true from gone
    where gone.is_primary and stripe_customers.stripe_customer_id = (
      select c.stripe_customer_id from stripe_customers c
      where c.user_id = gone.user_id and c.stripe_customer_id <> $2 order by c.created_at limit 1
    );

-- billing/stripe-customers.ts listCustomerOwners
-- takes bigint
-- returns user_id uuid
select distinct "user_id" from "stripe_customers" order by "user_id" limit $1;

-- billing/stripe-customers.ts listCustomerOwners
-- takes uuid, bigint
-- returns user_id uuid
select distinct "user_id" from "stripe_customers" where "user_id" > $1 order by "user_id" limit $2;

-- billing/stripe-customers.ts listCustomers
-- takes uuid
-- returns id text, isPaidElsewhere boolean
select "stripe_customer_id" as "id", "paid_elsewhere" as "isPaidElsewhere" from "stripe_customers" where "user_id" = $1 order by "is_primary" desc, "created_at";

-- billing/stripe-customers.ts saveCustomer
-- takes text, uuid, boolean, timestamp with time zone, boolean
-- returns stripe_customer_id text
insert into "stripe_customers" ("stripe_customer_id", "user_id", "is_primary", "created_at", "paid_elsewhere") values ($1, $2, $3, $4, $5) on conflict do nothing returning "stripe_customer_id";

-- billing/stripe-customers.ts saveCustomer
-- takes text, uuid, uuid, timestamp with time zone, boolean
-- returns stripe_customer_id text
insert into "stripe_customers" ("stripe_customer_id", "user_id", "is_primary", "created_at", "paid_elsewhere") values ($1, $2, not exists (select from stripe_customers where user_id = $3 and is_primary), $4, $5) on conflict do nothing returning "stripe_customer_id";

-- billing/subscriptions.ts claimRefund
-- takes timestamp with time zone, uuid, text
-- returns user_id uuid
update "subscriptions" set "refund_requested_at" = $1 where "user_id" = $2 and "refund_requested_at" is null and "stripe_status" in ($3) returning "user_id";

-- billing/subscriptions.ts getBilling
-- takes uuid, uuid, uuid
-- returns tier text, status text, trialEndsAt timestamp with time zone, planEndsAt timestamp with time zone, email text, isLeaving boolean, offerShownAt timestamp with time zone, subscriptionId text, customerId text, stripeStatus text, priceId text, productId text, priceCents integer, creditCents integer, discountCents integer, currentPeriodEnd timestamp with time zone, pastDueSince timestamp with time zone, subscriptionTrialEndsAt timestamp with time zone, cancelAt timestamp with time zone, hasCard boolean, cardBrand text, cardLast4 text, unpaidCents integer, scheduledPriceId text, scheduledAt timestamp with time zone, promotion text, firstPaidAt timestamp with time zone, refundRequestedAt timestamp with time zone, refundedAt timestamp with time zone, refundDisputedCents integer, syncedAt timestamp with time zone, isPaidElsewhere boolean, hasCustomer boolean, hasOpenCheckout boolean
select "profiles"."subscription_tier" as "tier", "profiles"."subscription_status" as "status", "profiles"."trial_ends_at" as "trialEndsAt", "profiles"."plan_ends_at" as "planEndsAt", "users"."email", users.delete_after is not null as "isLeaving", "profiles"."offer_shown_at" as "offerShownAt", "s"."stripe_subscription_id" as "subscriptionId", "s"."stripe_customer_id" as "customerId", "s"."stripe_status" as "stripeStatus", "s"."price_id" as "priceId", "s"."product_id" as "productId", "s"."price_cents" as "priceCents", "s"."credit_cents" as "creditCents", "s"."discount_cents" as "discountCents", "s"."current_period_end" as "currentPeriodEnd", "s"."past_due_since" as "pastDueSince", "s"."trial_ends_at" as "subscriptionTrialEndsAt", "s"."cancel_at" as "cancelAt", "s"."has_card" as "hasCard", "s"."card_brand" as "cardBrand", "s"."card_last4" as "cardLast4", "s"."unpaid_cents" as "unpaidCents", "s"."scheduled_price_id" as "scheduledPriceId", "s"."scheduled_at" as "scheduledAt", "s"."promotion", "s"."first_paid_at" as "firstPaidAt", "s"."refund_requested_at" as "refundRequestedAt", "s"."refunded_at" as "refundedAt", "s"."refund_disputed_cents" as "refundDisputedCents", "s"."synced_at" as "syncedAt", coalesce(customer.paid_elsewhere, false) as "isPaidElsewhere", exists (select from stripe_customers c where c.user_id = $1) as "hasCustomer", exists (select from checkouts o where o.user_id = $2 and o.stripe_session_id is not null) as "hasOpenCheckout" from "profiles" inner join "users" on "users"."id" = "profiles"."user_id" left join "subscriptions" as "s" on "s"."user_id" = "profiles"."user_id" left join "stripe_customers" as "customer" on "customer"."user_id" = "s"."user_id" and "customer"."stripe_customer_id" = "s"."stripe_customer_id" where "profiles"."user_id" = $3;

-- billing/subscriptions.ts nextReadNumber
-- takes nothing
-- returns number bigint
select nextval('billing_syncs') as number;

-- billing/subscriptions.ts noteRefunded
-- takes timestamp with time zone, integer, uuid
-- returns nothing
update "subscriptions" set "refunded_at" = $1, "refund_disputed_cents" = $2 where "user_id" = $3 and "refunded_at" is null;

-- billing/subscriptions.ts saveSync
-- takes uuid, text, text, text, text, integer, integer, integer, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone, boolean, text, text, integer, text, timestamp with time zone, text, timestamp with time zone, bigint, timestamp with time zone, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, uuid
-- returns ?column? integer
with kept as (
      insert into subscriptions (user_id, stripe_subscription_id, stripe_customer_id, stripe_status, price_id, price_cents,
        credit_cents, discount_cents, product_id, current_period_end, trial_ends_at, cancel_at, past_due_since, has_card, card_brand,
        card_last4, unpaid_cents, scheduled_price_id, scheduled_at, promotion, first_paid_at, sync_number, synced_at)
      values ((select id from users where id = $1 for key share),
        $2, $3, $4, $5,
        $6, $7, $8, $9, $10, $11,
        $12, $13, $14, $15, $16,
        $17, $18, $19, $20, $21,
        $22, $23)
      on conflict (user_id) do update set
        stripe_subscription_id = excluded.stripe_subscription_id, stripe_customer_id = excluded.stripe_customer_id,
        stripe_status = excluded.stripe_status, price_id = excluded.price_id, price_cents = excluded.price_cents,
        credit_cents = excluded.credit_cents,
        discount_cents = excluded.discount_cents, product_id = excluded.product_id,
        current_period_end = excluded.current_period_end, trial_ends_at = excluded.trial_ends_at,
        cancel_at = excluded.cancel_at, past_due_since = excluded.past_due_since, has_card = excluded.has_card,
        card_brand = excluded.card_brand, card_last4 = excluded.card_last4, unpaid_cents = excluded.unpaid_cents,
        scheduled_price_id = excluded.scheduled_price_id, scheduled_at = excluded.scheduled_at,
        promotion = excluded.promotion, first_paid_at = coalesce(subscriptions.first_paid_at, excluded.first_paid_at),
        sync_number = excluded.sync_number, synced_at = excluded.synced_at
      where subscriptions.sync_number < excluded.sync_number
      returning user_id
    )
    update profiles set subscription_tier = $24, subscription_status = $25,
      plan_ends_at = $26, trial_ends_at = $27, updated_at = $28
    from kept where profiles.user_id = $29
    returning 1;

-- billing/subscriptions.ts showOffer
-- takes timestamp with time zone, uuid
-- returns offer_shown_at timestamp with time zone
update "profiles" set "offer_shown_at" = coalesce(offer_shown_at, $1) where "user_id" = $2 returning "offer_shown_at";

-- billing/trials.ts claimTrial
-- takes text
-- returns claim_hash text
select "claim_hash" from "trial_claims" where "claim_hash" in ($1);

-- billing/trials.ts claimTrial
-- takes text, timestamp with time zone
-- returns claim_hash text
insert into "trial_claims" ("claim_hash", "claimed_at") values ($1, $2) on conflict do nothing returning "claim_hash";

-- billing/trials.ts startTrial
-- takes text, timestamp with time zone, timestamp with time zone, uuid
-- returns nothing
update "profiles" set "subscription_status" = $1, "trial_ends_at" = $2, "updated_at" = $3 where "user_id" = $4 and "subscription_status" = 'none';
