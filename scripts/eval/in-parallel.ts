/** Works on all items, at most `concurrency` at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // The workers share one iterator, so each item is taken once.
  const waiting = items.entries();
  const takeAll = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, takeAll));
  return results;
}
