type Outcome<T> = { source: AsyncIterator<T>; result: IteratorResult<T> } | { error: unknown };

/**
 * The values of several sources in the order they come. The next value of a source is asked for once the reader has taken the one before,
 * so a slow reader holds at most one of each. A failing source fails the whole.
 */
export async function* mergeStreams<T>(sources: AsyncIterator<T>[]): AsyncGenerator<T> {
  const ready: Outcome<T>[] = [];
  let wake: () => void = () => undefined;
  const take = async (source: AsyncIterator<T>) => {
    try {
      ready.push({ source, result: await source.next() });
    } catch (error) {
      ready.push({ error });
    }
    wake();
  };
  for (const source of sources) void take(source);
  try {
    for (let open = sources.length; open > 0;) {
      const outcome = ready.shift();
      if (!outcome) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if ('error' in outcome) throw outcome.error;
      const { source, result } = outcome;
      if (result.done) {
        open -= 1;
        continue;
      }
      yield result.value;
      void take(source);
    }
  } finally {
    // Not awaited: a source that waits for something ends by the signal it was given.
    for (const source of sources) void source.return?.().catch(() => undefined);
  }
}
