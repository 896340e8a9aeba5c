import { CONFIRMATION_HOURS } from '#contract/auth.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { Mail } from '#server/gateways/mail.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

function paragraphs(lines: string[], link: { url: string; label: string }): { text: string; html: string } {
  const [first = '', ...rest] = lines;
  return {
    text: [first, `${link.label}: ${link.url}`, ...rest].join('\n\n'),
    html: `<div style="font-family:Georgia,serif;max-width:34rem;color:#17201B"><p>${escapeHtml(first)}</p><p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>${rest.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`,
  };
}

export function confirmationMail(to: string, url: string): Mail {
  return {
    to,
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    ...paragraphs(
      [
        'Ten teammates are ready to meet you. Confirm that this is your address and your 7-day free trial begins.',
        `The link works for ${CONFIRMATION_HOURS} hours, once. If you did not ask for it, do nothing: no account opens without it.`,
      ],
      { url, label: 'Confirm my email' },
    ),
  };
}

/** Sent when somebody signs up with an address that has an account: the screen gives the same answer for both. */
export function alreadyRegisteredMail(to: string, url: string): Mail {
  return {
    to,
    subject: `You already have a ${PRODUCT_NAME} account`,
    ...paragraphs(
      [
        'Somebody, perhaps you, signed up with this address. It has an account already, so nothing was changed.',
        'If it was not you, there is nothing to do.',
      ],
      { url, label: 'Sign in' },
    ),
  };
}
