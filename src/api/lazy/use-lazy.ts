import { useCallback, useEffect, useRef, useState } from 'react';
import { loadApi, type Api } from './lazy-api.ts';
import { lazyFailure } from './lazy-failure.ts';
import { leaveForSignIn } from '../leave-for-sign-in.ts';

type Late<Data> = { data: Data | null; problem: string | null };

/** What came of it; undefined where the page is left for the sign-in. */
async function readOnce<Data>(read: (api: Api) => Promise<Data>): Promise<Partial<Late<Data>> | undefined> {
  try {
    return { data: await read(await loadApi()), problem: null };
  } catch (error) {
    const { lacks, text } = await lazyFailure(error);
    // What was read before stays true enough while the network is away.
    return leaveForSignIn(lacks) ? undefined : { problem: text };
  }
}

/**
 * Reads something once the page is drawn, and again whenever it is looked at. For pages that do without the hooks of the
 * signed-in area. `read` has to stay the same function.
 */
export function useLazy<Data>(read: (api: Api) => Promise<Data>): Late<Data> & { reload: () => void } {
  const [late, setLate] = useState<Late<Data>>({ data: null, problem: null });
  const asked = useRef(0);
  const load = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    // A slow answer never overwrites that of a later question.
    const take = (news: Partial<Late<Data>> | undefined) =>
      news && mine === asked.current && setLate((old) => ({ ...old, ...news }));
    void readOnce(read).then(take);
  }, [read]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && load();
    load();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [load]);
  const reload = () => {
    setLate((old) => ({ ...old, problem: null }));
    load();
  };
  return { ...late, reload };
}
