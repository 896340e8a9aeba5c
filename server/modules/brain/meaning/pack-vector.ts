const LARGEST = 32_767;

/**
 * A vector as it is stored: which of its numbers are positive, and each as a 16-bit integer (little-endian), which is exact enough to compare directions.
 */
export function packVector(vector: readonly number[]): { signs: string; numbers: Uint8Array } {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const numbers = new DataView(new ArrayBuffer(vector.length * 2));
  for (const [index, value] of vector.entries())
    numbers.setInt16(index * 2, Math.round((value / (most || 1)) * LARGEST), true);
  return { signs: vector.map((value) => (value > 0 ? '1' : '0')).join(''), numbers: new Uint8Array(numbers.buffer) };
}

/** The cosine of the angle between a vector and the numbers of one that was stored: 1 if both have the same direction. */
export function similarity(vector: readonly number[], stored: Uint8Array): number {
  const numbers = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  let [product, square, own] = [0, 0, 0];
  for (const [index, value] of vector.entries()) {
    const number = numbers.getInt16(index * 2, true);
    product += value * number;
    square += number * number;
    own += value * value;
  }
  return product / (Math.sqrt(square * own) || 1);
}
