import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { ASSISTANTS } from '#contract/assistants.ts';
import { articlePicture, SITE_PICTURE } from '#contract/social-picture.ts';
import { projectRoot } from '../lib/project.mjs';
import { drawIcons } from './icons.ts';
import { drawArticleCard, drawSiteCard } from './social-card.ts';

const OUT = join(projectRoot, 'dist/client');
const ARTICLES = join(projectRoot, 'server/content/articles');

async function write(path: string, content: Buffer): Promise<void> {
  const file = join(OUT, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function readArticle(file: string) {
  const [, head] = (await readFile(join(ARTICLES, file), 'utf8')).split(/^---$/m);
  const { title, author: authorId } = parse(head ?? '') as { title: string; author: string };
  const author = ASSISTANTS.find(({ id }) => id === authorId);
  if (!author) throw new Error(`${file} is signed by nobody on the team`);
  return { slug: file.replace(/\.md$/, ''), title, author };
}

for (const [name, icon] of await drawIcons()) await write(`icons/${name}`, icon);
await write(SITE_PICTURE.path, await drawSiteCard());
for (const file of (await readdir(ARTICLES)).filter((name) => name.endsWith('.md'))) {
  const article = await readArticle(file);
  await write(articlePicture(article).path, await drawArticleCard(article));
}
