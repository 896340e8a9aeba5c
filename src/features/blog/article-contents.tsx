import type { ArticlePart } from '#contract/site/blog.ts';

/** With fewer sections a table of contents doesn't help. */
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

/** The table of contents: beside the text if there is room, otherwise folded above it. CSS shows one of the two. */
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
