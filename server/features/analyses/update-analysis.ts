import type { Ai } from '#server/integrations/ai/port.ts';
import type { RuleVersion } from '#shared/contracts/surveys/analyses.ts';
import { verdictPointsPromptVersion } from '#shared/rules/prompts/verdict-points-prompt.ts';
import { findNotDeciding } from '#shared/rules/verdict/marks.ts';
import { defaultRule, sealedText } from '#shared/rules/verdict/rule.ts';
import { reachVerdict } from '#shared/rules/verdict/verdict.ts';
import { choosePoints } from './choose-points.ts';
import { type ComposedAnalysis, composeAnalysis, pointsOf } from './compose-analysis.ts';
import type { Evidence } from './evidence.ts';
import {
  type ReadRule,
  readEvidence,
  type SavingDeps,
  saveAnalysis,
  saveChoice,
  saveThemes,
} from './repository.ts';
import { countPlaces } from './sentences.ts';
import { findThemes } from './themes.ts';

type AnalysisDeps = SavingDeps & {
  /** Null when no model is configured. */
  model: Ai | null;
  now: () => Date;
};

/** A model may take so long over its choice. */
const choiceMs = 45_000;
/** Of a model, as receipts have it. */
const longestName = 200;

/**
 * Computes and stores a survey's analysis, then has a model choose its points and group its texts, for at most
 * `choiceMs`: counts never wait for a model. Can run twice without harm; a model's choice is not made again.
 */
export async function updateAnalysis(
  deps: AnalysisDeps,
  surveyId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, model, now } = deps;
  const read = await readEvidence(database, surveyId);
  if (!read) return;
  const { ownerId, asOf, rules, wentOn } = read;
  const evidence = { ...read.evidence, rule: rules.at(-1) ?? defaultRule };
  const composed = composeAnalysis(evidence);
  const { verdict, figures, without, analysis, aggregatedData, textNumbers, choices } = composed;
  const { idea, rule, submissionCount, setApart, byHand, deleted } = evidence;
  const isNewest = await saveAnalysis(deps, {
    surveyId,
    ownerId,
    idea,
    analysis,
    aggregatedData,
    textNumbers,
    choices,
    figures,
    basis: {
      reason: verdict.reason,
      moreAnswers: verdict.moreAnswers,
      setApart,
      byHand,
      deleted,
      wentOn,
      notDeciding: findNotDeciding(evidence.questions),
      ...without,
      places: countPlaces(evidence.groups),
      rules: rules.map(describeRule),
    },
    line: rule.line,
    submissionCount,
    asOf,
    model: null,
    receipt: null,
    createdAt: now(),
  });
  if (model && isNewest && submissionCount > 0)
    await letModelChoose(deps, model, { surveyId, asOf, evidence, composed }, signal);
}

type Saved = { surveyId: string; asOf: number; evidence: Evidence; composed: ComposedAnalysis };

async function letModelChoose(
  { database, now }: AnalysisDeps,
  model: Ai,
  { surveyId, asOf, evidence, composed }: Saved,
  signal?: AbortSignal,
): Promise<void> {
  const { verdict, figures, analysis } = composed;
  const lists = { idea: evidence.idea, decision: verdict.decision, ...pointsOf(evidence, figures) };
  const until = AbortSignal.any([AbortSignal.timeout(choiceMs), ...(signal ? [signal] : [])]);
  const [chosen, themes] = await Promise.all([
    choosePoints(model, lists, until),
    findThemes(model, evidence, until),
  ]);
  if (themes) await saveThemes(database, { surveyId, asOf, themes });
  if (!chosen) return;
  const { points, model: name, step, refused } = chosen;
  const receipt = {
    model: name.slice(0, longestName),
    at: now().toISOString(),
    promptVersion: verdictPointsPromptVersion,
    step,
    refused,
  };
  await saveChoice(database, {
    surveyId,
    asOf,
    analysis: { ...analysis, ...points },
    model: name,
    receipt,
  });
}

function describeRule(rule: ReadRule): RuleVersion {
  const { version, line, minimumAnswers, hash, answersBefore } = rule;
  const { decision } = reachVerdict(rule.questions, rule.groups, rule);
  const sealedAt = rule.sealedAt?.toISOString() ?? null;
  const text = sealedText(rule, rule.questions);
  return { version, line, minimumAnswers, hash, sealedText: text, sealedAt, answersBefore, decision };
}
