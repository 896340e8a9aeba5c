/** Whoever ends a run half-way leaves no product behind. */
export function stopOnSignals({ stop }) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().finally(() => process.exit(130)));
}
