import type { HtmlElement } from './dom.ts';

/** Elements that show no text of the page, or text about the page itself. */
const LEFT_OUT = new Set(
  [
    'script style template noscript head title nav dialog svg math canvas',
    'iframe frame frameset object embed audio video picture map',
    'button input select textarea datalist progress meter',
    // What is crossed out no longer holds, such as the price before a sale.
    'del s strike',
  ].flatMap((names) => names.split(' ')),
);
const LEFT_OUT_ROLES = new Set(['navigation', 'menubar', 'toolbar', 'search', 'dialog', 'alertdialog', 'tooltip']);
/** For each CSS property, whether a value of it hides the element. */
const HIDES = new Map<string, (value: string) => boolean>([
  ['display', (value) => value === 'none'],
  ['visibility', (value) => value === 'hidden'],
  ['opacity', (value) => Number.parseFloat(value) === 0],
  ['font-size', (value) => Number.parseFloat(value) === 0],
]);
const STYLE_READ = 2_000;
/** Whole words of a class or an id. A bakery's list of cookies isn't a cookie banner, and a restaurant's menu isn't navigation. */
const FURNITURE =
  /(?:^|_)(?:(?:main|site|top|primary|secondary|page)?[-_]?(?:nav|navbar|navigation)|breadcrumbs?|skip-?(?:link|nav|to-content)|(?:gdpr|cookies?|privacy|consent)[-_]?(?:banner|bar|consent|notice|popup|modal|overlay|dialog|message|law|box)(?:[-_]\w+)?|(?:onetrust|cybotcookiebot|cmplz|cky|iubenda|usercentrics|didomi|osano|termly|klaro)(?:[-_][\w-]+)?|cc-window|visually-hidden|sr-only)$/i;
const NAMES_READ = 500;
const NAME_MAX = 60;

/** A style without its comments. One that never ends reaches to the end. */
function withoutComments(style: string): string {
  let shown = '';
  let read = 0;
  for (;;) {
    const start = style.indexOf('/*', read);
    if (start === -1) return shown + style.slice(read);
    // A comment still ends a word.
    shown += `${style.slice(read, start)} `;
    const end = style.indexOf('*/', start + 2);
    if (end === -1) return shown;
    read = end + 2;
  }
}

function isHiddenBy(style: string): boolean {
  return withoutComments(style)
    .slice(0, STYLE_READ)
    .toLowerCase()
    .split(';')
    .some((declaration) => {
      const [property = '', value = ''] = declaration.split(':', 2);
      const [shown = ''] = value.split('!', 1);
      return HIDES.get(property.trim())?.(shown.trim()) ?? false;
    });
}

const isFurniture = (names: string): boolean =>
  names
    .slice(0, NAMES_READ)
    .split(/\s+/)
    .some((name) => name.length <= NAME_MAX && FURNITURE.test(name));

/** Whether an element isn't part of what a page says: hidden, navigation, a banner about cookies, a script. */
export function isLeftOut(element: HtmlElement): boolean {
  if (LEFT_OUT.has(element.localName)) return true;
  if (element.hasAttribute('hidden') || element.hasAttribute('inert')) return true;
  if (element.getAttribute('aria-hidden') === 'true' || element.getAttribute('aria-modal') === 'true') return true;
  if (LEFT_OUT_ROLES.has(element.getAttribute('role') ?? '')) return true;
  if (isHiddenBy(element.getAttribute('style') ?? '')) return true;
  const names = [element.getAttribute('id') ?? '', element.getAttribute('class') ?? ''];
  return element.localName !== 'body' && names.some(isFurniture);
}
