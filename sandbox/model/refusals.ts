import type { Fault } from './faults.ts';
import { openAiError } from './openai-error.ts';

type Refusal = {
  status: 200 | 400 | 401 | 403 | 429 | 500 | 503;
  headers: Record<string, string>;
  body: string;
  /** A provider that is only busy succeeds on the second attempt. */
  isOnce: boolean;
};

const json = (status: Refusal['status'], error: object, headers: Record<string, string> = {}): Refusal => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(error),
  isOnce: false,
});

function busy(retryAfter: string): Refusal {
  const error = openAiError(
    'Rate limit reached for requests. Please try again later.',
    'requests',
    'rate_limit_exceeded',
  );
  return json(429, error, { 'retry-after': retryAfter });
}

const quota = openAiError(
  'You exceeded your current quota, please check your plan and billing details.',
  'insufficient_quota',
  'insufficient_quota',
);
const serverError = openAiError(
  'The server had an error while processing your request. Sorry about that!',
  'server_error',
);

/** What a provider's load balancer answers when no backend is available. */
const HTML_503 =
  '<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n</body>\r\n</html>\r\n';

const refusals: Partial<Record<Fault, (now: Date) => Refusal>> = {
  '401': () =>
    json(401, openAiError('Incorrect API key provided: sandbox.', 'invalid_request_error', 'invalid_api_key')),
  '403': () =>
    json(
      403,
      openAiError('You are not allowed to sample from this model.', 'invalid_request_error', 'permission_denied'),
    ),
  '429': () => busy('1'),
  '429-2': () => ({ ...busy('2'), isOnce: true }),
  // An HTTP date has whole seconds, so this is between two and three seconds ahead.
  '429-date': (now) => ({ ...busy(new Date(now.getTime() + 3_000).toUTCString()), isOnce: true }),
  '429-3600': () => busy('3600'),
  quota: () => json(429, quota),
  credit: () =>
    json(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      },
    }),
  '500': () => json(500, serverError),
  html503: () => ({ status: 503, headers: { 'content-type': 'text/html' }, body: HTML_503, isOnce: false }),
  json200: () => json(200, serverError),
  quota200: () => json(200, quota),
};

/** Remembers at most this many questions that were refused once. */
const REMEMBERED = 1_000;

/** Refuses before an answer begins, if the fault is of that kind. */
export function createRefusals(now: () => Date) {
  const refusedOnce = new Set<string>();
  return (fault: Fault | null, conversation: string): Refusal | null => {
    const refusal = fault === null ? undefined : refusals[fault]?.(now());
    if (!refusal?.isOnce) return refusal ?? null;
    if (refusedOnce.delete(conversation)) return null;
    if (refusedOnce.size >= REMEMBERED) refusedOnce.clear();
    refusedOnce.add(conversation);
    return refusal;
  };
}
