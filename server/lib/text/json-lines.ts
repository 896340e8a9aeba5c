/** A string, or one of the characters that say where a value is. Everything else has no place in a path. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],\n]|[^\s{}[\],":]+/g;

type Level = { isList: boolean; key: string | number };

/**
 * The line of a valid JSON text, counted from 1, on which the value at a path begins; for a value that isn't there, that of the last part
 * of the path that is.
 */
export function lineOfPath(text: string, path: readonly PropertyKey[]): number {
  const levels: Level[] = [];
  let [line, found, depth] = [1, 1, 0];
  let expectsKey = false;

  /** Remembers the line if what begins here is on the path, and deeper than what was found before. */
  const visit = () => {
    const isOnPath = levels.length <= path.length && levels.every(({ key }, at) => String(key) === String(path[at]));
    if (isOnPath && levels.length > depth) [found, depth] = [line, levels.length];
  };

  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '\n') line += 1;
    else if (token === '{' || token === '[') {
      if (!expectsKey) visit();
      levels.push({ isList: token === '[', key: token === '[' ? 0 : '' });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (level?.isList && typeof level.key === 'number') level.key += 1;
      expectsKey = level?.isList === false;
    } else if (expectsKey && level) {
      level.key = JSON.parse(token) as string; // reason: a key is a string
      expectsKey = false;
    } else visit();
  }
  return found;
}
