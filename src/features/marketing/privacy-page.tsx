import { Link } from '@tanstack/react-router';
import {
  DELETION_GRACE_DAYS,
  EXPORTS_PER_DAY,
  SECURITY_EVENT_DAYS,
  UNCONFIRMED_DAYS,
} from '#contract/account/account-times.ts';
import { CONTACT_KEPT_DAYS } from '#contract/site/contact-topics.ts';
import { NEWSLETTER_UNCONFIRMED_DAYS } from '#contract/site/newsletter-times.ts';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';
import { useSite } from '#src/domain/site/site.ts';
import { cookiesOf, STORED } from './kept-in-browser.ts';
import { KeptList } from './kept-list.tsx';
import { LegalPage } from './legal-page.tsx';
import { ProcessorList } from './processor-list.tsx';

/** `/privacy`. What it lists must match drizzle-free-schema.sql. */
export function PrivacyPage() {
  const { publicUrl, supportEmail } = useSite();
  return (
    <LegalPage
      title="Privacy"
      lede="What we keep, why we keep it, for how long, and how to have it removed."
      changedOn="2026-11-22"
    >
      <p>Where no time is named, we keep it until you delete it or your account.</p>
      <h2>Your account and your work</h2>
      <ul>
        <li>Your email address, to sign you in and to write to you about your account.</li>
        <li>Your profile: name, business name, website, kind and size of business, revenue range and goals.</li>
        <li>Your preferences: the language of the answers, your time zone, and which mails you want.</li>
        <li>Your conversations, and the ratings and reasons you give for answers.</li>
        <li>How many messages you use each month, what their answers cost us a day, and when your trial ends.</li>
        <li>Which of our notices you have had, about the trial, limits and payments, so that each comes once.</li>
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
          Short-lived counts of attempts to sign in, of codes and mails sent, and of what comes through the forms and
          the chatbot of the public pages, for a day at most. The addresses and numbers they belong to are stored as
          keyed hashes, never as text.
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
        <li>The numbers of Stripe’s notes to us about your payments, for a month.</li>
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
      <h2>Letters, messages and the chatbot</h2>
      <ul>
        <li>
          The newsletter: your address, and which letters went to it. We write nothing but the mail that asks until you
          follow the link in it; an address that nobody confirms is removed after {NEWSLETTER_UNCONFIRMED_DAYS} days.
          Every letter has a link that unsubscribes you with one click, and with that the address is removed.
        </li>
        <li>
          The contact form: your name if you give it, your address and what you wrote. We keep it for{' '}
          {CONTACT_KEPT_DAYS} days. It also reaches us as an email, which stays in our mailbox as long as the matter
          needs it.
        </li>
        <li>
          The chatbot of the public pages: we do not store what you write there. It stays in your tab, and goes to the
          model provider for an answer.
        </li>
        <li>
          The <a href="/status">status page</a> shows how our own systems answer. It holds nothing about anybody.
        </li>
        <li>
          The log of our server: time, page, result and duration of each request. No address, no account and nothing
          that you typed.
        </li>
      </ul>
      <h2 id="processors">Who else sees it</h2>
      <ProcessorList />
      <p>
        Nobody else. Pages, scripts, fonts and pictures all come from our own server, and no page carries advertising or
        a tracker.
      </p>
      <h2 id="cookies">Cookies, and what else your browser keeps</h2>
      <p>Cookies:</p>
      <KeptList entries={cookiesOf(publicUrl)} />
      <p>In the browser’s own store:</p>
      <KeptList entries={STORED} />
      <p>
        Each of these is there for something that you asked for, and none follows you. That is why no banner asks for
        your consent: there is nothing that needs it.
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
        If the newsletter goes to the same address, that ends too. What you wrote by the contact form is a letter to us:
        it is not part of the download and stays for its {CONTACT_KEPT_DAYS} days, unless you ask us to delete it
        earlier. Questions go to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or through the{' '}
        <a href="/contact">contact form</a>.
      </p>
    </LegalPage>
  );
}
