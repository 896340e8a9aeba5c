import { trimEnd } from '#server/lib/text/trim.ts';
import { factsNamedIn, findFactIn, type Fact } from './facts-meant.ts';

/** Says in so many words that something isn't right anymore. */
const NOT_ANYMORE =
  /(?<!\p{L})(?:anymore|any more|no longer|these days|nowadays|wrong|incorrect|outdated|nicht mehr|stimmt nicht|falsch|mittlerweile|inzwischen|ya no|está mal|incorrecto|n['’]est plus|ne sommes plus|faux|non più|já não|niet meer|klopt niet|artık|yanlış)(?!\p{L})|間違|直して/iu;
/** Says so if there is another figure, or another state, as well. */
const NOW =
  /(?<!\p{L})(?:now|went (?:up|down)|is (?:up|down) to|raised|lowered|increased|dropped to|(?:changed|moved|switched) to|should (?:be|say)|actually|since|(?:isn|aren|doesn|don)['’]t|instead of|update|correct(?:ion)?|make it|still (?:think|say)|jetzt|nun|sondern|statt|seit|gestiegen|eigentlich|korrigiere?|ändere?|ahora|sino|en vez de|subió a|bajó a|pasó a|en realidad|corrige|cambia|actualiza|maintenant|désormais|au lieu de|est passée?|n['’]est pas|ne coûte pas|en fait|plutôt|ora|adesso|in realtà|agora|nu|oldu)(?!\p{L})|になりました|今は/iu;
const STATE =
  /(?<!\p{L})(?:closed|open|off|free|geschlossen|geöffnet|zu|cerrado|cerrados|abierto|abiertos|fermée?s?|ouverte?s?|chiuso|aperto|fechado|gesloten|open)(?!\p{L})/iu;
/** A condition, a task for the teammate, or somebody else's words. */
const NO_STATEMENT =
  /^(?:if|suppose|imagine|wenn|falls|angenommen|si|supón|se)(?!\p{L})|^(?:now |jetzt |ahora |please )?(?:write|draft|create|give|tell|show|list|plan|help|suggest|explain|summarize|translate|use|schreib|erstell|mach|gib|zeig|nenn|escribe|haz|crea|dame|écris|rédige|fais|donne|scrivi|escreve|schrijf)/iu;
const QUOTES = /[“”„«»"]/;
const CORRECTION_READ = 200;
const FIGURE = /\d+(?:[.,:]\d+)*/g;
/** "No, ..." */
const LEAD = /^(?:no|non|nein|nope|não|nee|sorry|actually)[,.]?\s/i;

const figuresIn = (text: string): string[] => text.match(FIGURE) ?? [];

/** What a message corrects: a known fact, and its new wording. `before` is what the teammate said last. */
export function correctionIn(
  message: string,
  before: string,
  facts: readonly Fact[],
): { fact: Fact; statement: string } | null {
  const said = message.replace(LEAD, '').trim();
  if (message.length > CORRECTION_READ || message.includes('?') || QUOTES.test(message) || NO_STATEMENT.test(said))
    return null;
  const isOver = NOT_ANYMORE.test(message);
  if (!isOver && !NOW.test(message)) return null;
  const [onlyNamed, ...others] = factsNamedIn(before, facts);
  const fact = findFactIn(message, facts) ?? (others.length === 0 ? onlyNamed : undefined);
  if (!fact) return null;
  const old = figuresIn(fact.statement);
  const [figure, ...more] = figuresIn(message).filter((one) => !old.includes(one));
  const [replaced] = old;
  if (figure !== undefined && more.length === 0 && old.length === 1 && replaced !== undefined)
    return { fact, statement: fact.statement.replace(replaced, figure) };
  // In the owner's words, where no figure takes the place of another.
  return isOver || STATE.test(message) ? { fact, statement: trimEnd(said, /[.!]/) } : null;
}
