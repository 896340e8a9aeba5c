import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { anApproval, anAutomation } from '#tests/support/automations/automations.ts';
import { upload, uploaded } from '#tests/support/brain/sources.ts';
import type { aPerson } from '#tests/support/people.ts';
import { anOwnTemplate } from '#tests/support/templates.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { Ids } from './procedure-inputs.ts';

/** Gives a person one of each thing that has an id. */
export async function somethingOfEachKind(app: TestApp, maya: Awaited<ReturnType<typeof aPerson>>): Promise<Ids> {
  const sent = await maya.api.chat.send.mutate({
    id: randomUUID(),
    assistantId: 'brain_ai',
    conversationId: null,
    text: 'Mine',
  });
  await app.container.services.runner.idle();
  const { id: factorId } = await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Mine' });
  const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
  const passkeyId = 'bWF5YXM';
  await app.db
    .insertInto('passkeys')
    .values({
      user_id: maya.userId,
      credential_id: passkeyId,
      public_key: 'x',
      counter: 0,
      friendly_name: 'Mine',
      is_backed_up: false,
      created_at: await app.clock.now(),
    })
    .execute();
  const wayId = randomUUID();
  const placed = { added_at: await app.clock.now(), ip_address: '', user_agent: '' };
  await app.db
    .insertInto('disabled_ways')
    .values({
      ...placed,
      user_id: maya.userId,
      id: wayId,
      kind: 'google',
      name: 'Mine',
      disabled_at: placed.added_at,
      content: sql`jsonb_build_array(jsonb_build_object(
        'provider', 'google', 'subject', 'mine', 'user_id', ${maya.userId}::uuid, 'email', '', 'ip_address', '',
        'user_agent', '', 'created_at', ${placed.added_at}::timestamptz, 'last_used_at', ${placed.added_at}::timestamptz))`,
    })
    .execute();
  const [session] = await maya.api.account.sessions.query();
  const sessionId = session?.id ?? '';
  expect(sessionId).not.toBe('');
  const [factId, conflictId] = [randomUUID(), randomUUID()];
  await maya.api.brain.add.mutate({ id: factId, kind: 'product', statement: 'Mine' });
  await app.db
    .updateTable('facts')
    .set({ state: 'conflict', conflict_id: conflictId })
    .where('id', '=', factId)
    .execute();
  const preferenceId = randomUUID();
  await maya.api.brain.preferences.set.mutate({
    changeId: preferenceId,
    assistantId: null,
    preference: { setting: 'sign_off', value: 'Mine' },
  });
  const sourceId = randomUUID();
  await maya.api.brain.sources.addPage.mutate({ id: sourceId, address: 'mine.example', isSite: true });
  const name = 'mine.csv';
  await upload(maya, 'Item,Price\nMug,$12\n', { name });
  await app.container.jobs.idle();
  const { id: heldId } = await uploaded(await upload(maya, 'Item,Price\nMug,$14\n', { name, holdNewVersion: true }));
  await app.container.jobs.idle();
  await app.db
    .insertInto('source_sites')
    .values({ user_id: maya.userId, source_id: sourceId, page_count: 1, addresses: ['https://mine.example/'] })
    .execute();
  const templateId = randomUUID();
  await maya.api.powerUps.templates.create.mutate({ id: templateId, template: anOwnTemplate({ title: 'Mine' }) });
  const automationId = await anAutomation(maya, { name: 'Mine', isOn: true });
  const runId = randomUUID();
  await maya.api.powerUps.automations.startRun.mutate({ id: runId, automationId, form: {} });
  await app.container.jobs.idle();
  const approvalId = await anApproval(app, maya.userId, automationId);
  return {
    conversationId: sent.conversation.id,
    messageId: sent.answer.id,
    factId,
    conflictId,
    preferenceId,
    sourceId,
    heldId,
    templateId,
    automationId,
    runId,
    approvalId,
    factorId,
    challengeId,
    passkeyId,
    sessionId,
    wayId,
  };
}
