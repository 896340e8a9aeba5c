import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef, useState } from 'react';
import type { Channel } from '#contract/account/factor-limits.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import { problemText } from '../problem.tsx';

type Wish = inferRouterInputs<AppRouter>['auth']['factors']['enroll'];
export type Enrolment = inferRouterOutputs<AppRouter>['auth']['factors']['enroll'];

/** Adding a factor: it is begun, a code is asked for, and the first right code finishes it. */
export function useEnrolment(onAdded: (recoveryCodes: string[] | null) => void) {
  const enroll = trpc.auth.factors.enroll.useMutation();
  const challenge = trpc.auth.factors.challenge.useMutation();
  const verify = trpc.auth.factors.verify.useMutation();
  const { mutate: forget } = trpc.auth.factors.remove.useMutation();
  const [begun, setBegun] = useState<Enrolment | null>(null);
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const unfinished = useRef<string | null>(null);

  // Whoever gives up leaves nothing half done. When this does not come through, the server forgets it in a day.
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
    /** For a phone, `channel` says how its first code is sent. */
    begin: (wish: Wish, channel?: Channel) =>
      tryTo(async () => {
        const enrolled = await enroll.mutateAsync(wish);
        unfinished.current = enrolled.id;
        if (channel) await ask(enrolled.id, channel);
        setBegun(enrolled);
      }),
    sendAgain: (channel: Channel) => tryTo(async () => void (begun && (await ask(begun.id, channel)))),
    /** Back to the first step. The same name takes the place of what was begun under it. */
    startOver: () => {
      setBegun(null);
      setChallengeId(null);
      setProblem(undefined);
    },
    finish: (code: string) =>
      tryTo(async () => {
        if (!begun) return;
        // An app has its code at hand, so each try is a question of its own; a phone was sent the code of one question.
        const question = begun.factorType === 'phone' && challengeId ? challengeId : await ask(begun.id);
        const { recoveryCodes } = await verify.mutateAsync({ factorId: begun.id, challengeId: question, code });
        unfinished.current = null;
        onAdded(recoveryCodes);
      }),
  };
}
