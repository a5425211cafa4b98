import { expect, it } from 'vitest';
import { createSurvey } from '#shared/contracts/surveys.ts';
import { newSurveyId, resultsPath } from './survey-path.ts';

it.each([
  ['Two Homes!', 'survey-two-homes-0000000'],
  ['🐝🐝', 'survey-0000000'],
  ['双方の家', 'survey-0000000'],
])('makes an id of %s that the server accepts', (name, id) => {
  expect(newSurveyId(name, () => 0)).toBe(id);
  expect(createSurvey.body.shape.surveyId.safeParse(id).success).toBe(true);
});

it('encodes an id in the path of its results', () => {
  expect(resultsPath('survey-a b')).toBe('/survey/survey-a%20b/results');
});
