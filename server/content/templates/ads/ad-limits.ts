/** The most characters that Google Ads takes in a responsive search ad. */
export const SEARCH_AD = { headline: 30, description: 90, path: 15 } as const;
/** What Meta shows of an ad in a feed before it cuts it off. It takes more. */
export const FEED_AD = { text: 125, headline: 40, description: 30 } as const;
/** What fits a line or two of a form on a phone. */
export const LEAD_FORM = { headline: 60, question: 80, answer: 40 } as const;
