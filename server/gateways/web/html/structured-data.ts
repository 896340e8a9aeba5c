import { visibleText } from '#server/lib/text/visible-text.ts';
import type { PageSection } from './sections.ts';

/** What we look for in a page's JSON-LD. Source: schema.org. */
const BLOCKS_MAX = 20;
const BLOCK_MAX_CHARACTERS = 300_000;
const ITEMS_MAX = 500;
const DEPTH_MAX = 6;
const TEXT_MAX = 500;
const OFFERS_MAX = 20;
/** The maximum for all blocks together, in characters: nested items are repeated by the items that contain them. */
const SAID_MAX = 300_000;

type Item = Record<string, unknown>;

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return visibleText(value.slice(0, TEXT_MAX * 2))
      .replaceAll(/(?:<[^<>]{0,200}>|\s)+/g, ' ')
      .trim()
      .slice(0, TEXT_MAX)
      .toWellFormed();
  const name = isItem(value) ? value['name'] : '';
  // A name object whose name is an object is hostile: its nesting could overflow the stack.
  return isItem(name) ? '' : textOf(name);
}

const typesOf = (item: Item) => listOf(item['@type']).map(textOf);
const lastPart = (value: string) => value.replace(/^https?:\/\/schema\.org\//, '');

/** Everything that has a type, wherever it is nested, without recursing further than real pages do. */
function itemsIn(root: unknown): Item[] {
  const items: Item[] = [];
  let level: unknown[] = listOf(root);
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0 && items.length < ITEMS_MAX; depth += 1) {
    const next: unknown[] = [];
    for (const item of level.filter(isItem).slice(0, ITEMS_MAX)) {
      if (typesOf(item).length > 0) items.push(item);
      for (const value of Object.values(item))
        if (typeof value === 'object') next.push(...listOf(value).slice(0, ITEMS_MAX));
    }
    level = next;
  }
  return items;
}

function hoursOf(item: Item): string[] {
  const written = listOf(item['openingHours']).map(textOf);
  const specified = listOf(item['openingHoursSpecification'])
    .filter(isItem)
    .map((hours) => {
      const days = listOf(hours['dayOfWeek'])
        .map((day) => lastPart(textOf(day)))
        .join(', ');
      const [opens, closes] = [textOf(hours['opens']), textOf(hours['closes'])];
      const dates = [textOf(hours['validFrom']), textOf(hours['validThrough'])].filter(Boolean).join(' to ');
      const when = [days, dates].filter(Boolean).join(', ');
      if (opens === '' || closes === '') return '';
      return `${when === '' ? 'Every day' : when}: ${opens === closes ? 'closed' : `${opens} to ${closes}`}`;
    });
  return [...written, ...specified].filter(Boolean).slice(0, OFFERS_MAX);
}

function addressOf(value: unknown): string {
  if (!isItem(value)) return textOf(value);
  const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];
  return parts
    .map((part) => textOf(value[part]))
    .filter(Boolean)
    .join(', ');
}

function businessLines(item: Item): string[] {
  const labeled = [
    ['Address', addressOf(item['address'])],
    ['Phone', textOf(item['telephone'])],
    ['Email', textOf(item['email']).replace(/^mailto:/, '')],
    ['Price range', textOf(item['priceRange'])],
  ] as const;
  const hours = hoursOf(item);
  return [
    ...hours.map((line) => `Opening hours: ${line}`),
    ...labeled.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`),
  ];
}

function offerLine(offer: Item): string {
  const currency = textOf(offer['priceCurrency']);
  const low = textOf(offer['price'] ?? offer['lowPrice']);
  const high = textOf(offer['highPrice']);
  const price = high !== '' && high !== low ? `${low} to ${high}` : low;
  if (price === '') return '';
  const availability = lastPart(textOf(offer['availability']))
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const name = textOf(offer['name']);
  const until = textOf(offer['priceValidUntil']);
  const notes = [availability, until === '' ? '' : `valid until ${until}`].filter(Boolean).join(', ');
  return `${name === '' ? 'Price' : name}: ${price} ${currency}`.trim() + (notes === '' ? '' : ` (${notes})`);
}

function productLines(item: Item): string[] {
  const offers = listOf(item['offers']).filter(isItem).slice(0, OFFERS_MAX).map(offerLine).filter(Boolean);
  const sku = textOf(item['sku']);
  return offers.length === 0 ? [] : [...offers, ...(sku === '' ? [] : [`Item number: ${sku}`])];
}

function parse(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch {
    return null; // written by hand and broken, which is common
  }
}

/** Opening hours, contact details, and products with prices, which many pages state for search engines in full and nowhere else. */
export function readStructuredData(blocks: string[]): PageSection[] {
  const sections = new Map<string, PageSection>();
  let said = 0;
  const fitting = blocks.slice(0, BLOCKS_MAX).filter((block) => block.length <= BLOCK_MAX_CHARACTERS);
  for (const item of fitting.flatMap((block) => itemsIn(parse(block)))) {
    const isProduct = typesOf(item).some((type) => /^Product(?:Group)?$/.test(lastPart(type)));
    const lines = isProduct ? productLines(item) : businessLines(item);
    const name = textOf(item['name']);
    if (lines.length === 0 || (isProduct && name === '')) continue;
    const section = { path: name === '' ? [] : [name], text: lines.join('\n') };
    said += name.length + section.text.length;
    if (said > SAID_MAX) break;
    sections.set(JSON.stringify(section), section);
  }
  return [...sections.values()];
}
