import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { alignColumns } from './align-columns.ts';

const casesSchema = z.array(
  z.object({
    id: z.string(),
    /** `{+}` joins two halves, so that scanners don't take an invented key for a real one. */
    text: z.string(),
    /** What must not leave the conversation; null for a lookalike. */
    secret: z.nullable(z.string()),
    also: z.array(z.string()).default([]),
  }),
);
type Case = z.output<typeof casesSchema>[number];

const joined = (text: string) => text.replaceAll('{+}', '');

/** Whether every secret of a case is left out, or a lookalike stays untouched. */
function isRight({ text, secret, also }: Case): boolean {
  const left = leaveOutSecrets(joined(text));
  return secret === null ? left === joined(text) : [secret, ...also].every((one) => !left.includes(joined(one)));
}

const read = (folder: string): Case[] | null => {
  const path = join(import.meta.dirname, folder, 'secrets.json');
  return existsSync(path) ? casesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
};

/**
 * How many secrets are found, and how many lookalikes pass, of the open and the held-out cases; no model is asked. Of
 * held-out ones, no case is shown.
 */
export function reportSecrets(isVerbose: boolean): string {
  const sets = [
    { name: 'open', cases: read('sets') },
    { name: 'held out', cases: read('held-out') },
  ];
  const share = (cases: Case[]) => `${cases.filter(isRight).length} of ${cases.length}`;
  const rows = sets.map(({ name, cases }) => [
    name,
    ...[false, true].map((isLookalike) =>
      cases === null ? 'none' : share(cases.filter(({ secret }) => (secret === null) === isLookalike)),
    ),
  ]);
  const wrong = (sets[0]?.cases ?? []).filter((one) => !isRight(one));
  return [
    ...alignColumns([['', 'secrets', 'lookalikes'], ...rows]),
    ...(isVerbose ? wrong.map(({ id, text }) => `${id}: ${leaveOutSecrets(joined(text))}`) : []),
  ].join('\n');
}
