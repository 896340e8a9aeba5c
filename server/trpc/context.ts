import type { Services } from '#server/services.ts';
import type { Client } from '#server/lib/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';

/** What every procedure gets. Built once for an HTTP request, however many calls it packs. */
export type TrpcContext = {
  services: Services;
  /** Who is signed in, by cookie or by access token; read from the database at most once a request. */
  session: () => Promise<ValidSession | null>;
  /** The raw session id of the cookie, for signing out; null for a script. */
  sessionId: string | null;
  client: Client;
  /** Notes a call that hashes a password, and says how many of this request have by now. */
  countHashing: () => number;
  /** A cookie of this request by its name. */
  cookie: (name: string) => string | undefined;
  setCookie: (cookie: string) => void;
};
