import { writeFileSync } from 'node:fs';
import { store } from './fit/fit-linear-model.ts';
import { fitQuestionKinds } from './fit-questions/question-kinds.ts';

// Fits the model of `shared/rules/surveys/asks-for-opinion.ts` again and says how well it does (decision 19).

const { model, leftOut, heldOut } = fitQuestionKinds();
const path = 'shared/rules/surveys/question-kinds.data.json';
writeFileSync(path, `${JSON.stringify(store(model), null, 2)}\n`);

console.log(`${model.weights.size} features, sure from ${model.sure}, in ${path}`);
console.table({ 'groups left out': leftOut, 'held out': heldOut });
