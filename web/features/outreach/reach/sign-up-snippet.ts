/** The HTML of an image that nobody sees. */
export function signUpSnippet(url: string): string {
  const quoted = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<img src="${quoted}" alt="" width="1" height="1">`;
}
