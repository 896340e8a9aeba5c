// A step of the build: articles that cannot be shown stop it, with a line for each fault.
import { ArticleFaults } from '#server/content/articles/article-faults.ts';
import { readArticles } from '#server/content/articles/read-articles.ts';

try {
  readArticles();
} catch (error) {
  if (!(error instanceof ArticleFaults)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
