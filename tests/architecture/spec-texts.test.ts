import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSourceFiles } from './source-files.ts';

// Copied from the specification by hand, so that an edit of a text in the product fails here.
// A text with a name or a figure in it stands as its fixed parts.
const texts: Record<string, string[]> = {
  '§2 sign-in': ['Welcome', 'Join ', ' Plan', 'Sign In', 'Sign Up', 'Back to home'],
  '§2 not found': ['404', 'Oops! Page not found'],
  '§2 dashboard': ['Loading...', 'Signed out', 'Profile', 'Sign out', 'Manage Subscription'],
  '§2 gated assistants': [
    'SEO & Ads Expert',
    'Email Marketing Expert',
    'Social Media Expert',
    'Customer Support',
    'Sales Closer',
    'Landing Pages',
    'Content Creator',
    'Automation Expert',
    'Analytics Expert',
  ],
  '§2 chat': [
    'Search conversations...',
    'No conversations found',
    'No conversations yet',
    'Start a conversation by typing a message below.',
    'Type your message...',
    'Delete',
  ],
  '§2 blog': ['Search articles...', 'All Articles', 'Featured Articles', ' more', 'Subscribe'],
  '§3 chat': ['Chat with '],
  '§4 locked': [
    ' is Locked',
    'Available with ',
    ' plan and above',
    'Upgrade to Access ',
    'Start with a 7-day free trial • Cancel anytime',
    'Upgrade to unlock',
  ],
  '§4 upgrade dialog': [
    'Your Free Trial Has Expired',
    'Unlock ',
    'Usage Limit Reached',
    'Premium Feature',
    'Upgrade Your Plan',
    'Most Popular',
    'Maybe Later',
  ],
  '§4 checkout': ['Offer Expired', 'Processing...'],
  '§4 onboarding': ['Continue', 'Back', 'Complete Setup'],
  '§4 visitor chatbot': ['AI', 'Request Demo', 'Later'],
  '§5 forms': ['Email is required', 'Please enter a valid email address', 'Setting up...'],
  '§8 toasts': [
    'Error',
    'Welcome back!',
    'Successfully signed in.',
    'Account created!',
    'Please check your email to confirm your account.',
    'Welcome to ',
    'Your profile has been set up successfully.',
    'Failed to save your preferences. Please try again.',
    "You've reached your ",
    ' plan limit of ',
    ' messages this month. Please upgrade your plan to continue.',
    'Unable to check usage limits. Please try again.',
    'Failed to create conversation. Please try again.',
    'Creating checkout session...',
    'Please wait while we prepare your subscription',
    'Redirecting to checkout...',
    "You'll be redirected to a card payment provider in a new tab",
    'Failed to create checkout session. Please try again.',
    'Failed to open customer portal',
    'Authentication Required',
    'Please log in to manage your subscription',
    'Subscription Successful!',
    'Subscription Canceled',
    'Link copied!',
  ],
  '§8 visitor chatbot': [
    "I'm sorry, I'm having trouble connecting right now...",
    'Connection Error',
    'Unable to send message. Please try again.',
  ],
  '§8 chat failures': [
    'Sorry, I encountered an error. Please try again.',
    'The AI service is currently unavailable due to quota limits. Please try again later or contact support.',
    'Network error. Please check your connection and try again.',
    'Request timed out. Please try again with a shorter message.',
  ],
  '§8 crash': [
    'Something went wrong',
    'An unexpected error occurred. Please try refreshing the page.',
    'Refresh Page',
    'Try Again',
  ],
  '§9 plans': ['Starter', 'Pro', 'Ultimate', 'Best Value', 'Save 2 months'],
  '§9 relative time': ['Just now', 'h ago', 'd ago'],
};

function collectTexts(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) collectTexts(child, found);
}

/** What people can read: string literals, template parts and JSX text, without comments and without code. */
function textsOfProduct(): string {
  const files = readSourceFiles(/\.tsx?$/).filter(
    (file) => /^(?:src|server\/contract)\//.test(file.path) && !file.path.includes('.test.'),
  );
  const found: string[] = [];
  for (const file of files) collectTexts(parseSync(file.path, file.text).program, found);
  return found.join('\n');
}

describe('the texts of the specification stand to the letter', () => {
  const product = textsOfProduct();
  const rows = Object.entries(texts).flatMap(([section, list]) => list.map((text) => [section, text] as const));

  it.each(rows)('%s: %s', (_section, text) => {
    expect(product).toContain(text);
  });

  it('and a text that nobody wrote is missed', () => {
    expect(product).not.toContain('This sentence is not in the product.');
  });
});
