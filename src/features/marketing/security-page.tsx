import { useSite } from '#src/lib/site.ts';
import { LegalPage } from './legal-page.tsx';

/** `/security`. It claims what the code does and nothing else. */
export function SecurityPage() {
  const { supportEmail } = useSite();
  return (
    <LegalPage title="Security" lede="How we look after your account and your conversations.">
      <h2>Signing in</h2>
      <ul>
        <li>Passwords are stored as argon2id hashes. Passwords from lists that attackers try first are refused.</li>
        <li>Sign-in attempts are limited per account and per address.</li>
        <li>An account opens only after its email address is confirmed. A confirmation link works once and expires.</li>
      </ul>
      <h2>Sessions</h2>
      <ul>
        <li>Your session is a cookie that scripts on the page cannot read. We store only its hash.</li>
        <li>Signing out ends the session on the server, not only in your browser.</li>
      </ul>
      <h2>Your data</h2>
      <ul>
        <li>Every request for a conversation or a profile is checked against the account that owns it.</li>
        <li>The server refuses changes that come from another site.</li>
        <li>No page loads scripts from other companies.</li>
      </ul>
      <h2>Found a weakness?</h2>
      <p>
        Please write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> before you tell others. A person reads it,
        and tells you what comes of it.
      </p>
    </LegalPage>
  );
}
