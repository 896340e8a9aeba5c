import { randomUUID } from 'node:crypto';
import type { Definition } from '#contract/automations/definition.ts';
import type { RunStatus } from '#contract/automations/run-states.ts';
import type { Step, StepKind } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { Blank } from '#contract/templates/blanks.ts';
import { DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { TEMPLATES } from '#server/content/templates/index.ts';
import { hashPassword } from '#server/lib/crypto/password-hash.ts';
import { exampleStep } from '#tests/support/automations/example-steps.ts';
import { signIn } from './person.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
const HOST = 'owners.example';
/** Every run is given a list. */
const BY_HAND: Trigger = { kind: 'manual', form: [{ name: 'items', label: 'Items', kind: 'list' }] };

const exampleOf = (blank: Blank): string => {
  if (blank.kind === 'choice') return blank.choices[0]?.id ?? '';
  return Array.isArray(blank.example) ? blank.example.join('\n') : String(blank.example);
};
const [TEMPLATE] = TEMPLATES;
/** Each use has its own result, because the same result again doesn't count as another use. */
const templateValues = (name: string) =>
  Object.fromEntries(
    (TEMPLATE?.blanks ?? []).map((blank) => [blank.name, blank.name === 'businessName' ? name : exampleOf(blank)]),
  );

/** A webhook is called once, or again if the other side recognizes repeats. */
export type StepOfTest = StepKind | 'repeatable webhook';

/** A step of one kind. Whatever it leaves behind has this name. */
export function aStep(kind: StepOfTest, id: string, name: string, url: string): Step {
  if (kind === 'ask') return { kind, id, assistantId: 'brain_ai', prompt: `Write a line for ${name}`, parts: [] };
  if (kind === 'template') return { kind, id, templateId: TEMPLATE?.id ?? '', values: templateValues(name) };
  if (kind === 'condition') {
    const then: Step[] = [{ kind: 'notify', id: `${id}0`, text: name }];
    return { kind, id, value: 'trigger.items', test: 'is_not_empty', than: '', then, otherwise: [], stops: false };
  }
  if (kind === 'loop')
    return {
      kind,
      id,
      over: 'trigger.items',
      max: 5,
      steps: [{ kind: 'notify', id: `${id}0`, text: `${name}: {{${id}.item}}` }],
    };
  if (kind === 'wait') return { kind, id, until: { kind: 'duration', minutes: 1 } };
  if (kind === 'webhook' || kind === 'repeatable webhook') {
    const fields = [{ name: 'name', value: name }];
    return { kind: 'webhook', id, url, fields, recognizesRepeats: kind === 'repeatable webhook' };
  }
  if (kind === 'note') return { kind, id, text: `The note is ${name}` };
  return exampleStep(kind, { id, text: () => name });
}

/** Owners of automations in their trial, created directly in the tables and signed in. */
export async function addOwners(world: World, count: number) {
  const sql = world.table();
  const [now, password] = [await world.now(), await hashPassword(DEMO_PASSWORD)];
  const add = async (place: number) => {
    const [userId, email] = [randomUUID(), `owner-${place}@${HOST}`];
    await sql`insert into users (id, email, email_lower, email_confirmed_at, created_at, password_hash)
      values (${userId}, ${email}, ${email}, ${now}, ${now}, ${password})`;
    await sql`insert into profiles (user_id, full_name, subscription_tier, subscription_status, trial_ends_at, updated_at)
      values (${userId}, 'Owner', 'free', 'trial', ${new Date(now.getTime() + 7 * DAY_MS)}, ${now})`;
    const person = await signIn(world.process(0), email);
    const api = (process = 0) => person.at(world.process(process)).powerUps.automations;

    async function turnOn(definition: Definition, process = 0): Promise<string> {
      const id = randomUUID();
      await api(process).create.mutate({ id, name: 'An automation', definition });
      await api(process).setOn.mutate({ automationId: id, isOn: true });
      return id;
    }
    return {
      userId,
      email,
      api,
      turnOn,
      /** Runs these steps once. Returns the run’s id; pass your own to look for the run before it has begun. */
      run: async (steps: Step[], runId: string = randomUUID(), process = 0): Promise<string> => {
        const automationId = await turnOn({ trigger: BY_HAND, steps }, process);
        await api(process).startRun.mutate({ id: runId, automationId, form: { items: 'one\ntwo' } });
        return runId;
      },
    };
  };
  return Promise.all(Array.from({ length: count }, (_, place) => add(place)));
}
export type Owner = Awaited<ReturnType<typeof addOwners>>[number];

export type FoundRun = {
  id: string;
  userId: string;
  status: RunStatus;
  reason: string;
  resumeAt: Date | null;
  /** The approval that it waits for. */
  awaits: string | null;
};
/** Every run that isn’t one of a demo account. */
export async function findRuns(world: World): Promise<FoundRun[]> {
  return world.table()<FoundRun[]>`
    select r.id, r.user_id as "userId", r.status, r.reason, r.resume_at as "resumeAt",
      (select a.id from automation_approvals a where a.user_id = r.user_id and a.run_id = r.id and a.status = 'waiting') as awaits
    from automation_runs r join users u on u.id = r.user_id where u.email like ${`%@${HOST}`}`;
}

/** The names of everything that automations have left behind. */
export async function effectsIn(world: World): Promise<Record<string, string[]>> {
  const sql = world.table();
  const names = async (rows: PromiseLike<Iterable<{ name?: unknown }>>) =>
    [...(await rows)].map(({ name }) => String(name)).toSorted();
  const theirs = sql`user_id in (select id from users where email like ${`%@${HOST}`})`;
  const inbox = (await world.inbox()).filter(({ text }) => text.includes('Sent by your automation'));
  const emails = world.mail.acceptedIds().flatMap((id) => inbox.filter(({ messageId }) => messageId === id));
  return {
    email: emails.map(({ subject }) => subject).toSorted(),
    note: await names(sql`select statement as name from facts where ${theirs}`),
    post: await names(sql`select content as name from messages where ${theirs}`),
    notify: await names(
      sql`select details ->> 'title' as name from notices where topic = 'automation_notice' and ${theirs}`,
    ),
    approve: await names(sql`select title as name from automation_approvals where ${theirs}`),
    approvalNotices: await names(
      sql`select details ->> 'title' as name from notices where topic = 'approval' and ${theirs}`,
    ),
    uses: await names(sql`
      select kind || ' ' || status as name from usage_receipts where kind in ('messages', 'templates') and ${theirs}`),
  };
}
