import { loadApi } from '#src/lib/late-api.ts';

/** Who looks at the public site. `canHaveTrial`: in a trial, or still entitled to one (DECISIONS "Trial wording"). */
export type Visitor = { isSignedIn: boolean; canHaveTrial: boolean };

const GUEST: Visitor = { isSignedIn: false, canHaveTrial: true };
const MEMBER: Visitor = { isSignedIn: true, canHaveTrial: false };

/** Asked in the browser and late: the pages are the same for everybody, and kept by the server (spec §2). */
export async function readVisitor(): Promise<Visitor> {
  const { readSession } = await import('#src/lib/session.ts');
  const session = await readSession();
  if (session === null) return GUEST;
  if (session.needsSecondFactor) return MEMBER;
  const api = await loadApi();
  const { access } = await api.profile.get.query();
  return { isSignedIn: true, canHaveTrial: access.isInTrial };
}
