import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArticleFaults } from './article-faults.ts';
import { parseArticle, type Article, type ParsedArticle } from './article.ts';
import { linkFaults } from './link-faults.ts';

const FOLDER = import.meta.dirname;

/** Duplicate titles, and tags spelled two ways: the chip of such a tag would show only some of its articles. */
function doubleFaults(parsed: ParsedArticle[]): string[] {
  const firstUse = new Map<string, { text: string; file: string }>();
  const faults: string[] = [];
  for (const { article } of parsed) {
    const file = `${article.slug}.md`;
    const key = `title ${article.title.toLowerCase()}`;
    const other = firstUse.get(key);
    if (other) faults.push(`${file}: title: is already used by ${other.file}`);
    firstUse.set(key, { text: article.title, file });
    for (const text of article.tags) {
      const known = firstUse.get(text.toLowerCase()) ?? { text, file };
      if (known.text !== text) faults.push(`${file}: tags: "${text}" is "${known.text}" in ${known.file}`);
      firstUse.set(text.toLowerCase(), known);
    }
  }
  return faults;
}

/** Every article in a folder, newest first. Throws `ArticleFaults` with everything that is wrong. */
export function readArticles(folder: string = FOLDER): Article[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted();
  const results = files.map((file) => parseArticle(file, readFileSync(join(folder, file), 'utf8')));
  const parsed = results.filter((result) => 'article' in result);
  const faults = results.flatMap((result) => result.faults);
  // Cross-checks need every article to have parsed: each link to a failed one would be reported as a second fault.
  if (parsed.length === results.length) faults.push(...linkFaults(parsed), ...doubleFaults(parsed));
  if (faults.length > 0) throw new ArticleFaults(faults);
  return parsed
    .map(({ article }) => article)
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.slug.localeCompare(b.slug));
}

let known: readonly Article[] | undefined;

/** The blog's articles. Files are read on the first call; the build has already checked them. */
export function allArticles(): readonly Article[] {
  known ??= readArticles();
  return known;
}
