import { useState } from 'react';
import { pageAddressProblem } from '#contract/brain/page-address.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useRequestId } from './use-request-id.ts';

type Options = { startAddress?: string; onAdded?: () => void };

/** Adds a web page or a site. What was typed stays if it is refused. */
export function useAddPage({ startAddress = '', onAdded }: Options) {
  const utils = trpc.useUtils();
  const { idOf, renew } = useRequestId();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const address = typed ?? startAddress;
  const { mutate, isPending } = trpc.brain.sources.addPage.useMutation({
    onSuccess: async () => {
      renew();
      await utils.brain.sources.list.invalidate();
      setTyped('');
      onAdded?.();
    },
    onError: (error) => setProblem(errorText(error)),
  });
  return {
    address,
    problem,
    isPending,
    type: (text: string) => {
      setTyped(text);
      setProblem(undefined);
    },
    add: (isSite: boolean) => {
      const trimmed = address.trim();
      const refusal = pageAddressProblem(trimmed) ?? undefined;
      setProblem(refusal);
      if (refusal === undefined && !isPending) mutate({ id: idOf(`${trimmed} ${isSite}`), address: trimmed, isSite });
    },
  };
}
