/** Every token has a typical length and contains its position, so that a lost or duplicated one shows. */
export const TOKEN_LENGTH = 5;

export function tokenAt(index) {
  return ` ${index.toString(36).padStart(TOKEN_LENGTH - 1, '0')}`;
}

export function textOf(tokenCount) {
  return Array.from({ length: tokenCount }, (_, index) => tokenAt(index)).join('');
}
