/** What a message asks the team to remember or to forget, in so many words. */
export type BrainCommand = { kind: 'remember' | 'forget'; text: string };

/** How people begin such a message, in English, German, Spanish and French. What follows is the fact. */
const BEGINNINGS: readonly [BrainCommand['kind'], RegExp][] = [
  ['remember', /^(?:please,? |can you |could you )*(?:remember|note)(?: this)?(?: that |: ?)/i],
  ['remember', /^(?:bitte )?merk(?:e)? dir(?: bitte)?(?:,? dass |: ?)/i],
  ['remember', /^(?:por favor,? )?recuerda(?: que |: ?)/i],
  ['remember', /^(?:s['’]il te pla[iî]t,? )?(?:souviens-toi|retiens)(?: que | qu['’]|: ?)/i],
  ['forget', /^(?:please,? |can you |could you )*forget(?: that | about |: ?| )/i],
  ['forget', /^(?:bitte )?vergiss(?: bitte)?(?:,? dass |: ?| )/i],
  ['forget', /^(?:por favor,? )?olvida(?: que |: ?| )/i],
  ['forget', /^(?:s['’]il te pla[iî]t,? )?oublie(?: que | qu['’]|: ?| )/i],
];
/** "Forget it" is a figure of speech. */
const NOTHING = /^(?:it|this|that|das|es|eso|lo|ça|cela)?[\s.!]*$/i;

/** Reads the command that a message begins with; null if it has none. */
export function readBrainCommand(message: string): BrainCommand | null {
  const line = message.trim();
  for (const [kind, beginning] of BEGINNINGS) {
    const found = beginning.exec(line);
    if (!found) continue;
    const text = line.slice(found[0].length).trim();
    return NOTHING.test(text) || text.endsWith('?') ? null : { kind, text };
  }
  return null;
}
