/** The words in the tab while its address is on the way. */
export type TabWords = { title: string; text: string };

/** A tab of ours that waits for its address. */
export type NewTab = {
  /** Sends the tab to its address. False if it has been closed meanwhile. */
  leadTo: (url: string) => boolean;
  close: () => void;
};

type Opener = { open: (url: string, target: string) => Window | null; document: Document };

/** Styles are set by script, because the page's policy forbids them in markup and the tab inherits it. */
function say({ title, text }: TabWords, page: Document, like: Document): void {
  page.title = title;
  page.documentElement.lang = 'en';
  const { theme } = like.documentElement.dataset;
  if (theme !== undefined) page.documentElement.dataset['theme'] = theme;
  for (const { href } of like.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const link = page.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    page.head.append(link);
  }
  const main = page.createElement('main');
  main.className = 'message-page';
  const words = page.createElement('div');
  const heading = page.createElement('h1');
  heading.className = 'h3';
  heading.textContent = title;
  const line = page.createElement('p');
  line.className = 'muted';
  line.textContent = text;
  words.append(heading, line);
  main.append(words);
  page.body.append(main);
}

/**
 * Opens a tab in the click itself, because browsers block tabs that open after a wait. Null if they refuse anyway. The tab keeps
 * its opener only until its address is known: the page it leads to never gets a handle on ours.
 */
export function openNewTab(words: TabWords, opener: Opener = window): NewTab | null {
  const tab = opener.open('', '_blank');
  if (!tab) return null;
  say(words, tab.document, opener.document);
  return {
    leadTo: (url) => {
      if (tab.closed) return false;
      tab.opener = null;
      tab.location.replace(url);
      return true;
    },
    close: () => tab.close(),
  };
}
