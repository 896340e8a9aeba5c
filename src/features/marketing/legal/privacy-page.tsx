import { Link } from '@tanstack/react-router';
import {
  DELETION_GRACE_DAYS,
  EXPORTS_PER_DAY,
  SECURITY_EVENT_DAYS,
  UNCONFIRMED_DAYS,
} from '#contract/account/account-times.ts';
import { CONTACT_RETENTION_DAYS } from '#contract/site/contact-topics.ts';
import { NEWSLETTER_UNCONFIRMED_DAYS } from '#contract/site/newsletter-times.ts';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';
import { useSite } from '#src/domain/site/site.ts';
import { cookiesOf, STORED } from './browser-storage.ts';
import { StoredItems } from './stored-items.tsx';
import { LegalPage } from './legal-page.tsx';
import { ProcessorList } from './processor-list.tsx';

/** `/privacy`. What it lists must match drizzle-free-schema.sql. */
export function PrivacyPage() {
  const { publicUrl, supportEmail } = useSite();
  return (
    <LegalPage
      title="Privacy"
      lede="What we keep, why, for how long, and how to get it deleted."
      changedOn="2026-11-29"
    >
      <p>If we don’t name a time, we keep it until you delete it or your account.</p>
      <h2>Your account and your work</h2>
      <ul>
        <li>Your email address, to sign you in and to email you about your account.</li>
        <li>Your profile: your name, business name, website, business type and size, revenue range and goals.</li>
        <li>Your preferences: the language of your answers, your time zone, and which emails you want.</li>
        <li>
          Your conversations, how you rate answers and why, and a short summary of the earlier part of each long
          conversation. It’s deleted with the conversation.
        </li>
        <li>
          What your team knows about your business: the facts it learned from your messages, each with the words it came
          from, and those you typed. What a newer fact replaced stays in its history until you delete it. Nothing is
          learned from private chats, or while you have learning switched off.
        </li>
        <li>
          How you like your answers: their length, emojis and sign-off, the words to avoid, and your own rules, along
          with earlier settings, so you can undo a change.
        </li>
        <li>
          The documents you add for your team, as they are, and the text of the web pages you name. The AI provider that
          answers your questions also reads them for facts, and describes your pictures.
        </li>
        <li>
          The templates you write, and for all templates: how often you’ve used each, how you rated it, and whether it’s
          one of your favorites. Others see only sums, and an average rating once at least five people have rated. For
          two months, we keep a hash of each text you filled in, so that copying it again doesn’t count.
        </li>
        <li>
          The automations you set up, and for 90 days what each run read and wrote, so you can see what happened. What
          another program last sent to an automation, as a sample. The addresses of people you ask to get emails: theirs
          are deleted after 30 days if they don’t agree.
        </li>
        <li>How many messages you use each month, what the answers cost us per day, and when your trial ends.</li>
        <li>Which notices we’ve sent you about your trial, limits and payments, so you get each one once.</li>
        <li>
          If you turn on notifications in a browser: its address at its maker’s push service, and the keys we encrypt
          them with. We delete both when you turn them off or sign out there.
        </li>
        <li>What your own scripts store with your account, if you use any.</li>
      </ul>
      <h2>What stays where you said it</h2>
      <ul>
        <li>
          What you say in a private chat stays in that chat, even if you turn private off later. It’s never learned,
          quoted in other chats, or passed to your automations.
        </li>
        <li>
          Passwords, keys, card numbers, bank logins, safe and alarm codes, and personal ID numbers are never kept as
          facts, not even if you say “remember.” In the chat where you wrote one, it stays as you wrote it. Wherever
          else the message is quoted or summarized, it says [left out] instead.
        </li>
        <li>
          There’s one exception, and only if you choose it: a fact with your guest Wi-Fi password or your business bank
          details that you mark Okay to share.
        </li>
        <li>
          If you make a chat private or delete it, we ask whether your team should also forget the facts and preferences
          it taught.
        </li>
      </ul>
      <h2>How you sign in</h2>
      <ul>
        <li>A hash of your password, made with argon2id. Nobody can read the password itself, and that includes us.</li>
        <li>
          If you sign in with Google or Slack: the ID they use for you, and the email address they give us. We don’t get
          your password or access to anything else there, and we don’t keep their tokens.
        </li>
        <li>
          If you add a second factor: the key for your authenticator app, encrypted, or your phone number. We keep
          recovery codes as keyed hashes.
        </li>
        <li>
          If you add a passkey: its public key, its name and when it was last used. The private key stays with you.
        </li>
        <li>If you sign in from a script: hashes of its refresh tokens.</li>
      </ul>
      <h2>Sessions and the security log</h2>
      <ul>
        <li>
          For each browser or script that’s signed in: a hash of its session key, its IP address, what it calls itself,
          how it signed in, and when we last saw it. The list is in your settings. We delete an entry when its session
          ends: when you sign out, after {SESSION_IDLE_DAYS} days without use, or after {SESSION_ABSOLUTE_DAYS} days at
          the latest.
        </li>
        <li>
          A log of what happens to your account, such as sign-ins and password changes, with the time, IP address and
          device. We keep it for {SECURITY_EVENT_DAYS} days, so you can look into a break-in even if you notice it late.
        </li>
        <li>
          Counts of sign-in attempts, of codes and emails we’ve sent, and of messages through our forms and the chatbot
          on the public pages. We keep them for a day at most, and store the addresses and numbers they belong to as
          keyed hashes, never as text.
        </li>
        <li>
          Hashes of the links and codes we send you, until they’re used or expire. If nobody confirms an account’s email
          address, we delete the account after {UNCONFIRMED_DAYS} days.
        </li>
      </ul>
      <h2>Plans and payments</h2>
      <ul>
        <li>
          Your plan and its status: the price, how long it’s paid for, whether there’s a card, when you first paid, and
          whether we refunded you. Card details go to Stripe and never to us.
        </li>
        <li>The IDs of Stripe’s notifications about your payments, for a month.</li>
        <li>
          One line for each message and template you use, with the teammate or the template and the time, so you can
          check our count.
        </li>
        <li>
          If you buy a plan before you have an account: the email address you entered, the plan, and a hash of a cookie
          that tells us it was your browser that paid. We keep them for a month after the address is confirmed or the
          purchase is canceled.
        </li>
        <li>
          A keyed hash of the email address that paid, got a refund or saw a limited-time offer, so first-time discounts
          and the guarantee apply once. Like the trial hashes, we keep it after your account is deleted.
        </li>
      </ul>
      <h2>One trial per person</h2>
      <p>
        When you confirm an email address, or sign in with Google or Slack for the first time, we store a keyed hash of
        the address and of that account, so each person gets one trial. We keep these hashes even after your account is
        deleted. A hash on its own reveals neither the address nor the account.
      </p>
      <h2>Newsletter, contact form and chatbot</h2>
      <ul>
        <li>
          The newsletter: your email address, and which issues we sent it. Until you confirm, the only email you get is
          the one asking you to. If nobody confirms an address, we delete it after {NEWSLETTER_UNCONFIRMED_DAYS} days.
          Every issue has a link that unsubscribes you with one click and deletes your address from the list.
        </li>
        <li>
          The contact form: your name if you give it, your email address and your message. We keep them for{' '}
          {CONTACT_RETENTION_DAYS} days. Your message also reaches us as an email, which stays in our mailbox as long as
          we need it to help you.
        </li>
        <li>
          The chatbot on the public pages: we don’t store what you write. It stays in your browser tab, and goes to the
          model provider to get an answer.
        </li>
        <li>
          The <a href="/status">status page</a> shows how our own systems are doing. It holds no personal data.
        </li>
        <li>
          Our server log: the time, page, result and duration of each request. No address, no account and nothing you
          typed.
        </li>
      </ul>
      <h2 id="processors">Who else sees it</h2>
      <ProcessorList />
      <p>
        If you turn on notifications in a browser, the push service of its maker (Google, Mozilla, Apple or Microsoft)
        passes them on. They’re encrypted, so it learns when you get one, but not what it says.
      </p>
      <p>
        Nobody else. Pages, scripts, fonts and pictures all come from our own server, and there are no ads or trackers.
      </p>
      <h2 id="cookies">Cookies and local storage</h2>
      <p>Cookies:</p>
      <StoredItems entries={cookiesOf(publicUrl)} />
      <p>In your browser’s storage:</p>
      <StoredItems entries={STORED} />
      <p>
        If you turn on notifications in a browser, it also keeps the small script that shows them (a service worker). It
        stores nothing.
      </p>
      <p>
        Each of these is there for something you asked for, and none of them track you. That’s why you don’t see a
        cookie banner: nothing here needs your consent.
      </p>
      <h2>Downloading your data</h2>
      <p>
        In your <Link to="/dashboard/settings">settings</Link> you can download everything we keep about you as one ZIP
        file, to read yourself and as data for programs, up to {EXPORTS_PER_DAY} times a day. It leaves out only the
        keys and hashes that protect your account, and lists which ones.
      </p>
      <h2>Deleting your data</h2>
      <p>
        You can delete a conversation anytime, and an hour later it’s gone for good. A fact that you tell your team to
        forget is used no more; it stays in your list of forgotten facts, so that you can bring it back or delete it for
        good. A document or page you remove is gone for good an hour later, with what it taught your team; what you
        confirmed stays. You can delete your whole account in your settings. You have {DELETION_GRACE_DAYS} days to
        change your mind. Then we delete everything, including the security log. Only the keyed hashes named above stay.
        Database backups made before that day still hold your data until they’re replaced.
      </p>
      <p>
        If you get the newsletter at the same address, that stops too. Contact form messages are separate: they aren’t
        part of the download, and we keep them for their {CONTACT_RETENTION_DAYS} days unless you ask us to delete them
        sooner. Questions? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or use the{' '}
        <a href="/contact">contact form</a>.
      </p>
    </LegalPage>
  );
}
