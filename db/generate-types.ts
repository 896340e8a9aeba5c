import { sql } from 'kysely';
import { OAUTH_PROVIDERS } from '#contract/account/oauth-providers.ts';
import {
  APPROVAL_STATUSES,
  PAUSE_REASONS,
  RUN_CAUSES,
  RUN_STATUSES,
  STEP_STATUSES,
} from '#contract/automations/run-states.ts';
import { TRIGGER_KINDS } from '#contract/automations/triggers.ts';
import { USAGE_KINDS } from '#contract/billing/limits.ts';
import { SUBSCRIPTION_STATUSES, TIERS } from '#contract/billing/tiers.ts';
import { FACT_KINDS, FACT_STATES } from '#contract/brain/brain.ts';
import { PREFERENCE_SETTINGS } from '#contract/brain/preferences.ts';
import { SOURCE_KINDS, SOURCE_STATES } from '#contract/brain/sources.ts';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { RATINGS, TURN_FAILURES, TURN_STATUSES } from '#contract/chat/chat.ts';
import { EMAIL_CHOICES, NOTIFICATION_KINDS } from '#contract/notifications.ts';
import { TEMPLATE_CATEGORIES } from '#contract/templates/template-categories.ts';
import type { Db } from './client.ts';

type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  udt_name: string;
  is_nullable: string;
  column_default: string | null;
  target: string | null;
  allowed: string | null;
};

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  tsvector: 'string',
  'bit varying': 'string',
  integer: 'number',
  bigint: 'number',
  // A decimal as text, so that no digit is lost.
  numeric: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  jsonb: 'Record<string, unknown>',
  bytea: 'Uint8Array',
};

const ARRAY_TYPES: Record<string, string> = { _text: 'string[]', _uuid: 'string[]', _int4: 'number[]' };

const BRANDS: Record<string, string> = {
  users: 'UserId',
  conversations: 'ConversationId',
  messages: 'MessageId',
  turns: 'TurnId',
  factors: 'FactorId',
  factor_challenges: 'ChallengeId',
};

type ContractList = { type: string; file: string; values: readonly string[] };
const list = (type: string, file: string, values: readonly string[]): ContractList => ({ type, file, values });

/**
 * Columns that hold values of a list in server/contract, by table and name, or by name in every table. They have its
 * type.
 */
const CONTRACT_LISTS: Readonly<Record<string, ContractList>> = {
  'answer_preferences.said_to': list('AssistantId', 'chat/assistants', ASSISTANT_IDS),
  'answer_preferences.setting': list('PreferenceSetting', 'brain/preferences', PREFERENCE_SETTINGS),
  assistant_type: list('AssistantId', 'chat/assistants', ASSISTANT_IDS),
  'automation_approvals.status': list('ApprovalStatus', 'automations/run-states', APPROVAL_STATUSES),
  'automation_run_steps.status': list('StepStatus', 'automations/run-states', STEP_STATUSES),
  'automation_runs.cause': list('RunCause', 'automations/run-states', RUN_CAUSES),
  'automation_runs.status': list('RunStatus', 'automations/run-states', RUN_STATUSES),
  'automations.pause_reason': list('PauseReason', 'automations/run-states', PAUSE_REASONS),
  'automations.trigger_kind': list('TriggerKind', 'automations/triggers', TRIGGER_KINDS),
  'facts.kind': list('FactKind', 'brain/brain', FACT_KINDS),
  'facts.state': list('FactState', 'brain/brain', FACT_STATES),
  'identities.provider': list('OAuthProvider', 'account/oauth-providers', OAUTH_PROVIDERS),
  'message_feedback.rating': list('Rating', 'chat/chat', RATINGS),
  'notification_preferences.email': list('EmailChoice', 'notifications', EMAIL_CHOICES),
  'notification_preferences.kind': list('NotificationKind', 'notifications', NOTIFICATION_KINDS),
  'own_templates.category': list('TemplateCategory', 'templates/template-categories', TEMPLATE_CATEGORIES),
  'profiles.subscription_status': list('SubscriptionStatus', 'billing/tiers', SUBSCRIPTION_STATUSES),
  'profiles.subscription_tier': list('Tier', 'billing/tiers', TIERS),
  'sources.kind': list('SourceKind', 'brain/sources', SOURCE_KINDS),
  'sources.state': list('SourceState', 'brain/sources', SOURCE_STATES),
  'turns.failure': list('TurnFailure', 'chat/chat', TURN_FAILURES),
  'turns.status': list('TurnStatus', 'chat/chat', TURN_STATUSES),
  'usage_receipts.kind': list('UsageKind', 'billing/limits', USAGE_KINDS),
};
const contractListOf = ({ table_name, column_name }: Column) =>
  CONTRACT_LISTS[`${table_name}.${column_name}`] ?? CONTRACT_LISTS[column_name];

/** The values of a check like `status in ('a', 'b')`; null for other checks. */
function allowedValues({ allowed }: Column): string[] | null {
  if (!allowed || !/ARRAY\[/.test(allowed)) return null;
  return [...allowed.matchAll(/'([^']+)'::text/g)].map(([, value]) => value ?? '');
}

/**
 * A union of the values that a check allows, or the contract's type for them, so that a misspelled value does not
 * compile.
 */
function checkedType(column: Column): string | null {
  const values = allowedValues(column);
  const inContract = contractListOf(column);
  if (inContract) {
    if (values && values.toSorted().join() !== inContract.values.toSorted().join())
      throw new Error(
        `${column.table_name}.${column.column_name} allows ${values.join(', ')}; ${inContract.type} in server/contract has ${inContract.values.join(', ')}`,
      );
    return inContract.type;
  }
  if (!values) return null;
  const union = values.map((value) => `'${value}'`).join(' | ');
  return column.data_type === 'ARRAY' ? `(${union})[]` : union;
}

function columnType(column: Column): string {
  const owner = column.column_name === 'id' ? column.table_name : column.target;
  const branded = column.data_type === 'uuid' && owner ? BRANDS[owner] : undefined;
  const base = branded ?? checkedType(column) ?? TYPES[column.data_type] ?? ARRAY_TYPES[column.udt_name];
  if (!base) throw new Error(`No type for ${column.table_name}.${column.column_name}: ${column.data_type}`);
  const type = column.is_nullable === 'YES' ? `${base} | null` : base;
  return column.column_default === null ? type : `Generated<${type}>`;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The text of types.gen.ts for the schema in `db`. */
export async function generateTypes(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.table_name, c.column_name, c.data_type, c.udt_name, c.is_nullable, c.column_default,
      (select min(target.relname) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.column_name and a.attnum = any (k.conkey)
        join pg_class target on target.oid = k.confrelid
        join pg_attribute r on r.attrelid = k.confrelid and r.attnum = k.confkey[array_position(k.conkey, a.attnum)]
        where k.contype = 'f' and k.conrelid = format('public.%I', c.table_name)::regclass and r.attname = 'id') as target,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.column_name
        where k.contype = 'c' and k.conrelid = format('public.%I', c.table_name)::regclass and k.conkey = array[a.attnum]) as allowed
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name not like 'kysely_%'
    order by c.table_name, c.ordinal_position`.execute(db);
  const tables = Map.groupBy(
    rows.map((row) => ({ ...row, target: row.target ?? (row.column_name === 'user_id' ? 'users' : null) })),
    (row) => row.table_name,
  );
  const parts = [...tables].map(
    ([table, columns]) =>
      `export type ${pascal(table)}Table = {\n${columns.map((column) => `  ${column.column_name}: ${columnType(column)};`).join('\n')}\n};\n`,
  );
  const used = rows.flatMap((row) => contractListOf(row) ?? []);
  const names = Map.groupBy(used, ({ file }) => file);
  const imports = [...names]
    .map(([file, lists]) => ({ file, types: [...new Set(lists.map(({ type }) => type))].toSorted().join(', ') }))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .map(({ file, types }) => `import type { ${types} } from '#contract/${file}.ts';\n`);
  const ids = Object.values(BRANDS).toSorted().join(', ');
  const database = `export type DB = {\n${[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`).join('\n')}\n};\n`;
  return [
    "// Generated from the migrations by `npm run db:types`. A test checks that it is current.\nimport type { Generated } from 'kysely';\n" +
      `${imports.join('')}import type { ${ids} } from '#contract/ids.ts';\n`,
    `export type { ${ids} };\n`,
    ...parts,
    database,
  ].join('\n');
}
