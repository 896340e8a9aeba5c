import { errorCode } from '#src/lib/app-error.ts';
import { onceMoreLink } from './retry-link.ts';
import { proofGate } from './reauthentication-gate.ts';

/** Holds a call that was refused for want of a fresh proof, asks for one, and makes the call again. Whoever cancels gets the refusal. */
export const proofLink = onceMoreLink({
  mark: proofGate.proofs,
  wait: (refusal, { path }, proofs) => {
    // The proofs themselves must not wait for one.
    if (errorCode(refusal) !== 'PROOF_NEEDED' || path.startsWith('auth.proof.')) return null;
    return proofGate.proofs() === proofs ? proofGate.ask() : Promise.resolve(true);
  },
});
