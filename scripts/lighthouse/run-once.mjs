import lighthouse from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Search engine audits: on a page that asks not to be listed, only this one may fail. */
const NOT_LISTED = 'is-crawlable';

/** Requested by the browser's own interface at any time: the page does not wait for them. */
const BY_THE_BROWSER = /\/(?:icon|favicon|apple-touch-icon|manifest)[^/]*$/;

/** Runs Lighthouse's mobile profile on a page once. The cache is emptied before; cookies stay. */
export async function runOnce(url, { port, isUnlisted = false }) {
  const result = await lighthouse(
    url,
    {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      ...(isUnlisted ? { skipAudits: [NOT_LISTED] } : {}),
    },
    undefined,
  );
  if (!result) throw new Error(`Lighthouse did not look at ${url}.`);
  const { audits, categories } = result.lhr;
  const value = (id) => audits[id]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const documentBytes = requests
    .filter(({ resourceType }) => resourceType === 'Document' || resourceType === 'Stylesheet')
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
  const paintedAt = audits['metrics']?.details?.items?.[0]?.observedFirstContentfulPaint ?? Number.NaN;
  return {
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)])),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    documentKb: documentBytes / 1000,
    requestsToPaint: requests.filter(
      ({ networkRequestTime, url: asked }) => networkRequestTime <= paintedAt && !BY_THE_BROWSER.test(asked),
    ).length,
    failed: Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
      .map(({ id }) => id),
  };
}
