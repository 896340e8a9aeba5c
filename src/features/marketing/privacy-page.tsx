import { HISTORY_MESSAGES } from '#contract/chat.ts';
import { useSite } from '#src/lib/site.ts';
import { LegalPage } from './legal-page.tsx';

/** `/privacy`. What it lists must match drizzle-free-schema.sql. */
export function PrivacyPage() {
  const { supportEmail } = useSite();
  return (
    <LegalPage title="Privacy" lede="What we keep, why we keep it, and how to have it removed.">
      <h2>What we keep</h2>
      <ul>
        <li>Your email address, to sign you in and to write to you about your account.</li>
        <li>A hash of your password, made with argon2id. Nobody can read the password itself, including us.</li>
        <li>Your profile: name, business name, website, kind and size of business, revenue range and goals.</li>
        <li>Your conversations, and the ratings and reasons you give for answers.</li>
        <li>How many messages you use each month, and when your trial ends.</li>
        <li>A hash of each browser session, so that you stay signed in.</li>
        <li>
          Short-lived counts of sign-in attempts. The addresses they belong to are stored as keyed hashes, never as
          text.
        </li>
      </ul>
      <h2>One trial per person</h2>
      <p>
        When you confirm your email address, we store a keyed hash of it, so that each person has one trial. This hash
        is kept even after your account is deleted. The hash alone does not show your address.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>
          The model provider that answers for your teammates. With each question it receives up to the last{' '}
          {HISTORY_MESSAGES} messages of that conversation and what your profile says about your business.
        </li>
        <li>The mail provider that delivers our emails to you. It receives your address and the email.</li>
      </ul>
      <p>No page carries advertising or a tracker.</p>
      <h2>What your browser keeps</h2>
      <p>
        One cookie for your session, and small ones for choices such as the theme. What you have typed and not sent yet
        stays in this browser until it is sent or you sign out.
      </p>
      <h2>Having it removed</h2>
      <p>
        You can delete a conversation yourself. To have your account and everything in it deleted, write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a> from the address of the account.
      </p>
    </LegalPage>
  );
}
