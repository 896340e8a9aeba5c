import type { Template } from '#contract/templates/templates.ts';
import { leadFormAd } from './ads/lead-form-ad.ts';
import { retargetingSet } from './ads/retargeting-set.ts';
import { searchAdLocalService } from './ads/search-ad-local-service.ts';
import { seasonalOffer } from './ads/seasonal-offer.ts';
import { shoppingTitles } from './ads/shopping-titles.ts';
import { aboutPage } from './content/about-page.ts';
import { caseStory } from './content/case-story.ts';
import { howToArticle } from './content/how-to-article.ts';
import { productDescription } from './content/product-description.ts';
import { videoScript30Seconds } from './content/video-script-30-seconds.ts';
import { abandonedBasketReminder } from './email/abandoned-basket-reminder.ts';
import { eventInvitation } from './email/event-invitation.ts';
import { monthlyNewsletter } from './email/monthly-newsletter.ts';
import { orderFollowUp } from './email/order-follow-up.ts';
import { priceChangeNotice } from './email/price-change-notice.ts';
import { reviewRequest } from './email/review-request.ts';
import { welcomeEmail } from './email/welcome-email.ts';
import { winBackNote } from './email/win-back-note.ts';
import { behindTheScenes } from './social/behind-the-scenes.ts';
import { customerQuote } from './social/customer-quote.ts';
import { monthPlanner } from './social/month-planner.ts';
import { productLaunchPost } from './social/product-launch-post.ts';
import { shortVideoCaption } from './social/short-video-caption.ts';
import { weeklyQuestion } from './social/weekly-question.ts';

/** Every template, in the order in which the screen lists them: a mix first, then by category. */
export const TEMPLATES: readonly Template[] = [
  welcomeEmail,
  abandonedBasketReminder,
  productLaunchPost,
  behindTheScenes,
  searchAdLocalService,
  howToArticle,
  monthlyNewsletter,
  winBackNote,
  reviewRequest,
  eventInvitation,
  priceChangeNotice,
  orderFollowUp,
  customerQuote,
  weeklyQuestion,
  shortVideoCaption,
  monthPlanner,
  retargetingSet,
  seasonalOffer,
  leadFormAd,
  shoppingTitles,
  productDescription,
  caseStory,
  aboutPage,
  videoScript30Seconds,
];
