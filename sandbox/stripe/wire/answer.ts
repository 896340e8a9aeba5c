import type { StripeAccount } from '../stripe-account.ts';
import type { Context } from '../state/context.ts';
import type { IdempotentAnswer } from '../state/tables.ts';
import { authorize, checkVersion } from './authorize.ts';
import { expandAnswer, type Includable } from './expand.ts';
import { decodeForm, type Form } from './form.ts';
import { fingerprintOf, findIdempotentAnswer } from './idempotent-answers.ts';
import { createMatcher, type Route } from './route.ts';
import { StripeProblem } from './stripe-problem.ts';

export type Asked = {
  method: string;
  path: string;
  /** Query and body, merged. */
  raw: string;
  requestId: string;
  authorization: string | undefined;
  version: string | undefined;
  idempotencyKey: string | undefined;
};
export type Answered = Pick<IdempotentAnswer, 'status' | 'body' | 'requestId'> & { isReplayed: boolean };

function expansionsOf(form: Form): { paths: string[]; params: Form } {
  const { expand, ...params } = form;
  if (expand === undefined) return { paths: [], params };
  if (!Array.isArray(expand)) throw new StripeProblem('Invalid array', { param: 'expand' });
  return { paths: expand.filter((path) => typeof path === 'string'), params };
}

/** Answers one request, or throws the problem with it. */
export function createAnswerer(options: { account: StripeAccount; routes: Route[]; includable: Includable }) {
  const { account, includable } = options;
  const match = createMatcher(options.routes);

  return async (asked: Asked): Promise<Answered> => {
    const { method, path, raw, requestId } = asked;
    authorize(asked.authorization);
    checkVersion(asked.version);
    const found = match(method, path.replace(/^\/v1\//, '').replace(/\/$/, ''));
    if (!found)
      throw new StripeProblem(
        `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        { status: 404 },
      );
    const key = method === 'POST' ? (asked.idempotencyKey ?? null) : null;
    const fingerprint = fingerprintOf(method, path, raw);
    const kept = key === null ? null : findIdempotentAnswer(account.store, key, fingerprint, Date.now());
    if (kept) return { ...kept, isReplayed: true };
    const { paths, params } = expansionsOf(decodeForm(raw));
    const keep = (status: number, body: unknown): Answered => {
      const text = JSON.stringify(body, null, 2);
      if (key !== null)
        account.store.put('idempotentAnswers', { id: key, fingerprint, status, body: text, requestId, at: Date.now() });
      return { status, body: text, requestId, isReplayed: false };
    };
    const perform = (context: Context) => {
      // Parameter errors are not stored: the same key may be used again with correct parameters.
      const run = found.route.run(context, params, found.ids);
      try {
        return account.store.atomically(() => {
          try {
            return keep(200, expandAnswer(context, includable, run(), paths));
          } catch (error) {
            // A declined payment did happen, so its changes stay.
            if (error instanceof StripeProblem && error.keepsChanges) return keep(error.status, error.body);
            throw error;
          }
        });
      } catch (error) {
        if (error instanceof StripeProblem) return keep(error.status, error.body);
        throw error;
      }
    };
    return account.run({ id: requestId, idempotencyKey: key }, perform);
  };
}
