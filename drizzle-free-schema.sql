-- The whole schema, to be read. A test proves it equal to the migrations.
-- Every row of a person carries user_id, and every index of a person's data begins with it.

-- Someone who can sign in. email is as typed, email_lower is what must be unique.
create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  email_lower text not null unique check (email_lower = lower(email_lower)),
  password_hash text,                 -- argon2id in PHC format
  email_confirmed_at timestamptz,     -- null until the link in the mail was used
  created_at timestamptz not null
);

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
  subscription_status text not null default 'none' check (subscription_status in ('none', 'trial', 'active')),
  trial_ends_at timestamptz,          -- kept after the trial, so that it happens once
  updated_at timestamptz not null,
  check (subscription_status <> 'trial' or trial_ends_at is not null)
);

-- A signed-in browser. id is the SHA-256 of what the cookie holds.
create table sessions (
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,          -- moves while it is used
  absolute_expires_at timestamptz not null  -- never moves
);
create index sessions_user_id_expires_at on sessions (user_id, expires_at);

-- A confirmation link on its way. token_hash is the SHA-256 of what the mail holds.
create table email_confirmations (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  password_hash text not null,        -- becomes the account's when this link is used, never before
  plan text check (plan in ('starter', 'pro', 'ultimate')),
  price_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_confirmations_user_id on email_confirmations (user_id);

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

-- What a person used in a UTC calendar month (spec section 3).
create table usage_tracking (
  user_id uuid not null references users (id) on delete cascade,
  month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$'),
  messages_used integer not null default 0 check (messages_used >= 0),
  exports_used integer not null default 0 check (exports_used >= 0),
  integrations_used integer not null default 0 check (integrations_used >= 0),
  primary key (user_id, month_year)
);

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
