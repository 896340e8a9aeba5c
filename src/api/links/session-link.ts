import { lackIn } from '#src/lib/app-error.ts';
import { onceMoreLink } from './retry-link.ts';
import { signedIn } from '../signed-in.ts';

/** The calls that begin and end sessions: to wait for a session would be in vain. */
const SETTLES_SESSION = /^auth\.(?:\w+|oauth\.start|passkeys\.signIn\w*)$/;

/** Holds a call that was refused because the session had ended or owes its second factor, until the person has put that right in place. */
export const sessionLink = onceMoreLink({
  mark: signedIn.renewals,
  wait: (refusal, { type, path, context }, renewals) => {
    const lacks = lackIn(refusal);
    if (lacks === null || type === 'subscription' || SETTLES_SESSION.test(path)) return null;
    const isRenewed = signedIn.renewals() !== renewals;
    if (!isRenewed && (!signedIn.expire(lacks) || context['hasOwnQueue'] === true)) return null;
    return signedIn.whenBack().then(() => true);
  },
});
