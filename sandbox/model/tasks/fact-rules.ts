/** What a sentence says, in the words of a fact. */
export type Found = {
  kind: string;
  subject: string;
  attribute: string;
  value: string;
  statement: string;
  question: string;
};

export const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
export const sentence = (text: string) => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);
export const MONEY = String.raw`[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]*\s?(?:€|\$|euros?|dollars?)`;

/**
 * Opening hours in full, such as `Tuesday to Saturday from 10 to 4`. If the text says when a shop closes, only the
 * first time in it.
 */
const hoursIn = (when: string, { isOpen }: { isOpen: boolean }): string =>
  (isOpen ? when.replace(/[.!]$/, '') : (/\d[\d:]*\s*(?:[ap]m)?/i.exec(when)?.[0] ?? '')).trim().slice(0, 60);

/** An amount of money. */
export const AMOUNT = new RegExp(MONEY, 'i');
/** A row of a price list, such as "Item: Large bowl; Price: $42". */
export const PRICE_ROW = new RegExp(
  String.raw`\b(?:item|product|name|artikel|produkt|producto|article|produit)\b[^:;]*: ([^;]+);.*\b(?:price|preis|precio|prix)\b[^:;]*: (${MONEY}|\d[\d.,]*)`,
  'i',
);
const ITEM_COLUMNS = new Set('item product name artikel produkt producto article produit'.split(' '));
const SIZES = new Set(
  'small medium large half full klein mittel groß pequeño mediano grande petit moyen grand'.split(' '),
);

/** What each size costs in a row of a price list, such as "Item: Rye; Small: $6; Large: $11". */
export function sizePricesIn(row: string): Found[] {
  const columns = row.split('; ').map((column) => column.split(': '));
  const [, item] = columns.find(([name = '']) => ITEM_COLUMNS.has(name.toLowerCase())) ?? [];
  if (item === undefined) return [];
  return columns.flatMap(([name = '', value = '']) => {
    const price = SIZES.has(name.toLowerCase()) ? AMOUNT.exec(value)?.[0] : undefined;
    return price === undefined ? [] : [priceOf(item.trim().slice(0, 80), price, name)];
  });
}
const UNITS: readonly [RegExp, string][] = [
  [/\$|dollar/i, 'USD'],
  [/€|euro/i, 'EUR'],
  [/£/, 'GBP'],
  [/%/, '%'],
  [/\b(?:lbs?|pounds?)\b/i, 'lb'],
  [/\b(?:ounces?|oz)\b/i, 'oz'],
  [/\b(?:kg|kilos?)\b/i, 'kg'],
];
const WEIGHT = String.raw`\d[\d.,]*\s?(?:lbs?|pounds?|ounces?|oz|kg|kilos?|g|grams?)\b`;

/** The only number in a value, and what it counts. */
export function figureIn(value: string): { quantity: number | null; unit: string } {
  const numbers = value.match(/\d(?:[\d.,:]*\d)?/g) ?? [];
  const quantity = numbers.length === 1 ? Number((numbers[0] ?? '').replaceAll(/,(?=\d{3}\b)/g, '')) : Number.NaN;
  if (Number.isNaN(quantity)) return { quantity: null, unit: '' };
  return { quantity, unit: UNITS.find(([sign]) => sign.test(value))?.[1] ?? '' };
}

/** What a thing costs; `sort` says which of several prices it is, such as "wholesale". */
export function priceOf(thing: string, price: string, sort = ''): Found {
  const [subject, of] = [capital(thing.toLowerCase()), sort.toLowerCase()];
  return {
    kind: 'product',
    subject,
    attribute: of === '' ? 'price' : `${of} price`,
    value: price,
    statement: of === '' ? `${subject} costs ${price}.` : `${subject} costs ${price} ${of}.`,
    question: `What does the ${subject.toLowerCase()} cost?`,
  };
}

const THING = String.raw`(?:^|\b(?:the|our|a|an)\s+)(?:the\s+|our\s+|an?\s+)?([a-z][\w'’ -]{1,40}?)`;
const COSTS = String.raw`(?:is now|are now|is|are|now costs?|costs?|sells? for|goes? for)\s+(?:now\s+)?`;
const SORT = '(wholesale|retail|small|medium|large|half|full)';

/** Patterns of sentences with lasting facts, and the facts they state. The first match wins. */
export const RULES: readonly [RegExp, (match: RegExpExecArray, text: string) => Found[]][] = [
  [
    new RegExp(String.raw`${THING}\s+${COSTS}(${MONEY}) ${SORT} and (${MONEY}) ${SORT}`, 'i'),
    ([, thing = '', price = '', sort = '', otherPrice = '', otherSort = '']) => [
      priceOf(thing, price, sort),
      priceOf(thing, otherPrice, otherSort),
    ],
  ],
  [
    new RegExp(String.raw`${THING}\s+${COSTS}(${MONEY})(?: ${SORT}\b)?`, 'i'),
    ([, thing = '', price = '', sort]) => [priceOf(thing, price, sort)],
  ],
  [
    new RegExp(String.raw`${THING}\s+weighs?\s+(${WEIGHT})`, 'i'),
    ([, thing = '', weight = '']) => [
      {
        kind: 'product',
        subject: capital(thing.toLowerCase()),
        attribute: 'weight',
        value: weight,
        statement: `${capital(thing.toLowerCase())} weighs ${weight}.`,
        question: `What does the ${thing.toLowerCase()} weigh?`,
      },
    ],
  ],
  [
    /\bwe(?:['’]re| are)?\s+(open|closed?|shut)\b(.*)/i,
    ([, state = '', when = ''], text) => [
      {
        kind: 'people',
        subject: `Hours${/\b(\w+days?)\b/i.exec(when)?.[1] ? ` on ${capital(/\b(\w+days?)\b/i.exec(when)?.[1] ?? '')}` : ''}`,
        attribute: 'hours',
        value: hoursIn(when, { isOpen: /^open$/i.test(state) }),
        statement: sentence(text),
        question: 'When are you open?',
      },
    ],
  ],
  [
    /\b(?:never say|don['’]t say|avoid the words?)\s+(.+)/i,
    ([, words = '']) => [
      {
        kind: 'voice',
        subject: 'Words to avoid',
        attribute: '',
        value: words.replace(/[.!]$/, '').slice(0, 60),
        statement: sentence(`Words to avoid: ${words}`),
        question: 'Which words do you avoid?',
      },
    ],
  ],
  [
    /\b(?:most of )?our (?:customers|clients|buyers)\b.*/i,
    (_, text) => [
      {
        kind: 'customer',
        subject: 'Customers',
        attribute: '',
        value: '',
        statement: sentence(text),
        question: 'Who are your customers?',
      },
    ],
  ],
  [
    /\bour goal is\b.*/i,
    (_, text) => [
      {
        kind: 'date',
        subject: 'Goal',
        attribute: '',
        value: '',
        statement: sentence(text),
        question: 'What is the goal?',
      },
    ],
  ],
  [
    /\bwe (?:always|never|don['’]t|do not|ship|offer|accept|deliver|refund|guarantee)\b.*/i,
    (_, text) => [
      {
        kind: 'policy',
        subject: capital(
          text
            .replace(/^we\s+/i, '')
            .split(/\s+/)
            .slice(0, 4)
            .join(' ')
            .replace(/[.,!]$/, ''),
        ),
        attribute: '',
        value: '',
        statement: sentence(text),
        question: '',
      },
    ],
  ],
];
