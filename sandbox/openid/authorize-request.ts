import { z } from 'zod';

/** The clients that the sandbox accepts. */
export const SANDBOX_CLIENT = { clientId: 'tenfold-sandbox', clientSecret: 'sandbox-secret' };

const text = z.string().max(2_000);
const authorizeSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(SANDBOX_CLIENT.clientId),
  redirect_uri: text,
  scope: text.refine((scope) => scope.split(' ').includes('openid')),
  state: text,
  nonce: text.optional(),
  code_challenge: text.optional(),
  code_challenge_method: z.literal('S256').optional(),
});
export type AuthorizeRequest = z.infer<typeof authorizeSchema>;

function isOnLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Real providers have a list of redirect URLs; here, any URL on this machine or on the product's own host is allowed. */
function mayRedirectTo(address: unknown, appUrl: string | null): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.hash !== '' || url.username !== '') return false;
  return isOnLoopback(url) || (appUrl !== null && url.origin === new URL(appUrl).origin);
}

type Reading =
  | { request: AuthorizeRequest }
  /** The browser must not be sent to that URL, so the error is shown here. */
  | { problem: string }
  | { redirectTo: string };

/** Reads the parameters of an authorize request the way real providers do. */
export function readAuthorizeRequest(input: Record<string, unknown>, appUrl: string | null): Reading {
  const { redirect_uri: redirectUri, client_id: clientId, state } = input;
  if (clientId !== SANDBOX_CLIENT.clientId) return { problem: 'The sandbox doesn’t know this client.' };
  if (!mayRedirectTo(redirectUri, appUrl)) return { problem: 'This redirect address isn’t allowed.' };
  const parsed = authorizeSchema.safeParse(input);
  if (parsed.success) return { request: parsed.data };
  const stateText = typeof state === 'string' ? state : '';
  return { redirectTo: backTo({ redirect_uri: redirectUri, state: stateText }, { error: 'invalid_request' }) };
}

/** The URL to send the browser back to. */
export function backTo(
  request: Pick<AuthorizeRequest, 'redirect_uri' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(request.redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, state: request.state })) url.searchParams.set(name, value);
  return url.href;
}
