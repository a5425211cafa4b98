import { hasSignOfDistress, isInDistress } from '#server/features/outreach/find/distress/distress.ts';
import {
  postFeatures,
  postSentences,
  sentenceFeatures,
} from '#server/features/outreach/find/intent/post-features.ts';
import {
  isAsking,
  isOffering,
  readIntent,
  wantsRecommendation,
} from '#server/features/outreach/find/intent/read-intent.ts';
import type { LinearModel } from '#shared/rules/text/linear-model.ts';
import {
  figuresOf,
  fitLinearModel,
  type Labelled,
  leastSureScore,
  type Scored,
  scoreLeftOut,
} from './fit-linear-model.ts';
import type { LabelledPost } from './labelled-posts.ts';

const config = { penalty: 4, fewestGroups: 3, mostFeatures: 2_500 };
const sentenceConfig = { penalty: 4, fewestGroups: 3, mostFeatures: 1_500 };

/** The kinds of a post, with the share of the claims that must be right on topics left out. */
const kinds = {
  asks: { precision: 0.89, isKind: (post: LabelledPost) => post.kind === 'asks' },
  wants: { precision: 0.8, isKind: (post: LabelledPost) => post.wantsRecommendation },
  offers: { precision: 0.74, isKind: (post: LabelledPost) => post.kind === 'offers' },
};

/** The share of the sentences pointed at that a reader marked; most others ask too. */
const precisionOfSentences = 0.77;
/** The share of ordinary posts left out that may be taken for distress. */
const mostFalseAlarms = 0.075;

/** Fits every model of the search for conversations, with its figures on topics left out. */
export function fitIntentModels(posts: LabelledPost[]) {
  const asks = fitKind(posts, kinds.asks);
  const wants = fitKind(posts, kinds.wants);
  const offers = fitKind(posts, kinds.offers);
  const askingSentence = fitAskingSentence(posts, asks.scores);
  return { asks, wants, offers, askingSentence, distress: fitDistress(posts) };
}

/** How the shipped models and the check for distress do on labelled posts, at the product's thresholds. */
export function checkIntentModels(posts: LabelledPost[]) {
  const read = posts.map((post) => ({ post, intent: readIntent(post), isAlarm: isInDistress(caseOf(post)) }));
  type Read = (typeof read)[number];
  const figures = (
    isKind: (post: LabelledPost) => boolean,
    isClaimed: (one: Read) => boolean,
    scoreOf: (one: Read) => number,
  ) => {
    const claims = read.map((one) => ({ score: Number(isClaimed(one)), isKind: isKind(one.post) }));
    const { precision, recall } = figuresOf(claims, 1);
    const scored = read.map((one) => ({ score: scoreOf(one), isKind: isKind(one.post) }));
    return { precision: rounded(precision), recall: rounded(recall), auc: rounded(figuresOf(scored, 1).auc) };
  };
  const alarms = alarmFigures(read.map(({ post, isAlarm }) => ({ isAlarm, isKind: post.distress })));
  return {
    asks: figures(
      kinds.asks.isKind,
      ({ intent }) => isAsking(intent),
      ({ intent }) => intent.asks,
    ),
    wantsRecommendation: figures(
      kinds.wants.isKind,
      ({ intent }) => wantsRecommendation(intent),
      ({ intent }) => intent.wants,
    ),
    offers: figures(
      kinds.offers.isKind,
      ({ intent }) => isOffering(intent),
      ({ intent }) => intent.offers,
    ),
    distress: { recall: alarms.recall, falseAlarms: alarms.falseAlarms },
  };
}

function fitKind(posts: LabelledPost[], { precision, isKind }: (typeof kinds)['asks']) {
  const examples = posts.map((post) => example(post, isKind(post)));
  const leftOut = scoreLeftOut(examples, config);
  const sure = leastSureScore(leftOut, precision);
  const model = { sure, ...fitLinearModel(examples, config) };
  return { model, scores: leftOut, leftOut: figuresOf(leftOut, sure) };
}

function example(post: LabelledPost, isKind: boolean): Labelled {
  return { features: postFeatures(post), isKind, group: post.topic };
}

/** Fitted on the posts that ask: a sentence is as likely as the post asks, and asks there. */
function fitAskingSentence(posts: LabelledPost[], asks: Scored[]) {
  const marked = posts.flatMap((post, at) =>
    post.kind === 'asks' && post.askingSentence ? [{ post, likely: asks[at]?.score ?? 0 }] : [],
  );
  const sentences = marked.flatMap((one) => {
    const found = postSentences(one.post);
    return sentenceFeatures(found).map((features, at) => ({
      of: one,
      example: { features, isKind: isMarked(found[at] ?? '', one.post), group: one.post.topic },
    }));
  });
  const examples = sentences.map(({ example }) => example);
  const best = new Map<LabelledPost, Scored>();
  for (const [at, { score, isKind }] of scoreLeftOut(examples, sentenceConfig).entries()) {
    const of = sentences[at]?.of;
    if (of && score * of.likely > (best.get(of.post)?.score ?? 0))
      best.set(of.post, { score: score * of.likely, isKind });
  }
  const sure = leastSureScore([...best.values()], precisionOfSentences);
  const { found, wrong } = figuresOf([...best.values()], sure);
  const pointed = {
    'marked sentence found': rounded(found / marked.length),
    'another sentence': rounded(wrong / marked.length),
    none: rounded(1 - (found + wrong) / marked.length),
  };
  return { model: { sure, ...fitLinearModel(examples, sentenceConfig) }, pointed };
}

/** Readers marked a part of a sentence, a sentence or two. */
function isMarked(sentence: string, { askingSentence }: LabelledPost): boolean {
  const marked = (askingSentence ?? '').replace(/\s+/g, ' ').trim();
  if (marked === '') return false;
  return (
    marked === sentence ||
    (marked.length > shortestPart && sentence.includes(marked)) ||
    (sentence.length > shortestPart && marked.includes(sentence))
  );
}

const shortestPart = 15;

function fitDistress(posts: LabelledPost[]) {
  const examples = posts.map((post) => example(post, post.distress));
  const signs = posts.map((post) => hasSignOfDistress(caseOf(post)));
  const leftOut = scoreLeftOut(examples, config);
  const alarmsFrom = (sure: number) =>
    alarmFigures(
      leftOut.map(({ score, isKind }, at) => ({ isAlarm: score >= sure || (signs[at] ?? false), isKind })),
    );
  const thousandths = Array.from({ length: 1_000 }, (_, index) => index / 1_000);
  const sure = thousandths.find((score) => alarmsFrom(score).falseAlarms <= mostFalseAlarms) ?? 1;
  const model: LinearModel = { sure, ...fitLinearModel(examples, config) };
  return { model, leftOut: figuresOf(leftOut, sure), signs: alarmsFrom(1), both: alarmsFrom(sure) };
}

/** `falseAlarms` is the share of the ordinary posts with an alarm, `wrong` the share of the alarms that are false. */
function alarmFigures(alarms: { isAlarm: boolean; isKind: boolean }[]) {
  const scored: Scored[] = alarms.map(({ isAlarm, isKind }) => ({ score: Number(isAlarm), isKind }));
  const { found, wrong, recall } = figuresOf(scored, 1);
  const ordinary = scored.filter(({ isKind }) => !isKind).length;
  return {
    recall: rounded(recall),
    falseAlarms: rounded(wrong / ordinary),
    wrong: rounded(wrong / (found + wrong)),
  };
}

/** A topic is the community that a post was found in. */
function caseOf({ title, text, topic }: LabelledPost) {
  return { title, threadTitle: null, body: text, host: '', community: topic };
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}
