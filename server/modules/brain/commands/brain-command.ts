import type { MemoryAction, MemoryRefusal } from '#contract/brain/memory.ts';

/** What the first sentence of a message asks the team to remember or to forget, in so many words, and what follows it. */
export type BrainCommand = { kind: 'remember' | 'forget'; text: string; rest: string };

/** Polite openings: "Hey Emmie, could you please ...". They are stripped one by one until none matches. */
const LEADS: readonly RegExp[] = [
  /^(?:hey|hi|hello|hallo|hola|salut|bonjour|ciao|olá)\b(?: \p{L}{2,20})?(?: \p{L}{2,20})?[,!:]?\s+/iu,
  /^(?:ok(?:ay)?|so|also|and|actually|by the way|btw|übrigens|from now on|starting now|ab jetzt|a partir de ahora|désormais)\b,?\s+/iu,
  /^(?:please|bitte|por favor|s['’]il (?:te|vous) pla[iî]t|per favore)\b,?\s+/iu,
  /^(?:can|could|will|would) you\b,?\s+/i,
  /^(?:i(?:['’]d| would) like|i want|i need) you to\s+/i,
  /^(?:kannst|könntest) du\s+/i,
  /^(?:puedes|podrías)\s+/i,
];
const LEADS_MAX = 6;

/** Verbs that start such a sentence. What to remember or forget comes after them. */
const BEGINNINGS: readonly [BrainCommand['kind'], RegExp][] = [
  ['remember', /^remember(?: this)?(?: that |[:,] ?)/i],
  ['remember', /^(?:keep in mind|make a note|take note|write down|note down)(?: that |[:,] ?)/i],
  ['remember', /^note that (?=(?:we|we['’]re|our|us|the shop)\b)/i],
  [
    'remember',
    /^(?:bitte )?(?:merk(?:e)? dir|merkt euch|merken sie sich|notiere? dir|behalte)(?: bitte)?(?:,? dass |[:,] ?)/i,
  ],
  ['remember', /^(?:por favor,? )?(?:recuerda|recuerde|recordad|anota|apunta|ten en cuenta)(?: que |[:,] ?)/i],
  ['remember', /^(?:souviens-toi|souvenez-vous|retiens|retenez)(?: bien)?(?: que | qu['’]|[:,] ?)/i],
  ['remember', /^(?:ricorda(?:ti)?|tieni presente)(?: che |[:,] ?)/i],
  ['remember', /^(?:lembra(?:-te)?|lembre(?:-se)?)(?: de)?(?: que |[:,] ?)/i],
  ['remember', /^onthoud(?: alsjeblieft)?(?:,? dat |[:,] ?)/i],
  ['remember', /^(?:zapamiętaj|pamiętaj),? że /i],
  ['remember', /^(?:kom ihåg|husk|muista)(?: att| at|,? että|[:,]) /i],
  ['remember', /^(?:запомни|запомните|запам['’]ятай|запам['’]ятайте)(?:,? (?:что|що) |[:,] ?)/i],
  ['remember', /^请?(?:记住|记得|請?記住|請?記得)[，,：:]? ?/],
  ['forget', /^(?:you can )?(?:forget|delete the fact)(?: that | about |: ?| )/i],
  ['forget', /^(?:bitte )?vergiss(?: bitte)?(?:,? dass |: ?| )/i],
  ['forget', /^(?:por favor,? )?olvida(?: que |: ?| )/i],
  ['forget', /^oublie(?: que | qu['’]|: ?| )/i],
];
/** Without "that", what follows has to say something: "Remember our returns are free", not "Remember our trip". */
const BARE = /^remember (?=(?:we|we['’]re|i|i['’]m|our|my|the|always|never|to always|to never)\b)(?:to )?/i;
const SAYS_SOMETHING =
  /\b(?:we|i|is|are|was|were|has|have|costs?|opens?|closes?|always|never|ends?|starts?|ships?)\b|\d/i;
/** Japanese and Korean put the verb last. */
const ENDINGS: readonly RegExp[] = [
  /(?:という)?(?:こと|の)?を?(?:覚えて|記憶して)(?:おいて)?(?:ください|下さい|ね)?[。.！!]?$/,
  /(?:다는 것을|라는 것을|는 것을|을|를)? ?기억해 ?(?:줘|주세요|둬|두세요)?[.!]?$/,
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

/** A sentence without its polite opening, and whether it is a request. */
function withoutLeads(sentence: string): { asked: string; isRequest: boolean } {
  let [asked, isRequest] = [sentence, false];
  for (let count = 0; count < LEADS_MAX; count += 1) {
    const lead = LEADS.find((one) => one.test(asked));
    if (!lead) break;
    isRequest ||= /you|du|puedes|podrías/i.test(lead.exec(asked)?.[0] ?? '');
    asked = asked.replace(lead, '');
  }
  return { asked, isRequest };
}

function commandIn(sentence: string): Omit<BrainCommand, 'rest'> | null {
  const { asked, isRequest } = withoutLeads(sentence);
  const isQuestion = sentence.includes('?');
  // "Can you remember that ...?" is an order; "Do you remember that ...?" isn't.
  if (isQuestion && !isRequest) return null;
  const said = asked.replaceAll('?', '').trim();
  for (const [kind, beginning] of BEGINNINGS) {
    const found = beginning.exec(said);
    if (!found) continue;
    const text = said.slice(found[0].length).trim();
    const isNone = ABOUT_THE_CHAT.test(text) || (kind === 'forget' && NOT_TO_FORGET.test(sentence));
    return isNone || (isQuestion && !SAYS_SOMETHING.test(text)) ? null : { kind, text };
  }
  const bare = BARE.exec(said);
  const text = bare ? said.slice(bare[0].length).trim() : '';
  if (bare && SAYS_SOMETHING.test(text)) return { kind: 'remember', text };
  const ending = ENDINGS.find((one) => one.test(said));
  return ending && !isQuestion ? { kind: 'remember', text: said.replace(ending, '').trim() } : null;
}

/** Titles and other abbreviations whose period doesn't end a sentence when a name follows. */
const BEFORE_NAMES = new Set('st mr mrs ms dr prof sr sra jr mt ft ste fr'.split(' '));
/** Abbreviations whose period doesn't end a sentence when a number follows. */
const BEFORE_NUMBERS = new Set('no nr nos n art p pp ca approx tel'.split(' '));
const ENDS = /[.!?…\n。！？]/g;

/** Whether the period at `at` belongs to an abbreviation: "St. Louis", "No. 5", "J. Smith", "e.g. cups". */
function isAbbreviation(text: string, at: number): boolean {
  const word = /[\p{L}]{1,8}$/u.exec(text.slice(Math.max(0, at - 8), at))?.[0] ?? '';
  const next = text
    .slice(at + 1)
    .trimStart()
    .charAt(0);
  const isLower = /^\p{Ll}/u.test(next);
  if (/\b[ap]\.m$/i.test(text.slice(0, at))) return isLower;
  if (word.length === 1) return next !== '';
  if (BEFORE_NAMES.has(word.toLowerCase())) return next !== '';
  return BEFORE_NUMBERS.has(word.toLowerCase()) && (isLower || /^\d/.test(next));
}

/** Length of a text's first sentence, including its punctuation. "$4.50" and "St. Louis" don't end one. */
function firstSentenceLength(text: string): number {
  for (const { 0: mark, index } of text.matchAll(ENDS)) {
    if (mark === '.' || mark === '!') {
      const isBeforeSpace = /^(?:\s|$)/.test(text.slice(index + 1, index + 2));
      if (!isBeforeSpace || (mark === '.' && isAbbreviation(text, index))) continue;
    }
    return index + mark.length;
  }
  return text.length;
}

/** Reads the command that a message begins with; null if there isn't one. A question isn't a command. */
export function readBrainCommand(message: string): BrainCommand | null {
  const whole = message.trim();
  const length = firstSentenceLength(whole);
  const command = commandIn(whole.slice(0, length).trim());
  return command === null || command.text === '' ? null : { ...command, rest: whole.slice(length).trim() };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Removes these words from a message, ignoring the punctuation between them. */
function withoutWords(message: string, words: string): string {
  const wanted = words.toLowerCase().match(WORD) ?? [];
  const found = [...message.matchAll(WORD)];
  const start = found.findIndex((_, at) =>
    wanted.every((word, index) => found[at + index]?.[0].toLowerCase() === word),
  );
  const [first, last] = [found[start], found[start + wanted.length - 1]];
  if (wanted.length === 0 || !first || !last) return message;
  return `${message.slice(0, first.index)}${message.slice(last.index + last[0].length).replace(/^[^\p{L}\p{N}]+/u, ' ')}`.trim();
}

/**
 * Refusals because the model called a tool wrongly. The owner doesn't see them, and the order still has to be kept.
 */
const CALL_REFUSALS = new Set<MemoryRefusal>(['not-asked', 'unreadable', 'no-such-fact']);

/** Whether a turn did what its question asked, or refused for a reason that the owner sees. */
export const isExecuted = (commandNote: string | null, actions: readonly MemoryAction[]): boolean =>
  commandNote !== null &&
  (actions.length === 0 || actions.some((action) => action.kind !== 'refused' || !CALL_REFUSALS.has(action.reason)));

/**
 * The part of a message still to be learned from: without the executed sentence, and never what it asks to forget.
 * `orders` are the words that led to tool calls. `isToRemember`: the message begins with "Remember that ...".
 */
export function leftToLearn(
  message: string,
  wasExecuted: boolean,
  orders: readonly string[] = [],
): { question: string; isToRemember: boolean } {
  if (orders.length > 0) {
    const left = orders.flatMap((order) => order.split('\n')).reduce(withoutWords, message);
    return leftToLearn(left, false);
  }
  const command = readBrainCommand(message);
  if (command === null) return { question: message, isToRemember: false };
  if (command.kind === 'remember' && !wasExecuted) return { question: message, isToRemember: true };
  return leftToLearn(command.rest, false);
}
