import { openAiError, type OpenAiError } from './openai-error.ts';

/** What a written `[sandbox: name]` in the last question provokes. See docs/sandbox.md. */
export const FAULTS = [
  '401',
  '403',
  '429',
  '500',
  'quota',
  'html503',
  'empty',
  'garbage',
  'reset',
  'silence',
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

export function faultIn(question: string): Fault | null {
  const name = /\[sandbox:\s*([a-z0-9]+)\s*\]/i.exec(question)?.[1]?.toLowerCase();
  return FAULTS.find((fault) => fault === name) ?? null;
}

type Refusal = { status: 401 | 403 | 429 | 500; headers: Record<string, string>; body: OpenAiError };

const refusals: Partial<Record<Fault, Refusal>> = {
  '401': {
    status: 401,
    headers: {},
    body: openAiError('Incorrect API key provided: sandbox.', 'invalid_request_error', 'invalid_api_key'),
  },
  '403': {
    status: 403,
    headers: {},
    body: openAiError('You are not allowed to sample from this model.', 'invalid_request_error', 'permission_denied'),
  },
  '429': {
    status: 429,
    headers: { 'retry-after': '1' },
    body: openAiError('Rate limit reached for requests. Please try again in 1s.', 'requests', 'rate_limit_exceeded'),
  },
  quota: {
    status: 429,
    headers: {},
    body: openAiError(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
  },
  '500': {
    status: 500,
    headers: {},
    body: openAiError('The server had an error while processing your request. Sorry about that!', 'server_error'),
  },
};

/** The answer of a provider that refuses before it begins, or null when this fault comes later. */
export function refusalOf(fault: Fault | null): Refusal | null {
  return fault === null ? null : (refusals[fault] ?? null);
}

/** What a provider's load balancer says when nothing stands behind it. */
export const HTML_503 =
  '<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n</body>\r\n</html>\r\n';
