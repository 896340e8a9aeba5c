type Options = { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal };

/** The locks of one browser: each is held by one tab, and whoever waits longest gets it next. */
export function browserLocks() {
  type Held = PromiseWithResolvers<never>;
  const held = new Map<string, Held>();
  const lines = new Map<string, ((mine: Held) => void)[]>();
  const aHolder = (): Held => {
    const holder = Promise.withResolvers<never>();
    holder.promise.catch(() => undefined);
    return holder;
  };

  function wait(name: string, signal: AbortSignal | undefined): Promise<Held> {
    const { promise, resolve, reject } = Promise.withResolvers<Held>();
    const line = lines.get(name) ?? [];
    lines.set(name, line);
    line.push(resolve);
    signal?.addEventListener('abort', () => {
      const place = line.indexOf(resolve);
      if (place !== -1) line.splice(place, 1);
      reject(signal.reason);
    });
    return promise;
  }
  function release(name: string, mine: Held): void {
    if (held.get(name) !== mine) return;
    held.delete(name);
    const next = lines.get(name)?.shift();
    if (!next) return;
    const holder = aHolder();
    held.set(name, holder);
    next(holder);
  }

  async function request<T>(
    name: string,
    { ifAvailable, steal, signal }: Options,
    work: (lock: unknown) => T | Promise<T>,
  ): Promise<T> {
    await Promise.resolve();
    signal?.throwIfAborted();
    const before = held.get(name);
    let mine: Held;
    if (before && !steal) {
      if (ifAvailable) return work(null);
      mine = await wait(name, signal);
    } else {
      mine = aHolder();
      held.set(name, mine);
      before?.reject(new DOMException('another tab has taken the lock', 'AbortError'));
    }
    try {
      return await Promise.race([work({ name }), mine.promise]);
    } finally {
      release(name, mine);
    }
  }
  return { request };
}
