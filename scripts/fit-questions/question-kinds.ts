import {
  figuresOf,
  fitLinearModel,
  type Labelled,
  leastSureScore,
  scoreLeftOut,
} from '#scripts/fit/fit-linear-model.ts';
import { featuresOf, type LinearModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import examples from './examples.fixture.json' with { type: 'json' };
import heldOut from './held-out.fixture.json' with { type: 'json' };

const leastPrecision = 0.95;
const config = { penalty: 0.25, fewestGroups: 2, mostFeatures: 1400 };

/** Fits the model of `asksForOpinion`, with its figures on groups left out and on other subjects. */
export function fitQuestionKinds() {
  const questions = labelled(examples);
  const leftOut = scoreLeftOut(questions, config);
  const { bias, weights } = fitLinearModel(questions, config);
  const model = { sure: leastSureScore(leftOut, leastPrecision), bias, weights };
  return { model, leftOut: figuresOf(leftOut, model.sure), heldOut: heldOutFigures(model) };
}

/** The questions of this fixture have subjects of their own and are never fitted on. */
export function heldOutFigures(model: LinearModel) {
  const scored = labelled(heldOut).map(({ features, isKind }) => ({
    score: scoreOf(model, features),
    isKind,
  }));
  return figuresOf(scored, model.sure);
}

type Fixture = { language: string; kind: string; questions: string[] }[];

/** Questions of one language that begin with the same three words are one group. */
function labelled(fixture: Fixture): Labelled[] {
  return fixture.flatMap(({ language, kind, questions }) =>
    questions.map((text) => {
      const opening = (text.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, 3);
      return {
        features: featuresOf(text),
        isKind: kind === 'opinion',
        group: [language, ...opening].join(' '),
      };
    }),
  );
}
