const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

/** `Two`, at the beginning of a sentence; figures above twelve. */
export const inWords = (number: number): string => NUMBERS[number] ?? String(number);
