/** A preview of Markdown as plain words, without the marks of headings and bold text. */
export function withoutMarks(markdown: string): string {
  return markdown.replace(/^#{1,6} /gm, '').replaceAll('**', '');
}
