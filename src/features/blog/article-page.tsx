import { Link } from '@tanstack/react-router';
import type { ArticlePageContent } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';
import { FactsScript } from '#src/domain/site/facts-script.tsx';
import { useSite } from '#src/domain/site/site.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { ArticleCall } from './article-call.tsx';
import { ArticleContents } from './article-contents.tsx';
import { ArticleList } from './article-list.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { articleFacts } from './blog-facts.ts';
import { ShareLinks } from './share-links.tsx';
import '#src/ui/styles/components/table.css';
import './article.css';

/** `/blog/{slug}`. */
export function ArticlePage({ article }: { article: ArticlePageContent }) {
  const { slug, title, excerpt, author, html, contents, tags, related, callToAction } = article;
  const site = useSite();
  return (
    <article className="wrap article" data-assistant={author.id}>
      <header>
        <Link className="link small" to="/blog">
          {BLOG_TEXTS.all}
        </Link>
        <h1 className="h1">{title}</h1>
        <p className="lede">{excerpt}</p>
        <div className="article-by">
          <p className="row small">
            <AssistantAvatar id={author.id} size={44} />
            <span>
              <b className="strong">{author.name}</b>
              <span>{`, ${author.role}`}</span>
              <br />
              <span className="muted">
                <ArticleMeta article={article} />
              </span>
            </span>
          </p>
          <ShareLinks slug={slug} title={title} />
        </div>
      </header>
      <ArticleContents parts={contents} />
      {/* server/content/articles generates this HTML from our own files, which the build has checked. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <ul className="article-tags" aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Link className="badge" to="/blog" search={{ tag }}>
              {tag}
            </Link>
          </li>
        ))}
      </ul>
      <ArticleCall title={callToAction} author={author} />
      {related.length > 0 && (
        <section className="related" aria-labelledby="related-title">
          <h2 className="h3" id="related-title">
            Read next
          </h2>
          <ArticleList articles={related} />
        </section>
      )}
      <FactsScript facts={articleFacts(site, article)} />
    </article>
  );
}
