import { pressedKey } from '#src/lib/pressed-key.ts';

type KeyPress = {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
};

/** Whether this key press sends the message (CHAT-1). Enter that confirms a word in an input method must not send. */
export function isSendKey(press: KeyPress): boolean {
  return pressedKey(press) === 'Enter' && !press.shiftKey && !press.altKey;
}

/** Whether this key press stops the answer: Escape, unless something on top of the chat uses it. */
export function isStopKey(
  press: Pick<globalThis.KeyboardEvent, 'key' | 'isComposing' | 'keyCode' | 'defaultPrevented' | 'target'>,
): boolean {
  if (pressedKey(press) !== 'Escape' || press.defaultPrevented) return false;
  return !(
    press.target !== null &&
    press.target instanceof Element &&
    press.target.closest('[role=dialog], [role=menu], form.reason')
  );
}
