import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { readAndPlan } from '#server/integrations/ai/writer/read-idea.ts';
import { summaryPost } from '#shared/rules/plans/summary-post.ts';

// npm run ideas -- FILE.jsonl: reads lines of {id, text} and writes a line for each: how an idea is read without a model,
// and its plan; null where the founder is asked first. `idea` is the founder's answer to the problem.

const line = z.object({ id: z.union([z.string(), z.number()]), text: z.string() });

/** The link that each post ends with. */
const surveyUrl = 'https://startupspark.example/survey/survey-example';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name a file of JSON lines: npm run ideas -- FILE.jsonl');

for await (const given of createInterface({ input: createReadStream(file) })) {
  if (given.trim() === '') continue;
  const { id, text } = line.parse(JSON.parse(given));
  const read = await readAndPlan(text);
  const { language, who, trouble, solution, question } = read;
  const plan =
    'appName' in read
      ? {
          name: read.appName,
          pitch: read.oneSentencePitch,
          problem: read.problemParagraph,
          audience: read.targetAudience,
          post: summaryPost({ idea: text, reading: read, questions: read.surveyQuestions, surveyUrl }),
          communities: read.socialGroups,
          questions: read.surveyQuestions,
        }
      : null;
  console.log(
    JSON.stringify({ id, asked: plan === null, language, who, trouble, idea: solution, question, plan }),
  );
}
