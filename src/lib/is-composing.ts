type KeyPress = { isComposing: boolean; keyCode: number };

/**
 * Whether a key press belongs to an input method, as Enter does that confirms a word. Safari reports that one with keyCode 229 after the
 * composition has ended.
 */
export const isComposing = (press: KeyPress): boolean => press.isComposing || press.keyCode === 229;
