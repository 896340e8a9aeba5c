/**
 * Facts for search engines (schema.org), for `head.scripts` or a script element. Nothing escapes them there, so they must not
 * contain a `<`.
 */
export function structuredData(value: object): { type: 'application/ld+json'; children: string } {
  return { type: 'application/ld+json', children: JSON.stringify(value).replaceAll('<', String.raw`\u003c`) };
}

/** Facts for search engines, in the page's body: the code of a route's head is loaded with every page. */
export function FactsScript({ facts }: { facts: object }) {
  const { type, children } = structuredData(facts);
  return <script type={type} dangerouslySetInnerHTML={{ __html: children }} />;
}
