import { Link } from '@tanstack/react-router';
import { DELETION_GRACE_DAYS, PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { PROOF_MINUTES, SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';
import { useSite } from '#src/domain/site/site.ts';
import { LegalPage } from './legal-page.tsx';

const OVER_TLS =
  'Every page is sent encrypted (TLS), and your browser is told to accept nothing else from us for a year.';
const WITHOUT_TLS =
  'This installation runs without TLS, for trying it out: what you send to it is not encrypted on its way.';

/** `/security`. It claims what the code does and nothing else. */
export function SecurityPage() {
  const { publicUrl, supportEmail } = useSite();
  const isHttps = publicUrl.startsWith('https:');
  return (
    <LegalPage title="Security" lede="How we look after your account and your conversations." changedOn="2026-11-22">
      <h2>Signing in</h2>
      <ul>
        <li>Passwords are stored as argon2id hashes. Passwords from lists that attackers try first are refused.</li>
        <li>Sign-in attempts are limited per account and per address. When your account is paused, you get a mail.</li>
        <li>An account opens only after its email address is confirmed. A link in a mail works once and expires.</li>
        <li>
          A forgotten password is replaced by a link that works for {PASSWORD_RESET_MINUTES} minutes, once. Every
          session ends with it, and a second factor is asked for all the same.
        </li>
        <li>Passkeys work in place of a password: nothing that could be stolen from us or typed on a false page.</li>
        <li>
          Google and Slack open an account here only when they vouch for its address. Each sign-in with them is tied to
          the browser that began it, and what they send is checked to the signature.
        </li>
      </ul>
      <h2>A second factor</h2>
      <ul>
        <li>Add an authenticator app or a phone, and keep ten recovery codes for the day it is lost.</li>
        <li>Each code works once and wrong ones are limited. Until it is given, a session opens nothing.</li>
        <li>The secret of your app is encrypted where we keep it. Recovery codes are kept as keyed hashes.</li>
      </ul>
      <h2>Sessions</h2>
      <ul>
        <li>
          Your session is a cookie that scripts on the page cannot read. We store only its hash. It ends after{' '}
          {SESSION_IDLE_DAYS} days without use and after {SESSION_ABSOLUTE_DAYS} days at the latest.
        </li>
        <li>Signing out ends the session on the server, not only in your browser.</li>
        <li>
          Before a sensitive change you prove again that it is you, unless you did so in the last {PROOF_MINUTES}{' '}
          minutes. After it, your browser gets a new secret; a new password or address signs out every other device.
        </li>
        <li>
          Your <Link to="/dashboard/settings">settings</Link> list every device with its address and time. You can end
          any of them, or all at once.
        </li>
        <li>A script’s tokens are short-lived and renewed one by one. A renewal used twice ends its session.</li>
      </ul>
      <h2>You are told</h2>
      <ul>
        <li>Your security log shows what happened to your account, when, from which device and address.</li>
        <li>
          Sensitive changes and sign-ins from new devices come to you by mail. A change of address is told to the old
          one.
        </li>
      </ul>
      <h2>Your data</h2>
      <ul>
        <li>Every request for a conversation or a profile is checked against the account that owns it.</li>
        <li>The server refuses changes that come from another site.</li>
        <li>
          Pages, scripts, fonts and pictures come from our own server. A policy on every page names the scripts that may
          run, and your browser refuses all others. No other site can show our pages in a frame.
        </li>
        <li>{isHttps ? OVER_TLS : WITHOUT_TLS}</li>
        <li>
          The secrets of authenticator apps and the keys that sign tokens are encrypted at rest (AES-256-GCM, under a
          key that is not in the database). Passwords, session secrets, recovery codes and links that open or change an
          account are kept only as hashes. Conversations and profiles are not encrypted a second time: whoever holds the
          database can read them.
        </li>
        <li>Card details go to Stripe and never reach our server.</li>
        <li>Our log holds neither what you write nor your address.</li>
        <li>You can download all of it, and delete all of it with {DELETION_GRACE_DAYS} days to change your mind.</li>
      </ul>
      <h2>What we do not claim</h2>
      <ul>
        <li>No outside company has audited or certified us.</li>
        <li>
          Backups are made by whoever runs this installation. What you delete is gone from the database, and from older
          backups when these are replaced.
        </li>
        <li>
          How we have been running, faults included, stands on the <a href="/status">status page</a>.
        </li>
      </ul>
      <h2 id="report">Found a weakness?</h2>
      <p>
        Please tell us before you tell others, by the <a href="/contact?topic=security">contact form</a> or to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. A person reads it, answers, and tells you what comes of
        it. Look only into accounts of your own, and do not make the service slower for others. Programs find the same
        in <a href="/.well-known/security.txt">security.txt</a>.
      </p>
    </LegalPage>
  );
}
