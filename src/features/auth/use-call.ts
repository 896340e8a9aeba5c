import { useEffect, useRef, useState } from 'react';
import { TOASTS } from '#contract/texts.ts';
import type { Failure } from '#src/api/describe-failure.ts';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { toast } from '#src/lib/toast.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';

type Ends<Output> = {
  /** The call stays busy until this resolves, for example until the next page has loaded. */
  onDone: (output: Output) => unknown;
  /** Handles a failure first. True if it has been reported elsewhere. */
  onFailure?: (failure: Failure) => boolean;
};

/** One call of the sign-in pages, which don't load the hooks of the signed-in area. A failure shows a toast (TEXT-4). */
export function useCall<Input, Output>(
  make: (api: Api, input: Input) => Promise<Output>,
  { onDone, onFailure }: Ends<Output>,
) {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const shown = useRef<string>(null);
  useEffect(() => whenUsed(() => void loadApi().catch(() => undefined)), []);

  const run = async (input: Input): Promise<void> => {
    // A form that was submitted twice before it showed as busy sends one call.
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    // A retry dismisses the last failure.
    if (shown.current !== null) toast.dismiss(shown.current);
    shown.current = null;
    try {
      await onDone(await make(await loadApi(), input));
    } catch (error) {
      const failure = await lazyFailure(error);
      if (onFailure?.(failure) !== true) shown.current = toast.error({ title: TOASTS.error.title, text: failure.text });
    }
    isRunning.current = false;
    setIsBusy(false);
  };
  return { run: (input: Input) => void run(input), isBusy };
}
