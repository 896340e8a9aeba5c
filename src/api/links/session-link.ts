import { missingStepIn } from '#src/lib/app-error.ts';
import { retryOnceLink } from './retry-link.ts';
import { signedIn } from '../signed-in.ts';

/** The calls that begin and end sessions: waiting for a session would deadlock them. */
const SETTLES_SESSION = /^auth\.(?:\w+|oauth\.start|passkeys\.signIn\w*)$/;

/**
 * Holds a call that was refused because the session has ended or needs its second factor, until the person has signed in on the
 * page.
 */
export const sessionLink = retryOnceLink({
  mark: signedIn.renewals,
  wait: (refusal, { path, context }, renewals) => {
    const missingStep = missingStepIn(refusal);
    if (missingStep === null || SETTLES_SESSION.test(path)) return null;
    const isRenewed = signedIn.renewals() !== renewals;
    if (!isRenewed && (!signedIn.expire(missingStep) || context['hasOwnQueue'] === true)) return null;
    return signedIn.whenBack().then(() => true);
  },
});
