import { z } from 'zod';

type Path = (string | number)[];
type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
};
/** One place in an input where a text goes: `fill` creates an input with the text there, and values of the right type elsewhere. */
export type StringField = { name: string; fill: (text: string) => unknown };

const choices = ({ anyOf, oneOf, allOf }: JsonSchema) => anyOf ?? oneOf ?? allOf;

/** A value of the right type, valid enough for a schema to reach the field under test. */
function sample(schema: JsonSchema): unknown {
  const [first] = choices(schema) ?? [];
  if (first) return sample(first);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, sample(part)]));
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  return schema.type === 'null' ? null : 'x';
}

function fieldsOf(schema: JsonSchema, path: Path, seen: Set<string>): StringField[] {
  const nested = choices(schema);
  if (nested) return nested.flatMap((one) => fieldsOf(one, path, seen));
  if (schema.type === 'array' && schema.items)
    return fieldsOf(schema.items, [...path, 0], seen).map(({ name, fill }) => ({ name, fill: (text) => [fill(text)] }));
  if (schema.type === 'object') {
    const form = JSON.stringify(schema);
    if (path.length > 1 && seen.has(form)) return [];
    seen.add(form);
    const named = Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
      fieldsOf(part, [...path, key], seen).map(({ name, fill }) => ({
        name,
        fill: (text: string) => ({ ...(sample(schema) as object), [key]: fill(text) }), // reason: a sample of an object is one
      })),
    );
    const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
    return isOpen ? [...named, { name: `${path.join('.')}.*`, fill: (text) => ({ x: text }) }] : named;
  }
  // Constants and enums are tried as well, because they are compared with any input. Fields without a type accept anything.
  const isText = schema.type === 'string' || schema.type === undefined;
  return isText ? [{ name: path.join('.') || '(whole)', fill: (text) => text }] : [];
}

/**
 * Every place in a schema's input where a text goes. What has the same form in several places, such as a step inside other steps, is looked at
 * once; `seen` is shared by schemas of which that is enough.
 */
export function stringFields(schema: z.ZodType, seen = new Set<string>()): StringField[] {
  return fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [], seen); // reason: zod's own type allows every draft
}
