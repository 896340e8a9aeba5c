import { z } from 'zod';
import * as bodies from '#server/http/gotrue/gotrue-schemas.ts';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { appRouter } from '#server/trpc/root.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '../lib/pages.mjs';
import { projectRoot } from '../lib/project.mjs';

const schemaOf = (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function listProcedures() {
  return Object.entries(appRouter._def.procedures).map(
    ([
      path,
      {
        _def: { type, inputs },
      },
    ]) => ({
      path,
      type,
      schema: inputs.length > 0 ? schemaOf(inputs[0]) : null,
    }),
  );
}

/** Echoes any question: listing the routes needs no services. */
const anything = new Proxy(() => anything, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
});

function listRoutes() {
  const container = {
    config: parseConfig({ LOG_LEVEL: 'silent' }, { isDev: false }),
    database: anything,
    log: anything,
    services: anything,
    jobs: anything,
  };
  const { routes } = createApp(container, { rendering: { assets: (_, next) => next(), handle: () => new Response() } });
  return [...new Set(routes.map(({ path }) => path))].filter((path) => path !== '/*');
}

function listPages() {
  const files = readdirSync(join(projectRoot, 'src/routes'), { recursive: true }).map(String);
  const pages = files.filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !file.includes('__root'),
  );
  return [...new Set(pages.map((file) => addressOf(file.replaceAll('\\', '/'))))].toSorted();
}

const KINDS = { conversation: 'conversationIds', message: 'messageIds' };

/**
 * Everything the generator draws from: the product's own schemas and routes, and the table of ids. `slots` people act at a time; when one
 * loses their session, the next of `people` takes the slot.
 */
export function createWorld({ people, slots }) {
  // The same person acts from several browsers, because that is where conflicts happen.
  const browsers = people.flatMap(({ cookies, ...person }) => cookies.map((cookie) => ({ ...person, cookie })));
  const acting = browsers.slice(0, slots);
  let next = slots;
  const slot = (random) => random.int(0, slots - 1);
  return {
    procedures: listProcedures(),
    routes: listRoutes(),
    pages: listPages(),
    authBodies: Object.fromEntries(
      Object.entries(bodies).flatMap(([name, schema]) => (name.endsWith('Body') ? [[name, schemaOf(schema)]] : [])),
    ),
    people: acting,
    slot,
    /** The slots of the same person. */
    slotsOf: (index) => acting.flatMap(({ userId }, other) => (userId === acting[index].userId ? [other] : [])),
    personIn: (index) => acting[index],
    replace: (index, person) => {
      if (acting[index] !== person || next >= browsers.length) return;
      acting[index] = browsers[next];
      next += 1;
    },
    /** Someone's id, mostly of the kind that is wanted; sometimes nobody's. */
    idOf: (random, kind) => {
      if (random.isChance(0.2))
        return random.pick([
          random.uuid(),
          '00000000-0000-0000-0000-000000000000',
          'ffffffff-ffff-ffff-ffff-ffffffffffff',
          random.uuid().toUpperCase(),
        ]);
      const person = acting[random.int(0, Math.min(6, slots - 1))];
      const list =
        person[KINDS[random.isChance(0.95) && KINDS[kind] ? kind : random.pick(['conversation', 'message'])]];
      return random.isChance(0.1) ? person.userId : random.pick(list);
    },
  };
}
