import type { z } from 'zod';
import type { Context } from '../state/context.ts';
import type { Form } from './form.ts';
import { readParams } from './params.ts';

type Answer = { object?: string };
type Method = 'GET' | 'POST' | 'DELETE';
export type Route = {
  method: Method;
  path: string;
  run: (context: Context, form: Form, ids: string[]) => () => Answer;
};

/** One endpoint of the API. Each `:id` in the path is passed to `answer` in order; the parameters are checked before it runs. */
export function route<S extends z.ZodType>(
  method: Method,
  path: string,
  schema: S,
  answer: (context: Context, params: z.output<S>, ...ids: string[]) => Answer,
): Route {
  return {
    method,
    path,
    run: (context, form, ids) => {
      const params = readParams(schema, form);
      return () => answer(context, params, ...ids);
    },
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A malformed escape can't be decoded, so it names nothing.
    return part;
  }
}

type Matched = { route: Route; ids: string[] };

/** Finds the route of a path below `/v1`, literal segments before placeholders. */
export function createMatcher(routes: Route[]): (method: string, path: string) => Matched | null {
  const known = routes
    .map((one) => ({ one, parts: one.path.split('/') }))
    .toSorted(
      (a, b) => a.parts.filter((part) => part === ':id').length - b.parts.filter((part) => part === ':id').length,
    );
  return (method, path) => {
    const parts = path.split('/').map(decodePart);
    const found = known.find(
      ({ one, parts: wanted }) =>
        one.method === method &&
        wanted.length === parts.length &&
        wanted.every((part, index) => (part === ':id' ? parts[index] !== '' : part === parts[index])),
    );
    if (!found) return null;
    return { route: found.one, ids: parts.filter((_, index) => found.parts[index] === ':id') };
  };
}
