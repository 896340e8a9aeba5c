import { useCallback, useEffect, useRef, useState } from 'react';
import { loadApi, type Api } from './lazy-api.ts';
import { lazyFailure } from './lazy-failure.ts';
import { leaveForSignIn } from '../leave-for-sign-in.ts';

type LazyState<Data> = { data: Data | null; problem: string | null };

/** The result; undefined if the page is being left for the sign-in. */
async function readOnce<Data>(read: (api: Api) => Promise<Data>): Promise<Partial<LazyState<Data>> | undefined> {
  try {
    return { data: await read(await loadApi()), problem: null };
  } catch (error) {
    const { missingStep, text } = await lazyFailure(error);
    // While offline, the last result is still good enough.
    return leaveForSignIn(missingStep) ? undefined : { problem: text };
  }
}

/**
 * Reads something once the page has rendered, and again on every resume. For pages that don't load the hooks of the signed-in
 * area. `read` must be a stable function. `sent` came with the page and saves the first read.
 */
export function useLazy<Data>(
  read: (api: Api) => Promise<Data>,
  sent: Data | null = null,
): LazyState<Data> & { reload: () => void } {
  const [state, setState] = useState<LazyState<Data>>({ data: sent, problem: null });
  const latest = useRef(0);
  const load = useCallback(() => {
    latest.current += 1;
    const id = latest.current;
    // A slow answer must never overwrite the answer to a later question.
    const take = (result: Partial<LazyState<Data>> | undefined) =>
      result && id === latest.current && setState((old) => ({ ...old, ...result }));
    void readOnce(read).then(take);
  }, [read]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && load();
    if (sent === null) load();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [load, sent]);
  const reload = () => {
    setState((old) => ({ ...old, problem: null }));
    load();
  };
  return { ...state, reload };
}
