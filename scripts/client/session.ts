/** A script's credentials. A refresh token is used up by signing in: keep the one passed to `onTokens`. */
export type Credentials = { email: string; password: string } | { refreshToken: string };
/** `expiresAtS` is in seconds since 1970. */
export type Tokens = { accessToken: string; refreshToken: string; expiresAtS: number };

export type SessionOptions = {
  /** Where Tenfold is, such as `https://app.example.com`. */
  url: string;
  credentials: Credentials;
  /** Called for the code of an authenticator app (or text message) if the account has a second factor. */
  secondFactorCode?: (factor: { type: string; name: string }) => Promise<string>;
  /** Called with every new pair, to be kept for the next run. */
  onTokens?: (tokens: Tokens) => void;
};

/** An access token with less time left than this is renewed first, in seconds. */
const MARGIN_S = 60;
const TIMEOUT_MS = 20_000;

/** The server refused to sign in. `code` is one of GoTrue's error codes. */
export class SignInError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Factor = { id: string; factor_type: string; friendly_name: string; status: string };
type Granted = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { factors?: Factor[] };
};

const levelOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { aal?: unknown }).aal; // reason: our own token

/** Signs in when first needed and renews automatically. */
export function createSession({ url, credentials, secondFactorCode, onTokens }: SessionOptions) {
  let tokens: Tokens | undefined;
  let running: Promise<Tokens> | undefined;

  async function post<T>(path: string, body: unknown, accessToken?: string): Promise<T> {
    const response = await fetch(new URL(`/auth/v1${path}`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'tenfold-script',
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as T & { error_code?: string; msg?: string }; // reason: the dialect's shapes
    if (!response.ok)
      throw new SignInError(answer.error_code ?? String(response.status), answer.msg ?? 'Sign-in failed');
    return answer;
  }

  async function passSecondFactor(granted: Granted): Promise<Granted> {
    const factor = granted.user.factors?.find(({ status }) => status === 'verified');
    if (!factor || levelOf(granted.access_token) === 'aal2') return granted;
    if (!secondFactorCode)
      throw new SignInError('insufficient_aal', 'This account asks for a code: give secondFactorCode.');
    const at = `/factors/${factor.id}`;
    const challenge = await post<{ id: string }>(`${at}/challenge`, {}, granted.access_token);
    const code = await secondFactorCode({ type: factor.factor_type, name: factor.friendly_name });
    return post<Granted>(`${at}/verify`, { challenge_id: challenge.id, code }, granted.access_token);
  }

  async function grant(): Promise<Tokens> {
    const refreshToken = tokens?.refreshToken ?? ('refreshToken' in credentials ? credentials.refreshToken : undefined);
    const granted =
      refreshToken === undefined
        ? await post<Granted>('/token?grant_type=password', credentials)
        : await post<Granted>('/token?grant_type=refresh_token', { refresh_token: refreshToken });
    const { access_token: accessToken, refresh_token: next, expires_at: expiresAtS } = await passSecondFactor(granted);
    tokens = { accessToken, refreshToken: next, expiresAtS };
    onTokens?.(tokens);
    return tokens;
  }

  /** One renewal serves every waiting caller. */
  async function renew(): Promise<string> {
    running ??= grant().finally(() => {
      running = undefined;
    });
    return (await running).accessToken;
  }

  return {
    renew,
    /** A token that is valid for at least the next minute. */
    accessToken: async (): Promise<string> =>
      tokens && tokens.expiresAtS - Date.now() / 1000 > MARGIN_S ? tokens.accessToken : renew(),
  };
}
export type Session = ReturnType<typeof createSession>;
