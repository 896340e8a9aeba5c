import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

const FOLDER = join(projectRoot, 'src/ui/avatars');
/** The size of a face in its own file, and its slot in the sheet: a gap keeps a neighbor's edge out. */
const SIDE = 48;
const STEP = SIDE + 2;

/** Where the sheet is stored. */
export const avatarSheetFile = join(projectRoot, 'src/ui/brand/avatar-sheet.gen.svg');

/** All faces in one picture, each in a view by its id: a page makes one request, however many it shows. */
export function drawAvatarSheet() {
  const ids = readdirSync(FOLDER)
    .map((file) => file.replace(/\.svg$/, ''))
    .toSorted();
  const faces = ids.map((id, index) => {
    const drawing = /<svg[^>]*>(?:<title>.*?<\/title>)?(.*)<\/svg>/s.exec(
      readFileSync(join(FOLDER, `${id}.svg`), 'utf8'),
    );
    if (!drawing) throw new Error(`${id}.svg is no picture.`);
    return `<view id="${id}" viewBox="${index * STEP} 0 ${SIDE} ${SIDE}"/><g transform="translate(${index * STEP})">${drawing[1]}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${faces.join('')}</svg>\n`;
}
