type KeyPress = { key: string; isComposing: boolean; keyCode: number };

/**
 * The key that was pressed, or '' if the press belongs to an input method: Enter that confirms a word, or Escape that
 * drops it. Safari reports that one with keyCode 229, after the composition has ended. Every listener reads its key
 * here (`tests/architecture`).
 */
export function pressedKey(event: KeyPress | { nativeEvent: KeyPress }): string {
  const press = 'nativeEvent' in event ? event.nativeEvent : event;
  return press.isComposing || press.keyCode === 229 ? '' : press.key;
}
