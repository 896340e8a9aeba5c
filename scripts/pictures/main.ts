import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { articlePicture, SITE_PICTURE } from '#contract/site/social-picture.ts';
import { readArticles } from '#server/content/articles/read-articles.ts';
import { projectRoot } from '../lib/project.mjs';
import { drawIcons } from './icons.ts';
import { drawArticleCard, drawSiteCard } from './social-card.ts';

const OUT = join(projectRoot, 'dist/client');

async function write(path: string, content: Buffer): Promise<void> {
  const file = join(OUT, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

for (const [name, icon] of await drawIcons()) await write(`icons/${name}`, icon);
await write(SITE_PICTURE.path, await drawSiteCard());
for (const article of readArticles()) await write(articlePicture(article).path, await drawArticleCard(article));
