const LARGEST = 127;

/** A vector as it is stored: which of its numbers are positive, and each as a signed byte, which is exact enough to compare directions. */
export function packVector(vector: readonly number[]): { signs: string; numbers: Uint8Array } {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const numbers = Int8Array.from(vector, (value) => Math.round((value / (most || 1)) * LARGEST));
  return { signs: vector.map((value) => (value > 0 ? '1' : '0')).join(''), numbers: new Uint8Array(numbers.buffer) };
}

/** The cosine of the angle between a vector and one that was stored: 1 if both have the same direction. */
export function similarity(vector: readonly number[], stored: Uint8Array): number {
  const numbers = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
  let [product, square, own] = [0, 0, 0];
  for (const [index, value] of vector.entries()) {
    const number = numbers[index] ?? 0;
    product += value * number;
    square += number * number;
    own += value * value;
  }
  return product / (Math.sqrt(square * own) || 1);
}
