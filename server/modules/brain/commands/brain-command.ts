/** What the first sentence of a message asks the team to remember or to forget, in so many words, and what follows it. */
export type BrainCommand = { kind: 'remember' | 'forget'; text: string; rest: string };

/** How people begin such a sentence, in English, German, Spanish and French. What follows is the fact. */
const BEGINNINGS: readonly [BrainCommand['kind'], RegExp][] = [
  ['remember', /^(?:please,? |can you |could you )*remember(?: this)?(?: that |: ?)/i],
  ['remember', /^(?:bitte )?merk(?:e)? dir(?: bitte)?(?:,? dass |: ?)/i],
  ['remember', /^(?:por favor,? )?recuerda(?: que |: ?)/i],
  ['remember', /^(?:s['’]il te pla[iî]t,? )?(?:souviens-toi|retiens)(?: que | qu['’]|: ?)/i],
  ['forget', /^(?:please,? |can you |could you )*forget(?: that | about |: ?| )/i],
  ['forget', /^(?:bitte )?vergiss(?: bitte)?(?:,? dass |: ?| )/i],
  ['forget', /^(?:por favor,? )?olvida(?: que |: ?| )/i],
  ['forget', /^(?:s['’]il te pla[iî]t,? )?oublie(?: que | qu['’]|: ?| )/i],
];
/** "Vergiss nicht, dass ..." asks for the opposite. */
const NOT_TO_FORGET = /^[^,:]*\b(?:vergiss(?: (?!dass\b)\p{L}+){0,2} nicht|oublie (?:\p{L}+ )?(?:pas|jamais))\b/iu;
/** "Forget it", "Forget the first one, ..." and the like are about the conversation. */
const ABOUT_THE_CHAT = new RegExp(
  [
    String.raw`^(?:it|this|that|everything|all (?:of )?(?:it|this|that)|what i (?:just )?(?:said|wrote|asked)|das(?: nicht)?|es|alles|eso|lo|todo|ça|cela|tout`,
    String.raw`(?:the|my|your) (?:first|second|third|last|previous|other|earlier)(?: (?:one|part|point|idea|draft|version|message|question))?)?\s*(?:[,;.!–—-]|$)`,
  ].join('|'),
  'i',
);
/** The end of a sentence, which "St. Louis" and "$4.50" have none of. */
const SENTENCE_END = /(?<!(?:^|[\s.])\p{L}{1,2})[.!](?=\s|$)|[?…\n]/u;

/** Reads the command that a message begins with; null if it has none. A question is none. */
export function readBrainCommand(message: string): BrainCommand | null {
  const whole = message.trim();
  const end = SENTENCE_END.exec(whole);
  const length = end === null ? whole.length : end.index + end[0].length;
  const sentence = whole.slice(0, length).trim();
  if (sentence.includes('?')) return null;
  for (const [kind, beginning] of BEGINNINGS) {
    const found = beginning.exec(sentence);
    if (!found) continue;
    const text = sentence.slice(found[0].length).trim();
    const isNone = ABOUT_THE_CHAT.test(text) || (kind === 'forget' && NOT_TO_FORGET.test(sentence));
    return isNone ? null : { kind, text, rest: whole.slice(length).trim() };
  }
  return null;
}

/** What of a message is left to learn from: not the sentence that was carried out, and never what it asks to forget. */
export function leftToLearn(message: string, isCarriedOut: boolean): string {
  const command = readBrainCommand(message);
  if (command === null || (command.kind === 'remember' && !isCarriedOut)) return message;
  return command.rest;
}
