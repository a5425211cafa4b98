import { type LinearModel, scoreOf } from '#shared/rules/text/linear-model.ts';

export type Labelled = {
  features: ReadonlySet<string>;
  isKind: boolean;
  /** Texts of one group are alike: they are fitted on together, or left out together. */
  group: string;
};

export type Scored = { score: number; isKind: boolean };

type Fitted = Omit<LinearModel, 'sure'>;

export type FitConfig = {
  /** Strength of the L2 penalty. */
  penalty: number;
  /** Rarer features are left out: they name a subject. */
  fewestGroups: number;
  mostFeatures: number;
};

const sweeps = 40;
const folds = 10;

/** Fits on features of several groups, keeps the strongest, fits again on these and rounds to two decimals. */
export function fitLinearModel(examples: Labelled[], config: FitConfig): Fitted {
  const groups = new Map<string, Set<string>>();
  for (const { features, group } of examples)
    for (const feature of features)
      groups.set(feature, (groups.get(feature) ?? new Set<string>()).add(group));
  const shared = [...groups]
    .filter(([, { size }]) => size >= config.fewestGroups)
    .map(([feature]) => feature);
  const strongest = Object.entries(minimize(examples, shared, config.penalty).weights)
    .sort(([one, a], [other, b]) => Math.abs(b) - Math.abs(a) || (one < other ? -1 : 1))
    .slice(0, config.mostFeatures)
    .map(([feature]) => feature)
    .sort();
  const { bias, weights } = minimize(examples, strongest, config.penalty);
  const rounded = Object.entries(weights).map(([feature, weight]) => [feature, round(weight)] as const);
  return { bias: round(bias), weights: Object.fromEntries(rounded.filter(([, weight]) => weight !== 0)) };
}

/** Scores every example by a model that was fitted without its group. */
export function scoreLeftOut(examples: Labelled[], config: FitConfig): Scored[] {
  const groups = [...new Set(examples.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, index) => [group, index % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const model = fitLinearModel(
      examples.filter(({ group }) => foldOf.get(group) !== fold),
      config,
    );
    return examples
      .filter(({ group }) => foldOf.get(group) === fold)
      .map(({ features, isKind }) => ({ score: scoreOf(model, features), isKind }));
  }).flat();
}

/** The lowest score, in hundredths, from which on at least this share of the scored are of the kind. */
export function leastSureScore(scored: Scored[], precision: number): number {
  const hundredths = Array.from({ length: 100 }, (_, index) => index / 100);
  return hundredths.find((sure) => counts(scored, sure).precision >= precision) ?? 1;
}

/** AUC is how often one of the kind scores over one that is not. */
export function figuresOf(scored: Scored[], sure: number) {
  const kind = scored.filter(({ isKind }) => isKind);
  const others = scored.filter(({ isKind }) => !isKind);
  let wins = 0;
  for (const { score } of kind)
    for (const other of others) wins += score > other.score ? 1 : score === other.score ? 0.5 : 0;
  const { found, wrong, precision } = counts(scored, sure);
  return {
    found,
    wrong,
    precision,
    recall: found / kind.length,
    auc: wins / (kind.length * others.length),
  };
}

function counts(scored: Scored[], sure: number) {
  const claimed = scored.filter(({ score }) => score >= sure);
  const found = claimed.filter(({ isKind }) => isKind).length;
  return { found, wrong: claimed.length - found, precision: found / claimed.length };
}

/** Coordinate descent: each step minimizes a parabola over the loss, so it needs no step size and always ends lower. */
function minimize(examples: Labelled[], chosen: string[], penalty: number): Fitted {
  const indexOf = new Map(chosen.map((feature, index) => [feature, index]));
  const having: number[][] = chosen.map(() => []);
  examples.forEach(({ features }, example) => {
    for (const feature of features) having[indexOf.get(feature) ?? -1]?.push(example);
  });
  const everyone = examples.map((_, example) => example);
  const sums = new Float64Array(examples.length);
  const labels = Float64Array.from(examples, ({ isKind }) => Number(isKind));
  const step = (members: number[], weight: number, strength: number) => {
    let slope = strength * weight;
    for (const member of members) slope += 1 / (1 + Math.exp(-(sums[member] ?? 0))) - (labels[member] ?? 0);
    const change = -slope / (members.length / 4 + strength);
    for (const member of members) sums[member] = (sums[member] ?? 0) + change;
    return weight + change;
  };
  let bias = 0;
  const weights = new Float64Array(chosen.length);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    bias = step(everyone, bias, 0);
    having.forEach((members, index) => {
      weights[index] = step(members, weights[index] ?? 0, penalty);
    });
  }
  return {
    bias,
    weights: Object.fromEntries(chosen.map((feature, index) => [feature, weights[index] ?? 0])),
  };
}

function round(weight: number): number {
  return Math.round(weight * 100) / 100;
}
