import { preview } from '#shared/rules/preview.ts';

/** What a post is called: its title, or where posts have none its first words, or its address. */
export function nameOfPost(title: string, text: string, address: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return title.trim() || preview(words, 80) || address;
}
