// A build step: articles that can't be published stop the build, with one line per fault.
import { ArticleFaults } from '#server/content/articles/article-faults.ts';
import { dateFaults } from '#server/content/articles/date-faults.ts';
import { readArticles } from '#server/content/articles/read-articles.ts';

try {
  const faults = dateFaults(readArticles(), new Date().toISOString().slice(0, 'yyyy-mm-dd'.length));
  if (faults.length > 0) throw new ArticleFaults(faults);
} catch (error) {
  if (!(error instanceof ArticleFaults)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
