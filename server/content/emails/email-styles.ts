/**
 * Email clients don't support variables and barely support style sheets, so the values of src/ui/styles/base/tokens.css are repeated
 * inline. Clients that support `prefers-color-scheme` get the dark values through the classes.
 */
const light = {
  page: '#F6F2E9',
  surface: '#FFFDF8',
  line: '#DED6C5',
  ink: '#17201B',
  muted: '#5C635C',
  accent: '#0B6747',
  deep: '#063D2A',
  onAccent: '#FBF8F0',
};
const dark: typeof light = {
  page: '#121613',
  surface: '#1A1F1B',
  line: '#2D342E',
  ink: '#F2EDE1',
  muted: '#A3A497',
  accent: '#74CF9F',
  deep: '#3F8B65',
  onAccent: '#0B2117',
};

const SANS = "'Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const SERIF = "Besley,Georgia,'Times New Roman',serif";
const important = (rules: string) => rules.replaceAll(/;|$/g, '!important;');

export const MAIL_STYLES = {
  page: `margin:0;padding:0;background-color:${light.page}`,
  frame: `padding:32px 16px;background-color:${light.page}`,
  column: 'width:100%;max-width:544px;text-align:left',
  brand: `font:700 20px/24px ${SERIF};letter-spacing:-0.022em;color:${light.ink}`,
  mark: `background-color:${light.accent}`,
  fold: `background-color:${light.deep}`,
  card: `padding:32px 32px 20px;background-color:${light.surface};border:1px solid ${light.line};border-radius:14px;font:400 16px/1.55 ${SANS};color:${light.ink}`,
  heading: `margin:0 0 16px;font:500 26px/1.2 ${SERIF};letter-spacing:-0.022em;color:${light.ink}`,
  line: 'margin:0 0 16px',
  code: `margin:8px 0 24px;font:500 36px/1.2 ${SERIF};letter-spacing:0.14em;color:${light.ink}`,
  facts: `width:100%;margin:4px 0 24px;border-collapse:collapse;font:400 15px/1.5 ${SANS};color:${light.ink}`,
  factName: `padding:8px 16px 8px 0;border-top:1px solid ${light.line};color:${light.muted};font-weight:400;text-align:left;vertical-align:top;white-space:nowrap`,
  fact: `width:100%;padding:8px 0;border-top:1px solid ${light.line};overflow-wrap:anywhere`,
  button: `border-radius:10px;background-color:${light.accent};border-bottom:2px solid ${light.deep}`,
  buttonLink: `display:inline-block;padding:11px 20px;font:600 16px/1.4 ${SANS};color:${light.onAccent};text-decoration:none`,
  quote: `margin:4px 0 24px;padding:12px 16px;border:1px solid ${light.line};border-radius:10px;overflow-wrap:anywhere`,
  link: `color:${light.muted};text-decoration:underline`,
  small: `margin:0 0 12px;font-size:14px;color:${light.muted}`,
  address: 'overflow-wrap:anywhere;word-break:break-all',
  foot: `padding:20px 0 0;font:400 13px/1.5 ${SANS};color:${light.muted}`,
} as const;

/** For email clients that support style sheets: narrow screens and dark colors. */
export const MAIL_SHEET = [
  '@media (max-width:480px){',
  `.frame{${important('padding:20px 12px')}}`,
  `.card{${important('padding:24px 20px 12px')}}`,
  `.action{${important('width:100%')}}`,
  `.button a{${important('display:block;text-align:center')}}`,
  '}',
  '@media (prefers-color-scheme:dark){',
  `.page,.frame{${important(`background-color:${dark.page}`)}}`,
  `.card{${important(`background-color:${dark.surface};border-color:${dark.line};color:${dark.ink}`)}}`,
  `.ink,.facts{${important(`color:${dark.ink}`)}}`,
  `.muted,.muted a{${important(`color:${dark.muted}`)}}`,
  `.facts th,.facts td,.quote{${important(`border-color:${dark.line}`)}}`,
  `.mark{${important(`background-color:${dark.accent}`)}}`,
  `.fold{${important(`background-color:${dark.deep}`)}}`,
  `.button{${important(`background-color:${dark.accent};border-color:${dark.deep}`)}}`,
  `.button a{${important(`color:${dark.onAccent}`)}}`,
  '}',
].join('');
