/** A product that somebody else runs: it is neither started again nor is its log read. */
export function visitProduct(url) {
  return {
    port: Number(url.port),
    whenUp: () => Promise.resolve(),
    generation: () => 0,
    check: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}
