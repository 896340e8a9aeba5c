/**
 * Puts text on the clipboard that is still on its way. Safari copies only what a press asks for right away, so the clipboard gets the
 * promise. Rejects if the text doesn't come, or if the browser refuses.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem !== 'function' || typeof navigator.clipboard?.write !== 'function')
    return navigator.clipboard.writeText(await text);
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  // The caller that asked for the text handles its failure.
  blob.catch(() => undefined);
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
