import {
  type Intent,
  isOffering,
  readIntent,
  wantsRecommendation,
} from '#server/features/outreach/find/intent/read-intent.ts';
import { termsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { type ScoredPost, shownFrom } from './rank-posts.ts';

/** A post on the subject; `intent` is null where its language can't be read. */
export type ReadPost<Post> = ScoredPost<Post> & { intent: Intent | null };

export type WeighedPost<Post> = ReadPost<Post> & { confidence: number };

export function readPost<Post extends FoundPost>(
  scored: ScoredPost<Post>,
  isEnglish: boolean,
): ReadPost<Post> {
  const { title, body } = scored.post;
  return { ...scored, intent: isEnglish ? readIntent({ title, text: body }) : null };
}

/** More likely than not: how sure it must be then hangs on the subject as well, and the confidence says both. */
const leastAsking = 0.5;

/** False for stories, offers, news and searches for staff. One rare word in a title that asks is enough. */
export function needsAnswer({ intent, ...scored }: ReadPost<FoundPost>): boolean {
  if (intent === null) return true;
  const asks = asksOf(scored, intent);
  return asks >= leastAsking && !(isOffering(intent) && intent.offers > asks);
}

/**
 * Adds how likely a post is worth answering, 0 to 98: its author asks, and about the subject. Both models were fitted on
 * English; without it a post stays at the lowest confidence that is shown.
 */
export function weighPost<Post extends FoundPost>(read: ReadPost<Post>): WeighedPost<Post> {
  const { subject, intent } = read;
  if (intent === null) return { ...read, confidence: Math.min(subject, shownFrom) };
  const likely = confidenceOf(subject, asksOf(read, intent));
  return { ...read, confidence: Math.min(likely, mostFor(read, intent)) };
}

/** Few words leave the model of whole posts unsure: the others decide on a title that names the subject. */
const askedByTitle = { asks: 0.8, wantsFrom: 0.18, unlessBelow: 0.05 };

function asksOf({ post, isNamed }: ScoredPost<FoundPost>, intent: Intent): number {
  const { asks, wants } = intent;
  if (!isNamed || asks < askedByTitle.unlessBelow || asks >= askedByTitle.asks) return asks;
  return wants >= askedByTitle.wantsFrom || isTitle(post, intent.askingSentence) ? askedByTitle.asks : asks;
}

function isTitle({ title }: FoundPost, sentence: string | null): boolean {
  return sentence !== null && title.replace(/\s+/g, ' ').includes(sentence);
}

// Logistic, fitted on 255 pairs of ten products and a post, read one by one: see decision 13.
const curve = { start: -1.49, subject: 0.89, asks: 0.83 };
const surest = 98;
/** One word says less of the problem than of the subject. */
const surestByName = 75;
/** Posts less close than this are too far off when the question itself is about something else. */
const closeAnyway = 85;

function mostFor({ post, subject, matched, isNamedOnly }: ScoredPost<FoundPost>, intent: Intent): number {
  if (subject < closeAnyway && !isAsked(post, intent.askingSentence, matched)) return shownFrom - 1;
  return isNamedOnly ? surestByName : surest;
}

/** True when the title and the question name one of the terms, or nothing is asked. */
function isAsked({ title }: FoundPost, question: string | null, terms: string[]): boolean {
  if (question === null) return true;
  const named = new Set(termsOf(`${title}\n${question}`));
  return terms.some((term) => named.has(term));
}

function confidenceOf(subject: number, asks: number): number {
  const evidence = curve.start + curve.subject * logit(subject / 100) + curve.asks * logit(asks);
  return Math.floor(100 / (1 + Math.exp(-evidence)));
}

/** Log odds; certainty counts for no more than 199 to 1. */
function logit(share: number): number {
  const bounded = Math.min(0.995, Math.max(0.005, share));
  return Math.log(bounded / (1 - bounded));
}

const dayMs = 86_400_000;
// Within so many points it matters more when it was asked, and for what.
const bandWidth = 5;

/** A post with what its place in a list hangs on. */
export type Ordered = { post: FoundPost; confidence: number; intent: Intent | null };

/** The surest first; among nearly as sure ones who wants something to use, then the newer and the less answered. */
export function orderPosts<Post extends Ordered>(posts: Post[], now: Date): Post[] {
  return posts
    .map((one) => ({ one, band: Math.floor(one.confidence / bandWidth), urgency: urgencyOf(one, now) }))
    .toSorted((a, b) => b.band - a.band || b.urgency - a.urgency || b.one.confidence - a.one.confidence)
    .map(({ one }) => one);
}

// To want something to use outweighs two days of age, and ten replies as much as one.
function urgencyOf({ post, intent }: Ordered, now: Date): number {
  const wanted = intent && wantsRecommendation(intent) ? 2 : 0;
  const days = Math.max(0, now.getTime() - post.createdAt.getTime()) / dayMs;
  return wanted - days - Math.min(1, (post.replies ?? 0) / 10);
}
