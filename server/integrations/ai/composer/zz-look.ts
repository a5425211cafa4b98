import { readIdea } from './read-idea.ts';
import { sampleIdeas } from './sample-ideas.data.ts';

for (const idea of sampleIdeas) {
  const { plain, sentence, ...r } = readIdea(idea);
  console.log(
    `\n# ${idea}\n  aud=${r.audience} | other=${r.otherSide} | act=${r.action} \n  trouble=${JSON.stringify(r.trouble)} reason=${r.reason}`,
  );
}
