import type { Db } from '../../client.ts';
import { DEMO_ADDRESSES, DEMO_PASSWORD } from '../../demo/demo-account.ts';
import type { UserId } from '../../types.gen.ts';

/** Whether anyone who has read the documentation knows this password of this account. */
export const isPublished = ({ email, password }: { email: string; password: string }): boolean =>
  password === DEMO_PASSWORD && DEMO_ADDRESSES.includes(email.toLowerCase());

type DemoAccount = { id: UserId; email: string; passwordHash: string | null };

export async function listDemoAccounts(db: Db): Promise<DemoAccount[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email_lower as email', 'password_hash as passwordHash'])
    .where('email_lower', 'in', DEMO_ADDRESSES)
    .execute();
}
