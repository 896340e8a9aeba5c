import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadOrReport } from './load-or-report.ts';

/**
 * A part of a page whose code loads once it is rendered, to keep it out of the first load. `waiting` takes its place until then, and stays
 * if the code fails to load: unlike with React's `lazy`, the rest of the page doesn't go with it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
) {
  let loaded: ComponentType<Props> | null = null;
  let loading: ReturnType<typeof loadOrReport<ComponentType<Props>>> | null = null;
  /** Together for all that are on the page, so that a failure is reported once. */
  const loadOnce = async () => {
    loading ??= loadOrReport(load);
    loaded = await loading;
    loading = null;
    return loaded;
  };
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (!Part) void loadOnce().then((part) => setPart(() => part));
    }, [Part]);
    if (Part) return <Part {...props} />;
    return typeof waiting === 'function' ? waiting(props) : waiting;
  };
}
