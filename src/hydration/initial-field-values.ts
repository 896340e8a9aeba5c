/**
 * What stands in a text area of this name before React answers for it. As a default value it keeps React from putting the
 * server's text back over what was typed meanwhile.
 */
export function initialFieldValue(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const [field] = document.getElementsByName(name);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}
