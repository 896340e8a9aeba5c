import type { Template } from '#contract/power-ups/templates.ts';
import { abandonedBasketReminder } from './email/abandoned-basket-reminder.ts';
import { eventInvitation } from './email/event-invitation.ts';
import { monthlyNewsletter } from './email/monthly-newsletter.ts';
import { orderFollowUp } from './email/order-follow-up.ts';
import { priceChangeNotice } from './email/price-change-notice.ts';
import { reviewRequest } from './email/review-request.ts';
import { welcomeEmail } from './email/welcome-email.ts';
import { winBackNote } from './email/win-back-note.ts';

/** Every template, in the order in which the screen lists them. */
export const TEMPLATES: readonly Template[] = [
  welcomeEmail,
  abandonedBasketReminder,
  monthlyNewsletter,
  winBackNote,
  reviewRequest,
  eventInvitation,
  priceChangeNotice,
  orderFollowUp,
];
