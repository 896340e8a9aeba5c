type KeyPress = {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
};

/**
 * Whether this key press sends the message (spec §2 "Chat screen"). Enter that confirms a word in an input method
 * must not send; Safari reports that one with keyCode 229 after the composition has ended.
 */
export function isSendKey(press: KeyPress): boolean {
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return false;
  return !press.isComposing && press.keyCode !== 229;
}
