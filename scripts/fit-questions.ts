import { writeFileSync } from 'node:fs';
import { fitQuestionKinds } from './fit-questions/question-kinds.ts';

// Fits the model of `shared/rules/surveys/asks-for-opinion.ts` again and says how well it does (decision 19).

const { model, leftOut, heldOut } = fitQuestionKinds();
const path = 'shared/rules/surveys/question-kinds.data.json';
writeFileSync(path, `${JSON.stringify(model, null, 2)}\n`);

console.log(`${Object.keys(model.weights).length} features, sure from ${model.sure}, in ${path}`);
console.table({ 'groups left out': leftOut, 'held out': heldOut });
