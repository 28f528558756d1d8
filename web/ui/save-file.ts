/** Hands a file to the browser, which saves it or asks where to. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers read the content only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
