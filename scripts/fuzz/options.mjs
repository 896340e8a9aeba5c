import { parseArgs } from 'node:util';
import { PlainError } from '../lib/messages.mjs';
import { FAMILY_NAMES } from './generate.mjs';

function indexesOf(text) {
  return text.split(',').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number);
    if (!Number.isInteger(from) || !Number.isInteger(to))
      throw new PlainError(`--only takes numbers and ranges, not ${part}.`);
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
}

/** The command-line options. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      requests: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      families: { type: 'string', default: FAMILY_NAMES.join(',') },
      skip: { type: 'string' },
      concurrency: { type: 'string', default: '8' },
      port: { type: 'string' },
      url: { type: 'string' },
      'slow-ms': { type: 'string', default: '250' },
      'database-url': { type: 'string' },
      out: { type: 'string' },
    },
  });
  const families = values.families.split(',');
  const unknown = families.filter((name) => !FAMILY_NAMES.includes(name));
  if (unknown.length > 0)
    throw new PlainError(`There is no family ${unknown.join(', ')}; there are ${FAMILY_NAMES.join(', ')}.`);
  return {
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    only: values.only === undefined ? null : indexesOf(values.only),
    requests: Number(values.requests ?? (values.seconds === undefined ? 20_000 : Number.POSITIVE_INFINITY)),
    seconds: Number(values.seconds ?? Number.POSITIVE_INFINITY),
    families: new Set(families),
    skip: values.skip === undefined ? null : new RegExp(values.skip),
    concurrency: Number(values.concurrency),
    port: values.port === undefined ? null : Number(values.port),
    url: values.url === undefined ? null : new URL(values.url),
    slowMs: Number(values['slow-ms']),
    databaseUrl: values['database-url'] ?? null,
    out: values.out ?? null,
  };
}
