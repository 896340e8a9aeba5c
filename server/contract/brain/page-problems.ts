/**
 * Why a web page couldn't be read, with the sentence its owner reads. Addresses inside a network and names that don't exist share one code,
 * so that nobody learns from it what a network contains.
 */
export const PAGE_PROBLEMS = {
  invalid_address: 'That isn’t a web address we can read. Paste one like https://yourshop.com.',
  not_public: 'We couldn’t find a public website at this address. Please check the spelling.',
  unreachable: 'We couldn’t reach this website. Make sure it opens in your browser, then try again.',
  bad_certificate: 'This website’s security certificate isn’t valid, so we didn’t read the page.',
  not_found: 'There’s no page at this address. Please check it for typos.',
  refused_by_site: 'This website didn’t let us read the page. You can upload its text as a document instead.',
  slow_down: 'This website keeps asking us to slow down. Please try again tomorrow.',
  site_error: 'This website is having trouble right now. Please try again later.',
  too_many_redirects: 'This address keeps forwarding to other addresses, so we couldn’t get to the page.',
  too_large: 'This page is too large for us to read. Try a smaller one.',
  wrong_type: 'There’s no text to read at this address. It may be a picture, a video or a download.',
  too_slow: 'This website took too long to respond. Please try again in a few minutes.',
  refused_by_robots:
    'This website asks programs not to read this page. If it’s yours, you can upload the text as a document.',
  sign_in_required: 'This page needs a sign-in, so we couldn’t read it.',
  needs_javascript: 'This page’s text only appears in a browser. You can copy it and upload it as a document.',
  empty: 'We didn’t find any text on this page.',
  unreadable: 'We couldn’t make sense of this page. You can upload its text as a document instead.',
  too_complex: 'We couldn’t make sense of this page. You can upload its text as a document instead.',
} as const;

export type PageProblemCode = keyof typeof PAGE_PROBLEMS;
