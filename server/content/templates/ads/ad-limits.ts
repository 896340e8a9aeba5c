/**
 * The most characters that the ad systems take or show in full: Google Ads for search and shopping, Meta for feeds and lead forms. Ours are
 * the templates' limits, and a test fills each ad with the longest values.
 */
export const SEARCH_AD = { headline: 30, description: 90, path: 15 } as const;
export const FEED_AD = { text: 125, headline: 40, description: 30 } as const;
export const LEAD_FORM = { headline: 60, question: 80, answer: 40 } as const;
export const SHOPPING_TITLE = 150;
