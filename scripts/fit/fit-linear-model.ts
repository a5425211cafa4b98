import {
  type Features,
  type LinearModel,
  type StoredModel,
  scoreOf,
} from '#shared/rules/text/linear-model.ts';

export type Labelled = {
  features: Features;
  isKind: boolean;
  /** Texts of one group are alike: they are fitted on together, or left out together. */
  group: string;
};

export type Scored = { score: number; isKind: boolean };

export type FitConfig = {
  /** Strength of the L2 penalty. */
  penalty: number;
  /** Features of fewer groups name a subject and are left out. */
  fewestGroups: number;
  mostFeatures: number;
};

type Fitted = Omit<LinearModel, 'sure'>;

const sweeps = 12;
const folds = 10;
/** Steps below this are too small for the rounded weights. */
const leastStep = 5e-4;
const leastTelling = 0.05;
/** Keeps steps short where nearly everything is decided. */
const leastBend = 0.08;

/** Fits on features of several groups, keeps the strongest, fits again on these and rounds to two decimals. */
export function fitLinearModel(examples: Labelled[], config: FitConfig): Fitted {
  const groups = new Map<string, Set<string>>();
  for (const { features, group } of examples)
    for (const feature of features.keys())
      groups.set(feature, (groups.get(feature) ?? new Set<string>()).add(group));
  const shared = [...groups]
    .filter(([, { size }]) => size >= config.fewestGroups)
    .map(([feature]) => feature);
  const strongest = [...minimize(examples, shared, config).weights]
    .sort(([one, a], [other, b]) => Math.abs(b) - Math.abs(a) || (one < other ? -1 : 1))
    .slice(0, config.mostFeatures)
    .map(([feature]) => feature)
    .sort();
  const { bias, weights } = minimize(examples, strongest, config);
  const rounded = [...weights].map(([feature, weight]) => [feature, round(weight)] as const);
  return { bias: round(bias), weights: new Map(rounded.filter(([, weight]) => weight !== 0)) };
}

/** The model as it is kept. */
export function store({ sure, bias, weights }: LinearModel): StoredModel {
  return { sure, bias, weights: Object.fromEntries(weights) };
}

/** Scores every example, in order, by a model that was fitted without its group. */
export function scoreLeftOut(examples: Labelled[], config: FitConfig): Scored[] {
  const groups = [...new Set(examples.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, index) => [group, index % folds]));
  const models = Array.from({ length: folds }, (_, fold) =>
    fitLinearModel(
      examples.filter(({ group }) => foldOf.get(group) !== fold),
      config,
    ),
  );
  return examples.map(({ features, isKind, group }) => {
    const model = models[foldOf.get(group) ?? -1];
    if (!model) throw new Error(`No model was fitted without the group "${group}".`);
    return { score: scoreOf(model, features), isKind };
  });
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

/** The examples that have a feature, and how much of it. */
type Column = { members: number[]; values: number[]; penalty: number };

/**
 * Coordinate descent: each step goes to the lowest point of a parabola like the loss there, so it needs no step size.
 * Features are penalized less the more they differ between the kind and the others.
 */
function minimize(examples: Labelled[], chosen: string[], config: FitConfig): Fitted {
  const columns = new Map(
    chosen.map((feature): [string, Column] => [feature, { members: [], values: [], penalty: 0 }]),
  );
  examples.forEach(({ features }, example) => {
    for (const [feature, value] of features) {
      const column = columns.get(feature);
      column?.members.push(example);
      column?.values.push(value);
    }
  });
  const labels = Float64Array.from(examples, ({ isKind }) => Number(isKind));
  const all = [...columns.values()];
  for (const column of all) column.penalty = config.penalty / tellingOf(column.members, labels);
  const sums = new Float64Array(examples.length);
  const shares = new Float64Array(examples.length).fill(0.5);
  const step = ({ members, values, penalty }: Column, weight: number) => {
    let slope = penalty * weight;
    let bend = penalty;
    for (let at = 0; at < members.length; at++) {
      const member = members[at] ?? 0;
      const value = values[at] ?? 0;
      const share = shares[member] ?? 0;
      slope += value * (share - (labels[member] ?? 0));
      bend += value * value * Math.max(leastBend, share * (1 - share));
    }
    const change = -slope / bend;
    if (Math.abs(change) < leastStep) return weight;
    for (let at = 0; at < members.length; at++) {
      const member = members[at] ?? 0;
      const sum = (sums[member] ?? 0) + change * (values[at] ?? 0);
      sums[member] = sum;
      shares[member] = 1 / (1 + Math.exp(-sum));
    }
    return weight + change;
  };
  const everyone: Column = {
    members: examples.map((_, example) => example),
    values: examples.map(() => 1),
    penalty: 0,
  };
  let bias = 0;
  const weights = new Float64Array(all.length);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    bias = step(everyone, bias);
    all.forEach((column, index) => {
      weights[index] = step(column, weights[index] ?? 0);
    });
  }
  return { bias, weights: new Map(chosen.map((feature, index) => [feature, weights[index] ?? 0])) };
}

/** How far apart the shares of the kind and of the others are that have a feature, as a log ratio. */
function tellingOf(members: number[], labels: Float64Array): number {
  const kind = labels.reduce((sum, label) => sum + label, 0);
  const having = members.reduce((sum, member) => sum + (labels[member] ?? 0), 0);
  const share = (having + 1) / (kind + 2);
  const shareOfOthers = (members.length - having + 1) / (labels.length - kind + 2);
  return Math.max(leastTelling, Math.abs(Math.log(share / shareOfOthers)));
}

function round(weight: number): number {
  return Math.round(weight * 100) / 100;
}
