import { wordsOf } from './words-of-text.ts';

/** Numbers in words, in English, German, Spanish and French, without accents, in the form `word=value`. */
const NAMES = `one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14
fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70
eighty=80 ninety=90 couple=2 first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11
twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20
thirtieth=30
eins=1 ein=1 zwei=2 zwo=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 dreizehn=13 vierzehn=14
funfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70
achtzig=80 neunzig=90 erste=1 ersten=1 zweite=2 zweiten=2 dritte=3 dritten=3
uno=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15
dieciseis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiun=21 veintiuno=21 veintiuna=21 veintidos=22 veintitres=23
veinticuatro=24 veinticinco=25 veintiseis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30 cuarenta=40 cincuenta=50
sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300
cuatrocientos=400 cuatrocientas=400 quinientos=500 quinientas=500 seiscientos=600 seiscientas=600 setecientos=700
setecientas=700 ochocientos=800 ochocientas=800 novecientos=900 novecientas=900 primero=1 segundo=2 tercero=3
deux=2 trois=3 quatre=4 cinq=5 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20
vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 huitante=80 nonante=90 premier=1 deuxieme=2 troisieme=3`;

const VALUES = new Map(
  NAMES.split(/\s+/).map((entry): [string, number] => {
    const [word = '', value] = entry.split('=');
    return [word, Number(value)];
  }),
);
const times = (value: number, words: string): [string, number][] => words.split(' ').map((word) => [word, value]);
/** Words that multiply the number before them. */
const FACTORS = new Map([
  ...times(12, 'dozen dozens dutzend docena docenas douzaine douzaines'),
  ...times(100, 'hundred hundreds hundert cent cents'),
  ...times(1_000, 'thousand thousands tausend mil mille'),
  ...times(1_000_000, 'million millions millionen millon millones'),
]);
const HALVES = new Set('half halb halbes halbe media demi demie'.split(' '));
const ARTICLES = new Set('a an ein eine un una une of de'.split(' '));
/** Between the parts of one number: "two hundred and five", "treinta y cinco", "vingt et un". */
const LINKS = new Set('and und y et'.split(' '));

/** `zweihundertfünfzig`, `einundzwanzig` and the like, which German writes in one word; null if it isn't a number. */
function germanValue(word: string): number | null {
  const known = VALUES.get(word);
  if (known !== undefined) return known;
  for (const [name, factor] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(name);
    if (at === -1) continue;
    const [before, after] = [word.slice(0, at), word.slice(at + name.length).replace(/^und/, '')];
    const [many, rest] = [before === '' ? 1 : germanValue(before), after === '' ? 0 : germanValue(after)];
    return many === null || rest === null ? null : many * factor + rest;
  }
  const at = word.indexOf('und', 1);
  if (at === -1) return null;
  const [ones, tens] = [VALUES.get(word.slice(0, at)), VALUES.get(word.slice(at + 3))];
  return ones !== undefined && ones < 10 && tens !== undefined && tens >= 20 ? tens + ones : null;
}

/** The longest German number in one word that is read. */
const GERMAN_MAX = 60;
const valueOf = (word: string): number | null =>
  VALUES.get(word) ?? (word.length > 7 && word.length <= GERMAN_MAX ? germanValue(word) : null);

/**
 * Whether `value` belongs to the number before it, which is `sum` so far: "twenty" and "five", but not "five" and
 * "six".
 */
function continues(sum: number, value: number): boolean {
  if (sum === 0) return false;
  if (value >= 100) return sum % 1_000 === 0;
  if (sum % 100 === 0) return true;
  // French counts on from 60 and 80, and four times twenty is 80.
  if (sum % 100 === 4 && value === 20) return true;
  if (sum === 10) return value >= 7 && value < 10; // dix-sept
  const canTakeTeens = sum % 100 === 60 || sum % 100 === 80;
  return sum % 10 === 0 && sum % 100 >= 20 && (value < 10 || (canTakeTeens && value < 20));
}

/**
 * The numbers that a text states in words: `twelve`, `two dozen`, `einundzwanzig`, `treinta y cinco`,
 * `quatre-vingt-dix`, in English, German, Spanish and French, up to a few million.
 */
export function numbersInWords(text: string): number[] {
  const words = wordsOf(text).map(({ word }) => word);
  const numbers: number[] = [];
  let [thousands, sum, isNumber] = [0, 0, false];
  const end = () => {
    if (isNumber) numbers.push(thousands + sum);
    [thousands, sum, isNumber] = [0, 0, false];
  };
  for (const [index, word] of words.entries()) {
    const factor = FACTORS.get(word);
    const isEt = words[index - 1] === 'et' && isNumber;
    const value =
      /^\d+$/.test(word) && FACTORS.has(words[index + 1] ?? '')
        ? Number(word)
        : isEt && /^une?$/.test(word)
          ? 1
          : valueOf(word);
    if (factor !== undefined) {
      // "Fifty cents" is 50; "cinq cents" is 500.
      if (word.startsWith('cent') && isNumber) numbers.push(thousands + sum);
      const before = words.slice(Math.max(0, index - 2), index).filter((one) => !ARTICLES.has(one));
      const isHalf = before.some((one) => HALVES.has(one));
      const many = isHalf ? 0.5 : sum === 0 ? 1 : sum;
      if (factor >= 1_000) [thousands, sum] = [thousands + many * factor, 0];
      else sum = factor === 100 && sum > 100 ? sum + 100 : many * factor;
      isNumber = true;
    } else if (value !== null) {
      if (isNumber && !continues(sum, value) && !(sum === 0 && thousands > 0)) end();
      sum = sum % 100 === 4 && value === 20 ? sum + 76 : sum + value;
      isNumber = true;
    } else if (!(LINKS.has(word) && sum > 0 && sum % 10 === 0) && !(isNumber && word === 'de')) end();
  }
  end();
  return numbers;
}
