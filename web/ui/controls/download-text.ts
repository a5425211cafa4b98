/** Hands a text to the browser's downloads. */
export function downloadText(name: string, text: string): void {
  const type = name.endsWith('.md') ? 'text/markdown' : 'text/plain';
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Hands a file to the browser's downloads. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
