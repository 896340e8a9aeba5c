/** Has the browser download a file that was made here. */
export function saveFile(fileName: string, parts: readonly string[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads it after the click, so revoke it later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
