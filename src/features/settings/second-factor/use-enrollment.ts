import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef, useState } from 'react';
import type { Channel } from '#contract/account/factor-limits.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import { problemText } from '../problem.tsx';

type EnrollInput = inferRouterInputs<AppRouter>['auth']['factors']['enroll'];
export type Enrollment = inferRouterOutputs<AppRouter>['auth']['factors']['enroll'];

/** Adds a factor: starts it, asks for a code, and finishes with the first correct one. */
export function useEnrollment(onAdded: (recoveryCodes: string[] | null) => void) {
  const enroll = trpc.auth.factors.enroll.useMutation();
  const challenge = trpc.auth.factors.challenge.useMutation();
  const verify = trpc.auth.factors.verify.useMutation();
  const { mutate: forget } = trpc.auth.factors.remove.useMutation();
  const [begun, setBegun] = useState<Enrollment | null>(null);
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const unfinished = useRef<string | null>(null);

  // Giving up removes the unfinished factor. If that fails, the server deletes it within a day.
  useEffect(
    () => () => {
      if (unfinished.current !== null) forget({ factorId: unfinished.current });
    },
    [forget],
  );

  const tryTo = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(problemText(error));
    }
    setIsBusy(false);
  };
  const ask = async (factorId: string, channel?: Channel): Promise<string> => {
    const { id } = await challenge.mutateAsync({ factorId, channel });
    setChallengeId(id);
    return id;
  };

  return {
    begun,
    isBusy,
    problem,
    clearProblem: () => setProblem(undefined),
    /** For a phone, `channel` says how the first code is sent. */
    begin: (input: EnrollInput, channel?: Channel) =>
      tryTo(async () => {
        const enrolled = await enroll.mutateAsync(input);
        unfinished.current = enrolled.id;
        if (channel) await ask(enrolled.id, channel);
        setBegun(enrolled);
      }),
    sendAgain: (channel: Channel) => tryTo(async () => void (begun && (await ask(begun.id, channel)))),
    /** Back to the first step. Starting again with the same name replaces the unfinished factor. */
    startOver: () => {
      setBegun(null);
      setChallengeId(null);
      setProblem(undefined);
    },
    finish: (code: string) =>
      tryTo(async () => {
        if (!begun) return;
        // An app always has a code, so each attempt gets a new challenge; a phone's code belongs to one challenge.
        const question = begun.factorType === 'phone' && challengeId ? challengeId : await ask(begun.id);
        const { recoveryCodes } = await verify.mutateAsync({ factorId: begun.id, challengeId: question, code });
        unfinished.current = null;
        onAdded(recoveryCodes);
      }),
  };
}
