/** Stops the product when a run is interrupted. */
export function stopOnSignals({ stop }) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().finally(() => process.exit(130)));
}
