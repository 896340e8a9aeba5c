/** Spreads nearby seeds and indexes far apart (splitmix32). */
function mix(value) {
  let mixed = (value + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Random choices that depend only on the seed and the request's index, so that a single request can be repeated alone. */
export function createRandom(seed, index) {
  let state = mix(mix(seed) ^ mix(index ^ 0x5bd1e995));
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 2 ** 32;
  };
  const int = (min, max) => min + Math.floor(next() * (max - min + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  return {
    int,
    pick,
    isChance: (share) => next() < share,
    /** A random key of a record whose values are weights. */
    weighted: (weights) => {
      const entries = Object.entries(weights);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0][0];
    },
    letters: (length) => Array.from({ length }, () => int(0, 35).toString(36)).join(''),
    uuid: () => {
      const hex = Array.from({ length: 4 }, () => int(0, 0xffffffff).toString(16).padStart(8, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
