import { Link } from '@tanstack/react-router';
import { DELETION_GRACE_DAYS, PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { REAUTHENTICATION_MINUTES, SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';
import { useSite } from '#src/domain/site/site.ts';
import { LegalPage } from './legal-page.tsx';

const OVER_TLS =
  'Every page travels encrypted (TLS), and we tell your browser to accept nothing less from us for a year.';
const WITHOUT_TLS =
  'This installation runs without TLS, for trying things out. What you send to it isn’t encrypted on the way.';

/** `/security`. It claims only what the code does. */
export function SecurityPage() {
  const { publicUrl, supportEmail } = useSite();
  const isHttps = publicUrl.startsWith('https:');
  return (
    <LegalPage title="Security" lede="How we look after your account and your conversations." changedOn="2026-11-22">
      <h2>Signing in</h2>
      <ul>
        <li>We store passwords as argon2id hashes, and refuse the passwords attackers try first.</li>
        <li>
          We limit wrong passwords per account and per network. Strangers who guess yours can’t lock you out where
          you’ve signed in before, and we email you about it at most once a day.
        </li>
        <li>
          An account opens only once its email address is confirmed. The link we email for that works once, and expires.
        </li>
        <li>
          If you forget your password, we email you a link that works once, for {PASSWORD_RESET_MINUTES} minutes. Using
          it ends every session, and you still need your second factor.
        </li>
        <li>
          Passkeys work instead of a password. There’s nothing to steal from us, and nothing to type into a fake page.
        </li>
        <li>
          Google and Slack open an account here only if they’ve verified its address. Each sign-in is tied to the
          browser it started in, and we check the signature on what they send.
        </li>
      </ul>
      <h2>A second factor</h2>
      <ul>
        <li>Add an authenticator app or a phone, and keep ten recovery codes in case you lose it.</li>
        <li>
          Each code works once, and you get a limited number of tries. Until you enter one, your session opens nothing.
        </li>
        <li>We keep the key for your app encrypted, and recovery codes as keyed hashes.</li>
      </ul>
      <h2>Sessions</h2>
      <ul>
        <li>
          Your session is a cookie that scripts on the page can’t read. We store only its hash. It ends after{' '}
          {SESSION_IDLE_DAYS} days without use and after {SESSION_ABSOLUTE_DAYS} days at the latest.
        </li>
        <li>Signing out ends the session on the server, not just in your browser.</li>
        <li>
          Before a sensitive change, you confirm it’s you, unless you did so in the last {REAUTHENTICATION_MINUTES}{' '}
          minutes. Afterwards your browser gets a new session key. A new password or email address signs out every other
          device.
        </li>
        <li>
          Your <Link to="/dashboard/settings">settings</Link> list every device with its address and time. You can sign
          out any of them, or all of them.
        </li>
        <li>A script’s tokens are short-lived, and each refresh token works once. Using one twice ends the session.</li>
      </ul>
      <h2>What we tell you</h2>
      <ul>
        <li>Your security log shows what happened to your account, when, and from which device and address.</li>
        <li>
          We email you about sensitive changes and sign-ins from new devices. If your email address changes, we tell the
          old one too.
        </li>
      </ul>
      <h2>Your data</h2>
      <ul>
        <li>We check every request for a conversation or a profile against the account that owns it.</li>
        <li>The server refuses changes that come from another site.</li>
        <li>
          Pages, scripts, fonts and pictures come from our own server. A policy on every page names the scripts that may
          run, and your browser blocks all others. No other site can show our pages in a frame.
        </li>
        <li>{isHttps ? OVER_TLS : WITHOUT_TLS}</li>
        <li>
          Authenticator app keys and the keys that sign tokens are encrypted at rest (AES-256-GCM, with a key that isn’t
          in the database). We keep passwords, session keys, recovery codes and links that open or change an account
          only as hashes. Conversations and profiles aren’t encrypted a second time: anyone with access to the database
          can read them.
        </li>
        <li>Card details go to Stripe and never reach our server.</li>
        <li>Our server log contains neither what you write nor your address.</li>
        <li>
          You can download all of it, or delete all of it and have {DELETION_GRACE_DAYS} days to change your mind.
        </li>
      </ul>
      <h2>What we don’t claim</h2>
      <ul>
        <li>No outside company has audited or certified us.</li>
        <li>
          Whoever runs this installation makes the backups. What you delete is gone from the database, and from older
          backups once they’re replaced.
        </li>
        <li>
          The <a href="/status">status page</a> shows how we’ve been running, failures included.
        </li>
      </ul>
      <h2 id="report">Found a vulnerability?</h2>
      <p>
        Please tell us before you tell anyone else, with the <a href="/contact?topic=security">contact form</a> or at{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. A person will read it, reply, and tell you what we did
        about it. Please test only with your own accounts, and don’t slow the service down for others. There’s a
        machine-readable version in <a href="/.well-known/security.txt">security.txt</a>.
      </p>
    </LegalPage>
  );
}
