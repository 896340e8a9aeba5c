/** Longest text of one document, in UTF-16 units: about 700 printed pages. */
export const MAX_TEXT = 2_000_000;
export const MAX_PAGES = 500;
/** Maximum number of scanned pages of one PDF that a model is shown: each costs as much as an answer. */
export const MAX_SCANS = 20;
/** Cells of a spreadsheet or a CSV file that have a value. */
export const MAX_CELLS = 250_000;
export const MAX_ROWS = 50_000;
/** What the parts of a Word or Excel file may inflate to, in all. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
export const MAX_ZIP_ENTRIES = 10_000;
/** What models accept: their providers refuse images that are larger. */
export const MAX_IMAGE_SIDE = 8_000;
export const MAX_IMAGE_PIXELS = 40_000_000;
