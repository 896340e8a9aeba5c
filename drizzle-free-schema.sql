-- The whole schema, to be read. A test proves it equal to the migrations.
-- Every row of a person carries user_id, and every index of a person's data begins with it.

-- Someone who can sign in. email is as typed, email_lower is what must be unique.
create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  email_lower text not null unique check (email_lower = lower(email_lower)),
  password_hash text,                 -- argon2id in PHC format
  email_confirmed_at timestamptz,     -- null until the link in the mail was used
  created_at timestamptz not null,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'), -- what a sign-up sent along (spec section 3)
  last_sign_in_at timestamptz,
  delete_after timestamptz,           -- the person asked to be deleted; until then they can change their mind
  deletion_begun_at timestamptz       -- it is being done, which is tried until it is through: no way back any more
);
create index users_delete_after on users (delete_after) where delete_after is not null; -- the sweep
create index users_unconfirmed on users (created_at) where email_confirmed_at is null; -- the sweep

-- What we know about a person's business and plan (spec section 3).
create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  full_name text not null default '',
  business_name text not null default '',
  website text not null default '',
  business_type text check (business_type in ('ecommerce', 'saas', 'freelancer', 'agency')),
  business_goals text[] not null default '{}' check (business_goals <@ array['sales', 'traffic', 'leads', 'support']),
  business_size text check (business_size in ('solo', 'small', 'medium', 'large')),
  revenue_range text check (revenue_range in ('under-100k', '100k-500k', '500k-1m', '1m+')),
  subscription_tier text not null default 'free' check (subscription_tier in ('free', 'starter', 'pro', 'ultimate')),
  subscription_status text not null default 'none' check (subscription_status in ('none', 'trial', 'trialing', 'active', 'past_due', 'ended')),
  trial_ends_at timestamptz,          -- kept after the trial, so that it happens once
  updated_at timestamptz not null,
  language text not null default '' check (length(language) <= 35),               -- BCP 47; empty: the language the person writes in
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64), -- IANA name
  mails_about_sign_ins boolean not null default true,
  plan_ends_at timestamptz,           -- when the plan ends unless something is done; null: it renews
  offer_shown_at timestamptz,         -- when the urgent offer began, once ever
  check (subscription_status <> 'trial' or trial_ends_at is not null)
);
create index profiles_trial_ends_at on profiles (trial_ends_at) where subscription_status in ('trial', 'trialing', 'ended');

-- A signed-in browser, or a script with tokens. id is the SHA-256 of what the cookie holds.
create table sessions (
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,          -- moves while it is used
  absolute_expires_at timestamptz not null, -- never moves
  public_id uuid not null,                  -- its name in lists and in access tokens; opens nothing
  kind text not null check (kind in ('browser', 'token')),
  methods text[] not null,                  -- how the person proved who they are: password, oauth, passkey, totp, phone, recovery, link
  ip_address text not null default '',
  user_agent text not null default '',
  last_seen_at timestamptz not null,
  proved_at timestamptz not null,           -- the last proof; sensitive changes ask for a fresh one
  second_factor_at timestamptz,             -- when this session passed the second factor
  unique (user_id, public_id)
);
create index sessions_user_id_expires_at on sessions (user_id, expires_at);

-- A link (or code) on its way by mail. token_hash is the SHA-256 of what the mail holds.
create table email_links (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  password_hash text,                 -- confirm: becomes the account's when this link is used, never before
  plan text check (plan in ('starter', 'pro', 'ultimate')),
  price_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  purpose text not null check (purpose in ('confirm', 'reset_password', 'change_email', 'prove')),
  new_email text check (length(new_email) between 3 and 254), -- change_email: where the link was sent
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'), -- confirm: becomes the account's
  redirect text check (length(redirect) <= 2000), -- confirm: the page of ours that was wanted before
  constraint email_links_confirm_check check ((purpose = 'confirm') = (password_hash is not null)),
  constraint email_links_change_check check ((purpose = 'change_email') = (new_email is not null))
);
create index email_links_user_id on email_links (user_id);

-- An account at Google or Slack that opens one of ours. The provider's subject is what counts, never the address.
create table identities (
  provider text not null check (provider in ('google', 'slack')),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users (id) on delete cascade,
  email text not null,                -- as the provider said it last
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

-- Somebody on their way to a provider and back. PKCE verifier and nonce are derived from the state, so they are not kept.
create table oauth_attempts (
  state_hash text primary key,
  provider text not null check (provider in ('google', 'slack')),
  browser_hash text not null,         -- SHA-256 of a cookie: only the browser that left may come back
  user_id uuid references users (id) on delete cascade, -- set when a signed-in person links an account
  plan text check (plan in ('starter', 'pro', 'ultimate')),
  price_id text,
  redirect text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_attempts_user_id on oauth_attempts (user_id);

-- A second factor: an authenticator app (totp) or a phone (spec section 3).
create table factors (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  friendly_name text not null check (length(friendly_name) between 1 and 60),
  status text not null check (status in ('unverified', 'verified')),
  secret text,                        -- totp: encrypted under the master key
  phone text check (phone ~ '^[+][1-9][0-9]{6,14}$'),
  last_step bigint,                   -- totp: the newest time step whose code was taken, so that a code works once
  created_at timestamptz not null,
  verified_at timestamptz,
  last_used_at timestamptz,
  primary key (user_id, id),
  unique (user_id, friendly_name),
  check ((factor_type = 'totp') = (secret is not null)),
  check ((factor_type = 'phone') = (phone is not null)),
  check ((status = 'verified') = (verified_at is not null))
);
-- So that the purge of unfinished enrolments reads no others.
create index factors_user_id_unverified on factors (user_id, created_at) where status = 'unverified';

-- A question for a code. code_hash is a keyed hash of what was sent to the phone.
create table factor_challenges (
  id uuid not null,
  user_id uuid not null,
  factor_id uuid not null,
  channel text check (channel in ('sms', 'whatsapp')),
  code_hash text,
  attempts integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, factor_id) references factors (user_id, id) on delete cascade
);
create index factor_challenges_user_id_factor on factor_challenges (user_id, factor_id);

-- Ten codes for the day the phone is lost, each for one use. Keyed hashes.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A passkey (WebAuthn credential).
create table passkeys (
  credential_id text primary key,     -- base64url
  user_id uuid not null references users (id) on delete cascade,
  public_key text not null,           -- COSE, base64url
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  friendly_name text not null check (length(friendly_name) between 1 and 60),
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

-- A challenge that a passkey is to sign, once. user_id is set when a passkey is being added.
create table passkey_challenges (
  challenge_hash text primary key,
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id on passkey_challenges (user_id);

-- What a script renews its access token with, each for one use. token_hash is the SHA-256 of what it holds.
create table refresh_tokens (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz                 -- used again later than the grace: the whole session ends
);
create index refresh_tokens_user_id_session on refresh_tokens (user_id, session_id);

-- Keys that sign access tokens, one a period. private_key is a JWK, encrypted under the master key.
create table signing_keys (
  kid text primary key,
  period integer not null unique,
  private_key text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

-- What happened to an account, for its owner to read. mail_to is where the notice is to go, empty when it
-- has gone or none is due; mail_tried_at is when a process last took it to send.
create table security_events (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  detail text not null default '' check (length(detail) <= 300),
  ip_address text not null,
  user_agent text not null,
  happened_at timestamptz not null,
  mail_to text,
  mail_tried_at timestamptz,
  primary key (user_id, id)
);
create index security_events_user_id_happened on security_events (user_id, happened_at desc);
create index security_events_user_id_mail_due on security_events (user_id, happened_at) where mail_to is not null;
create index security_events_happened_at on security_events using brin (happened_at); -- the sweep

-- Who has had a trial: a keyed hash of the normalised address. Outlives the account, so it has no user_id.
create table trial_claims (
  claim_hash text primary key,
  claimed_at timestamptz not null
);

-- Attempts per account and per address. key_hash is a keyed hash of what is counted.
create table attempt_counters (
  key_hash text primary key,
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null
);
create index attempt_counters_window_ends_at on attempt_counters (window_ends_at);

-- A thread with one assistant. deleted_at leaves room for Undo; a sweep removes the row later.
create table conversations (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  assistant_type text not null check (assistant_type in (
    'brain_ai', 'seomi', 'emmie', 'soshie', 'cassie', 'milli', 'landa', 'viddy', 'opsie', 'finny',
    'content_writer', 'code_helper', 'data_analyst', 'marketing_expert', 'research_assistant')),
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (user_id, id)
);
create index conversations_user_id_assistant_updated on conversations (user_id, assistant_type, updated_at desc) where deleted_at is null;
create index conversations_user_id_deleted on conversations (user_id, deleted_at) where deleted_at is not null; -- the sweep

-- One bubble. The keys pair user_id with the id, so a message cannot hang on another person's thread.
create table messages (
  id uuid primary key,
  user_id uuid not null,
  conversation_id uuid not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  created_at timestamptz not null,
  unique (user_id, id),
  foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade
);
create index messages_user_id_conversation_created on messages (user_id, conversation_id, created_at);
create index messages_user_id_created on messages (user_id, created_at); -- the month's figures

-- A question on its way to its answer. id is made by the client, so a repeated send is one turn.
create table turns (
  id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  question_id uuid not null,
  answer_id uuid not null,
  month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$'), -- the month whose unit is reserved
  status text not null check (status in ('streaming', 'complete', 'stopped', 'interrupted', 'failed')),
  failure text check (failure in ('error', 'quota', 'network', 'timeout')),
  stop_requested boolean not null default false,
  heartbeat_at timestamptz not null,  -- an old one on a streaming turn means that its process is gone
  created_at timestamptz not null,
  settled_at timestamptz,
  spending_day text,                  -- the day whose allowance holds what is reserved, where there is one
  reserved_micro_usd bigint not null default 0,
  primary key (user_id, id),
  unique (user_id, answer_id),
  foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade,
  foreign key (user_id, question_id) references messages (user_id, id) on delete cascade,
  foreign key (user_id, answer_id) references messages (user_id, id) on delete cascade,
  check ((status = 'streaming') = (settled_at is null)),
  check ((status = 'failed') = (failure is not null))
);
create unique index turns_one_streaming on turns (user_id, conversation_id) where status = 'streaming';
create index turns_user_id_conversation on turns (user_id, conversation_id);
create index turns_user_id_question on turns (user_id, question_id);

-- Thumbs up or down on an answer, with a reason.
create table message_feedback (
  user_id uuid not null,
  message_id uuid not null,
  rating text not null check (rating in ('up', 'down')),
  reason text not null default '' check (length(reason) <= 500),
  updated_at timestamptz not null,
  primary key (user_id, message_id),
  foreign key (user_id, message_id) references messages (user_id, id) on delete cascade
);

-- What a person used in a UTC calendar month (spec section 3), and in the row 'at once' what is in use now.
create table usage_tracking (
  user_id uuid not null references users (id) on delete cascade,
  month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$' or month_year = 'at once'),
  messages_used integer not null default 0 check (messages_used >= 0),
  exports_used integer not null default 0 check (exports_used >= 0),
  integrations_used integer not null default 0 check (integrations_used >= 0),
  templates_used integer not null default 0 check (templates_used >= 0),
  automations_used integer not null default 0 check (automations_used >= 0),
  primary key (user_id, month_year)
);

-- One row a use. Those that are not released add up to usage_tracking.
create table usage_receipts (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,                                       -- of a message: its turn's
  kind text not null check (kind in ('messages', 'exports', 'templates', 'automations', 'integrations')),
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}$' or period = 'at once'),
  amount integer not null check (amount > 0),
  subject text not null default '' check (length(subject) <= 100), -- what it was for, such as an assistant's id
  status text not null check (status in ('reserved', 'counted', 'released')),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, id)
);
create index usage_receipts_newest on usage_receipts (user_id, period, created_at);
create index usage_receipts_others on usage_receipts (created_at) where kind <> 'messages' and status = 'reserved'; -- the sweep

-- What the model cost a person on a UTC day, in millionths of a US dollar; written while an operator has a cap.
create table model_spending (
  user_id uuid not null references users (id) on delete cascade,
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  micro_usd bigint not null check (micro_usd >= 0),
  primary key (user_id, day)
);

-- The same for everybody together.
create table model_spending_days (
  day text primary key check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  micro_usd bigint not null check (micro_usd >= 0)
);

-- The customers at Stripe that are this person. One is used for new purchases; others came from purchases as a guest.
create table stripe_customers (
  stripe_customer_id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  is_primary boolean not null,
  created_at timestamptz not null
);
create index stripe_customers_user_id on stripe_customers (user_id);
create unique index stripe_customers_primary on stripe_customers (user_id) where is_primary;

-- The one checkout a person may have open. What it was started with makes the same request of every further click.
create table checkouts (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null,
  price_id text not null,
  promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
  trial_ends_at timestamptz,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  stripe_session_id text,
  replaced_session_id text            -- of the attempt before, until it is expired at Stripe
);

-- What Stripe said of a person's subscription when it was last read. Access itself stands in profiles.
create table subscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  stripe_subscription_id text not null, -- not unique: a second unique key would make two readings at once collide
  stripe_customer_id text not null,
  stripe_status text not null,
  price_id text,                      -- our key; null: a price that is none of ours
  price_cents integer,                -- what a period costs at Stripe, before discounts
  credit_cents integer not null default 0, -- what is left of earlier payments and lowers the next invoices
  product_id text,
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  cancel_at timestamptz,
  past_due_since timestamptz,         -- of the first payment that failed, as long as nothing was paid since
  has_card boolean not null,
  promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
  first_paid_at timestamptz,          -- of this account, whatever subscription it was
  refund_requested_at timestamptz,
  refund_tried_at timestamptz,
  refunded_at timestamptz,
  read_number bigint not null,        -- a reading that began earlier never overwrites one that began later
  synced_at timestamptz not null
);
create index subscriptions_refunds on subscriptions (refund_requested_at) where refunded_at is null;
create sequence billing_reads;

-- What outlives a deleted account: whether a mailbox has paid, was refunded and has seen the offer. The hash is keyed.
create table payment_history (
  claim_hash text primary key,
  person_id uuid,                     -- the account it belonged to last; a refund counts for all its mailboxes
  first_paid_at timestamptz,
  refunded_at timestamptz,
  offer_shown_at timestamptz
);

create index payment_history_person on payment_history (person_id);

-- A checkout by somebody who was not signed in. It becomes the account's that confirms the address.
create table guest_purchases (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  price_id text not null,
  promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
  stripe_session_id text unique,
  stripe_customer_id text unique,
  stripe_subscription_id text unique,
  started_at timestamptz not null,
  completed_at timestamptz,
  told_at timestamptz,                -- when the mail that tells where to confirm went out
  closed_at timestamptz,              -- without an outcome: it is being ended at Stripe, which is tried until it is done
  outcome text check (outcome in ('claimed', 'expired', 'returned'))
);
create index guest_purchases_email on guest_purchases (lower(email)) where closed_at is null;
create index guest_purchases_open on guest_purchases (id) where outcome is null; -- the sweep

-- Events of Stripe that were taken: a hint to read a customer again, kept until that was done.
create table stripe_events (
  event_id text primary key,
  event_type text not null,
  stripe_customer_id text,
  stripe_session_id text,
  received_at timestamptz not null,
  tried_at timestamptz,
  attempts integer not null default 0,
  settled_at timestamptz
);
create index stripe_events_open on stripe_events (received_at) where settled_at is null;

-- What a person is told once: by mail, and on the screen until dismissed. subject is what of the topic, such as a month.
create table notices (
  user_id uuid not null references users (id) on delete cascade,
  topic text not null check (topic in ('trial_ending', 'trial_ended', 'usage_warning', 'payment_failed')),
  subject text not null check (length(subject) <= 100),
  created_at timestamptz not null,
  mail_tried_at timestamptz,
  mailed_at timestamptz,
  dismissed_at timestamptz,
  primary key (user_id, topic, subject)
);
create index notices_to_mail on notices (created_at) where mailed_at is null;

-- When a chore that runs seldom ran last to its end, whichever process did it.
create table chores (
  name text primary key,
  ran_at timestamptz,
  leased_until timestamptz            -- a process is at it; past this instant that process is gone
);

-- Who gets the letter of the blog. Nobody is written to before they followed the link in the first mail (double opt-in);
-- who unsubscribes has no row any more.
create table newsletter_subscribers (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  email_lower text not null unique check (email_lower = lower(email_lower)),
  asked_at timestamptz not null,      -- last time somebody typed the address
  asked_times integer not null default 1 check (asked_times > 0),
  confirm_hash text unique,           -- hash of the token in the mail that asks; null once it was followed
  confirm_expires_at timestamptz,
  confirm_mail_due boolean not null default true,
  mail_tried_at timestamptz,
  confirmed_at timestamptz,
  unsubscribe_token text not null unique, -- in every letter, so it is kept as it is; it opens nothing else
  check ((confirm_hash is null) = (confirm_expires_at is null))
);
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null; -- the sweep
create index newsletter_subscribers_mails on newsletter_subscribers (asked_at) where confirm_mail_due;

-- One article for one subscriber: each is sent once, whichever process does it.
create table newsletter_letters (
  subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
  slug text not null check (length(slug) between 1 and 100),
  due_at timestamptz not null,
  tried_at timestamptz,
  sent_at timestamptz,
  primary key (subscriber_id, slug)
);
create index newsletter_letters_due on newsletter_letters (due_at) where sent_at is null;

-- What was written by the contact form: mailed to us, and a receipt to whoever wrote it.
create table contact_messages (
  id uuid primary key,
  topic text not null check (topic in ('question', 'support', 'sales', 'setup', 'security', 'press')),
  name text not null check (length(name) <= 100),
  email text not null check (length(email) between 3 and 254),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null,
  tried_at timestamptz,
  mailed_at timestamptz,
  receipt_mailed_at timestamptz
);
create index contact_messages_due on contact_messages (created_at) where mailed_at is null or receipt_mailed_at is null;

-- How each part answered when it was last looked at; /status shows it. One process looks each time.
create table status_checks (
  component text not null check (component in ('website', 'assistants', 'mail', 'payments')),
  checked_at timestamptz not null,
  is_up boolean not null,
  latency_ms integer check (latency_ms >= 0),
  primary key (component, checked_at)
);
create index status_checks_checked_at on status_checks (checked_at);
