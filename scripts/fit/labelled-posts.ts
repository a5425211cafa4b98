import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** A post as a person labelled it. */
export type LabelledPost = z.infer<typeof labelledPost>;

const labelledPost = z.object({
  id: z.union([z.string(), z.number()]),
  topic: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(['asks', 'tells', 'offers', 'other']),
  distress: z.boolean(),
  wantsRecommendation: z.boolean(),
  /** Word for word; absent where nobody marked it. */
  askingSentence: z.nullish(z.string()),
});

/**
 * Reads posts from files of JSON lines. Lines of one id are one post, so that texts and labels may come from two files;
 * posts without a label are left out.
 * @throws with the file and line that can't be read, or the id of a label without its post.
 */
export function readLabelledPosts(files: string[]): LabelledPost[] {
  const posts = new Map<unknown, Record<string, unknown>>();
  for (const file of files)
    for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (line.trim() === '') continue;
      const read = readObject(line, `${file}:${at + 1}`);
      posts.set(read.id, { ...posts.get(read.id), ...read });
    }
  return [...posts.values()]
    .filter((post) => 'kind' in post)
    .map((post) => {
      const { data, error } = labelledPost.safeParse(post);
      if (error) throw new Error(`The post "${String(post.id)}" can't be read: ${z.prettifyError(error)}`);
      return data;
    });
}

function readObject(line: string, place: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(line));
  } catch {
    throw new Error(`${place} is no JSON object.`);
  }
}
