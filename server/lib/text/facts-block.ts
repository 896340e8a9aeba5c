/** The format of the facts that an assistant uses to answer visitors, shared by the code that writes them and the code that reads them. */

/** Heads the lines of facts. Always the last block of the instructions. */
const FACTS_HEADING = 'Facts (the only source of your answers about the product):';

/** One line per fact. */
export function writeFactsBlock(facts: readonly string[]): string {
  return [FACTS_HEADING, ...facts.map((fact) => `- ${fact.replaceAll(/\s+/g, ' ')}`)].join('\n');
}

/** Reads the facts back from a text that ends with such a block; returns none if it has no such block. */
export function readFactsBlock(text: string): string[] {
  const start = text.indexOf(FACTS_HEADING);
  if (start === -1) return [];
  return text
    .slice(start + FACTS_HEADING.length)
    .split('\n')
    .flatMap((line) => (line.startsWith('- ') ? [line.slice(2).trim()] : []));
}
