import { useEffect, useRef, useState } from 'react';
import { TOASTS } from '#contract/texts.ts';
import type { Failure } from '#src/api/describe-failure.ts';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { toast } from '#src/lib/toast.ts';
import { whenIdle } from '#src/lib/when-idle.ts';

type Ends<Output> = {
  /** The call stays busy until this is done, such as going to the next page. */
  onDone: (output: Output) => unknown;
  /** What else to do about a failure. True where it is told elsewhere. */
  onFailure?: (failure: Failure) => boolean;
};

/** One call of the sign-in pages, which do without the hooks of the signed-in area. A failure is told as a message (spec §8). */
export function useCall<Input, Output>(
  make: (api: Api, input: Input) => Promise<Output>,
  { onDone, onFailure }: Ends<Output>,
) {
  const [isBusy, setIsBusy] = useState(false);
  const shown = useRef<string>(null);
  useEffect(() => whenIdle(() => void loadApi().catch(() => undefined)), []);

  const run = async (input: Input): Promise<void> => {
    setIsBusy(true);
    // Trying again settles the last failure.
    if (shown.current !== null) toast.dismiss(shown.current);
    shown.current = null;
    try {
      await onDone(await make(await loadApi(), input));
    } catch (error) {
      const failure = await lazyFailure(error);
      if (onFailure?.(failure) !== true) shown.current = toast.error({ title: TOASTS.error.title, text: failure.text });
    }
    setIsBusy(false);
  };
  return { run: (input: Input) => void run(input), isBusy };
}
