import * as z from 'zod/mini';

const words = z.optional(z.string());
/** The words of a founder's document, whichever tool it belongs to. */
const written = z.object({
  idea: words,
  content: words,
  /** Title of `content`, where its text does not tell. */
  keptAs: words,
  partial: words,
  result: words,
  rewrites: z.optional(z.array(z.object({ text: z.string() }))),
  request: z.optional(
    z.object({
      appName: z.string(),
      requestTitle: z.string(),
      appUrl: z.string(),
      issues: z.array(z.string()),
    }),
  ),
  product: z.optional(
    z.object({ name: z.string(), url: z.string(), description: z.string(), forums: z.string() }),
  ),
});

/** All words of a document under titles, for a file; '' when there are none. */
export function unsentText(document: unknown): string {
  const read = written.safeParse(document).data ?? {};
  const { idea, content, keptAs, partial, result, rewrites = [], request, product } = read;
  const { requestTitle, appName, appUrl, issues = [] } = request ?? {};
  const parts = [
    { title: 'Idea', text: idea },
    { title: keptAs ?? 'Text', text: content },
    { title: 'Stopped section', text: partial },
    { title: 'Build prompt', text: result },
    ...rewrites.map(({ text }) => ({ title: 'Earlier build prompt', text })),
    { title: 'Support request', text: requestTitle },
    { title: 'App', text: appName },
    { title: 'App URL', text: appUrl },
    ...issues.map((text) => ({ title: 'Issue', text })),
    { title: 'Product', text: product?.name },
    { title: 'Product URL', text: product?.url },
    { title: 'Product description', text: product?.description },
    { title: 'Forums to search', text: product?.forums },
  ];
  return parts
    .filter(({ text }) => text?.trim())
    .map(({ title, text }) => `${title}\n\n${text}`)
    .join('\n\n');
}
