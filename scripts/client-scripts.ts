// Which modules the build puts together in one script. Anything not named here goes where the bundler finds best: with its page, or in a
// script of its own if several pages share it. Name only what those pages load anyway, never what loads on first use.

const anyOf = (...paths: string[]) => new RegExp(paths.join('|'));

/**
 * What most pages need, in one script, because a dozen small ones compress worse: a script of their own would make the smallest
 * parts three times as heavy. `npm run size` shows whether a part belongs here.
 */
const EVERY_PAGE = {
  name: 'every-page',
  test: anyOf(
    'node_modules/(?:react|react-dom|scheduler|@tanstack/(?:react-router|router-core|history|react-store|store))/(?!.*/useBlocker\\.)',
    'lucide-react/dist/esm/(?!icons/)',
    'lucide-react/dist/esm/icons/(?:arrow-left|check|chevron-down|circle-exclamation-point|lock|shield-check)\\.',
    'src/lib/(?:text/(?:first-name|format|list-in-words|search-text)|lazy/load-or-report|pressed-key|use-now|redirect-path)\\.ts',
    'src/lib/(?:lazy/(?:lazy-dialog|lazy-part|when-used)|storage/local-storage|is-plain-click)\\.tsx?',
    'src/api/(?:leave-for-sign-in|own-queue|signed-in|lazy/lazy-failure)\\.ts',
    'src/domain/(?:site/page-head|session/departure)\\.ts',
    'src/hydration/(?:page-hydration|use-hydrated|use-deferred-hydration|use-sent)\\.ts',
    'src/ui/(?:badge|button|button-class|card|class-names|icon-button|brand/(?:initials|logo)|main)\\.tsx?',
    'src/ui/(?:feedback/(?:empty|skeleton)|tabs/move-by-arrow)\\.tsx?',
    'server/contract/(?:texts|billing/(?:billing-times|discounts|plans|tiers))\\.ts',
  ),
};

/** All code that talks to the API needs these. */
const API = {
  name: 'api',
  test: anyOf(
    'node_modules/(?:@trpc|@tanstack/(?:query-core|react-query))/[^?]*$',
    'src/api/(?:api-client|auth-events|connection|on-resume|query-client|tabs|trpc|use-is-online)\\.ts',
    'src/api/links/[a-z-]+\\.ts',
    'src/domain/session/auth-context\\.ts',
    'src/lib/storage/(?:forget-stored|personal-store|use-personal-store)\\.ts',
  ),
  // Their imports are shared with pages that do not talk to the API yet.
  includeDependenciesRecursively: false,
};

/** The pages for signing in and up. */
const AUTH = {
  name: 'auth-pages',
  test: anyOf(
    'src/features/auth/(?:auth-frame|use-call)\\.tsx?',
    'src/features/auth/sign-in/(?:check-email|passkey-button|provider-buttons|use-finish-sign-in)\\.tsx?',
    'src/domain/session/(?:after-sign-in|passkeys|stored-sign-up-intent)\\.ts',
    'src/ui/brand/provider-mark\\.tsx',
    'src/lib/use-countdown\\.ts',
    'lucide-react/dist/esm/icons/(?:mail-check|key-round)\\.',
    'server/contract/account/oauth-providers\\.ts',
  ),
  includeDependenciesRecursively: false,
};

/** The fields of forms. */
const FORMS = {
  name: 'forms',
  test: anyOf('src/ui/forms/(?:field|text-field|password-field)\\.tsx', 'lucide-react/dist/esm/icons/eye\\.'),
  includeDependenciesRecursively: false,
};

/** What the signed-in area needs on each of its pages. */
const SIGNED_IN = {
  name: 'signed-in',
  test: anyOf(
    'src/shell/(?:app-layout|api-provider|auth-provider|session-watch|use-session-life)\\.tsx?',
    'src/shell/reauthentication/reauthentication-watch\\.tsx',
    'src/features/chat/outbox/(?:one-tab|outbox-sender|restore-messages|outbox-provider|explain-refusal|outbox-context|outbox|show-turn|turn-events)\\.tsx?',
    'src/features/chat/(?:composer/drafts|privacy/private-start|thread/merge-messages)\\.ts',
    'src/domain/session/(?:session-life|token-fragment)\\.ts',
    'src/lib/storage/web-locks\\.ts',
    'server/contract/(?:plain-text|chat/(?:chat|chat-texts)|billing/plan-texts)\\.ts',
  ),
  includeDependenciesRecursively: false,
};

/** What the frame of the dashboard needs: the sidebar, the header, and the plan that they show. */
const DASHBOARD = {
  name: 'dashboard',
  test: anyOf(
    'src/shell/dashboard/(?:access-layer|sandbox-strip|rail-tip|assistant-link|automations-link|brain-link|sidebar-nav|use-tooltip|sidebar|more-assistants|new-mark|greeting|account-menu-label|lazy-account-menu|topbar|sidebar-state|use-sidebar|use-subscription-poll|dashboard-shell)\\.tsx?',
    'src/shell/offline-strip\\.tsx',
    'src/features/notifications/(?:bell|use-unread)\\.tsx?',
    'src/domain/subscription/(?:access|access-follower|subscription-access|take-subscription|plan-label)\\.tsx?',
    'src/domain/checkout/requested-promotion\\.ts',
    'src/lib/(?:lazy/use-lazy-menu|random-id|text/(?:ends-sentence|number-in-words))\\.ts',
    'lucide-react/dist/esm/icons/(?:bell|credit-card|file-text|hourglass|house|notebook-text|panel-left|workflow)\\.',
  ),
  includeDependenciesRecursively: false,
};

/** What stands beside an amount: with the checkout and the pages after it, billing, and the prices on the first page. */
const PRICES = {
  name: 'prices',
  test: anyOf(
    'src/domain/(?:checkout/first-price|site/tax-note)\\.ts',
    'src/api/lazy/use-lazy\\.ts',
    'server/contract/billing/(?:credit|limits)\\.ts',
  ),
  includeDependenciesRecursively: false,
};

/** Leaving for the pay page: billing, and the checkout once it's used. */
const PAY_PAGE = {
  name: 'pay-page',
  test: anyOf('src/domain/checkout/(?:new-tab|open-payment-page|start-checkout)\\.ts'),
  includeDependenciesRecursively: false,
};

/** Choosing a plan: the checkout and billing. */
const PAYING = {
  name: 'paying',
  test: anyOf(
    'src/domain/checkout/use-payment-page\\.ts',
    'src/domain/subscription/plan-team\\.ts',
    'src/domain/trial/trial-wording\\.ts',
    'src/domain/site/guarantee-claim\\.ts',
    'src/ui/(?:blocked-tab-link|feedback/banner|forms/segment)\\.tsx',
  ),
  includeDependenciesRecursively: false,
};

/** What draws figures: home and billing need both. */
const CHARTS = {
  name: 'charts',
  test: anyOf('src/ui/charts/(?:bar-chart|progress-bar)\\.tsx', 'src/lib/next-heading\\.ts'),
  includeDependenciesRecursively: false,
};

/** For `codeSplitting.groups` of the bundler; the first match wins. */
export const CLIENT_SCRIPTS = [EVERY_PAGE, API, AUTH, FORMS, SIGNED_IN, DASHBOARD, PRICES, PAY_PAGE, PAYING, CHARTS];
