/** Words with the space before them: near enough to a model's tokens. Joined again they are the text. */
export function toTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
