import type { Db } from '#db/client.ts';
import { addHookSecret } from '#db/queries/automations/automations-hooks.ts';
import type { UserId } from '#db/types.gen.ts';
import { randomToken } from '#server/lib/crypto/secrets.ts';
import type { HookAddresses } from './hook-addresses.ts';

/** The secret that an automation signs its calls with, made with the first one. It is also that of its own address, if it has one. */
export function createHookSecrets({ db, hooks }: { db: Db; hooks: Pick<HookAddresses, 'seal' | 'open' | 'hashOf'> }) {
  return {
    secretOf: async (userId: UserId, automationId: string): Promise<string> => {
      const made = randomToken();
      const fresh = { hash: hooks.hashOf(made), secret: hooks.seal(made) };
      const sealed = await addHookSecret(db, { userId, automationId }, fresh);
      const secret = sealed === undefined ? null : hooks.open(sealed, `webhook of automation ${automationId}`);
      if (secret === null) throw new Error(`automation ${automationId} has no secret that can be read`);
      return secret;
    },
  };
}
export type HookSecrets = ReturnType<typeof createHookSecrets>;
