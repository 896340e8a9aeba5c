-- The whole schema in one readable file. A test checks that it equals what the migrations make.
-- Every row that belongs to a person has user_id, and the indexes on such tables begin with it.

-- Someone who can sign in. email is as typed; email_lower is what must be unique.
create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  email_lower text not null unique check (email_lower = lower(email_lower)),
  password_hash text,                 -- argon2id in PHC format
  email_confirmed_at timestamptz,     -- null until the link in the email is used
  created_at timestamptz not null,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'), -- what a sign-up sent along (AUTH-11)
  last_sign_in_at timestamptz,
  delete_after timestamptz,           -- the person asked for deletion; until then they can change their mind
  deletion_begun_at timestamptz,      -- the deletion has begun and is retried until it is complete; it can't be undone
  browser_generation integer not null default 0, -- goes up when other devices are signed out, which ends the cookies of known browsers
  held_at timestamptz,                -- the operator has stopped what the account causes: its daily budgets have nothing left
  password_set_at timestamptz,        -- null for the password of the sign-up
  password_ip_address text not null default '', -- where it was set
  password_user_agent text not null default '',
  reset_completes_at timestamptz      -- when a password reset removes second factors that were less than 24 hours old
);
create index users_reset_completes_at on users (reset_completes_at) where reset_completes_at is not null;
create index users_delete_after on users (delete_after) where delete_after is not null; -- for the sweep
create index users_unconfirmed on users (created_at) where email_confirmed_at is null; -- for the sweep

-- What we know about a person's business and plan (ONBOARD-1, ACCESS-2).
create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  full_name text not null default '',
  business_name text not null default '',
  website text not null default '',
  business_type text check (business_type in ('ecommerce', 'saas', 'freelancer', 'agency', 'other')),
  business_goals text[] not null default '{}' check (business_goals <@ array['sales', 'traffic', 'leads', 'support']),
  business_size text check (business_size in ('solo', 'small', 'medium', 'large')),
  revenue_range text check (revenue_range in ('under-100k', '100k-500k', '500k-1m', '1m+')),
  subscription_tier text not null default 'free' check (subscription_tier in ('free', 'starter', 'pro', 'ultimate')),
  subscription_status text not null default 'none' check (subscription_status in ('none', 'trial', 'trialing', 'active', 'past_due', 'ended')),
  trial_ends_at timestamptz,          -- kept after the trial, so that nobody gets a second one
  updated_at timestamptz not null,
  language text not null default '' check (length(language) <= 35),               -- BCP 47; if empty, the language the person writes in
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64), -- IANA name
  emails_about_sign_ins boolean not null default true,
  plan_ends_at timestamptz,           -- when the plan ends unless something changes; null if it renews
  offer_shown_at timestamptz,         -- when the urgent offer began; it is made only once
  learns_from_chats boolean not null default true,
  facts_numbered integer not null default 0, -- the number of the newest fact
  passages_numbered integer not null default 0, -- the number of the newest passage
  text_languages text[] not null default '{}', -- PostgreSQL's configurations that facts and passages are indexed with, in which questions are read
  embedded_with text check (length(embedded_with) between 1 and 100), -- the model by which all texts have vectors; null if there is none
  own_templates integer not null default 0,    -- how many own_templates that aren't removed: raised and compared with the limit in one statement
  business_type_text text not null default '' check (length(business_type_text) <= 80), -- what kind of business 'other' is
  constraint profiles_own_templates_check check (own_templates between 0 and 200),
  check (subscription_status <> 'trial' or trial_ends_at is not null)
);
create index profiles_trial_ends_at on profiles (trial_ends_at) where subscription_status in ('trial', 'trialing', 'ended');

-- A signed-in browser, or a script with tokens. id is the SHA-256 of the secret in the cookie.
create table sessions (
  id text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,          -- extended while the session is used
  absolute_expires_at timestamptz not null, -- never extended
  public_id uuid not null,                  -- identifies it in lists and access tokens; grants no access
  kind text not null check (kind in ('browser', 'token')),
  methods text[] not null,                  -- how the person proved who they are: password, oauth, passkey, totp, phone, recovery, link
  ip_address text not null default '',
  user_agent text not null default '',
  last_seen_at timestamptz not null,
  authenticated_at timestamptz not null,    -- the last sign-in or re-authentication; sensitive changes need a recent one
  second_factor_at timestamptz,             -- when this session passed the second factor
  reauthenticated_at timestamptz,           -- the last time its owner was asked again; adding a way in needs a recent one
  previous_id text,                         -- the id that it had before its secret changed; grants no access
  primary key (user_id, id),
  unique (user_id, public_id)
);
create index sessions_user_id_expires_at on sessions (user_id, expires_at);

-- A link or code sent by email that acts in its owner's name: an event that ends one ends all of them. token_hash is
-- the SHA-256 of the secret in the link, or a keyed hash of the code. Links sent to other people are stored in the
-- tables they belong to.
create table email_links (
  token_hash text not null,
  user_id uuid not null references users (id) on delete cascade,
  password_hash text,                 -- confirm: becomes the account's password when this link is used, never before
  plan text check (plan in ('starter', 'pro', 'ultimate')),
  price_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  purpose text not null check (purpose in ('confirm', 'reset_password', 'change_email', 'reauthenticate', 'approval')),
  new_email text check (length(new_email) between 3 and 254), -- change_email: where the link was sent; reset_password: the former address that it restores
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'), -- confirm: becomes the account's
  redirect text check (length(redirect) <= 2000), -- confirm: the page of ours to go to afterward
  approval_id uuid,                   -- approval: what it answers
  primary key (user_id, token_hash),
  constraint email_links_confirm_check check ((purpose = 'confirm') = (password_hash is not null)),
  constraint email_links_change_check
    check (case purpose when 'change_email' then new_email is not null when 'reset_password' then true else new_email is null end),
  constraint email_links_approval_check check ((purpose = 'approval') = (approval_id is not null))
);

-- An account at Google or Slack that signs in to one of ours. The provider's subject identifies it, never the address.
create table identities (
  provider text not null check (provider in ('google', 'slack')),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users (id) on delete cascade,
  email text not null,                -- as the provider last reported it
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ip_address text not null default '', -- where it was added
  user_agent text not null default '',
  primary key (provider, subject),
  unique (user_id, provider)
);

-- A sign-in in progress at a provider. The PKCE verifier and the nonce are derived from the state, so they aren't stored.
create table oauth_attempts (
  state_hash text primary key,
  provider text not null check (provider in ('google', 'slack')),
  browser_hash text not null,         -- SHA-256 of a cookie: only the browser that started it can finish it
  user_id uuid references users (id) on delete cascade, -- set if a signed-in person is linking an account
  plan text check (plan in ('starter', 'pro', 'ultimate')),
  price_id text,
  redirect text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set if it was started at /auth/v1/authorize: where its client gets an authorization code, and the PKCE challenge it must answer.
  client_redirect text check (length(client_redirect) <= 2000),
  code_challenge text check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
  constraint oauth_attempts_client_check
    check ((client_redirect is null) = (code_challenge is null) and (client_redirect is null or user_id is null))
);
create index oauth_attempts_user_id on oauth_attempts (user_id);

-- A client of /auth/v1 exchanges one of these for a session, once, with the secret behind code_challenge.
create table authorization_codes (
  code_hash text not null,
  user_id uuid not null references users (id) on delete cascade,
  code_challenge text not null check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- A second factor: an authenticator app (totp) or a phone (AUTH-10).
create table factors (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  friendly_name text not null check (length(friendly_name) between 1 and 60),
  status text not null check (status in ('unverified', 'verified')),
  secret text,                        -- totp: encrypted under the master key
  phone text check (phone ~ '^[+][1-9][0-9]{6,14}$'),
  last_step bigint,                   -- totp: the newest time step whose code was accepted, so that a code works once
  created_at timestamptz not null,
  verified_at timestamptz,
  last_used_at timestamptz,
  ip_address text not null default '', -- where it was added
  user_agent text not null default '',
  primary key (user_id, id),
  unique (user_id, friendly_name),
  check ((factor_type = 'totp') = (secret is not null)),
  check ((factor_type = 'phone') = (phone is not null)),
  check ((status = 'verified') = (verified_at is not null))
);
-- So that the purge of unfinished enrollments reads no other rows.
create index factors_user_id_unverified on factors (user_id, created_at) where status = 'unverified';

-- A request for a code. code_hash is a keyed hash of the code sent to the phone.
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

-- Ten single-use codes for when the phone is lost, as keyed hashes.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  ip_address text not null default '', -- where it was added
  user_agent text not null default '',
  primary key (user_id, code_hash)
);

-- A passkey (WebAuthn credential).
create table passkeys (
  credential_id text not null,     -- base64url
  user_id uuid not null references users (id) on delete cascade,
  public_key text not null,           -- COSE, base64url
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  friendly_name text not null check (length(friendly_name) between 1 and 60),
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ip_address text not null default '', -- where it was added
  user_agent text not null default '',
  primary key (user_id, credential_id)
);

-- A way into an account that was turned off because it was new. Nothing signs in with these rows. content has the rows
-- that were moved here, and the owner may have them moved back.
create table disabled_ways (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('password', 'passkey', 'google', 'slack', 'totp', 'phone', 'recovery_codes')),
  name text not null,
  added_at timestamptz not null,
  ip_address text not null,           -- where it was added
  user_agent text not null,
  disabled_at timestamptz not null,
  content jsonb not null,
  primary key (user_id, id)
);

-- An address that an account had until it was changed. For 30 days, a reset link sent there restores it.
create table former_emails (
  user_id uuid not null references users (id) on delete cascade,
  email_lower text not null,
  email text not null check (length(email) between 3 and 254),
  replaced_at timestamptz not null,
  ip_address text not null,           -- where it was replaced
  user_agent text not null,
  primary key (user_id, email_lower)
);
create index former_emails_email_lower on former_emails (email_lower, replaced_at);

-- A challenge for a passkey to sign, once. user_id is set when a passkey is being added.
create table passkey_challenges (
  challenge_hash text primary key,
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id on passkey_challenges (user_id);

-- A single-use token with which a script renews its access token. token_hash is the SHA-256 of its secret part.
create table refresh_tokens (
  token_hash text not null,
  user_id uuid not null references users (id) on delete cascade,
  session_id text not null,
  created_at timestamptz not null,
  used_at timestamptz,                 -- if it is used again after a grace period, the whole session ends
  primary key (user_id, token_hash),
  foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade
);
create index refresh_tokens_user_id_session on refresh_tokens (user_id, session_id);

-- Keys that sign access tokens, one per period. private_key is a JWK, encrypted under the master key.
create table signing_keys (
  kid text primary key,
  period integer not null unique,
  private_key text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

-- What happened to an account, for its owner to read. email_to is where to send the notice; it is null once that is
-- done, or if none is due.
create table security_events (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  detail text not null default '' check (length(detail) <= 300),
  ip_address text not null,
  user_agent text not null,
  happened_at timestamptz not null,
  email_to text,
  primary key (user_id, id)
);
create index security_events_user_id_happened on security_events (user_id, happened_at desc);
create index security_events_happened_at on security_events using brin (happened_at); -- for the sweep

-- Who has had a trial: a keyed hash of the normalized address or the provider identity. Outlives the account, so it has no user_id.
create table trial_claims (
  claim_hash text primary key,
  claimed_at timestamptz not null
);

-- Attempts per account, per network and so on, in a window. key_hash is a keyed hash of what is counted.
create table attempt_counters (
  key_hash text primary key,
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null
);
create index attempt_counters_window_ends_at on attempt_counters (window_ends_at);

-- What an account has used of a daily budget (LIMIT-6), on the newest day (UTC) on which it used some.
create table budget_use (
  user_id uuid not null references users (id) on delete cascade,
  budget text not null,
  day text not null check (length(day) = 10),
  used bigint not null check (used >= 0),
  primary key (user_id, budget)
);
create index budget_use_of_day on budget_use (day, budget); -- for the sum over all accounts, and the sweep

-- What all accounts together have used of it.
create table budget_totals (
  budget text primary key,
  day text not null check (length(day) = 10),
  used bigint not null check (used >= 0)
);

-- A thread with one assistant. deleted_at makes Undo possible; a sweep removes the row later.
create table conversations (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  assistant_type text not null check (assistant_type in (
    'brain_ai', 'seomi', 'emmie', 'soshie', 'cassie', 'milli', 'landa', 'viddy', 'opsie', 'finny',
    'content_writer', 'code_helper', 'data_analyst', 'marketing_expert', 'research_assistant')),
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  is_private boolean not null default false, -- nothing is learned from it
  last_answer_id uuid,                -- the last one that is shown: the next question follows it
  primary key (user_id, id)
);
create index conversations_user_id_assistant_updated on conversations (user_id, assistant_type, updated_at desc, id desc) where deleted_at is null;
create index conversations_user_id_updated on conversations (user_id, updated_at desc, id desc) where deleted_at is null; -- for search
create index conversations_user_id_deleted on conversations (user_id, deleted_at) where deleted_at is not null; -- for the sweep

-- One message. The keys pair user_id with the id, so a message can't belong to another person's conversation.
create table messages (
  id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  created_at timestamptz not null,
  words tsvector,                     -- what search looks up: each word behind the first eight digits of user_id; null while an answer is written
  is_replaced boolean not null default false, -- another version of this exchange is shown, or of one before it
  source_ids uuid[] not null default '{}' check (cardinality(source_ids) <= 5), -- the files that came with a question; they may be removed since
  is_private boolean not null default false, -- said in a private conversation, or an answer that may repeat what was: no other conversation, fact or automation gets it
  primary key (user_id, id),
  foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade
);
create index messages_user_id_conversation_created on messages (user_id, conversation_id, created_at);
create index messages_user_id_created on messages (user_id, created_at); -- the figures of a month
create index messages_words on messages using gin (words); -- each word begins with its owner
create index messages_user_id_private on messages (user_id, conversation_id) where is_private;
create index messages_user_id_files on messages (user_id, conversation_id) where source_ids <> '{}'; -- the files of a conversation

-- A question and its answer. Writing the answer again, or continuing it, is another attempt in the same row.
create table turns (
  id uuid not null,                   -- of the current attempt; made by the client, so a repeated call is one attempt
  user_id uuid not null,
  conversation_id uuid not null,
  question_id uuid not null,
  answer_id uuid not null,
  month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$'), -- the month whose unit is reserved
  status text not null check (status in ('streaming', 'complete', 'stopped', 'interrupted', 'failed')),
  failure text check (failure in ('error', 'quota', 'network', 'timeout')),
  stop_requested boolean not null default false,
  lease_expires_at timestamptz not null, -- by the database's clock; from then on another process may end the streaming turn
  created_at timestamptz not null,
  settled_at timestamptz,
  spending_day text,                  -- the day whose budget holds the reservation, if there is one
  reserved_micro_usd bigint not null default 0,
  is_unread boolean not null default false, -- the answer ended and its owner hasn't seen it yet
  attempt integer not null default 1 check (attempt > 0), -- how many there have been; with an offset, a reader's position
  learning text not null default 'none' check (learning in ('none', 'due', 'waiting', 'done', 'unread')), -- whether the question is read for facts; waiting: there was no room for them; unread: the model couldn't read it
  offered_facts uuid[] not null default '{}', -- the facts that the assistant was given for this attempt
  command_note text,                  -- what was done because the question asked for it to be remembered or forgotten; set once
  offered_passages uuid[] not null default '{}', -- as offered_facts: the passages of documents and pages
  offered_messages uuid[] not null default '{}', -- as offered_facts: messages of other conversations
  prompt text not null default '' check (length(prompt) <= 100), -- the prompt of this attempt: answer@1
  memory jsonb,                       -- what it did about what the team knows, or asks its owner about: a list of MemoryAction and its orders; null if nothing
  follows uuid not null,              -- the answer that the question comes after, or the conversation that it begins; exchanges that follow the same are versions of each other
  choice integer not null default 1 check (choice > 0), -- of these versions, the one with the highest number was chosen last
  repeats uuid,                       -- the oldest version's question in the same words, if its answer was written again
  primary key (user_id, id),
  unique (user_id, answer_id),
  constraint turns_one_chosen unique (user_id, follows, choice),
  foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade,
  foreign key (user_id, question_id) references messages (user_id, id) on delete cascade,
  foreign key (user_id, answer_id) references messages (user_id, id) on delete cascade,
  check ((status = 'streaming') = (settled_at is null)),
  check ((status = 'failed') = (failure is not null))
);
create unique index turns_one_streaming on turns (user_id, conversation_id) where status = 'streaming';
create index turns_user_id_conversation on turns (user_id, conversation_id);
create index turns_user_id_question on turns (user_id, question_id);
create index turns_user_id_unread on turns (user_id, conversation_id) where is_unread;
create index turns_user_id_waiting on turns (user_id, created_at) where learning = 'waiting';
create index turns_user_id_unread_text on turns (user_id, created_at) where learning = 'unread';

-- What the messages of a conversation said that the assistant no longer gets. It is written anew if one of them is replaced.
create table conversation_summaries (
  user_id uuid not null,
  conversation_id uuid not null,
  text text not null default '' check (length(text) <= 1200),
  covers_until timestamptz,           -- when the last message that it covers was added; null: nothing is covered
  revision integer not null check (revision > 0), -- changes with every change, so that a job can't save what it made of older messages
  prompt text not null default '' check (length(prompt) <= 100), -- the one it was written with: summary@1
  primary key (user_id, conversation_id),
  foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade,
  constraint conversation_summaries_check check ((text = '') = (covers_until is null))
);

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

-- One sentence that is known about a business. Its text never changes: a correction is another fact that takes its place.
create table facts (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  number integer not null check (number > 0), -- how assistants cite it
  kind text not null check (kind in ('product', 'policy', 'voice', 'customer', 'people', 'date')),
  subject text not null check (length(subject) between 1 and 80), -- what it is about: "Large bowl"
  value text not null default '' check (length(value) <= 60),     -- what it says about that, in short: "$42"
  statement text not null check (length(statement) between 1 and 300),
  state text not null check (state in ('suggested', 'confirmed', 'conflict', 'superseded', 'forgotten')),
  source text not null check (source in ('typed', 'message', 'file', 'page', 'profile', 'automation')),
  quote text not null default '' check (length(quote) <= 300),    -- the words of the source that say so
  question text not null default '' check (length(question) <= 120), -- what the owner is asked if sources disagree
  assistant_type text,                -- message: whom it was said to
  conversation_id uuid,               -- message: where; without a foreign key, because facts outlive conversations
  message_id uuid,
  learned_at timestamptz not null,    -- when the owner said or typed it
  valid_from text check (valid_from ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  valid_until text check (valid_until ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  is_pinned boolean not null default false, -- part of every prompt, as long as it is live
  superseded_by uuid,                 -- the fact that took its place; the owner can bring this one back
  conflict_id uuid,                   -- facts that disagree share it
  words tsvector not null,            -- each word behind the first eight digits of user_id
  language text not null default '' check (length(language) <= 12), -- ISO 639-1, or empty if it isn't known
  source_id uuid,                     -- file, page: the source; without a foreign key, because facts can outlive it
  passage_id uuid,                    -- file, page: the passage that says so
  confirmed_at timestamptz,           -- when the owner confirmed it, or said it after "remember"; null: they said or typed it, or it is only suggested
  has_begun boolean not null default false, -- its valid_from has come, and it has its place among the other facts
  automation_id uuid,                 -- automation: the one that suggests it; without a foreign key, because facts can outlive it
  prompt text not null default '' check (length(prompt) <= 100), -- the one that a model read it with: learn-from-message@1
  attribute text not null default '' check (length(attribute) <= 60), -- which property of its subject: "price"; empty if unknown
  quantity numeric,                   -- the figure in its value, if there is exactly one
  unit text not null default '' check (length(unit) <= 20), -- what quantity counts: "USD", "lb"
  withdrawn_conversation_id uuid,     -- the message that said it isn't true anymore, without a foreign key
  withdrawn_message_id uuid,
  is_doubtful boolean not null default false, -- superseded by a rule of earlier versions, maybe by mistake
  split_from uuid,                    -- typed: the answer that this fact is a part of; without a foreign key, because facts are erased one by one
  is_shareable boolean not null default false, -- typed: it holds the password of a Wi-Fi or a bank account, and its owner said that the team may use it
  has_own_attribute boolean not null default false, -- the owner set the attribute by hand: it stays in another wording
  has_own_days boolean not null default false, -- the same of valid_from and valid_until
  former_subject text not null default '' check (length(former_subject) <= 200), -- the name that its subject had before: it still finds the fact
  renamed_by uuid,                    -- the fact that gave its subject another name
  primary key (user_id, id),
  constraint facts_number unique (user_id, number),
  constraint facts_conflict_check check ((state = 'conflict') = (conflict_id is not null)),
  constraint facts_superseded_check check (superseded_by is null or state = 'superseded')
);
create index facts_user_id_kind on facts (user_id, kind, number desc);
create index facts_user_id_message on facts (user_id, conversation_id, message_id) where message_id is not null;
create index facts_user_id_pinned on facts (user_id) where is_pinned;
create index facts_user_id_conflict on facts (user_id, conflict_id) where conflict_id is not null;
create index facts_user_id_superseded_by on facts (user_id, superseded_by) where superseded_by is not null;
create index facts_words on facts using gin (words); -- each word begins with its owner
create index facts_user_id_split_from on facts (user_id, split_from) where split_from is not null;
create index facts_user_id_source on facts (user_id, source_id) where source_id is not null;
create index facts_beginning on facts (valid_from)
  where valid_from is not null and not has_begun and state in ('suggested', 'confirmed', 'conflict');
create index facts_ending_in_conflict on facts (valid_until) where conflict_id is not null and valid_until is not null;
create index facts_user_id_waiting on facts (user_id, number desc) where state in ('suggested', 'conflict');
create index facts_user_id_own on facts (user_id, kind, number desc)
  where state in ('suggested', 'confirmed', 'conflict') and not (source in ('file', 'page', 'automation') and confirmed_at is null);
create index facts_user_id_dated on facts (user_id, number desc)
  where state = 'confirmed' and (valid_from is not null or valid_until is not null);
create index facts_user_id_withdrawn on facts (user_id, withdrawn_conversation_id)
  where withdrawn_conversation_id is not null;
create index facts_user_id_doubtful on facts (user_id, number desc) where is_doubtful;

-- A document or website that a team reads: a file that was uploaded, one web page, or a small site.
create table sources (
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('file', 'page', 'site')),
  name text not null check (length(name) between 1 and 200),  -- the file's name, or the address without its scheme
  url text check (length(url) between 1 and 2000),
  state text not null check (state in ('waiting', 'reading', 'ready', 'failed')), -- ready: its passages can be found
  problem text check (length(problem) <= 40),  -- a code of contract/brain/sources.ts; ready: why it couldn't be read again
  step text not null default 'read' check (step in ('read', 'describe', 'learn')), -- what is being done, or was done last
  unit text check (unit in ('page', 'row', 'sheet', 'section')), -- what it is counted in
  units_done integer not null default 0,       -- how far reading is
  units integer not null default 0,            -- how many it has
  bytes bigint not null default 0 check (bytes >= 0), -- what it takes of the plan's storage
  used_from timestamptz not null,              -- over the plan's storage, the sources that come first in this order are used
  is_refreshed boolean not null default false, -- read again every week
  refresh_due_at timestamptz,
  conversation_id uuid,                        -- the chat it was attached to; without a foreign key, because the team's sources outlive conversations
  added_at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,                      -- removed; kept for a while, so that Undo can restore it
  forgotten_facts uuid[] not null default '{}', -- removed: the facts that are forgotten with it
  prompt text not null default '' check (length(prompt) <= 100), -- a picture: the one that a model described it with: image@1
  left_out jsonb not null default '{}' check (jsonb_typeof(left_out) = 'object' and octet_length(left_out::text) <= 1000), -- how many hidden sheets and the like weren't read
  scope text not null default 'team' check (scope in ('team', 'chat', 'held')), -- chat: only prompts of its conversation have it, and it goes with the conversation; held: no prompt has it until its owner says whether it replaces another
  replaces_id uuid,                            -- held: the file of the same name; without a foreign key, because that can be removed meanwhile
  summary text not null default '' check (length(summary) <= 3000), -- a file in a chat: what its first passages say, for later questions
  summarized integer not null default 0 check (summarized >= 0), -- how many passages the summary covers
  content_digest text check (length(content_digest) = 64), -- SHA-256 of a file's bytes, in hex; null if it was added before there were hashes
  is_private boolean not null default false,   -- added in a private chat, which it can't leave
  same_as uuid,                                -- failed: the source that has this page already; without a foreign key, because either may be removed
  primary key (user_id, id),
  constraint sources_has_url check ((kind = 'file') = (url is null)),
  constraint sources_has_problem check (state <> 'failed' or problem is not null),
  constraint sources_scope check (scope = 'team' or kind = 'file')
);
create index sources_user_id_added on sources (user_id, added_at desc);
create index sources_refresh_due_at on sources (refresh_due_at) where refresh_due_at is not null;
create index sources_deleted_at on sources (deleted_at) where deleted_at is not null;

-- An uploaded file. It belongs to no source until all of its pieces have arrived; an upload that breaks off leaves
-- nothing behind.
create table source_files (
  user_id uuid not null references users (id) on delete cascade,
  source_id uuid,
  id uuid not null,
  started_at timestamptz not null,             -- when its upload began
  primary key (user_id, id),
  constraint source_files_source unique (user_id, source_id),
  foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
);
create index source_files_unfinished on source_files (started_at) where source_id is null;

-- The bytes of an uploaded file, as they were sent. The statement for one piece is short, even on the embedded
-- database.
create table source_file_pieces (
  user_id uuid not null,
  file_id uuid not null,
  position integer not null check (position >= 0), -- from 0, without gaps
  content bytea not null check (octet_length(content) between 1 and 262144),
  primary key (user_id, file_id, position),
  foreign key (user_id, file_id) references source_files (user_id, id) on delete cascade
);

-- A web page that was read, and the version it had.
create table source_pages (
  user_id uuid not null,
  source_id uuid not null,
  number integer not null check (number > 0),
  url text not null check (length(url) between 1 and 2000),
  title text not null check (length(title) <= 200),
  hash text not null,                 -- of its text
  etag text check (length(etag) <= 500),
  last_modified text check (length(last_modified) <= 100),
  read_at timestamptz not null,
  key text not null default '' check (length(key) <= 2000), -- what tells it from other pages, however its address is written
  primary key (user_id, source_id, number),
  foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
);
create index source_pages_user_id_key on source_pages (user_id, key);

-- Which pages a site has, and which of them its owner wants to be read.
create table source_sites (
  user_id uuid not null,
  source_id uuid not null,
  page_count integer not null check (page_count >= 0), -- how many it has, as far as that is known
  addresses text[] not null check (cardinality(addresses) <= 2000), -- the start page, and the first of the others
  chosen text[] check (cardinality(chosen) <= 49), -- read besides the start page; null: those that tell the most
  primary key (user_id, source_id),
  foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
);

-- A piece of a source that is found, quoted and learned from on its own.
create table passages (
  id uuid not null,
  user_id uuid not null,
  source_id uuid not null,
  number integer not null check (number > 0), -- how assistants cite it
  position integer not null check (position >= 0), -- its place in the source
  page_url text check (length(page_url) between 1 and 2000), -- the web page it is from
  headings text[] not null default '{}', -- those above it, outermost first
  page integer,                       -- where it begins
  sheet text check (length(sheet) <= 200),
  rows integer[] not null default '{}', -- the row of each of its lines, where the source consists of rows
  text text not null check (length(text) between 1 and 2000),
  language text not null default '' check (length(language) <= 12), -- ISO 639-1, or empty if it isn't known
  learning text not null default 'due' check (learning in ('due', 'done', 'skipped', 'unread')), -- whether it has been read for facts, was left out, or the model couldn't read it
  words tsvector not null,            -- each word behind the first eight digits of user_id
  primary key (user_id, id),
  constraint passages_number unique (user_id, number),
  foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
);
create index passages_user_id_source on passages (user_id, source_id, position);
create index passages_user_id_due on passages (user_id, source_id, position) where learning = 'due';
create index passages_user_id_unread on passages (user_id, source_id) where learning = 'unread';
create index passages_user_id_text on passages (user_id, md5(text)); -- finds copies of a passage
create index passages_words on passages using gin (words); -- each word begins with its owner

-- In how many facts and passages of a person each word is: a question looks up its rarest words. Words in no text are deleted.
create table word_counts (
  user_id uuid not null references users (id) on delete cascade,
  word text collate "C" not null check (length(word) between 1 and 80), -- a stem, or "~" and a trigram
  facts integer not null default 0 check (facts >= 0),
  passages integer not null default 0 check (passages >= 0),
  primary key (user_id, word)
);
create index word_counts_user_id_ending on word_counts (user_id, (reverse(word) collate "C")); -- finds words by how they end

-- What a fact means, as the numbers of AI_EMBEDDING_MODEL. Empty unless that is set. The job "embedding" fills it.
create table fact_vectors (
  user_id uuid not null,
  fact_id uuid not null,
  model text not null check (length(model) between 1 and 100), -- vectors of different models can't be compared
  signs bit varying not null check (length(signs) between 1 and 4096), -- 1 where a number is positive; enough to find what is near
  numbers bytea not null check (length(numbers) = 2 * length(signs)), -- 16 bits each, little-endian, which rank what is near
  primary key (user_id, fact_id),
  foreign key (user_id, fact_id) references facts (user_id, id) on delete cascade
);

-- The same for passages.
create table passage_vectors (
  user_id uuid not null,
  passage_id uuid not null,
  model text not null check (length(model) between 1 and 100),
  signs bit varying not null check (length(signs) between 1 and 4096),
  numbers bytea not null check (length(numbers) = 2 * length(signs)),
  primary key (user_id, passage_id),
  foreign key (user_id, passage_id) references passages (user_id, id) on delete cascade
);

-- How an owner wants answers to be. A row never changes what it says: another one takes its place, and Undo brings it back.
create table answer_preferences (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  change_id uuid not null,            -- the change that set it: an id from the browser, or that of the message that says so
  assistant_type text,                -- whose answers it is about; null for everyone's
  setting text not null check (setting in ('length', 'emojis', 'sign_off', 'avoided_word', 'sentence')),
  value text not null check (length(value) <= 200), -- a choice, a word, or the owner's text; an empty sign-off means none
  source text not null check (source in ('typed', 'message')),
  said_to text,                       -- message: whom it was said to
  conversation_id uuid,               -- message: where; without a foreign key, because preferences outlive conversations
  set_at timestamptz not null,        -- when the owner said or chose it
  ended_at timestamptz,               -- replaced, removed or undone
  ended_by uuid,                      -- the change that replaced or removed it, which can be undone; its own if that was undone
  prompt text not null default '' check (length(prompt) <= 100), -- the one that a model read it with: learn-from-message@2
  primary key (user_id, id),
  constraint answer_preferences_ended_check check (ended_by is null or ended_at is not null)
);
create index answer_preferences_user_id_current on answer_preferences (user_id, assistant_type) where ended_at is null;

-- What Home suggests to a person on one of their days, best first: each kind of card with what it is about, never its words.
create table daily_cards (
  user_id uuid not null references users (id) on delete cascade,
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), -- in the person's time zone
  cards text[] not null check (cardinality(cards) <= 20), -- such as 'asked' and the id of the answer that ends in a question
  chosen_at timestamptz not null,
  primary key (user_id, day)
);

-- What a person used in a UTC calendar month (LIMIT-3).
create table usage_tracking (
  user_id uuid not null references users (id) on delete cascade,
  month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$'),
  messages_used integer not null default 0 check (messages_used >= 0),
  exports_used integer not null default 0 check (exports_used >= 0),
  templates_used integer not null default 0 check (templates_used >= 0),
  primary key (user_id, month_year)
);

-- What is in use now, regardless of the month: active automations, connected integrations.
create table usage_in_use (
  user_id uuid primary key references users (id) on delete cascade,
  automations integer not null default 0 check (automations >= 0),
  integrations integer not null default 0 check (integrations >= 0)
);

-- One row per use. Those that aren't released add up to usage_tracking and usage_in_use.
create table usage_receipts (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,                                       -- for a message, the id of its turn
  kind text not null check (kind in ('messages', 'exports', 'templates', 'automations', 'integrations')),
  period text check (period ~ '^[0-9]{4}-[0-9]{2}$'),     -- the UTC month it counts toward; null if it counts while in use
  amount integer not null check (amount > 0),
  subject text not null default '' check (length(subject) <= 100), -- what it was for, such as an assistant's id or a template's title
  status text not null check (status in ('reserved', 'counted', 'released')),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, id),
  check ((period is null) = (kind in ('automations', 'integrations')))
);
create index usage_receipts_newest on usage_receipts (user_id, period, created_at);
create index usage_receipts_reserved on usage_receipts (created_at) where status = 'reserved'; -- for the sweep

-- A template that a person wrote, saved from an answer, duplicated or imported.
create table own_templates (
  id uuid not null,                   -- made by the client, so that saving it twice adds one
  user_id uuid not null references users (id) on delete cascade,
  title text not null check (length(title) between 1 and 80),
  description text not null default '' check (length(description) <= 160),
  category text not null check (category in ('email', 'social', 'ads', 'content')),
  folder text not null default '' check (length(folder) <= 40),  -- a name that its owner chose; empty: in none
  assistant_type text not null check (length(assistant_type) <= 40), -- the teammate that it is opened with
  tags text[] not null default '{}' check (cardinality(tags) <= 5),
  subject text check (length(subject) <= 200),
  body text not null check (length(body) between 1 and 10000),   -- with its blanks as {{name}}
  blanks jsonb not null default '[]' check (jsonb_typeof(blanks) = 'array' and octet_length(blanks::text) <= 70000), -- 30,000 bytes as JSON writes them
  words integer not null check (words >= 0),  -- in subject and body, so that a list can say how long it takes to read without them
  version integer not null default 1 check (version > 0),        -- changes with every change, so that an edit can't overwrite one it didn't see
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,             -- removed; kept for a while, so that Undo can restore it
  primary key (user_id, id)
);
create index own_templates_deleted_at on own_templates (deleted_at) where deleted_at is not null; -- for the sweep

-- What a use of a template produced, so that copying the same result again within a month isn't another use.
create table template_uses (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,                   -- of its receipt; made by the client, so that a repeated call is one use
  template_id text not null check (length(template_id) <= 60), -- a slug of ours, or the id of one of own_templates
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}$'),
  result_digest text not null,          -- of the template's id and the filled-in text
  used_at timestamptz not null,
  primary key (user_id, id),
  constraint template_uses_result unique (user_id, period, result_digest)
);
create index template_uses_used_at on template_uses using brin (used_at); -- for the sweep

-- What a person has done with a template, ever.
create table template_activity (
  user_id uuid not null references users (id) on delete cascade,
  template_id text not null check (length(template_id) <= 60),
  uses integer not null default 0 check (uses >= 0),
  last_used_at timestamptz,
  stars integer check (stars between 1 and 5), -- the person's rating; only after a use
  is_favorite boolean not null default false,
  primary key (user_id, template_id),
  constraint template_activity_rated check (stars is null or uses > 0)
);

-- The sums of template_activity over everyone, for each template of ours. A job counts them; nothing else writes here.
create table template_totals (
  template_id text primary key check (length(template_id) <= 60),
  uses integer not null check (uses >= 0),
  ratings integer not null check (ratings >= 0),
  stars integer not null check (stars >= ratings), -- of all ratings together
  counted_at timestamptz not null
);

-- A routine that a person set up. What it does is in automation_versions.
create table automations (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,                   -- made by the client, so that creating it twice makes one
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 200),
  assistant_type text not null check (length(assistant_type) <= 40), -- the face it is shown with
  trigger_kind text not null check (trigger_kind in ('schedule', 'webhook', 'chat', 'brain', 'manual')), -- of the live version, or else of the draft
  listens_to text check (length(listens_to) <= 60), -- while it is on: the event that starts it, such as 'answer seomi' or 'fact'
  receipt_id uuid,                    -- while it is on: its unit of usage
  turned_on_at timestamptz,           -- null while it is off
  pause_reason text check (pause_reason in ('plan', 'failures', 'loop')), -- why it was turned off, if its owner didn't
  live_version integer,               -- the version that runs; null if it never ran
  draft_version integer not null default 1, -- the newest version; the live one, or one that is being edited
  revision integer not null default 1, -- changes with each save of the draft
  next_due_at timestamptz,            -- of a schedule that is on
  failures integer not null default 0, -- failed runs in a row
  minutes_saved integer not null default 0 check (minutes_saved between 0 and 600), -- by one run, as its owner says
  hook_hash text,                     -- of the secret part of its incoming address
  hook_secret text,                   -- sealed: the key of its signatures, both ways
  hook_sample jsonb check (octet_length(hook_sample::text) <= 140000), -- what was last sent to it
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,             -- removed; kept for a while, so that Undo can restore it
  primary key (user_id, id),
  check ((turned_on_at is null) = (receipt_id is null))
);
create index automations_listens_to on automations (user_id, listens_to) where listens_to is not null;
create index automations_deleted_at on automations (deleted_at) where deleted_at is not null; -- for the sweep

-- What an automation does. A run keeps the version that it started with.
create table automation_versions (
  user_id uuid not null,
  automation_id uuid not null,
  version integer not null check (version > 0),
  definition jsonb not null check (jsonb_typeof(definition) = 'object' and octet_length(definition::text) <= 250000),
  created_at timestamptz not null,
  published_at timestamptz,           -- since when it has been live; null for a draft
  primary key (user_id, automation_id, version),
  foreign key (user_id, automation_id) references automations (user_id, id) on delete cascade
);

-- One time that an automation ran, or should have.
create table automation_runs (
  user_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  version integer not null,
  cause text not null check (cause in ('schedule', 'webhook', 'chat', 'brain', 'manual')),
  occasion text not null check (length(occasion) <= 200), -- what it is for: the time of a schedule, the id of a call or event; one run for each
  input jsonb not null default '{}' check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 250000), -- what the trigger brought
  chain uuid[] not null default '{}' check (cardinality(chain) <= 20), -- the automations whose steps led to it, oldest first
  status text not null check (status in ('queued', 'running', 'waiting', 'paused', 'done', 'stopped', 'skipped', 'failed', 'canceled')),
  reason text not null default '' check (length(reason) <= 500), -- why it waits, or ended as it did, as a sentence
  due_at timestamptz not null,        -- when it should start
  started_at timestamptz,
  resume_at timestamptz,              -- while it waits for a time
  ended_at timestamptz,
  messages integer not null default 0 check (messages >= 0), -- of usage
  emails integer not null default 0 check (emails >= 0),
  claim integer not null default 0,   -- raised by each process that takes the run on: an earlier one can no longer write
  claimed_by uuid,                    -- the job that carries it out now
  is_kicked boolean not null default false, -- what it waits for may have come while it was carried out
  created_at timestamptz not null,
  exclusive text check (exclusive in ('waits', 'begun')), -- if its automation has one run at a time: whether it waits to be the one, or is. Null: it may run beside others
  kept_bytes bigint not null default 0 check (kept_bytes >= 0), -- size of its values and its steps' values, measured when it last stopped
  values_deleted_at timestamptz,      -- when its values were deleted to make room for newer runs
  primary key (user_id, id),
  constraint automation_runs_occasion unique (user_id, automation_id, occasion),
  foreign key (user_id, automation_id) references automations (user_id, id) on delete cascade
);
create index automation_runs_newest on automation_runs (user_id, created_at desc, id);
create index automation_runs_of_one on automation_runs (user_id, automation_id, created_at desc, id);
create index automation_runs_unfinished on automation_runs (user_id, status, due_at, id) where ended_at is null; -- the line
create index automation_runs_exclusive on automation_runs (user_id, automation_id, due_at, id) where exclusive is not null and ended_at is null; -- the line of one automation
create index automation_runs_kept on automation_runs (user_id, ended_at, id) include (kept_bytes) where kept_bytes > 0; -- the oldest values go first
create index automation_runs_created_at on automation_runs using brin (created_at); -- for the sweep

-- One step of a run, for each item if it is inside a loop. What is done isn't done again.
create table automation_run_steps (
  user_id uuid not null,
  run_id uuid not null,
  key text not null check (length(key) <= 100), -- the step's id, behind the items of the loops around it: s1 or s4:0/s5
  place integer not null,             -- the order in which they began, from 1
  status text not null check (status in ('running', 'waiting', 'done', 'skipped', 'failed', 'unknown')),
  attempt integer not null default 1 check (attempt > 0),
  attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array'), -- of those that failed: when, and why
  input jsonb not null default '{}' check (octet_length(input::text) <= 250000), -- its texts with their values
  output jsonb not null default '{}' check (octet_length(output::text) <= 500000),
  error text not null default '' check (length(error) <= 500), -- as a sentence
  detail text not null default '' check (length(detail) <= 1000), -- for support: what the other side said
  resume_at timestamptz,              -- while it waits
  started_at timestamptz not null,
  ended_at timestamptz,
  messages integer not null default 0,
  prompt text not null default '' check (length(prompt) <= 100), -- a question: the one of its answer: automation-answer@1
  primary key (user_id, run_id, key),
  foreign key (user_id, run_id) references automation_runs (user_id, id) on delete cascade
);

-- A text that an automation's owner is asked to approve.
create table automation_approvals (
  user_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  step_key text not null check (length(step_key) <= 100),
  title text not null check (length(title) <= 500),
  body text not null,
  edited_body text,                   -- the owner's version
  status text not null check (status in ('waiting', 'approved', 'refused', 'late', 'canceled')),
  if_late text not null check (if_late in ('skip', 'approve', 'refuse')),
  deadline timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  effective_at timestamptz,           -- an answer can be taken back until then
  answered_from text check (answered_from in ('app', 'email')),
  reason text not null default '' check (length(reason) <= 200), -- why it was refused
  emailed_at timestamptz,
  link_number integer not null default 0, -- raised when the links in its emails end, because the next email has another one
  primary key (user_id, id),
  constraint automation_approvals_step unique (user_id, run_id, step_key),
  foreign key (user_id, run_id) references automation_runs (user_id, id) on delete cascade
);
create index automation_approvals_waiting on automation_approvals (user_id, deadline) where status = 'waiting';
alter table email_links add constraint email_links_approval
  foreign key (user_id, approval_id) references automation_approvals (user_id, id) on delete cascade;

-- An address besides the owner's that automations may send emails to, once whoever reads it has agreed.
create table automation_recipients (
  user_id uuid not null references users (id) on delete cascade,
  email text not null check (length(email) <= 254),
  link_hash text not null,            -- of the secret part of the link that confirms it
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (user_id, email)
);

-- What automations would do in the next days, without doing it. The newest for each automation.
create table automation_rehearsals (
  user_id uuid not null,
  automation_id uuid not null,
  id uuid not null,                   -- made by the client
  version integer not null,
  revision integer not null,          -- of the draft that was rehearsed
  status text not null check (status in ('running', 'done', 'failed')),
  result jsonb check (octet_length(result::text) <= 2000000),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, automation_id),
  foreign key (user_id, automation_id) references automations (user_id, id) on delete cascade
);

-- What a person chose about all of their automations. Without a row, the defaults apply.
create table automation_settings (
  user_id uuid primary key references users (id) on delete cascade,
  hides_samples boolean not null default false,
  paused_at timestamptz,              -- everything is paused since then
  emails_approvals boolean not null default true
);

-- What the model cost for a person on a UTC day, in millionths of a US dollar. Only written while a cap is set.
create table model_spending (
  user_id uuid not null references users (id) on delete cascade,
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  micro_usd bigint not null check (micro_usd >= 0),
  primary key (user_id, day)
);

-- The same for everyone together.
create table model_spending_days (
  day text primary key check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  micro_usd bigint not null check (micro_usd >= 0)
);

-- A person's customers at Stripe. One is used for new purchases; the others come from purchases as a guest.
create table stripe_customers (
  stripe_customer_id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  is_primary boolean not null,
  created_at timestamptz not null,
  paid_elsewhere boolean not null default false -- bought as a guest and claimed in another browser: its card may be somebody else's
);
create index stripe_customers_user_id on stripe_customers (user_id);
create unique index stripe_customers_primary on stripe_customers (user_id) where is_primary;

-- The one checkout a person can have open. Further clicks repeat the same request, made from these columns.
create table checkouts (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null,
  price_id text not null,
  promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
  trial_ends_at timestamptz,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  stripe_session_id text,
  replaced_session_id text,           -- the previous attempt's, until it has been expired at Stripe
  promotion_code_id text,             -- Stripe's id of the promotion code, if one is used
  checked_at timestamptz              -- when Stripe was last asked whether it has been paid
);

-- A person's subscription as Stripe last reported it. Access itself is decided by profiles (ACCESS-2).
create table subscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  stripe_subscription_id text not null, -- not unique: a second unique key would make two syncs at the same time collide
  stripe_customer_id text not null,
  stripe_status text not null,
  price_id text,                      -- our key; null if the price isn't one of ours
  price_cents integer,                -- what a period costs at Stripe, before discounts
  credit_cents integer not null default 0, -- left over from earlier payments; lowers the next invoices
  product_id text,
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  cancel_at timestamptz,
  past_due_since timestamptz,         -- when the first payment failed; null once something is paid
  has_card boolean not null,
  promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
  first_paid_at timestamptz,          -- the account's first payment, for any subscription
  refund_requested_at timestamptz,
  refunded_at timestamptz,
  sync_number bigint not null,        -- a sync that started earlier never overwrites one that started later
  synced_at timestamptz not null,
  card_brand text,                    -- of the card that is charged; null for other ways to pay
  card_last4 text,
  unpaid_cents integer not null default 0, -- still to be paid of the latest invoice
  discount_cents integer not null default 0, -- what coupons take off the next invoice
  scheduled_price_id text,            -- our key of the price that a scheduled downgrade changes to
  scheduled_at timestamptz,
  refund_disputed_cents integer not null default 0 -- of a refund: left to the customer's bank
);
create sequence billing_syncs;

-- Outlives a deleted account: whether a mailbox has paid, was refunded and has seen the offer. The hash is keyed.
create table payment_history (
  claim_hash text primary key,
  person_id uuid,                     -- the account it last belonged to; a refund counts for all of its mailboxes
  first_paid_at timestamptz,
  refunded_at timestamptz,
  offer_shown_at timestamptz
);

create index payment_history_person on payment_history (person_id);

-- A checkout by someone who wasn't signed in. It goes to the account that confirms the address.
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
  emailed_at timestamptz,             -- when the email that says where to confirm was sent
  closed_at timestamptz,              -- set without an outcome: it is being ended at Stripe, which is retried until it succeeds
  outcome text check (outcome in ('claimed', 'expired', 'returned')),
  payer_hash text,                    -- of the cookie of the browser that started it, which may correct the address
  corrections integer not null default 0 check (corrections between 0 and 3), -- how often the address was corrected; its links name the number
  reminders integer not null default 0 check (reminders between 0 and 2), -- how many of the two reminders were sent
  returned_cents integer check (returned_cents >= 0) -- what was paid back when nobody had confirmed it
);
create index guest_purchases_email on guest_purchases (lower(email)) where closed_at is null;

-- What a person is told of once: in the bell, by email or both. subject identifies the occasion, such as a month, or the
-- row that it is about: a conflict, a turn, a security event.
create table notices (
  user_id uuid not null references users (id) on delete cascade,
  topic text not null check (topic in ('trial_ending', 'trial_ended', 'usage_warning', 'payment_failed', 'purchase', 'receipt', 'plan_change', 'change_scheduled', 'cancellation', 'cancellation_undone', 'refund', 'renewal', 'access_ended', 'usage_limit', 'conflict', 'answer', 'security', 'approval', 'run_failed', 'automation_paused', 'automation_notice')),
  subject text not null check (length(subject) <= 100),
  created_at timestamptz not null,    -- the bell shows it from then on
  emailed_at timestamptz,
  dismissed_at timestamptz,           -- the warning at the top of the page was closed
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'), -- what can't be looked up later, such as the plan before a change
  read_at timestamptz,                -- read in the bell, or where it leads; before created_at: it was never shown
  pushed_to uuid[] not null default '{}', -- the sessions whose browsers were sent it
  primary key (user_id, topic, subject)
);
create index notices_user_id_created on notices (user_id, created_at desc);
create index notices_user_id_unread on notices (user_id) where read_at is null;
create index notices_created_at on notices using brin (created_at); -- for the sweep

-- What a person wants to hear about. Without a row, the defaults of contract/notifications.ts apply.
create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('waiting', 'automations', 'answers', 'plan', 'security')),
  is_muted boolean not null default false, -- not in the bell
  email text not null check (email in ('at_once', 'daily', 'never')),
  primary key (user_id, kind),
  constraint notification_preferences_security_check check (kind <> 'security' or (not is_muted and email = 'at_once'))
);

-- A browser that shows notifications while no tab is open (W3C, Push API). It ends with the session it was turned on in.
create table push_subscriptions (
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null,           -- the session's public id
  endpoint text not null check (endpoint like 'https://%' and length(endpoint) <= 1000), -- at the push service of the browser's maker
  p256dh text not null check (length(p256dh) = 87), -- the browser's public key, with which what it is sent is encrypted
  auth text not null check (length(auth) = 22), -- a secret of the browser's, for the same
  created_at timestamptz not null,
  shows_titles boolean not null default false, -- whether its notifications show more than who has news
  primary key (user_id, session_id),
  foreign key (user_id, session_id) references sessions (user_id, public_id) on delete cascade
);

-- The master keys (APP_SECRET) that this database has been used with. A start without one of them is refused: what was
-- encrypted with it couldn't be read.
create table app_secrets (
  check_value text primary key check (length(check_value) = 64), -- a keyed hash, from which the key can't be computed
  first_used_at timestamptz not null default now()
);

-- Jobs that are due at a time on the product's clock. A job whose time has come moves to pg-boss (schema pgboss), which
-- runs it; one with an interval stays, and is due again after it. Payloads hold ids, and no data of a person.
create table scheduled_jobs (
  queue text not null,
  key text not null,                  -- one job per queue and key
  payload jsonb not null,
  due_at timestamptz not null,
  every_ms integer check (every_ms > 0), -- null: runs once
  primary key (queue, key)
);
create index scheduled_jobs_due_at on scheduled_jobs (due_at);

-- Who gets the newsletter. Nobody gets an issue before they have followed the link in the first email (double opt-in);
-- unsubscribing deletes the row.
create table newsletter_subscribers (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  email_lower text not null unique check (email_lower = lower(email_lower)),
  asked_at timestamptz not null,      -- the last time someone entered the address
  asked_times integer not null default 1 check (asked_times > 0),
  confirm_hash text unique,           -- hash of the token in the confirmation email; null once the link is used
  confirm_expires_at timestamptz,
  confirm_email_due boolean not null default true,
  confirmed_at timestamptz,
  unsubscribe_token text not null unique, -- in every issue, so it is stored in plain text; it is good for nothing else
  check ((confirm_hash is null) = (confirm_expires_at is null))
);
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null; -- for the sweep

-- One newsletter issue for one subscriber, sent once, by any process.
create table newsletter_deliveries (
  subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
  slug text not null check (length(slug) between 1 and 100),
  due_at timestamptz not null,
  sent_at timestamptz,
  primary key (subscriber_id, slug)
);

-- Messages from the contact form: each is emailed to us, and its sender gets a receipt.
create table contact_messages (
  id uuid primary key,
  topic text not null check (topic in ('question', 'support', 'sales', 'setup', 'security', 'press')),
  name text not null check (length(name) <= 100),
  email text not null check (length(email) between 3 and 254),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null,
  emailed_at timestamptz,
  receipt_emailed_at timestamptz
);

-- Whether each part responded at each check; /status shows them. One process does each check.
create table status_checks (
  component text not null check (component in ('website', 'assistants', 'mail', 'payments')),
  checked_at timestamptz not null,
  is_up boolean not null,
  latency_ms integer check (latency_ms >= 0),
  primary key (component, checked_at)
);
create index status_checks_checked_at on status_checks (checked_at);

-- One row that each process updates now and then, so that /health/ready knows whether the database takes writes.
create table write_checks (
  id integer primary key check (id = 1),
  checked_at timestamptz not null
);
