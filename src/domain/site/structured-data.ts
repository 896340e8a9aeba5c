/** Facts for search engines (schema.org), for `head.scripts` or a script element. Nothing escapes them there, so no `<` may stand in it. */
export function structuredData(value: object): { type: 'application/ld+json'; children: string } {
  return { type: 'application/ld+json', children: JSON.stringify(value).replaceAll('<', String.raw`\u003c`) };
}
