type KeyPress = { key: string; isComposing: boolean; keyCode: number };

/**
 * The key that was pressed, or '' if an input method (IME) uses it, such as Enter to confirm a word or Escape to
 * cancel it. Safari reports such a press after the composition has ended, with keyCode 229. Every listener gets its key
 * from here (`tests/architecture`).
 */
export function pressedKey(event: KeyPress | { nativeEvent: KeyPress }): string {
  const press = 'nativeEvent' in event ? event.nativeEvent : event;
  return press.isComposing || press.keyCode === 229 ? '' : press.key;
}
