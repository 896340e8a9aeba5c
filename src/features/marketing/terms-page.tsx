import { DELETION_GRACE_DAYS } from '#contract/account/account-times.ts';
import { GRACE_DAYS, GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { useSite } from '#src/domain/site/site.ts';
import { LegalPage } from './legal-page.tsx';

/** `/terms`. */
export function TermsPage() {
  const { supportEmail } = useSite();
  return (
    <LegalPage title="Terms" lede={`The rules of using ${PRODUCT_NAME}, in plain words.`} changedOn="2026-11-22">
      <h2>Your account</h2>
      <p>
        You need an email address that you can confirm, or an account at a sign-in service that vouches for it. Keep
        your password, recovery codes and tokens to yourself: what happens in your account is taken to be yours. If you
        think that someone else has used it, sign out everywhere in your settings and write to us.
      </p>
      <h2>The trial</h2>
      <p>
        The trial lasts {TRIAL_DAYS} days from the moment you confirm your address and opens the whole team. It needs no
        credit card and starts once per person. It ends by itself: you keep your conversations and go on with the free
        plan, which has {LIMITS.free.messages} messages a month.
      </p>
      <h2>Plans and payments</h2>
      <p>
        A plan is paid in advance for its month, quarter or year and renews until you cancel it. You can cancel at any
        time on the billing page: the plan stays until the day it is paid for. Another plan takes effect at once; what
        is left of the old one counts towards it, and the page says the sum before you confirm it. A plan chosen in the
        trial is charged when the trial ends, and only if you gave a card. At most one discount counts, and a
        first-time, returning or limited-time one lowers the first invoice only; the order summary says what you pay now
        and later. If a payment fails, you keep the plan for {GRACE_DAYS} days.
      </p>
      <p>
        Once, within {GUARANTEE_DAYS} days of your first payment, you can have everything back that you paid for the
        plan: there is a button for it on the billing page. The plan ends then.
      </p>
      <h2>Messages</h2>
      <p>
        Each plan has a number of messages per calendar month (UTC). A question that gets no answer does not count. The
        monthly limits stand with the prices.
      </p>
      <h2>What the teammates are</h2>
      <p>
        They are software that drafts and suggests, and so is the chatbot of the public pages. They can be wrong: what
        counts about plans and prices stands on the site, not in an answer. Check facts, figures and anything legal,
        medical or financial before you rely on it, and before you send it to anyone.
      </p>
      <h2>What is yours</h2>
      <p>
        What you write stays yours, and you may use the answers as you like. Do not send anything that you have no right
        to use, and do not use the service to harm, deceive or spam people, or to break into it or overload it.
      </p>
      <h2>Changes and endings</h2>
      <p>
        You may stop at any time. You can download all your data, and delete your account: it works for another{' '}
        {DELETION_GRACE_DAYS} days, in which you can keep it after all, and then it is gone with everything in it. We
        may close an account that breaks these rules. When the rules change, this page changes with them. Questions go
        to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or through the <a href="/contact">contact form</a>.
      </p>
    </LegalPage>
  );
}
