/** CPU time that is always allowed, in milliseconds: any measurement may include a garbage collection. */
const FLOOR_MS = 100;
/** Something else may have been running, so we measure an expensive case again this many times. */
const MEASURED_AGAIN = 4;
/**
 * A hostile text may take this many times the CPU time of a harmless one. Backtracking takes thousands of times as
 * long.
 */
const FACTOR = 8;

/** Texts of at most `bytes` bytes of UTF-8 that make a pattern backtrack, a normalization grow or a parser rescan. */
export function hostileTexts(bytes: number): Record<string, string> {
  const filled = (piece: string) => piece.repeat(Math.floor((bytes - 8) / Buffer.byteLength(piece)));
  return {
    'dots between two @': `x@${filled('.')}@x`,
    'dots after an @': `x@${filled('.')}`,
    'letters and dots': `x@${filled('a.')} `,
    at: filled('@'),
    spaces: `x${filled(' ')}x`,
    'line breaks': `x${filled('\r\n')}x`,
    pluses: filled('+'),
    digits: `+${filled('1')}x`,
    slashes: `/${filled('/a')}\\`,
    brackets: filled('(['),
    'a letter that grows when it is normalized': filled('\ufdfa'),
    'marks on one letter': `a${filled('\u0301')}`,
    emoji: filled('👩‍👩‍👧'),
  };
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Finds the hostile texts that cost much more than harmless ones. */
export async function findExpensive(
  read: (text: string) => unknown,
  texts: Readonly<Record<string, string>>,
  harmless: string,
): Promise<string[]> {
  const spend = (text: string) => cpuMs(() => read(text));
  const baseline = Math.min(await spend(harmless), await spend(harmless));
  const allowed = FLOOR_MS + FACTOR * baseline;
  const found: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    let spent = await spend(text);
    for (let again = 1; spent > allowed && again <= MEASURED_AGAIN; again += 1)
      spent = Math.min(spent, await spend(text));
    if (spent > allowed) found.push(`${name}: ${Math.round(spent)} ms, harmless text ${Math.round(baseline)} ms`);
  }
  return found;
}
