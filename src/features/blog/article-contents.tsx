import type { ArticlePart } from '#contract/site/blog.ts';

/** Fewer parts are seen at a glance. */
const LEAST = 3;

function Parts({ parts }: { parts: ArticlePart[] }) {
  return (
    <ol>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
}

/** The table of contents: beside the text where there is room, folded above it elsewhere. One of the two is displayed. */
export function ArticleContents({ parts }: { parts: ArticlePart[] }) {
  if (parts.length < LEAST) return null;
  return (
    <>
      <details className="toc-folded">
        <summary>On this page</summary>
        <Parts parts={parts} />
      </details>
      <nav className="toc" aria-labelledby="toc-title">
        <p className="strong" id="toc-title">
          On this page
        </p>
        <Parts parts={parts} />
      </nav>
    </>
  );
}
