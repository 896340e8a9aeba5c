import { BriefcaseBusiness, Link2, MessageSquareQuote } from 'lucide-react';
import { articlePath } from '#contract/site/public-pages.ts';
import { canonicalUrl, useSite } from '#src/domain/site/site.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { copyLink } from './copy-link.ts';

const NEW_TAB = { target: '_blank', rel: 'noopener' };

/** Copying needs a script, so without any it is not offered; the others are links that need none. */
export function ShareLinks({ slug, title }: { slug: string; title: string }) {
  const url = canonicalUrl(useSite(), articlePath(slug));
  const deferred = useDeferredHydration();
  return (
    <div className="share" role="group" aria-label="Share">
      <IconButton boxed label="Copy link" title="Copy link" {...deferred} onClick={() => void copyLink(url)}>
        <Link2 className="icon" aria-hidden="true" />
      </IconButton>
      <a
        className="iconbtn boxed"
        href={`https://x.com/intent/post?${new URLSearchParams({ text: title, url }).toString()}`}
        aria-label="Share in a short post on X, in a new tab"
        title="Share on X"
        {...NEW_TAB}
      >
        <MessageSquareQuote className="icon" aria-hidden="true" />
      </a>
      <a
        className="iconbtn boxed"
        href={`https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url }).toString()}`}
        aria-label="Share with your professional network on LinkedIn, in a new tab"
        title="Share on LinkedIn"
        {...NEW_TAB}
      >
        <BriefcaseBusiness className="icon" aria-hidden="true" />
      </a>
    </div>
  );
}
