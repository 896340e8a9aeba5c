import { structuredData } from './structured-data.ts';

/** Facts for search engines, in the page itself: the head of a route is loaded with every page. */
export function FactsScript({ facts }: { facts: object }) {
  const { type, children } = structuredData(facts);
  return <script type={type} dangerouslySetInnerHTML={{ __html: children }} />;
}
