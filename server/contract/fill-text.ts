/** The names in a template's curly braces: `'limit'` for `'at most {limit} messages'`. */
type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Fills values into a sentence that is written in one piece in the code, so that a search finds it. */
export function fillText<Template extends string>(
  template: Template,
  values: Readonly<Record<Placeholder<Template>, string | number>>,
): string {
  const texts = new Map<string, string | number>(Object.entries(values));
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(texts.get(name) ?? whole));
}
