import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contactSchema } from '#contract/site/contact.ts';
import { subscribeSchema } from '#contract/site/newsletter.ts';
import { environmentSchema } from '#server/config/environment.ts';
import * as gotrue from '#server/http/gotrue/gotrue-schemas.ts';
import { appRouter } from '#server/trpc/root.ts';
import { stringFields } from '#tests/support/string-fields.ts';

const SENTENCE = 'Please enter a valid email address';

type Definition = { _def: { inputs: z.ZodType[] } };
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>); // reason: tRPC types the record by name only
const schemas: [string, z.ZodType][] = [
  ...procedures.flatMap(([path, { _def }]) => _def.inputs.map((schema): [string, z.ZodType] => [path, schema])),
  ...Object.entries(gotrue).flatMap(([name, schema]): [string, z.ZodType][] =>
    schema instanceof z.ZodType ? [[`/auth/v1 ${name}`, schema]] : [],
  ),
  ['the form /newsletter', subscribeSchema],
  ['the form /contact', contactSchema],
  ['the settings', environmentSchema],
];
const fields = schemas.flatMap(([where, schema]) =>
  stringFields(schema)
    .filter(({ name }) => /e-?mail$/i.test(name))
    .map(({ name, fill }) => ({ where, name, fill, schema })),
);

describe('every email field of every procedure, form and setting asks the one parser', () => {
  test('all that exist are found', () => {
    expect(fields.length).toBeGreaterThan(15);
    const found = fields.map(({ where, name }) => `${where}: ${name}`);
    for (const one of ['auth.signUp: email', 'billing.guestCheckout: guestEmail', '/auth/v1 userBody: email'])
      expect(found).toContain(one);
  });

  test.each(fields)('$where: $name', ({ name, fill, schema }) => {
    const problemsWith = (email: string) =>
      schema
        .safeParse(fill(email))
        .error?.issues.flatMap(({ path, message }) => (path.join('.') === name ? message : []));
    for (const email of [
      't@gmail.com>',
      't\u200b@gmail.com',
      't@ｇmail.com',
      'someone@gmail.com.',
      't@gma\u00adil.com',
    ])
      expect(problemsWith(email), JSON.stringify(email)).toEqual([SENTENCE]);
    expect(problemsWith('Ana@BÜCHER.example') ?? []).toEqual([]);
  });

  test('no other code decides what an address is', () => {
    const others = globSync(['{server,src,db,sandbox}/**/*.{ts,tsx}']).filter(
      (file) =>
        !file.includes('.test.') && /z\s*\.email\(|\.email\(\)|regexes\.\w*[eE]mail/.test(readFileSync(file, 'utf8')),
    );
    expect(others).toEqual([]);
  });
});
