import { Link } from '@tanstack/react-router';
import {
  DELETION_GRACE_DAYS,
  EXPORTS_PER_DAY,
  SECURITY_EVENT_DAYS,
  UNCONFIRMED_DAYS,
} from '#contract/account-times.ts';
import { HISTORY_MESSAGES } from '#contract/chat.ts';
import { OAUTH_ATTEMPT_MINUTES } from '#contract/oauth-providers.ts';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/session.ts';
import { useSite } from '#src/lib/site.ts';
import { LegalPage } from './legal-page.tsx';

/** `/privacy`. What it lists must match drizzle-free-schema.sql. */
export function PrivacyPage() {
  const { supportEmail } = useSite();
  return (
    <LegalPage title="Privacy" lede="What we keep, why we keep it, and how to have it removed.">
      <h2>Your account and your work</h2>
      <ul>
        <li>Your email address, to sign you in and to write to you about your account.</li>
        <li>Your profile: name, business name, website, kind and size of business, revenue range and goals.</li>
        <li>Your preferences: the language of the answers, your time zone, and which mails you want.</li>
        <li>Your conversations, and the ratings and reasons you give for answers.</li>
        <li>How many messages you use each month, what their answers cost us a day, and when your trial ends.</li>
        <li>What a program of yours stores with your account, if you use one.</li>
      </ul>
      <h2>Ways to sign in</h2>
      <ul>
        <li>A hash of your password, made with argon2id. Nobody can read the password itself, including us.</li>
        <li>
          If you sign in with Google or Slack: the number by which they know you, and the email address they tell us. We
          get no password and no access to anything there, and keep none of their tokens.
        </li>
        <li>
          If you add a second factor: the secret of your authenticator app, encrypted, or your phone number. Recovery
          codes are kept as keyed hashes.
        </li>
        <li>
          If you add a passkey: its public key, its name and when it was last used. The private key stays with you.
        </li>
        <li>For scripts that you sign in: hashes of their refresh tokens.</li>
      </ul>
      <h2>Sessions and the security log</h2>
      <ul>
        <li>
          For each browser or script that is signed in: a hash of its secret, its IP address, what it calls itself, how
          it signed in, and when it was last seen. You see the list in your settings. It is removed when the session
          ends: when you sign out, after {SESSION_IDLE_DAYS} days without use, and after {SESSION_ABSOLUTE_DAYS} days at
          the latest.
        </li>
        <li>
          A log of what happens to your account, such as sign-ins and changed passwords, with time, IP address and
          device. We keep it for {SECURITY_EVENT_DAYS} days, so that you can find out about a break-in that you notice
          late.
        </li>
        <li>
          Short-lived counts of attempts to sign in and of codes and mails sent, for a day at most. The addresses and
          numbers they belong to are stored as keyed hashes, never as text.
        </li>
        <li>
          Links and codes on their way to you, as hashes, until they are used or over. An account whose address nobody
          confirms is removed after {UNCONFIRMED_DAYS} days.
        </li>
      </ul>
      <h2>Plans and payments</h2>
      <ul>
        <li>
          Which plan you have and how it stands: its price, until when it is paid, whether there is a card, when you
          first paid and whether we paid you back. Card details go to Stripe and never to us.
        </li>
        <li>One line for each message you use, with the teammate and the time, so that you can check the count.</li>
        <li>
          If you buy a plan before you have an account: the address you typed and the plan, until you confirm the
          address or for a month after the purchase was closed.
        </li>
        <li>
          A keyed hash of the address that paid, was paid back or saw a limited offer, so that discounts for a first
          time and the guarantee happen once. Like those of the trial, it is kept after your account is deleted.
        </li>
      </ul>
      <h2>One trial per person</h2>
      <p>
        When you confirm an email address or sign in with Google or Slack for the first time, we store a keyed hash of
        the address and of that account, so that each person has one trial. These hashes are kept even after your
        account is deleted. A hash alone shows neither the address nor the account.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>
          The model provider that answers for your teammates. With each question it receives up to the last{' '}
          {HISTORY_MESSAGES} messages of that conversation, what your profile says about your business, the language you
          chose and the date where you are.
        </li>
        <li>The mail provider that delivers our emails to you. It receives your address and the email.</li>
        <li>
          The message provider that delivers codes to your phone, if you use that. It receives your number and the code.
        </li>
        <li>
          Stripe, once you start a checkout. It receives your email address and what you type on its pages: name, card,
          company and address. When your account is deleted we have your details deleted there; invoices stay, as the
          law asks.
        </li>
        <li>Google or Slack, if you sign in with them. They learn that you use your account there to sign in here.</li>
      </ul>
      <p>No page carries advertising or a tracker.</p>
      <h2>What your browser keeps</h2>
      <p>
        One cookie for your session. While you are on your way to Google or Slack and back, a second one for{' '}
        {OAUTH_ATTEMPT_MINUTES} minutes, so that nobody else can finish your sign-in. Small ones for choices such as the
        theme. What you have typed and not sent yet stays in this browser until it is sent or you sign out.
      </p>
      <h2>Taking it with you</h2>
      <p>
        In your <Link to="/dashboard/settings">settings</Link> you can download everything we keep about you as one ZIP
        file, readable and as data for programs, up to {EXPORTS_PER_DAY} times a day. It leaves out only the secrets and
        hashes that guard your account, and lists them.
      </p>
      <h2>Having it removed</h2>
      <p>
        You can delete a conversation at any time; it is gone for good an hour later. You can delete your whole account
        in your settings: for {DELETION_GRACE_DAYS} days you can change your mind, then every row of yours is removed,
        the security log included. What stays are the keyed hashes named above. Copies of the database that were made as
        backups before that day hold it until they are replaced.
      </p>
      <p>
        Questions go to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </LegalPage>
  );
}
