import { preview } from '#shared/rules/text/preview.ts';

/** Name of a post: its title, else its first words, else its address. */
export function nameOfPost(title: string, text: string, address: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return title.trim() || preview(words, 80) || address;
}
