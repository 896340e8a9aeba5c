/** Places on the page that links and the focus go to. */
export const CONFLICTS_ID = 'settle';
export const FACTS_ID = 'facts';
export const SOURCES_ID = 'sources';
/** The name of the document or page on its own page. */
export const SOURCE_NAME_ID = 'source-name';
