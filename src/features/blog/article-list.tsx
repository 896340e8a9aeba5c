import { Link } from '@tanstack/react-router';
import type { ArticleCard } from '#contract/site/blog.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { CardTags } from './card-tags.tsx';
import './article-list.css';

/** Articles in a column, under a second-level heading. */
export function ArticleList({ articles }: { articles: ArticleCard[] }) {
  return (
    <ul className="article-list">
      {articles.map((article) => (
        <li key={article.slug}>
          <AssistantAvatar id={article.author.id} size={80} />
          <div>
            <h3 className="h3">
              <Link to="/blog/$slug" params={{ slug: article.slug }}>
                {article.title}
              </Link>
            </h3>
            <p className="muted">{article.excerpt}</p>
            <CardTags tags={article.tags} />
          </div>
          <p className="small muted">
            <ArticleMeta article={article} />
          </p>
        </li>
      ))}
    </ul>
  );
}
