import type { ReactNode } from 'react';
import { findArticles, type ArticleCard, type BlogSearch } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';
import { FactsScript } from '#src/domain/site/facts-script.tsx';
import { useSite } from '#src/domain/site/site.ts';
import { ArticleList } from './article-list.tsx';
import { blogFacts } from './blog-facts.ts';
import { BlogSearchForm } from './blog-search-form.tsx';
import { FeaturedArticles } from './featured-articles.tsx';
import { NoArticles } from './no-articles.tsx';
import { TagChips } from './tag-chips.tsx';
import './blog.css';

/** Every tag once, most used first; ties go to the tags of newer articles. */
export function tagsByUse(articles: readonly Pick<ArticleCard, 'tags'>[]): string[] {
  const uses = new Map<string, number>();
  for (const tag of articles.flatMap(({ tags }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag);
}

type BlogPageProps = {
  articles: ArticleCard[];
  search: BlogSearch;
  /** The content at its end. */
  children: ReactNode;
};

/** `/blog`. The server and the browser filter the same list in the same way. */
export function BlogPage({ articles, search, children }: BlogPageProps) {
  const { q, tag } = search;
  const site = useSite();
  const isWhole = q === undefined && tag === undefined;
  const found = findArticles(articles, search);
  return (
    <div className="wrap blog">
      <header className="page-head">
        <div className="section-head">
          <h1 className="h1">Notes from the shop floor</h1>
          <p className="lede">Practical writing for people who run small businesses.</p>
        </div>
        <BlogSearchForm q={q} tag={tag} />
      </header>
      <TagChips tags={tagsByUse(articles)} q={q} />
      {isWhole && <FeaturedArticles articles={articles} />}
      <section aria-labelledby="articles-title">
        <div className="row between">
          <h2 className="h3" id="articles-title">
            {isWhole ? BLOG_TEXTS.all : 'Articles found'}
          </h2>
          <p
            className="small muted"
            role="status"
          >{`${found.length} ${found.length === 1 ? 'article' : 'articles'}`}</p>
        </div>
        {found.length > 0 ? <ArticleList articles={found} /> : <NoArticles q={q} tag={tag} />}
      </section>
      {children}
      <FactsScript facts={blogFacts(site, articles)} />
    </div>
  );
}
