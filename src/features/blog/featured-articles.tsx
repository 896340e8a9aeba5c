import { Link } from '@tanstack/react-router';
import type { ArticleCard } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { CardTags } from './card-tags.tsx';

/** Two fit side by side, the newer one larger. */
const MOST = 2;

export function FeaturedArticles({ articles }: { articles: ArticleCard[] }) {
  const featured = articles.filter((article) => article.featured).slice(0, MOST);
  if (featured.length === 0) return null;
  return (
    <section className="featured" aria-labelledby="featured-title">
      <h2 className="h3" id="featured-title">
        {BLOG_TEXTS.featured}
      </h2>
      <div className="featured-grid">
        {featured.map((article, index) => (
          <article key={article.slug} className="article-card" data-assistant={article.author.id}>
            <div className="cover">
              <AssistantAvatar id={article.author.id} size={160} />
            </div>
            <p className="small muted">
              <ArticleMeta article={article} />
            </p>
            <h3 className={index === 0 ? 'h2' : 'h3'}>
              <Link to="/blog/$slug" params={{ slug: article.slug }}>
                {article.title}
              </Link>
            </h3>
            <p className="muted">{article.excerpt}</p>
            <CardTags tags={article.tags} />
          </article>
        ))}
      </div>
    </section>
  );
}
