/** A regular expression that takes more than linear time, with a sentence that says what bounds its input. */
export type Exception = { file: string; pattern: string; verdict: string; bound: string };

/** The verdict comes from recheck. A pattern that is built at run time can't be checked. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'sandbox/model/choose-play.ts',
    pattern: `new RegExp(play.about.source, 'gi')`,
    verdict: 'built at run time',
    bound: 'The source comes from a literal in a playbook, which is checked there.',
  },
  {
    file: 'sandbox/model/figures.ts',
    pattern: String.raw`/(\p{L}[\p{L} '-]{0,24}?)\s?[:=\s]\s{0,2}[$€£]?\s?(\d[\d,]{0,15}(?:\.\d{1,6})?)(?![\d%])/gu`,
    verdict: '4th degree polynomial (fuzz)',
    bound: 'Only 8,000 characters of a question are read (QUESTION_READ), and each repetition has at most 25.',
  },
  {
    file: 'sandbox/model/tasks/answer-rules.ts',
    pattern: String.raw`/\b((?:[\p{L}-]{1,30} )?[\p{L}-]{1,30}) (dollars?|euros?|employees|people|mitarbeiter|leute|empleados|personas)\b/giu`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'A sentence has at most 500 characters (LINE_READ), and each repetition has at most 30.',
  },
  {
    file: 'sandbox/model/tasks/answer-rules.ts',
    pattern:
      "new RegExp( String.raw`(?:der|die|das|el|la|los|las) ([\\p{L}][\\p{L} '’-]{1,40}?) (?:kostet|kosten|cuesta|cuestan) (?:jetzt |ahora )?(${MONEY})`, 'iu', )",
    verdict: 'built at run time',
    bound: 'A sentence has at most 500 characters (LINE_READ).',
  },
  {
    file: 'sandbox/model/tasks/answer-rules.ts',
    pattern:
      "new RegExp( String.raw`^(?:a |an |the |our )?([\\p{L}][\\p{L} '’-]{1,40}?)(?: costs?| is| are| for| at|:)?\\s+(${MONEY})`, 'iu', )",
    verdict: 'built at run time',
    bound: 'An answer has at most 500 characters (ANSWER_READ).',
  },
  {
    file: 'sandbox/model/tasks/draft-automation.ts',
    pattern: String.raw`/\b(?:remember|add .{0,100} to (?:the|our|my) brain)\b/i`,
    verdict: '4th degree polynomial (fuzz)',
    bound: 'A description has at most 1,000 characters (TEXT_READ).',
  },
  {
    file: 'sandbox/model/tasks/draft-automation.ts',
    pattern: String.raw`/\be-?mail (?:it|me|us|this|that|the)\b|\bby e-?mail\b|\bsend\b.{0,100}?\bme\b|[\w.+-]@[\w-]+\.\w/i`,
    verdict: '4th degree polynomial (fuzz)',
    bound: 'A description has at most 1,000 characters (TEXT_READ).',
  },
  {
    file: 'sandbox/model/tasks/draft-automation.ts',
    pattern: String.raw`/\bwait\b.{0,100}?\b\d{1,5} (?:minute|hour|day)s?\b/i`,
    verdict: '4th degree polynomial (fuzz)',
    bound: 'A description has at most 1,000 characters (TEXT_READ).',
  },
  {
    file: 'sandbox/model/tasks/draft-trigger.ts',
    pattern: "new RegExp(String.raw`\\b${day}s?\\b`, 'i')",
    verdict: 'built at run time',
    bound: 'A fixed word of letters only, the name of a teammate or a weekday, matches in one pass.',
  },
  {
    file: 'sandbox/model/tasks/draft-trigger.ts',
    pattern: "new RegExp(String.raw`\\b${name}\\b`, 'i')",
    verdict: 'built at run time',
    bound: 'A fixed word of letters only, the name of a teammate or a weekday, matches in one pass.',
  },
  {
    file: 'sandbox/model/tasks/fact-rules.ts',
    pattern: String.raw`/(?:^|\b(?:the|our|a|an)\s+)(?:the\s+|our\s+|an?\s+)?([a-z][\w'’ -]{1,40}?)\s+(?:is now|are now|is|are|now costs?|costs?|sells? for|goes? for)\s+(?:now\s+)?([$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]*\s?(?:€|\$|euros?|dollars?)) (wholesale|retail|small|medium|large|half|full) and ([$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]*\s?(?:€|\$|euros?|dollars?)) (wholesale|retail|small|medium|large|half|full)/i`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'Only 500 characters of a line or sentence are read (LINE_READ).',
  },
  {
    file: 'sandbox/model/tasks/fact-rules.ts',
    pattern: String.raw`/(?:^|\b(?:the|our|a|an)\s+)(?:the\s+|our\s+|an?\s+)?([a-z][\w'’ -]{1,40}?)\s+(?:is now|are now|is|are|now costs?|costs?|sells? for|goes? for)\s+(?:now\s+)?([$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]*\s?(?:€|\$|euros?|dollars?))(?: (wholesale|retail|small|medium|large|half|full)\b)?/i`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'Only 500 characters of a line or sentence are read (LINE_READ).',
  },
  {
    file: 'sandbox/model/tasks/fact-rules.ts',
    pattern: String.raw`/(?:^|\b(?:the|our|a|an)\s+)(?:the\s+|our\s+|an?\s+)?([a-z][\w'’ -]{1,40}?)\s+weighs?\s+(\d[\d.,]*\s?(?:lbs?|pounds?|ounces?|oz|kg|kilos?|g|grams?)\b)/i`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'Only 500 characters of a line or sentence are read (LINE_READ).',
  },
  {
    file: 'sandbox/model/tasks/fact-rules.ts',
    pattern: String.raw`/[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]*\s?(?:€|\$|euros?|dollars?)/i`,
    verdict: '2nd degree polynomial',
    bound: 'Only 500 characters of a line or sentence are read (LINE_READ).',
  },
  {
    file: 'sandbox/model/tasks/fact-rules.ts',
    pattern: String.raw`/\b(?:item|product|name|artikel|produkt|producto|article|produit)\b[^:;]*: ([^;]+);.*\b(?:price|preis|precio|prix)\b[^:;]*: ([$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]*\s?(?:€|\$|euros?|dollars?)|\d[\d.,]*)/i`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'Only 500 characters of a line or sentence are read (LINE_READ).',
  },
  {
    file: 'server/gateways/documents/office/number-formats.ts',
    pattern: String.raw`/"([^"]*)"|\\(.)|\[\$([^[\]-]*)[^[\]]*\]|\[[^[\]]*\]|[_*]./g`,
    verdict: '2nd degree polynomial',
    bound: 'A format has at most 255 characters (FORMAT_MAX).',
  },
  {
    file: 'server/gateways/documents/office/number-formats.ts',
    pattern: String.raw`/^(?<before>[^#0]*)(?<whole>[#0][#0,]*)(?:\.(?<decimals>[#0]+))?(?<after>[^#0]*)$/`,
    verdict: '2nd degree polynomial',
    bound: 'A format has at most 255 characters (FORMAT_MAX).',
  },
  {
    file: 'server/gateways/documents/office/number-formats.ts',
    pattern: 'new RegExp(`\\\\b${name}="([^"]*)"`)',
    verdict: 'built at run time',
    bound: 'The name is one of our constants, of letters only, and the value ends at the next quotation mark.',
  },
  {
    file: 'server/gateways/documents/text/decode-text.ts',
    pattern: String.raw`/(\p{M}{30})\p{M}+/gu`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'From each position, at most 31 marks are read.',
  },
  {
    file: 'server/gateways/web/html/left-out.ts',
    pattern: String.raw`/(?:^|_)(?:(?:main|site|top|primary|secondary|page)?[-_]?(?:nav|navbar|navigation)|breadcrumbs?|skip-?(?:link|nav|to-content)|(?:gdpr|cookies?|privacy|consent)[-_]?(?:banner|bar|consent|notice|popup|modal|overlay|dialog|message|law|box)(?:[-_]\w+)?|(?:onetrust|cybotcookiebot|cmplz|cky|iubenda|usercentrics|didomi|osano|termly|klaro)(?:[-_][\w-]+)?|cc-window|visually-hidden|sr-only)$/i`,
    verdict: '2nd degree polynomial (fuzz)',
    bound: 'Only 500 characters of an element’s names are read (NAMES_READ), and each name has at most 60 (NAME_MAX).',
  },
  {
    file: 'server/lib/text/secrets/numbers.ts',
    pattern: String.raw`/\b(?:(?:one[- ]time|verification|sign[- ]?in|log[- ]?in|2fa|two[- ]factor|authenticat\w{1,8}|auth|sms|security|access)[- ](?:code|pin|passcode|password)|otp|2fa|(?:bestatigungs|einmal|sicherheits|anmelde|zugangs)-?(?:code|passwort|pin)|(?:die|deine|meine|sms|push)[ -]?tan|codigo de (?:verificacion|acceso|seguridad)|code de (?:verification|connexion|securite|confirmation))\b[^\n\d]{0,45}$/i`,
    verdict: '2nd degree polynomial (fuzz)',
    bound: 'Only the 60 characters before a number are read (REACH).',
  },
  {
    file: 'server/lib/text/secrets/numbers.ts',
    pattern: String.raw`/\b(?:routing|aba|rtn|transit|sort code|bsb|blz|bankleitzahl|clabe)\b[^\n\d]{0,45}$/i`,
    verdict: '2nd degree polynomial (fuzz)',
    bound: 'Only the 60 characters before a number are read (REACH).',
  },
  {
    file: 'server/lib/text/secrets/numbers.ts',
    pattern: String.raw`/\b(?:ssn|social(?: security| insurance)?|sozialversicherung\w{0,10}|sv-?nummer|rentenversicherung\w{0,10}|seguro social|seguridad social|securite sociale|secu|national insurance)\b[^\n\d]{0,45}$/i`,
    verdict: '2nd degree polynomial (fuzz)',
    bound: 'Only the 60 characters before a number are read (REACH).',
  },
  {
    file: 'server/lib/text/secrets/numbers.ts',
    pattern: String.raw`/\b(?:tax(?:payer)? ?(?:id|identification)(?: number)?|itin|tin|ssn|steuer-?id\w{0,20}|idnr|numero fiscal|curp|cpf|nif|nie|dni)\b[^\n\d]{0,45}$/i`,
    verdict: '3rd degree polynomial (fuzz)',
    bound: 'Only the 60 characters before a number are read (REACH).',
  },
  {
    file: 'server/prompts/quoted-texts.ts',
    pattern: `new RegExp(pattern, 'giu')`,
    verdict: 'built at run time',
    bound: 'A quote is a literal text of at most 300 characters (QUOTE_MAX), in which only white space repeats.',
  },
  {
    file: 'server/modules/brain/commands/word-for-word.ts',
    pattern: String.raw`/[$€£]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:[$€£]|euros?\b|eur\b|usd\b|dollars?\b|pounds?\b)/i`,
    verdict: '2nd degree polynomial',
    bound: 'A statement is cut at 300 characters first (STATEMENT_MAX).',
  },
  {
    file: 'server/modules/templates/place-blanks.ts',
    pattern: 'new RegExp(String.raw`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags)',
    verdict: 'built at run time',
    bound: 'The words are literal text from a bounded model answer, in which only white space repeats.',
  },
  {
    file: 'src/domain/site/own-links.ts',
    pattern: 'new RegExp(String.raw`((?:${escaped(supportEmail)}|${escaped(publicUrl)})[^\\s()<>"“”]*)`)',
    verdict: 'built at run time',
    bound: 'Our own address as literal text, followed by one character class.',
  },
];
