import { KNOWN_FIELDS, slowAddress } from './known-fields.mjs';
import { oddString, stringOfLength } from './odd-strings.mjs';

const NOT_OF_THE_TYPE = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  '1',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: 5 },
];
/** The approximate length of a list as JSON, in characters. */
const LARGEST = 300_000;
const NUMBERS = [0, -0, -1, 1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324];

function stringFor(schema, random, world, name) {
  const { minLength = 0, maxLength = 400 } = schema;
  if (schema.format === 'uuid') return (KNOWN_FIELDS[name] ?? KNOWN_FIELDS.factorId)(random, world);
  if (KNOWN_FIELDS[name] && random.isChance(0.8)) return KNOWN_FIELDS[name](random, world);
  return stringOfLength(random, random.int(minLength, Math.min(maxLength, minLength + 80)));
}

function boundaryString(schema, random) {
  const { minLength = 0, maxLength = 200 } = schema;
  return stringOfLength(
    random,
    Math.max(0, random.pick([minLength, minLength - 1, maxLength, maxLength + 1, maxLength * 2])),
  );
}

function numberFor({ minimum = 0, maximum = 100 }, random, isBoundary) {
  if (!isBoundary) return random.int(minimum, Math.min(maximum, 2 ** 31));
  return random.pick([minimum, minimum - 1, maximum, maximum + 1, minimum + 0.5, ...NUMBERS]);
}

function objectFor(schema, random, world, mode) {
  const required = new Set(schema.required ?? []);
  const value = {};
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const isLeftOut = required.has(name) ? mode === 'near' && random.isChance(0.06) : random.isChance(0.4);
    if (!isLeftOut) value[name] = valueOf(part, random, world, { mode, name });
  }
  if (mode === 'near' && random.isChance(0.1))
    value[random.pick(['extra', '__proto__', 'constructor', '', 'id', '0'])] = oddString(random, 200);
  // Written this way it is an own property, as JSON.parse creates it, and not the object's prototype.
  if (mode === 'near' && random.isChance(0.03))
    Object.defineProperty(value, '__proto__', { value: { isAdmin: true }, enumerable: true });
  return value;
}

function arrayFor(schema, random, world, mode) {
  const { minItems = 0, maxItems = 10 } = schema;
  const lengths = [minItems, maxItems, random.int(minItems, maxItems)];
  if (mode === 'near') lengths.push(maxItems + 1, 0, 1_000, 20_000);
  // One value repeated: twenty thousand distinct ones would take longer to create than to answer.
  const items = Array.from({ length: 4 }, () => valueOf(schema.items ?? {}, random, world, { mode, name: '' }));
  // A body far beyond the product's limit shows no more than one just beyond it.
  const room = Math.ceil((items.length * LARGEST) / (JSON.stringify(items)?.length ?? 1));
  return Array.from({ length: Math.min(random.pick(lengths), room) }, (_, index) => items[index % items.length]);
}

function plainValue(schema, random, world, { mode, name }) {
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(random.pick(choices), random, world, { mode, name });
  if (schema.type === 'object') return objectFor(schema, random, world, mode);
  if (schema.type === 'array') return arrayFor(schema, random, world, mode);
  if (schema.type === 'boolean') return random.isChance(0.5);
  if (schema.type === 'null') return null;
  if (schema.type === 'integer' || schema.type === 'number')
    return numberFor(schema, random, mode !== 'valid' && random.isChance(0.5));
  if (schema.type === 'string') {
    if (mode === 'boundary' && random.isChance(0.5)) return boundaryString(schema, random);
    return stringFor(schema, random, world, name);
  }
  return random.pick([{}, { a: [1, { b: null }] }, 'text', 7, null]);
}

/**
 * A value for a JSON schema. `valid` ones mostly pass, `boundary` ones lie at the limits and just beyond, `near` ones have a single defect:
 * a wrong type, an odd text, a field too many or too few.
 */
export function valueOf(schema, random, world, { mode, name = '' }) {
  if (mode === 'near' && schema.type !== 'object' && random.isChance(0.3)) {
    if (/email/i.test(name) && random.isChance(0.7)) return slowAddress(random);
    if (random.isChance(0.35)) return random.pick(NOT_OF_THE_TYPE);
    return random.isChance(0.85) ? oddString(random, 120_000) : random.pick(NUMBERS);
  }
  return plainValue(schema, random, world, { mode, name });
}
