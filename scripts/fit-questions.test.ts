import { expect, test } from 'vitest';
import shipped from '#shared/rules/surveys/question-kinds.data.json' with { type: 'json' };
import { readModel } from '#shared/rules/text/linear-model.ts';
import { store } from './fit/fit-linear-model.ts';
import { fitQuestionKinds, heldOutFigures } from './fit-questions/question-kinds.ts';

test('the shipped model tells opinions from the past on subjects that it has never seen', () => {
  const { precision, recall, auc } = heldOutFigures(readModel(shipped));
  expect(precision).toBeGreaterThanOrEqual(0.97);
  expect(recall).toBeGreaterThanOrEqual(0.75);
  expect(auc).toBeGreaterThanOrEqual(0.98);
});

test('fitting again gives the shipped model, sure of 95 % on openings left out', () => {
  const { model, leftOut } = fitQuestionKinds();
  expect(store(model)).toEqual(shipped);
  expect(leftOut.precision).toBeGreaterThanOrEqual(0.94);
  expect(leftOut.recall).toBeGreaterThanOrEqual(0.6);
}, 60_000);
