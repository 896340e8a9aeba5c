import type { Fault } from './faults.ts';
import { wait } from './pace.ts';

const FOREVER_MS = 2_147_483_647;
const DRIP_EVERY_MS = 5_000;
const FLOOD_BYTES = 50_000_000;
/** How many tokens are sent before an answer breaks off in the middle. */
const BREAKS_AFTER_TOKENS = 12;
// The data must have left the process, or the client would see no word at all.
const BEFORE_RESET_MS = 50;

export type Wire = {
  /** Aborts when the client has left or the sandbox closes. */
  signal: AbortSignal;
  /** Writes raw bytes in one chunk. */
  writeRaw: (bytes: string | Uint8Array) => Promise<unknown>;
  /** Breaks the connection, as a dying provider would. */
  breakConnection: () => void;
};

/** Stays silent until the client leaves. */
export async function keepSilent(signal: AbortSignal): Promise<void> {
  await wait(FOREVER_MS, signal);
}

async function drip({ signal, writeRaw }: Wire): Promise<void> {
  while (await wait(DRIP_EVERY_MS, signal)) await writeRaw(':');
}

function flood(line: string): Uint8Array {
  return Buffer.alloc(FLOOD_BYTES, line);
}

/** Simulates a fault instead of an answer. Returns false if the fault is of another kind. */
export async function playInsteadOfWords(fault: Fault | null, wire: Wire): Promise<boolean> {
  if (fault === 'silence') await keepSilent(wire.signal);
  else if (fault === 'drip') await drip(wire);
  else if (fault === 'garbage') await wire.writeRaw('data: <<<this is no JSON>>>\n\n');
  else if (fault === 'flood') await wire.writeRaw(flood('data: "'.padEnd(1_000, 'x')));
  else if (fault === 'flood-lines')
    await wire.writeRaw(flood(`data: {"choices":[{"delta":{"content":"${'x'.repeat(200)}"}}]}\n\n`));
  else return false;
  return true;
}

/** Simulates a fault after the first words. Returns false if the answer continues. */
export async function playAmongWords(fault: Fault | null, index: number, wire: Wire): Promise<boolean> {
  if (index !== BREAKS_AFTER_TOKENS || (fault !== 'reset' && fault !== 'halfjson')) return false;
  if (fault === 'halfjson') {
    await wire.writeRaw(
      'data: {"id":"chatcmpl-sandbox","object":"chat.completion.chunk","choices":[{"delta":{"content":',
    );
    return true;
  }
  await wait(BEFORE_RESET_MS, wire.signal);
  wire.breakConnection();
  return true;
}
