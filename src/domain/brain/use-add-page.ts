import { useState } from 'react';
import { pageAddressProblem } from '#contract/brain/page-address.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import type { Source } from './source.ts';
import { useRequestId } from './use-request-id.ts';

type Options = { startAddress?: string; onAdded?: () => void };

/**
 * Adds a web page or a site. What was typed stays if it is refused, or if a source has the page already (`existing`).
 */
export function useAddPage({ startAddress = '', onAdded }: Options) {
  const utils = trpc.useUtils();
  const { idOf, renew } = useRequestId();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [existing, setExisting] = useState<Source | null>(null);
  const address = typed ?? startAddress;
  const { mutate, isPending } = trpc.brain.sources.addPage.useMutation({
    onSuccess: async (source, { id }) => {
      renew();
      await utils.brain.sources.list.invalidate();
      if (source.id !== id) return setExisting(source);
      setTyped('');
      onAdded?.();
    },
    onError: (error) => setProblem(errorText(error)),
  });
  return {
    address,
    problem,
    existing,
    isPending,
    type: (text: string) => {
      setTyped(text);
      setProblem(undefined);
      setExisting(null);
    },
    add: (isSite: boolean) => {
      const trimmed = address.trim();
      const refusal = pageAddressProblem(trimmed) ?? undefined;
      setProblem(refusal);
      if (refusal === undefined && !isPending) mutate({ id: idOf(`${trimmed} ${isSite}`), address: trimmed, isSite });
    },
  };
}
