import { useCallback, useEffect, useState } from 'react';
import { errorText } from './app-error.ts';
import { loadApi, type Api } from './late-api.ts';
import { leaveWhenSignedOut } from './leave-when-signed-out.ts';

type Late<Data> = { data: Data | null; problem: string | null };

/**
 * Reads something once the page is drawn, and again whenever it is looked at. For pages that do without the hooks of the
 * signed-in area. `read` has to stay the same function.
 */
export function useLate<Data>(read: (api: Api) => Promise<Data>): Late<Data> & { reload: () => void } {
  const [late, setLate] = useState<Late<Data>>({ data: null, problem: null });
  const load = useCallback(async () => {
    try {
      const data = await read(await loadApi());
      setLate({ data, problem: null });
    } catch (error) {
      // What was read before stays true enough while the network is away.
      if (!leaveWhenSignedOut(error)) setLate((old) => ({ ...old, problem: errorText(error) }));
    }
  }, [read]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && void load();
    void load();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [load]);
  const reload = () => {
    setLate((old) => ({ ...old, problem: null }));
    void load();
  };
  return { ...late, reload };
}
