/** The sentence of an error code that came in an address, or null where it is none of ours. */
export async function lazySentence(code: string): Promise<string | null> {
  return (await import('#src/lib/app-error.ts')).sentenceOf(code);
}
