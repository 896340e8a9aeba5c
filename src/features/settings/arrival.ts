import { EXPORTS_PER_DAY } from '#contract/account/account-times.ts';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { isOAuthProvider, OAUTH_PROVIDER_NAMES } from '#contract/account/oauth-providers.ts';
import { TOASTS } from '#contract/texts.ts';
import { isErrorCode } from '#src/lib/error-sentences.ts';
import type { SettingsSearch } from '#src/domain/profile/settings-search.ts';
import type { InnerSlug } from '#src/domain/profile/settings-sections.ts';

type Message = { tone: 'success' | 'error'; title: string; text?: string };
/** The message, and the section to open. */
export type Outcome = { message: Message; section: InnerSlug };

/** Only downloads are refused with these codes. */
const DOWNLOAD_TEXTS: Partial<Record<ErrorCode, string>> = {
  REAUTHENTICATION_NEEDED: ERROR_CODES.REAUTHENTICATION_NEEDED.text,
  TOO_MANY_ATTEMPTS: `You can download your data ${EXPORTS_PER_DAY} times a day. Please try again tomorrow.`,
  SERVER_BUSY: 'A lot of people are downloading their data right now. Please try again in a minute.',
  BUDGET_USED_UP: ERROR_CODES.BUDGET_USED_UP.text,
  EXPORT_RUNNING: ERROR_CODES.EXPORT_RUNNING.text,
};

/** Reads how a visit to a sign-in service, or a download, has ended. Null for any other visit. */
export function readOutcome({ linked, problem }: SettingsSearch): Outcome | null {
  if (problem !== undefined) {
    const code = isErrorCode(problem) ? problem : 'INTERNAL';
    const ofDownload = DOWNLOAD_TEXTS[code];
    return {
      message: { tone: 'error', title: TOASTS.error.title, text: ofDownload ?? ERROR_CODES[code].text },
      section: ofDownload ? 'your-data' : 'sign-in',
    };
  }
  if (linked !== undefined && isOAuthProvider(linked)) {
    const name = OAUTH_PROVIDER_NAMES[linked];
    return {
      message: { tone: 'success', title: `${name} linked`, text: 'You can now sign in with it.' },
      section: 'sign-in',
    };
  }
  return null;
}
