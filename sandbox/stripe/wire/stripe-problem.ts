type ProblemType = 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error';

type ProblemDetails = {
  status?: number;
  type?: ProblemType;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
};

/** A refusal with Stripe's message and shape. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };
  /** A declined payment is refused and yet has happened: its changes stay. */
  readonly keepsChanges: boolean;

  constructor(message: string, details: ProblemDetails = {}, keepsChanges = false) {
    super(message);
    const { status = 400, type = 'invalid_request_error', ...rest } = details;
    this.status = status;
    this.keepsChanges = keepsChanges;
    const doc = rest.code ? { doc_url: `https://stripe.com/docs/error-codes/${rest.code.replaceAll('_', '-')}` } : {};
    this.body = { error: { message, type, ...rest, ...doc } };
  }
}

/** A missing object in the path is a 404; in a parameter it is a 400 that names the parameter. */
export function noSuch(what: string, id: string, param?: string): StripeProblem {
  return new StripeProblem(`No such ${what}: '${id}'`, {
    status: param === undefined ? 404 : 400,
    code: 'resource_missing',
    param: param ?? 'id',
  });
}
