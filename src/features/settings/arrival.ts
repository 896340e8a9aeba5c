import { EXPORTS_PER_DAY } from '#contract/account/account-times.ts';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { isOAuthProvider, OAUTH_PROVIDER_NAMES } from '#contract/account/oauth-providers.ts';
import { TOASTS } from '#contract/texts.ts';
import { isErrorCode } from '#src/lib/app-error.ts';
import type { SettingsSearch } from '#src/domain/profile/settings-search.ts';
import type { InnerSlug } from '#src/domain/profile/settings-sections.ts';

type Told = { tone: 'success' | 'error'; title: string; text?: string };
/** What to say, and the section where to go on. */
export type Outcome = { told: Told; section: InnerSlug };

/** Only a download is refused with these. */
const DOWNLOAD_TEXTS: Partial<Record<ErrorCode, string>> = {
  PROOF_NEEDED: ERROR_CODES.PROOF_NEEDED.text,
  TOO_MANY_ATTEMPTS: `Your data can be downloaded ${EXPORTS_PER_DAY} times a day. Please try again tomorrow.`,
  SERVER_BUSY: 'Many people are downloading their data right now. Please try again in a minute.',
  EXPORT_RUNNING: ERROR_CODES.EXPORT_RUNNING.text,
};

/** Reads how a visit to a sign-in service, or a download, has ended. Null for a visit that is none of these. */
export function readOutcome({ linked, problem }: SettingsSearch): Outcome | null {
  if (problem !== undefined) {
    const code = isErrorCode(problem) ? problem : 'INTERNAL';
    const ofDownload = DOWNLOAD_TEXTS[code];
    return {
      told: { tone: 'error', title: TOASTS.error.title, text: ofDownload ?? ERROR_CODES[code].text },
      section: ofDownload ? 'your-data' : 'sign-in',
    };
  }
  if (linked !== undefined && isOAuthProvider(linked)) {
    const name = OAUTH_PROVIDER_NAMES[linked];
    return {
      told: { tone: 'success', title: `${name} linked`, text: 'It opens your account from now on.' },
      section: 'sign-in',
    };
  }
  return null;
}
