const dark = `
  color-scheme: dark; --page: #121613; --surface: #1A1F1B; --sunk: #0D100E; --ink: #F2EDE1; --ink-2: #D0CDC0;
  --muted: #A3A497; --line: #2D342E; --accent: #74CF9F; --accent-soft: #1C3A2B; --alarm: #F2A193;`;

/** The product's paper and ink (src/ui/styles/base/tokens.css), written out because the sandbox serves no client files. */
export const SANDBOX_CSS = `
:root {
  color-scheme: light; --page: #F6F2E9; --surface: #FFFDF8; --sunk: #EEE8DB; --ink: #17201B; --ink-2: #3C463F;
  --muted: #5C635C; --line: #DED6C5; --accent: #0B6747; --accent-soft: #D8EBD3; --alarm: #9C2B1B;
}
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink); line-height: 1.55; overflow-wrap: anywhere;
  font-family: 'Hanken Grotesk Variable', system-ui, sans-serif; font-size: 0.9375rem;
}
main, header, footer { width: 100%; max-width: 48rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: center; padding-block: 1rem; border-bottom: 1px solid var(--line); }
header strong, h1, h2, .code { font-family: 'Besley Variable', Georgia, serif; letter-spacing: -0.01em; }
header nav { display: flex; gap: 1.25rem; margin-left: auto; }
header nav a { display: inline-flex; align-items: center; min-height: 2.75rem; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 500; margin: 2rem 0 0.5rem; }
h2 { font-size: 1.125rem; line-height: 1.3; font-weight: 500; margin: 0 0 0.5rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible, main:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font-size: 0.875rem; background: var(--sunk); padding: 0.1em 0.35em; border-radius: 4px; }
.lede, footer, .facts { color: var(--muted); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0 0.75rem; margin: 0 0 0.75rem; font-size: 0.875rem; }
.facts dd { margin: 0; color: var(--ink-2); }
.text { white-space: pre-wrap; border-top: 1px solid var(--line); padding-top: 0.75rem; }
.code { font-size: 1.5rem; background: var(--accent-soft); border-radius: 7px; padding: 0.25rem 0.75rem; display: inline-block; }
.link-list { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: 0.5rem 1.25rem; margin: 0; }
.link-list dd { margin: 0; color: var(--ink-2); }
label { display: block; font-weight: 500; margin-bottom: 0.25rem; }
input:not([type='hidden']), select {
  display: block; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; margin-bottom: 1rem; font: inherit; font-size: 1rem;
  color: inherit; background: var(--page); border: 1px solid var(--muted); border-radius: 7px;
}
button {
  min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 500; cursor: pointer; border-radius: 7px;
  color: var(--page); background: var(--accent); border: 1px solid var(--accent);
}
button.quiet, button.choice { color: var(--ink); background: transparent; border-color: var(--muted); }
button.choice { text-align: left; overflow-wrap: anywhere; }
input:focus-visible, select:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.people { display: grid; gap: 0.5rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0; }
.problem { border-left: 3px solid var(--accent); padding-left: 0.75rem; }
form:last-child, .choices:last-child, table:last-child, p:last-child { margin-bottom: 0; }
form, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
form.card { padding: 1rem 1.25rem; border: 1px solid var(--line); margin: 0 0 1rem; }
fieldset { margin-bottom: 1rem; }
legend { font-weight: 600; padding: 0; margin-bottom: 0.5rem; }
.field { margin: 0 0 0.75rem; max-width: 26rem; }
.field input:not([type='hidden']), .field select { margin-bottom: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; max-width: 26rem; }
.hint { color: var(--muted); font-size: 0.8125rem; margin: 0.25rem 0 0; }
.choices { margin-bottom: 1rem; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
.choices > a, p > a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.alert { border: 1px solid currentColor; border-left-width: 4px; border-radius: 7px; padding: 0.75rem 1rem; color: var(--alarm); background: var(--surface); }
.bill { display: grid; grid-template-columns: 1fr max-content; gap: 0.25rem 1rem; margin: 0 0 0.75rem; }
.bill dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; margin-bottom: 0.75rem; }
th, td { text-align: left; padding: 0.375rem 0.5rem 0.375rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: normal; }
td:first-child, td code { overflow-wrap: anywhere; }
summary { min-height: 2.75rem; cursor: pointer; color: var(--accent); }
footer { padding-block: 1.5rem 3rem; font-size: 0.875rem; }
@media (max-width: 24rem) { th, td { overflow-wrap: anywhere; } }
@media (max-width: 34rem) { .link-list { grid-template-columns: 1fr; gap: 0; } .link-list dd { margin-bottom: 0.75rem; } }
`;
