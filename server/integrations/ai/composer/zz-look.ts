import { composeValidationPlan } from './compose-validation-plan.ts';
import { sampleIdeas } from './sample-ideas.data.ts';

const from = Number(process.argv[2] ?? 0),
  to = Number(process.argv[3] ?? 99);
for (const idea of process.argv[4] ? [process.argv[4]] : sampleIdeas.slice(from, to)) {
  const p = composeValidationPlan(idea);
  console.log(
    `\n# ${idea}\n${p.appName} :: ${p.oneSentencePitch}\nP: ${p.problemParagraph}\nA: ${p.targetAudience}\nG: ${p.socialGroups.map((g) => g.name).join(', ')}`,
  );
  for (const q of p.surveyQuestions)
    console.log(
      ` ${q.multiSelect ? '*' : '-'} ${q.question}${q.options ? ' [' + q.options.join(' | ') + ']' : ''}`,
    );
}
