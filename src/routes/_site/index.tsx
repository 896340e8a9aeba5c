import { createFileRoute } from '@tanstack/react-router';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { LandingPage } from '#src/features/marketing/landing/landing-page.tsx';
import { ITALIC_FONT_LINK } from '#src/lib/font-links.ts';
import { publicHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_site/')({
  head: () => ({
    ...publicHead(
      undefined,
      `Ten AI teammates for small businesses: search, email, social, support, sales and more, each with one job. Try it free for ${TRIAL_DAYS} days, no card.`,
    ),
    links: [ITALIC_FONT_LINK],
  }),
  component: LandingPage,
});
