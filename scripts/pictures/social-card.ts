import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AssistantId, TEAM } from '#contract/chat/assistants.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { projectRoot } from '../lib/project.mjs';
import { SITE_LINE_PARTS, SOCIAL_PICTURE_SIZE as SIZE } from '#contract/site/social-picture.ts';
import { plainLogo } from './logo.ts';
import { draw, type Piece, toPng } from './paint.ts';
import { tileOf, token } from './palette.ts';

const EDGE = 72;
const PANEL = 372;
/** Sizes of a title, in pixels; the first that fits is used. */
const TITLE_SIZES = [76, 70, 64, 58, 52, 46, 40, 34];
const TITLE_HEIGHT = 316;
const TITLE_WIDTH = SIZE.width - PANEL - 2 * EDGE;

type Style = Record<string, string | number>;

const box = (style: Style, ...children: (Piece | string)[]): Piece => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const picture = (svg: string, size: number): Piece => ({
  type: 'img',
  props: { src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, width: size, height: size },
});

function face(id: AssistantId, size: number): Piece {
  return picture(readFileSync(join(projectRoot, `src/ui/avatars/${id}.svg`), 'utf8'), size);
}

const brand = (): Piece =>
  box(
    { alignItems: 'center', gap: 14, fontFamily: 'Besley', fontWeight: 700, fontSize: 38, letterSpacing: -0.76 },
    picture(plainLogo(), 46),
    PRODUCT_NAME,
  );

const headline = (text: string, fontSize: number): Piece => ({
  ...box(
    {
      fontFamily: 'Besley',
      fontWeight: 500,
      fontSize,
      lineHeight: 1.12,
      letterSpacing: fontSize * -0.022,
      width: TITLE_WIDTH,
    },
    text,
  ),
  key: 'headline',
});

/** The largest size at which a title fits. Throws if none does, so that no broken card is published. */
async function fit(title: string): Promise<Piece> {
  const longestWord = title.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? '';
  for (const size of TITLE_SIZES) {
    const whole = headline(title, size);
    const word: Piece = { ...box({ fontFamily: 'Besley', fontWeight: 500, fontSize: size }, longestWord), key: 'word' };
    const { sizes } = await draw(box({ flexDirection: 'column', alignItems: 'flex-start' }, whole, word), {
      width: 4 * SIZE.width,
      height: 4 * SIZE.height,
    });
    const isLow = (sizes.get('headline')?.height ?? Infinity) <= TITLE_HEIGHT;
    if (isLow && (sizes.get('word')?.width ?? Infinity) <= TITLE_WIDTH) return whole;
  }
  throw new Error(`The title "${title}" is too long for its picture.`);
}

const sheet = (...children: Piece[]): Piece =>
  box(
    {
      width: '100%',
      height: '100%',
      position: 'relative',
      backgroundColor: token('surface-page'),
      color: token('ink'),
      fontFamily: 'Hanken Grotesk',
    },
    ...children,
  );

/** A folded corner: below it the page shows, on it the paper's back. */
function dogEar(size: number): Piece {
  const back = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="${token('surface-page')}"/><path d="M0 0v10h10z" fill="${token('ink')}" fill-opacity="0.12"/></svg>`;
  return { ...box({ position: 'absolute', top: 0, right: 0 }, picture(back, size)) };
}

async function paint(card: Piece): Promise<Buffer> {
  const { svg } = await draw(card, SIZE);
  return toPng(svg, SIZE.width);
}

type Signed = { title: string; author: { id: AssistantId; name: string; role: string } };

/** An article's card: its title on paper, and its author on a sheet in their own color. */
export async function drawArticleCard({ title, author }: Signed): Promise<Buffer> {
  const text = box(
    { flexDirection: 'column', justifyContent: 'space-between', padding: EDGE, width: SIZE.width - PANEL },
    brand(),
    await fit(title),
    box(
      { alignItems: 'baseline', gap: 14, fontSize: 30 },
      box({ fontWeight: 600 }, author.name),
      box({ fontWeight: 500, color: token('muted') }, author.role),
    ),
  );
  const side = box(
    {
      position: 'relative',
      width: PANEL,
      height: '100%',
      backgroundColor: tileOf(author.id),
      alignItems: 'flex-end',
      justifyContent: 'center',
    },
    face(author.id, PANEL),
    dogEar(84),
  );
  return paint(sheet(text, side));
}

/** A panel of the accordion fold; every second one is a little darker. */
function panel(id: AssistantId, index: number): Piece {
  const width = SIZE.width / TEAM.length;
  const isEven = index % 2 === 1;
  const shade = box({
    position: 'absolute',
    top: 0,
    right: 0,
    bottom: 0,
    left: 0,
    backgroundColor: token('ink'),
    opacity: 0.04,
  });
  const style = {
    position: 'relative',
    width,
    height: 236,
    backgroundColor: tileOf(id),
    alignItems: 'flex-end',
    justifyContent: 'center',
    transform: `skewY(${isEven ? 5 : -5}deg)`,
  };
  return box(style, face(id, width), ...(isEven ? [shade] : []));
}

const line = (...words: (Piece | string)[]): Piece =>
  box(
    { fontFamily: 'Besley', fontWeight: 500, fontSize: 76, lineHeight: 1.08, letterSpacing: -1.7, whiteSpace: 'pre' },
    ...words,
  );

/** The site's card: the tagline above the team in a row. */
export async function drawSiteCard(): Promise<Buffer> {
  const { before, stressed, after } = SITE_LINE_PARTS;
  const head = box(
    { flexDirection: 'column', padding: EDGE, paddingBottom: 0, width: '100%' },
    brand(),
    box({ height: 40 }),
    line(before),
    line(box({ fontStyle: 'italic', color: token('accent') }, stressed), after),
  );
  const team = box({ width: '100%', height: 252 }, ...TEAM.map(({ id }, index) => panel(id, index)));
  return paint(
    sheet(box({ flexDirection: 'column', justifyContent: 'space-between', width: '100%', height: '100%' }, head, team)),
  );
}
