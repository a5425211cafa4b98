import * as z from 'zod/mini';

const words = z.optional(z.string());
/** The words of a founder's document, whichever tool it belongs to. */
const written = z.object({
  idea: words,
  content: words,
  partial: words,
  result: words,
  rewrites: z.optional(z.array(z.object({ text: z.string() }))),
});

/** All words of a document under titles, for a file; '' when there are none. */
export function unsentText(document: unknown): string {
  const { idea, content, partial, result, rewrites = [] } = written.safeParse(document).data ?? {};
  const parts = [
    { title: 'Idea', text: idea },
    { title: 'Text', text: content },
    { title: 'Stopped section', text: partial },
    { title: 'Build prompt', text: result },
    ...rewrites.map(({ text }) => ({ title: 'Earlier build prompt', text })),
  ];
  return parts
    .filter(({ text }) => text?.trim())
    .map(({ title, text }) => `${title}\n\n${text}`)
    .join('\n\n');
}
