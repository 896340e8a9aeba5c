// Generated from the migrations by `npm run db:types`. A test checks that it is current.
import type { Generated } from 'kysely';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { ApprovalStatus, PauseReason, RunCause, RunStatus, StepStatus } from '#contract/automations/run-states.ts';
import type { TriggerKind } from '#contract/automations/triggers.ts';
import type { UsageKind } from '#contract/billing/limits.ts';
import type { SubscriptionStatus, Tier } from '#contract/billing/tiers.ts';
import type { FactKind, FactState } from '#contract/brain/brain.ts';
import type { PreferenceSetting } from '#contract/brain/preferences.ts';
import type { SourceKind, SourceState } from '#contract/brain/sources.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Rating, TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import type { EmailChoice, NotificationKind } from '#contract/notifications.ts';
import type { TemplateCategory } from '#contract/templates/template-categories.ts';
import type { ChallengeId, ConversationId, FactorId, MessageId, TurnId, UserId } from '#contract/ids.ts';

export type { ChallengeId, ConversationId, FactorId, MessageId, TurnId, UserId };

export type AnswerPreferencesTable = {
  user_id: UserId;
  id: string;
  change_id: string;
  assistant_type: AssistantId | null;
  setting: PreferenceSetting;
  value: string;
  source: 'typed' | 'message';
  said_to: AssistantId | null;
  conversation_id: string | null;
  set_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  prompt: Generated<string>;
};

export type AppSecretsTable = {
  check_value: string;
  first_used_at: Generated<Date>;
};

export type AttemptCountersTable = {
  key_hash: string;
  attempts: number;
  window_ends_at: Date;
};

export type AuthorizationCodesTable = {
  code_hash: string;
  user_id: UserId;
  code_challenge: string;
  created_at: Date;
  expires_at: Date;
};

export type AutomationApprovalsTable = {
  user_id: UserId;
  id: string;
  run_id: string;
  step_key: string;
  title: string;
  body: string;
  edited_body: string | null;
  status: ApprovalStatus;
  if_late: 'skip' | 'approve' | 'refuse';
  deadline: Date;
  created_at: Date;
  answered_at: Date | null;
  effective_at: Date | null;
  answered_from: 'app' | 'email' | null;
  reason: Generated<string>;
  emailed_at: Date | null;
  link_number: Generated<number>;
};

export type AutomationRecipientsTable = {
  user_id: UserId;
  email: string;
  link_hash: string;
  requested_at: Date;
  confirmed_at: Date | null;
};

export type AutomationRehearsalsTable = {
  user_id: UserId;
  automation_id: string;
  id: string;
  version: number;
  revision: number;
  status: 'running' | 'done' | 'failed';
  result: Record<string, unknown> | null;
  created_at: Date;
  ended_at: Date | null;
};

export type AutomationRunStepsTable = {
  user_id: UserId;
  run_id: string;
  key: string;
  place: number;
  status: StepStatus;
  attempt: Generated<number>;
  attempts: Generated<Record<string, unknown>>;
  input: Generated<Record<string, unknown>>;
  output: Generated<Record<string, unknown>>;
  error: Generated<string>;
  detail: Generated<string>;
  resume_at: Date | null;
  started_at: Date;
  ended_at: Date | null;
  messages: Generated<number>;
  prompt: Generated<string>;
};

export type AutomationRunsTable = {
  user_id: UserId;
  id: string;
  automation_id: string;
  version: number;
  cause: RunCause;
  occasion: string;
  input: Generated<Record<string, unknown>>;
  chain: Generated<string[]>;
  status: RunStatus;
  reason: Generated<string>;
  due_at: Date;
  started_at: Date | null;
  resume_at: Date | null;
  ended_at: Date | null;
  messages: Generated<number>;
  emails: Generated<number>;
  claim: Generated<number>;
  claimed_by: string | null;
  is_kicked: Generated<boolean>;
  created_at: Date;
  exclusive: 'waits' | 'begun' | null;
  kept_bytes: Generated<number>;
  values_deleted_at: Date | null;
};

export type AutomationSettingsTable = {
  user_id: UserId;
  hides_samples: Generated<boolean>;
  paused_at: Date | null;
  emails_approvals: Generated<boolean>;
};

export type AutomationVersionsTable = {
  user_id: UserId;
  automation_id: string;
  version: number;
  definition: Record<string, unknown>;
  created_at: Date;
  published_at: Date | null;
};

export type AutomationsTable = {
  user_id: UserId;
  id: string;
  name: string;
  description: Generated<string>;
  assistant_type: AssistantId;
  trigger_kind: TriggerKind;
  listens_to: string | null;
  receipt_id: string | null;
  turned_on_at: Date | null;
  pause_reason: PauseReason | null;
  live_version: number | null;
  draft_version: Generated<number>;
  revision: Generated<number>;
  next_due_at: Date | null;
  failures: Generated<number>;
  minutes_saved: Generated<number>;
  hook_hash: string | null;
  hook_secret: string | null;
  hook_sample: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type BudgetTotalsTable = {
  budget: string;
  day: string;
  used: number;
};

export type BudgetUseTable = {
  user_id: UserId;
  budget: string;
  day: string;
  used: number;
};

export type CheckoutsTable = {
  user_id: UserId;
  id: string;
  price_id: string;
  promotion: 'first-time' | 'welcome-back' | 'urgent' | null;
  trial_ends_at: Date | null;
  started_at: Date;
  expires_at: Date;
  stripe_session_id: string | null;
  replaced_session_id: string | null;
  promotion_code_id: string | null;
  checked_at: Date | null;
};

export type ContactMessagesTable = {
  id: string;
  topic: 'question' | 'support' | 'sales' | 'setup' | 'security' | 'press';
  name: string;
  email: string;
  message: string;
  created_at: Date;
  emailed_at: Date | null;
  receipt_emailed_at: Date | null;
};

export type ConversationSummariesTable = {
  user_id: UserId;
  conversation_id: ConversationId;
  text: Generated<string>;
  covers_until: Date | null;
  revision: number;
  prompt: Generated<string>;
};

export type ConversationsTable = {
  id: ConversationId;
  user_id: UserId;
  assistant_type: AssistantId;
  title: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  is_private: Generated<boolean>;
  last_answer_id: string | null;
};

export type DailyCardsTable = {
  user_id: UserId;
  day: string;
  cards: string[];
  chosen_at: Date;
};

export type DisabledWaysTable = {
  id: string;
  user_id: UserId;
  kind: 'password' | 'passkey' | 'google' | 'slack' | 'totp' | 'phone' | 'recovery_codes';
  name: string;
  added_at: Date;
  ip_address: string;
  user_agent: string;
  disabled_at: Date;
  content: Record<string, unknown>;
};

export type EmailLinksTable = {
  token_hash: string;
  user_id: UserId;
  password_hash: string | null;
  plan: 'starter' | 'pro' | 'ultimate' | null;
  price_id: string | null;
  created_at: Date;
  expires_at: Date;
  purpose: 'confirm' | 'reset_password' | 'change_email' | 'reauthenticate' | 'approval';
  new_email: string | null;
  metadata: Generated<Record<string, unknown>>;
  redirect: string | null;
  approval_id: string | null;
};

export type FactVectorsTable = {
  user_id: UserId;
  fact_id: string;
  model: string;
  signs: string;
  numbers: Uint8Array;
};

export type FactorChallengesTable = {
  id: ChallengeId;
  user_id: UserId;
  factor_id: FactorId;
  channel: 'sms' | 'whatsapp' | null;
  code_hash: string | null;
  attempts: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export type FactorsTable = {
  id: FactorId;
  user_id: UserId;
  factor_type: 'totp' | 'phone';
  friendly_name: string;
  status: 'unverified' | 'verified';
  secret: string | null;
  phone: string | null;
  last_step: number | null;
  created_at: Date;
  verified_at: Date | null;
  last_used_at: Date | null;
  ip_address: Generated<string>;
  user_agent: Generated<string>;
};

export type FactsTable = {
  id: string;
  user_id: UserId;
  number: number;
  kind: FactKind;
  subject: string;
  value: Generated<string>;
  statement: string;
  state: FactState;
  source: 'typed' | 'message' | 'file' | 'page' | 'profile' | 'automation';
  quote: Generated<string>;
  question: Generated<string>;
  assistant_type: AssistantId | null;
  conversation_id: string | null;
  message_id: string | null;
  learned_at: Date;
  valid_from: string | null;
  valid_until: string | null;
  is_pinned: Generated<boolean>;
  superseded_by: string | null;
  conflict_id: string | null;
  words: string;
  language: Generated<string>;
  source_id: string | null;
  passage_id: string | null;
  confirmed_at: Date | null;
  has_begun: Generated<boolean>;
  automation_id: string | null;
  prompt: Generated<string>;
  attribute: Generated<string>;
  quantity: string | null;
  unit: Generated<string>;
  withdrawn_conversation_id: string | null;
  withdrawn_message_id: string | null;
  is_doubtful: Generated<boolean>;
  split_from: string | null;
  is_shareable: Generated<boolean>;
  has_own_attribute: Generated<boolean>;
  has_own_days: Generated<boolean>;
  former_subject: Generated<string>;
  renamed_by: string | null;
};

export type FormerEmailsTable = {
  user_id: UserId;
  email_lower: string;
  email: string;
  replaced_at: Date;
  ip_address: string;
  user_agent: string;
};

export type GuestPurchasesTable = {
  id: string;
  email: string;
  price_id: string;
  promotion: 'first-time' | 'welcome-back' | 'urgent' | null;
  stripe_session_id: string | null;
  stripe_customer_id: string | null;
  stripe_subscription_id: string | null;
  started_at: Date;
  completed_at: Date | null;
  emailed_at: Date | null;
  closed_at: Date | null;
  outcome: 'claimed' | 'expired' | 'returned' | null;
  payer_hash: string | null;
  corrections: Generated<number>;
  reminders: Generated<number>;
  returned_cents: number | null;
};

export type IdentitiesTable = {
  provider: OAuthProvider;
  subject: string;
  user_id: UserId;
  email: string;
  created_at: Date;
  last_used_at: Date;
  ip_address: Generated<string>;
  user_agent: Generated<string>;
};

export type MessageFeedbackTable = {
  user_id: UserId;
  message_id: MessageId;
  rating: Rating;
  reason: Generated<string>;
  updated_at: Date;
};

export type MessagesTable = {
  id: MessageId;
  user_id: UserId;
  conversation_id: ConversationId;
  role: 'user' | 'assistant';
  content: string;
  created_at: Date;
  words: string | null;
  is_replaced: Generated<boolean>;
  source_ids: Generated<string[]>;
  is_private: Generated<boolean>;
};

export type ModelSpendingTable = {
  user_id: UserId;
  day: string;
  micro_usd: number;
};

export type ModelSpendingDaysTable = {
  day: string;
  micro_usd: number;
};

export type NewsletterDeliveriesTable = {
  subscriber_id: string;
  slug: string;
  due_at: Date;
  sent_at: Date | null;
};

export type NewsletterSubscribersTable = {
  id: string;
  email: string;
  email_lower: string;
  asked_at: Date;
  asked_times: Generated<number>;
  confirm_hash: string | null;
  confirm_expires_at: Date | null;
  confirm_email_due: Generated<boolean>;
  confirmed_at: Date | null;
  unsubscribe_token: string;
};

export type NoticesTable = {
  user_id: UserId;
  topic: 'trial_ending' | 'trial_ended' | 'usage_warning' | 'payment_failed' | 'purchase' | 'receipt' | 'plan_change' | 'change_scheduled' | 'cancellation' | 'cancellation_undone' | 'refund' | 'renewal' | 'access_ended' | 'usage_limit' | 'conflict' | 'answer' | 'security' | 'approval' | 'run_failed' | 'automation_paused' | 'automation_notice';
  subject: string;
  created_at: Date;
  emailed_at: Date | null;
  dismissed_at: Date | null;
  details: Generated<Record<string, unknown>>;
  read_at: Date | null;
  pushed_to: Generated<string[]>;
};

export type NotificationPreferencesTable = {
  user_id: UserId;
  kind: NotificationKind;
  is_muted: Generated<boolean>;
  email: EmailChoice;
};

export type OauthAttemptsTable = {
  state_hash: string;
  provider: 'google' | 'slack';
  browser_hash: string;
  user_id: UserId | null;
  plan: 'starter' | 'pro' | 'ultimate' | null;
  price_id: string | null;
  redirect: string | null;
  created_at: Date;
  expires_at: Date;
  client_redirect: string | null;
  code_challenge: string | null;
};

export type OwnTemplatesTable = {
  id: string;
  user_id: UserId;
  title: string;
  description: Generated<string>;
  category: TemplateCategory;
  folder: Generated<string>;
  assistant_type: AssistantId;
  tags: Generated<string[]>;
  subject: string | null;
  body: string;
  blanks: Generated<Record<string, unknown>>;
  words: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type PassageVectorsTable = {
  user_id: UserId;
  passage_id: string;
  model: string;
  signs: string;
  numbers: Uint8Array;
};

export type PassagesTable = {
  id: string;
  user_id: UserId;
  source_id: string;
  number: number;
  position: number;
  page_url: string | null;
  headings: Generated<string[]>;
  page: number | null;
  sheet: string | null;
  rows: Generated<number[]>;
  text: string;
  language: Generated<string>;
  learning: Generated<'due' | 'done' | 'skipped' | 'unread'>;
  words: string;
};

export type PasskeyChallengesTable = {
  challenge_hash: string;
  user_id: UserId | null;
  created_at: Date;
  expires_at: Date;
};

export type PasskeysTable = {
  credential_id: string;
  user_id: UserId;
  public_key: string;
  counter: number;
  transports: Generated<string[]>;
  friendly_name: string;
  is_backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
  ip_address: Generated<string>;
  user_agent: Generated<string>;
};

export type PaymentHistoryTable = {
  claim_hash: string;
  person_id: string | null;
  first_paid_at: Date | null;
  refunded_at: Date | null;
  offer_shown_at: Date | null;
};

export type ProfilesTable = {
  user_id: UserId;
  full_name: Generated<string>;
  business_name: Generated<string>;
  website: Generated<string>;
  business_type: 'ecommerce' | 'saas' | 'freelancer' | 'agency' | 'other' | null;
  business_goals: Generated<('sales' | 'traffic' | 'leads' | 'support')[]>;
  business_size: 'solo' | 'small' | 'medium' | 'large' | null;
  revenue_range: 'under-100k' | '100k-500k' | '500k-1m' | '1m+' | null;
  subscription_tier: Generated<Tier>;
  subscription_status: Generated<SubscriptionStatus>;
  trial_ends_at: Date | null;
  updated_at: Date;
  language: Generated<string>;
  time_zone: Generated<string>;
  emails_about_sign_ins: Generated<boolean>;
  plan_ends_at: Date | null;
  offer_shown_at: Date | null;
  learns_from_chats: Generated<boolean>;
  facts_numbered: Generated<number>;
  passages_numbered: Generated<number>;
  text_languages: Generated<string[]>;
  embedded_with: string | null;
  own_templates: Generated<number>;
  business_type_text: Generated<string>;
};

export type PushSubscriptionsTable = {
  user_id: UserId;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
  shows_titles: Generated<boolean>;
};

export type RecoveryCodesTable = {
  user_id: UserId;
  code_hash: string;
  created_at: Date;
  used_at: Date | null;
  ip_address: Generated<string>;
  user_agent: Generated<string>;
};

export type RefreshTokensTable = {
  token_hash: string;
  user_id: UserId;
  session_id: string;
  created_at: Date;
  used_at: Date | null;
};

export type ScheduledJobsTable = {
  queue: string;
  key: string;
  payload: Record<string, unknown>;
  due_at: Date;
  every_ms: number | null;
};

export type SecurityEventsTable = {
  id: string;
  user_id: UserId;
  kind: string;
  detail: Generated<string>;
  ip_address: string;
  user_agent: string;
  happened_at: Date;
  email_to: string | null;
};

export type SessionsTable = {
  id: string;
  user_id: UserId;
  created_at: Date;
  expires_at: Date;
  absolute_expires_at: Date;
  public_id: string;
  kind: 'browser' | 'token';
  methods: string[];
  ip_address: Generated<string>;
  user_agent: Generated<string>;
  last_seen_at: Date;
  authenticated_at: Date;
  second_factor_at: Date | null;
  reauthenticated_at: Date | null;
  previous_id: string | null;
};

export type SigningKeysTable = {
  kid: string;
  period: number;
  private_key: string;
  public_jwk: Record<string, unknown>;
  created_at: Date;
};

export type SourceFilePiecesTable = {
  user_id: UserId;
  file_id: string;
  position: number;
  content: Uint8Array;
};

export type SourceFilesTable = {
  user_id: UserId;
  source_id: string | null;
  id: string;
  started_at: Date;
};

export type SourcePagesTable = {
  user_id: UserId;
  source_id: string;
  number: number;
  url: string;
  title: string;
  hash: string;
  etag: string | null;
  last_modified: string | null;
  read_at: Date;
  key: Generated<string>;
};

export type SourceSitesTable = {
  user_id: UserId;
  source_id: string;
  page_count: number;
  addresses: string[];
  chosen: string[] | null;
};

export type SourcesTable = {
  id: string;
  user_id: UserId;
  kind: SourceKind;
  name: string;
  url: string | null;
  state: SourceState;
  problem: string | null;
  step: Generated<'read' | 'describe' | 'learn'>;
  unit: 'page' | 'row' | 'sheet' | 'section' | null;
  units_done: Generated<number>;
  units: Generated<number>;
  bytes: Generated<number>;
  used_from: Date;
  is_refreshed: Generated<boolean>;
  refresh_due_at: Date | null;
  conversation_id: string | null;
  added_at: Date;
  read_at: Date | null;
  deleted_at: Date | null;
  forgotten_facts: Generated<string[]>;
  prompt: Generated<string>;
  left_out: Generated<Record<string, unknown>>;
  scope: Generated<'team' | 'chat' | 'held'>;
  replaces_id: string | null;
  summary: Generated<string>;
  summarized: Generated<number>;
  content_digest: string | null;
  is_private: Generated<boolean>;
  same_as: string | null;
};

export type StatusChecksTable = {
  component: 'website' | 'assistants' | 'mail' | 'payments';
  checked_at: Date;
  is_up: boolean;
  latency_ms: number | null;
};

export type StripeCustomersTable = {
  stripe_customer_id: string;
  user_id: UserId;
  is_primary: boolean;
  created_at: Date;
  paid_elsewhere: Generated<boolean>;
};

export type SubscriptionsTable = {
  user_id: UserId;
  stripe_subscription_id: string;
  stripe_customer_id: string;
  stripe_status: string;
  price_id: string | null;
  price_cents: number | null;
  credit_cents: Generated<number>;
  product_id: string | null;
  current_period_end: Date | null;
  trial_ends_at: Date | null;
  cancel_at: Date | null;
  past_due_since: Date | null;
  has_card: boolean;
  promotion: 'first-time' | 'welcome-back' | 'urgent' | null;
  first_paid_at: Date | null;
  refund_requested_at: Date | null;
  refunded_at: Date | null;
  sync_number: number;
  synced_at: Date;
  card_brand: string | null;
  card_last4: string | null;
  unpaid_cents: Generated<number>;
  discount_cents: Generated<number>;
  scheduled_price_id: string | null;
  scheduled_at: Date | null;
  refund_disputed_cents: Generated<number>;
};

export type TemplateActivityTable = {
  user_id: UserId;
  template_id: string;
  uses: Generated<number>;
  last_used_at: Date | null;
  stars: number | null;
  is_favorite: Generated<boolean>;
};

export type TemplateTotalsTable = {
  template_id: string;
  uses: number;
  ratings: number;
  stars: number;
  counted_at: Date;
};

export type TemplateUsesTable = {
  user_id: UserId;
  id: string;
  template_id: string;
  period: string;
  result_digest: string;
  used_at: Date;
};

export type TrialClaimsTable = {
  claim_hash: string;
  claimed_at: Date;
};

export type TurnsTable = {
  id: TurnId;
  user_id: UserId;
  conversation_id: ConversationId;
  question_id: MessageId;
  answer_id: MessageId;
  month_year: string;
  status: TurnStatus;
  failure: TurnFailure | null;
  stop_requested: Generated<boolean>;
  lease_expires_at: Date;
  created_at: Date;
  settled_at: Date | null;
  spending_day: string | null;
  reserved_micro_usd: Generated<number>;
  is_unread: Generated<boolean>;
  attempt: Generated<number>;
  learning: Generated<'none' | 'due' | 'waiting' | 'done' | 'unread'>;
  offered_facts: Generated<string[]>;
  command_note: string | null;
  offered_passages: Generated<string[]>;
  offered_messages: Generated<string[]>;
  prompt: Generated<string>;
  memory: Record<string, unknown> | null;
  follows: string;
  choice: Generated<number>;
  repeats: string | null;
};

export type UsageInUseTable = {
  user_id: UserId;
  automations: Generated<number>;
  integrations: Generated<number>;
};

export type UsageReceiptsTable = {
  user_id: UserId;
  id: string;
  kind: UsageKind;
  period: string | null;
  amount: number;
  subject: Generated<string>;
  status: 'reserved' | 'counted' | 'released';
  created_at: Date;
  settled_at: Date | null;
};

export type UsageTrackingTable = {
  user_id: UserId;
  month_year: string;
  messages_used: Generated<number>;
  exports_used: Generated<number>;
  templates_used: Generated<number>;
};

export type UsersTable = {
  id: UserId;
  email: string;
  email_lower: string;
  password_hash: string | null;
  email_confirmed_at: Date | null;
  created_at: Date;
  metadata: Generated<Record<string, unknown>>;
  last_sign_in_at: Date | null;
  delete_after: Date | null;
  deletion_begun_at: Date | null;
  browser_generation: Generated<number>;
  held_at: Date | null;
  password_set_at: Date | null;
  password_ip_address: Generated<string>;
  password_user_agent: Generated<string>;
  reset_completes_at: Date | null;
};

export type WordCountsTable = {
  user_id: UserId;
  word: string;
  facts: Generated<number>;
  passages: Generated<number>;
};

export type WriteChecksTable = {
  id: number;
  checked_at: Date;
};

export type DB = {
  answer_preferences: AnswerPreferencesTable;
  app_secrets: AppSecretsTable;
  attempt_counters: AttemptCountersTable;
  authorization_codes: AuthorizationCodesTable;
  automation_approvals: AutomationApprovalsTable;
  automation_recipients: AutomationRecipientsTable;
  automation_rehearsals: AutomationRehearsalsTable;
  automation_run_steps: AutomationRunStepsTable;
  automation_runs: AutomationRunsTable;
  automation_settings: AutomationSettingsTable;
  automation_versions: AutomationVersionsTable;
  automations: AutomationsTable;
  budget_totals: BudgetTotalsTable;
  budget_use: BudgetUseTable;
  checkouts: CheckoutsTable;
  contact_messages: ContactMessagesTable;
  conversation_summaries: ConversationSummariesTable;
  conversations: ConversationsTable;
  daily_cards: DailyCardsTable;
  disabled_ways: DisabledWaysTable;
  email_links: EmailLinksTable;
  fact_vectors: FactVectorsTable;
  factor_challenges: FactorChallengesTable;
  factors: FactorsTable;
  facts: FactsTable;
  former_emails: FormerEmailsTable;
  guest_purchases: GuestPurchasesTable;
  identities: IdentitiesTable;
  message_feedback: MessageFeedbackTable;
  messages: MessagesTable;
  model_spending: ModelSpendingTable;
  model_spending_days: ModelSpendingDaysTable;
  newsletter_deliveries: NewsletterDeliveriesTable;
  newsletter_subscribers: NewsletterSubscribersTable;
  notices: NoticesTable;
  notification_preferences: NotificationPreferencesTable;
  oauth_attempts: OauthAttemptsTable;
  own_templates: OwnTemplatesTable;
  passage_vectors: PassageVectorsTable;
  passages: PassagesTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  payment_history: PaymentHistoryTable;
  profiles: ProfilesTable;
  push_subscriptions: PushSubscriptionsTable;
  recovery_codes: RecoveryCodesTable;
  refresh_tokens: RefreshTokensTable;
  scheduled_jobs: ScheduledJobsTable;
  security_events: SecurityEventsTable;
  sessions: SessionsTable;
  signing_keys: SigningKeysTable;
  source_file_pieces: SourceFilePiecesTable;
  source_files: SourceFilesTable;
  source_pages: SourcePagesTable;
  source_sites: SourceSitesTable;
  sources: SourcesTable;
  status_checks: StatusChecksTable;
  stripe_customers: StripeCustomersTable;
  subscriptions: SubscriptionsTable;
  template_activity: TemplateActivityTable;
  template_totals: TemplateTotalsTable;
  template_uses: TemplateUsesTable;
  trial_claims: TrialClaimsTable;
  turns: TurnsTable;
  usage_in_use: UsageInUseTable;
  usage_receipts: UsageReceiptsTable;
  usage_tracking: UsageTrackingTable;
  users: UsersTable;
  word_counts: WordCountsTable;
  write_checks: WriteChecksTable;
};
