import type { FactKind } from '#contract/brain/brain.ts';
import type { NamedFact, NamedPassage } from './open-brain.ts';
import { numbersFrom } from './random-embeddings.ts';
import { splitIntoPassages } from '#server/modules/brain/sources/split-into-passages.ts';

/**
 * What a business adds to its memory over the years: mostly products, customers and dates, more seldom a person, and
 * hardly ever a rule.
 */
const SHARES: Record<FactKind, number> = {
  product: 0.5,
  customer: 0.23,
  date: 0.17,
  people: 0.05,
  policy: 0.03,
  voice: 0.02,
};

type Words = Record<FactKind, readonly string[]> & Record<'variants' | 'first' | 'last' | 'days' | 'months', string>;

/** `{product}` is a variant of one of the business's own subjects, so that each fact shares words with others. */
const WORDS: Record<'en' | 'de', Words> = {
  en: {
    variants:
      'small large winter summer spring autumn holiday double mini classic special limited spare old new weekend early late local house second budget premium plain striped blue green red',
    first:
      'Ada Bruno Carmen Dario Edda Felix Greta Hugo Inez Jonah Keiko Leon Marta Nils Olive Pablo Runa Silas Tessa Udo Vera Wanda Yusuf Zora',
    last: 'Abel Brandt Castell Dorsey Ekholm Farrow Gilroy Hanley Ibsen Jarvis Kessler Lindqvist Moreno Novak Okoro Pryor Quill Rask Sato Tindall Ullman Vance Wexler Yates',
    days: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    months: 'January February March April May June July August September October November December',
    product: [
      'The {product} costs ${price}.',
      'The {product} is made in batches of {count}.',
      'We keep {count} of the {product} in the back room.',
      'The {product} weighs {count} ounces.',
      'Two of the {product} together are ${price}.',
      'The {product} comes from our supplier in {month} and lasts {count} weeks.',
      'To resellers, the {product} goes for ${price}.',
    ],
    customer: [
      '{person} buys the {product} every {day}.',
      '{person} complained about the {product} in {month}.',
      '{person} prefers a call to an email.',
      '{person} ordered {count} of the {product} for a party in {month}.',
      'About {count} customers asked for the {product} in {month}.',
    ],
    date: [
      'The {product} is back on {month} {date}.',
      'Labels for the {product} have to be ordered by {month} {date}.',
      'The contract about the {product} ends on {month} {date}, 2027.',
      'We want to sell {count} of the {product} by {month} {date}.',
      'The photo shoot for the {product} is on {month} {date}.',
    ],
    people: [
      '{person} helped out with the {product} in {month}.',
      '{person} repairs the machine for the {product}.',
      '{person} was an intern here from {month} on, for {count} weeks.',
      '{person} covers the stand at the {month} market.',
    ],
    policy: [
      'The {product} is packed in paper, never in plastic.',
      'Orders of more than {count} of the {product} need {date} days.',
      'The {product} can be exchanged within {date} days.',
    ],
    voice: [
      'We call it the {product}, never by its old name.',
      'In texts about the {product}, the season is named first.',
    ],
  },
  de: {
    variants:
      'kleine große neue alte zweite günstige gebrauchte reservierte einfache besondere blaue grüne rote gestreifte lokale späte frühe limitierte doppelte klassische',
    first:
      'Ada Bruno Carmen Dario Edda Felix Greta Hugo Ines Jonas Klara Leon Marta Nils Olivia Paul Runa Silas Tessa Udo Vera Wanda Yusuf Zora',
    last: 'Abel Brandt Castell Dorn Ekholm Fahr Gerlach Hanke Ibsen Jahnke Kessler Lindner Moreno Novak Otto Prior Quast Rask Sander Thiel Ullmann Vogt Wexler Zander',
    days: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    product: [
      'Ausführung „{product}“ kostet {price} €.',
      'Von „{product}“ liegen {count} Stück im Lager.',
      '„{product}“ wiegt {count} Gramm.',
      'Zwei Stück „{product}“ gibt es für {price} €.',
      '„{product}“ kommt im {month} und hält {count} Wochen.',
      'Wiederverkäufer zahlen für „{product}“ {price} €.',
    ],
    customer: [
      '{person} kauft jeden {day} „{product}“.',
      '{person} hat sich im {month} über „{product}“ beschwert.',
      '{person} möchte lieber angerufen werden als eine E-Mail bekommen.',
      '{person} hat für ein Fest im {month} {count} Stück „{product}“ bestellt.',
      'Etwa {count} Kunden fragten im {month} nach „{product}“.',
    ],
    date: [
      '„{product}“ ist ab {date}. {month} wieder da.',
      'Etiketten für „{product}“ müssen bis {date}. {month} bestellt sein.',
      'Der Vertrag über „{product}“ endet am {date}. {month} 2027.',
      'Bis {date}. {month} wollen wir {count} Stück „{product}“ verkaufen.',
    ],
    people: [
      '{person} hat im {month} bei „{product}“ ausgeholfen.',
      '{person} repariert die Maschine für „{product}“.',
      '{person} war ab {month} für {count} Wochen im Praktikum bei uns.',
    ],
    policy: [
      '„{product}“ wird in Papier verpackt, nie in Plastik.',
      'Bestellungen über {count} Stück „{product}“ brauchen {date} Tage.',
      '„{product}“ kann man {date} Tage lang tauschen.',
    ],
    voice: ['Wir sagen „{product}“ und nie den alten Namen.', 'In Texten über „{product}“ steht die Jahreszeit vorn.'],
  },
};

/**
 * More facts of the same business and kinds, to get lost in: `known` and as many others as make `count`, in a mixed
 * order.
 */
export function makeFacts(known: readonly NamedFact[], language: string, count: number): NamedFact[] {
  const next = numbersFrom(`${known[0]?.statement} ${count}`);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T; // reason: no list is empty
  const words = WORDS[language === 'de' ? 'de' : 'en'];
  const [variants, first, last] = [words.variants, words.first, words.last].map((list) => list.split(' '));
  const [days, months] = [words.days.split(' '), words.months.split(' ')];
  const subjects = [...new Set(known.filter(({ kind }) => kind === 'product').map(({ subject }) => subject))];
  const product = () => `${pick(variants ?? [])} ${pick(subjects)}`;
  const values: Record<string, () => string> = {
    product,
    person: () => `${pick(first ?? [])} ${pick(last ?? [])}`,
    price: () => `${1 + Math.floor(next() * 90)}.${pick(['00', '50', '90'])}`,
    count: () => String(2 + Math.floor(next() * 60)),
    date: () => String(1 + Math.floor(next() * 28)),
    day: () => pick(days),
    month: () => pick(months),
  };
  const statements = new Set(known.map(({ statement }) => statement));
  const made: NamedFact[] = [];
  const kinds = Object.entries(SHARES) as [FactKind, number][]; // reason: its keys are kinds
  for (const [kind, share] of kinds)
    for (
      const left = Math.round(share * (count - known.length));
      made.filter((fact) => fact.kind === kind).length < left;
    ) {
      const statement = pick(words[kind]).replaceAll(/\{(\w+)\}/g, (_, slot: string) => values[slot]?.() ?? '');
      if (statements.has(statement)) continue;
      statements.add(statement);
      made.push({ name: `made ${made.length}`, kind, subject: statement.slice(0, 30), statement });
    }
  return [...known, ...made]
    .map((fact) => ({ fact, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ fact }) => fact);
}

const NAME_PARTS = [
  'honey lemon maple cocoa cherry ginger pecan apricot lavender cardamom orange fig plum rum vanilla sesame'.split(' '),
  'almond walnut poppy cream butter oat rye spelt barley hazelnut raisin coconut pumpkin olive chia quark'.split(' '),
  'twist roll braid bun loaf tart slice square crown knot wreath finger cookie biscuit muffin scone'.split(' '),
];
const NOTES = [
  'We never say how much we cost others in time.',
  'How much does it cost to be kind? Ask at the counter.',
  'Costs are discussed on Mondays, prices on Fridays.',
  'A price is a promise.',
  'Prices in the window cost us an hour each season.',
  'The cost of flour went up; the price of bread did not.',
  'How many guests? How much time? How much bread?',
  'Much of what we do costs nothing.',
];

/**
 * A price list of 4,000 products whose names share their words with hundreds of others, beside short notes with the
 * words of every question about a price; and questions that name a product in full.
 */
export function makeProducts(count = 4_000): {
  documents: NamedPassage[][];
  questions: { text: string; answer: string }[];
} {
  const next = numbersFrom('products');
  const [flavors = [], middles = [], forms = []] = NAME_PARTS;
  const names = flavors.flatMap((flavor) =>
    middles.flatMap((middle) => forms.map((form) => `${flavor} ${middle} ${form}`)),
  );
  const chosen = names
    .map((name) => ({ name, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count);
  const rows = chosen.map(({ name }, index) => ({
    name,
    path: ['Price list'],
    place: { row: index + 2 },
    text: `Product: ${name}; Number: TR-${10_000 + index}; Price: $${(2 + next() * 40).toFixed(2)}`,
  }));
  const passages = splitIntoPassages(rows).map((passage, index) => ({ ...passage, name: `rows ${index}` }));
  const notes = NOTES.map((text, index) => ({ path: ['Notes'], place: {}, text, name: `note ${index}` }));
  const asked = rows.filter((_, index) => index % Math.floor(count / 50) === 7);
  const questions = asked.map(({ name, text }, index) => ({
    text: [`How much is the ${name}?`, `What does the ${name} cost?`, `Price of ${name}`][index % 3] ?? '',
    answer: passages.find((passage) => passage.text.includes(text))?.name ?? '',
  }));
  return { documents: [passages, notes], questions };
}
