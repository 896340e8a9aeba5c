import type { Services } from '#server/composition/services.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';

/** What every procedure gets. Created once per HTTP request, however many calls it packs. */
export type TrpcContext = {
  services: Services;
  /** The signed-in user, from a cookie or access token. Read from the database at most once per request. */
  session: () => Promise<ValidSession | null>;
  /** The cookie's raw session id, for signing out; null for a script. */
  sessionId: string | null;
  client: Client;
  /** The same with what its cookies say, for signing in. A script has none. */
  browser: () => BrowserClient;
  /** Counts a call that hashes a password, and returns how many this request has made. */
  countHashing: () => number;
  /** A cookie of this request, by name. */
  cookie: (name: string) => string | undefined;
  setCookie: (cookies: string | string[]) => void;
};
