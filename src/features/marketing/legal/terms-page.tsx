import { DELETION_GRACE_DAYS } from '#contract/account/account-times.ts';
import { GRACE_DAYS, GUARANTEE_DAYS, GUEST_PURCHASE_DAYS } from '#contract/billing/billing-times.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { useSite } from '#src/domain/site/site.ts';
import { LegalPage } from './legal-page.tsx';

/** `/terms`. */
export function TermsPage() {
  const { supportEmail } = useSite();
  return (
    <LegalPage title="Terms" lede={`The rules for using ${PRODUCT_NAME}, in plain words.`} changedOn="2026-11-23">
      <h2>Your account</h2>
      <p>
        You need an email address you can confirm, or a Google or Slack account with a verified one. Keep your password,
        recovery codes and tokens to yourself: you’re responsible for what happens in your account. If you think someone
        else has used it, sign out everywhere in your settings and write to us.
      </p>
      <h2>The trial</h2>
      <p>
        The trial lasts {TRIAL_DAYS} days from when you confirm your address, and includes the whole team. You don’t
        need a credit card, and each person gets one trial. It ends automatically: you keep your conversations and move
        to the Free plan, with {LIMITS.free.messages} messages a month.
      </p>
      <h2>Plans and payments</h2>
      <p>
        You pay for a plan in advance, by the month, quarter or year, and it renews until you cancel. You can cancel
        anytime on the billing page and keep the plan until the end of the time you’ve paid for. If you move up to a
        bigger plan or a longer cycle, the change takes effect right away, and what’s left of the old plan becomes
        credit. If you move down, it takes effect when the time you’ve paid for ends, unless you choose to switch now.
        You see the amount before you confirm. Credit pays for your next invoices before your card does, and stays on
        your account if your plan ends. If you choose a plan during the trial, we charge it when the trial ends, and
        only if you’ve added a card. One discount applies at a time. First-time, welcome-back and limited-time discounts
        lower the first invoice only, and the order summary shows what you pay now and later. If a payment fails, you
        keep the plan for {GRACE_DAYS} days.
      </p>
      <p>
        If you buy a plan before you have an account, it waits until the email address you gave is confirmed. Until then
        we charge nothing, and you can correct the address in the browser you paid with. If nobody confirms it within{' '}
        {GUEST_PURCHASE_DAYS} days, we cancel the plan and refund anything that was paid.
      </p>
      <h2 id="guarantee">The money-back guarantee</h2>
      <p>
        Within {GUARANTEE_DAYS} days of your first payment, you can get back everything you’ve paid. The days count from
        the first payment ever made with your email address, not from each new plan, and you can use the guarantee once:
        after a refund, or once the {GUARANTEE_DAYS} days are over, later plans don’t come with it. While it lasts, the
        billing page has a button that states the amount before you confirm. The plan ends right away, any credit you
        have left goes with it, and the money goes back to the card you paid with. How soon it arrives is up to your
        bank.
      </p>
      <h2>Messages</h2>
      <p>
        Each plan includes a number of messages per calendar month (UTC). A question that gets no answer doesn’t count.
        The monthly limits are listed with the prices.
      </p>
      <h2>What the teammates are</h2>
      <p>
        They’re software that drafts and suggests, and so is the chatbot on the public pages. They can be wrong. For
        plans and prices, this site is what counts, not an answer in a chat. Check facts, figures and anything legal,
        medical or financial before you rely on it or send it to anyone.
      </p>
      <h2>What is yours</h2>
      <p>
        What you write stays yours, and you may use the answers however you like. Don’t send anything you have no right
        to use. Don’t use the service to harm, deceive or spam people, and don’t try to break into it or overload it.
      </p>
      <h2>Leaving, and changes to these terms</h2>
      <p>
        You may stop anytime. You can download all your data and delete your account. It keeps working for another{' '}
        {DELETION_GRACE_DAYS} days, in case you change your mind, and then it’s gone with everything in it. We may close
        an account that breaks these rules. When the rules change, we update this page. Questions? Write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or use the <a href="/contact">contact form</a>.
      </p>
    </LegalPage>
  );
}
