import type { Services } from '#server/container.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';

/** What every procedure gets. Built once for an HTTP request, however many calls it packs. */
export type TrpcContext = {
  services: Services;
  /** Who is signed in; read from the database at most once a request. */
  session: () => Promise<ValidSession | null>;
  /** The raw session id of the cookie, for signing out. */
  sessionId: string | null;
  clientAddress: string;
  setCookie: (cookie: string) => void;
};
