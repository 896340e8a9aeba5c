/** Every token is as long as a usual one and tells its place, so that a lost or doubled one shows. */
export const TOKEN_LENGTH = 5;

export function tokenAt(index) {
  return ` ${index.toString(36).padStart(TOKEN_LENGTH - 1, '0')}`;
}

export function textOf(tokenCount) {
  return Array.from({ length: tokenCount }, (_, index) => tokenAt(index)).join('');
}
