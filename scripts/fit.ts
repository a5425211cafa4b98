import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fitClaimModels } from './fit/claim-models.ts';
import { store } from './fit/fit-linear-model.ts';
import { checkIntentModels, fitIntentModels } from './fit/intent-models.ts';
import { readLabelledPosts } from './fit/labelled-posts.ts';

// npm run fit -- FILE.jsonl …: fits the models that read a post's intent and distress again, and prints their figures on
// topics left out. npm run fit -- --claims: fits those that read the sentences of drafts. npm run fit -- --check FILE.jsonl: fits nothing, prints the shipped models' figures (decision 21).

const folder = 'server/features/outreach/find';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'string' }, claims: { type: 'boolean' } },
});
if (values.check !== undefined) {
  console.log(JSON.stringify(checkIntentModels(readLabelledPosts([values.check, ...positionals]))));
} else if (values.claims) {
  const { count, model, kinds, leftOut, otherWriters, kindsRight } = fitClaimModels();
  const models = Object.entries({ claim: model, ...kinds }).map(([name, one]) => [name, store(one)]);
  const path = `${folder}/suggest/claims.data.json`;
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(models), null, 2)}\n`);
  console.log(`${count} sentences; ${model.weights.size} features, sure from ${model.sure}, in ${path}`);
  console.table({ 'topics left out': leftOut, 'writers left out': otherWriters });
  console.log(`Of the claims ${Math.round(kindsRight * 100)} % are named by their kind.`);
} else {
  if (positionals.length === 0) throw new Error('Name files of labelled posts: npm run fit -- FILE.jsonl …');
  const posts = readLabelledPosts(positionals);
  console.log(`${posts.length} posts of ${new Set(posts.map(({ topic }) => topic)).size} topics`);
  const { asks, wants, offers, askingSentence, distress } = fitIntentModels(posts);
  const models = {
    [`${folder}/intent/asks.data.json`]: asks.model,
    [`${folder}/intent/wants.data.json`]: wants.model,
    [`${folder}/intent/offers.data.json`]: offers.model,
    [`${folder}/intent/asking-sentence.data.json`]: askingSentence.model,
    [`${folder}/distress/distress-model.data.json`]: distress.model,
  };
  for (const [path, model] of Object.entries(models)) {
    writeFileSync(path, `${JSON.stringify(store(model), null, 2)}\n`);
    console.log(`${model.weights.size} features, sure from ${model.sure}, in ${path}`);
  }
  console.log('Topics left out, in ten parts:');
  console.table({
    asks: asks.leftOut,
    wants: wants.leftOut,
    offers: offers.leftOut,
    'distress by the model': distress.leftOut,
  });
  console.log('The sentence pointed at, of posts that ask:', askingSentence.pointed);
  console.log('Distress; false alarms are a share of ordinary posts, wrong ones a share of the alarms:');
  console.table({ 'by place and phrase': distress.signs, 'with the model': distress.both });
}
