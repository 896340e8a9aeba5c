import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { UserId } from '#db/types.gen.ts';
import { hashPassword } from '#server/lib/crypto/password-hash.ts';
import type { Browser, TestApp } from '#tests/support/test-app.ts';
import { haveUsed } from '#tests/support/usage.ts';

type PersonOptions = { plan?: 'free' | 'trial' | PaidTier; email?: string; messagesUsed?: number; password?: string };

/**
 * A person with a plan, who has signed in and re-authenticated. Created directly in the tables, so that tests of chat
 * don't pay for a password hash.
 */
export async function aPerson(
  app: TestApp,
  { plan = 'free', email = `${randomUUID()}@example.com`, messagesUsed = 0, password }: PersonOptions = {},
): Promise<Browser & { userId: UserId; email: string }> {
  const now = await app.clock.now();
  const userId = randomUUID() as UserId; // reason: a new id gets its brand here
  await app.db
    .insertInto('users')
    .values({
      id: userId,
      email,
      email_lower: email.toLowerCase(),
      email_confirmed_at: now,
      created_at: now,
      password_hash: password === undefined ? null : await hashPassword(password),
    })
    .execute();
  const isPaid = plan !== 'free' && plan !== 'trial';
  await app.db
    .insertInto('profiles')
    .values({
      user_id: userId,
      full_name: 'Maya Lindqvist',
      business_name: 'Fern & Kiln',
      business_type: 'ecommerce',
      business_goals: ['sales'],
      subscription_tier: isPaid ? plan : 'free',
      subscription_status: isPaid ? 'active' : plan === 'trial' ? 'trial' : 'none',
      trial_ends_at: plan === 'trial' ? new Date(now.getTime() + 7 * 86_400_000) : null,
      updated_at: now,
    })
    .execute();
  if (messagesUsed > 0) await haveUsed(app, userId, { kind: 'messages', amount: messagesUsed });
  const session = await app.container.services.sessions.start(userId, {
    client: { address: '203.0.113.7', userAgent: 'vitest' },
    methods: ['password'],
    isReauthentication: true,
  });
  const cookie = session.split(';')[0] ?? '';
  return { ...app.browser({ cookie }), userId, email };
}

/** Everyone who is signed in re-authenticates, so that they may add ways into their accounts. */
export async function reauthenticateAll(app: TestApp): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ reauthenticated_at: await app.clock.now() })
    .execute();
}

/** Deletes the person's account as soon as their next call has read their session. */
export function deleteDuringNextCall(app: TestApp, { userId }: { userId: UserId }): void {
  const executor = app.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const statements = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...more) => {
    const result = await execute(query, ...more);
    statements.mockRestore();
    await app.db.deleteFrom('users').where('id', '=', userId).execute();
    return result;
  });
}
