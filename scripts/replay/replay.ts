import * as z from 'zod';
import { choosePoints } from '#server/features/analyses/choose-points.ts';
import { chooseFirst } from '#server/features/analyses/compose-analysis.ts';
import { type JudgedPost, judgePosts } from '#server/features/outreach/find/ranking/judge-posts.ts';
import { draftReplies } from '#server/features/outreach/find/suggest/draft-replies.ts';
import { type Suggestion, suggestReply } from '#server/features/outreach/find/suggest/suggest-reply.ts';
import { contentText } from '#server/integrations/ai/openai-compatible.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { ideationShapes, readIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { isObject, objectPieces, parseRepaired } from '#shared/rules/model-output/json.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { readEvidenceIn } from '#shared/rules/prompts/build-prompt-evidence.ts';
import { checkEvidence } from '#shared/rules/surveys/check-evidence.ts';
import type { Citation } from '#shared/rules/surveys/citations.ts';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';

type Dropped = { what: string; why: string };

/** A recorded answer as a founder would see it; `shown` is false where an error would stand. */
export type Replayed = {
  key: string;
  kind: string;
  shown: boolean;
  text: string;
  citations: Citation[];
  dropped: Dropped[];
};

const recorded = z.object({
  key: z.coerce.string().default(''),
  kind: z.string().default(''),
  messages: z.array(z.object({ content: z.unknown() })).default([]),
  answer: z.unknown(),
});

const kinds = new Map<string, (answer: string, prompt: string, key: string) => Outcome | Promise<Outcome>>([
  ['plan', replayPlan],
  ['coach', replayCoach],
  ['build-prompt', replayBuildPrompt],
  ['verdict-points', replayPoints],
  ['judge-posts', replayPosts],
]);

/** Runs one recorded line through the readers and checks of the product. Never throws. */
export async function replay(line: string): Promise<Replayed> {
  const read = recorded.safeParse(parsed(line)).data;
  if (!read) return unreadable('', '', 'The line is no JSON object.');
  const { key, kind } = read;
  const run = kinds.get(kind);
  if (!run) return unreadable(key, kind, `No kind of answer is called “${kind}”.`);
  const prompt = read.messages.map(({ content }) => contentText(content)).join('\n\n');
  try {
    return { key, kind, ...(await run(contentText(read.answer), prompt, key)) };
  } catch (error) {
    return unreadable(key, kind, error instanceof Error ? error.message : String(error));
  }
}

type Outcome = Pick<Replayed, 'shown' | 'text' | 'citations' | 'dropped'>;

function unreadable(key: string, kind: string, why: string): Replayed {
  return { key, kind, shown: false, text: '', citations: [], dropped: [{ what: 'the line', why }] };
}

function failed(code: MessageCode): Outcome {
  return { shown: false, text: message(code).text, citations: [], dropped: [] };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function replayPlan(answer: string): Outcome {
  const read = parseValidationOutput(answer);
  if ('failure' in read) return failed(read.failure);
  if (!('plan' in read)) return { shown: true, text: 'Asks for the phrases.', citations: [], dropped: [] };
  const { plan } = read;
  const lines = [
    plan.appName,
    plan.oneSentencePitch,
    plan.problemParagraph,
    plan.targetAudience,
    ...plan.socialGroups.map(({ type, name, url }) => `- ${type}: ${name} ${url}`.trimEnd()),
    ...plan.surveyQuestions.map(({ question, options }, at) =>
      [`${at + 1}. ${question}`, ...(options ?? []).map((option) => `   - ${option}`)].join('\n'),
    ),
    plan.post ?? '',
  ];
  return { shown: true, text: lines.filter((line) => line !== '').join('\n'), citations: [], dropped: [] };
}

function replayCoach(answer: string, prompt: string, key: string): Outcome {
  const stage = stageOf(prompt, key);
  if (!stage) throw new Error('The messages do not say which stage it is.');
  const { markdown } = readIdeationOutput(stage, answer);
  return markdown.trim() === '' ? failed('ai_empty') : checked(markdown, readEvidenceIn(prompt));
}

/** The stage whose fields the prompt asks for, else the one that the key ends with. */
function stageOf(prompt: string, key: string): IdeationStage | null {
  const asked = ideationStages.find(({ stage }) =>
    Object.keys(ideationShapes[stage].shape).every((field) => prompt.includes(`"${field}"`)),
  );
  const named = ideationStages.find(({ stage }) => key.endsWith(stage));
  return (asked ?? named)?.stage ?? null;
}

function replayBuildPrompt(answer: string, prompt: string): Outcome {
  const read = parseEnhancementOutput(answer);
  return 'failure' in read ? failed(read.failure) : checked(read.response, readEvidenceIn(prompt));
}

function checked(written: string, evidence: AnswerEvidence | null): Outcome {
  const { text, citations, unheld } = checkEvidence(written, evidence);
  const dropped = citations
    .filter(({ kept }) => !kept)
    .map(({ answer, quote }) => ({
      what: quote === '' ? `#${answer}` : `#${answer} “${quote}”`,
      why: quote === '' ? 'It quotes no words.' : `The words are not in answer #${answer}.`,
    }));
  const unmarked = unheld.map((what) => ({ what, why: 'No count of the survey: shown, not marked.' }));
  return { shown: true, text, citations, dropped: [...dropped, ...unmarked] };
}

/** A model that gives the recorded answer. */
function modelThatSaid(text: string): Ai {
  return { complete: async () => ({ text, model: 'recorded' }) };
}

const offered = z.object({
  strengths: z.record(z.string(), z.string()).default({}),
  weaknesses: z.record(z.string(), z.string()).default({}),
});

async function replayPoints(answer: string, prompt: string): Promise<Outcome> {
  const { strengths, weaknesses } = offered.parse(dataIn(prompt, 'strengths'));
  const pointsOf = (texts: Record<string, string>) => ({
    figures: Object.values(texts),
    questions: [],
    quotes: [],
  });
  const lists = {
    idea: '',
    decision: '',
    strengths: pointsOf(strengths),
    weaknesses: pointsOf(weaknesses),
  };
  const chosen = await choosePoints(modelThatSaid(answer), lists);
  const { keyStrengths, keyWeaknesses } = chosen?.points ?? {
    keyStrengths: chooseFirst(lists.strengths),
    keyWeaknesses: chooseFirst(lists.weaknesses),
  };
  const text = ['Key Strengths', ...keyStrengths.map(listed), 'Key Weaknesses', ...keyWeaknesses.map(listed)];
  const refused = `${chosen ? chosen.refused : 'all'} of its choices`;
  return {
    shown: true,
    text: text.join('\n'),
    citations: quotedIn(text.join('\n')),
    dropped: chosen?.refused === 0 ? [] : [{ what: refused, why: 'They were not offered.' }],
  };
}

function listed(point: string): string {
  return `- ${point}`;
}

function quotedIn(text: string): Citation[] {
  return citedParts(text).flatMap((part) =>
    part.kind === 'quote'
      ? part.answers.map((answer) => ({ answer, quote: part.words.slice(1, -1), kept: true }))
      : [],
  );
}

const sentPosts = z.object({
  product: z.object({ name: z.string(), description: z.string().default('') }),
  posts: z.array(
    z.object({
      id: z.string(),
      place: z.string().default(''),
      title: z.string().default(''),
      text: z.string().default(''),
    }),
  ),
});

async function replayPosts(answer: string, prompt: string): Promise<Outcome> {
  const { product: sent, posts } = sentPosts.parse(dataIn(prompt, 'posts'));
  const product = { name: sent.name, url: 'https://product.example', description: sent.description };
  const ranked = posts.map((post) => ({ post: asFound(post), confidence: 100, intent: null }));
  const deps = { ai: modelThatSaid(answer), product, now: new Date(), signal: new AbortController().signal };
  const judged = await judgePosts(ranked, deps);
  // In the order in which they were sent: the answer names them by it.
  const drafts = await draftReplies(
    ranked.map(({ post }) => post),
    deps,
  );
  const found = judged.posts.map(({ post, confidence, judgement }) => {
    const card = ruleCardOf(post, '2026-11-27');
    const suggestion = suggestReply({
      post,
      product,
      card,
      keywords: [],
      quote: judgement?.quote ?? null,
      intent: null,
      facts: judgement?.facts,
      draft: drafts.get(post),
    });
    return { post, confidence, judgement, suggestion };
  });
  const text = found.map(({ post, confidence, judgement, suggestion }) =>
    [
      `${post.externalId} ${confidence} ${post.title}`.trimEnd(),
      judgement?.quote ? `“${judgement.quote}”` : '',
      suggestion.text,
    ]
      .filter((line) => line !== '')
      .join('\n'),
  );
  return {
    shown: true,
    text: text.join('\n\n'),
    ...judgedQuotes(answer, found),
  };
}

type Shown = Pick<JudgedPost<{ post: FoundPost }>, 'post' | 'judgement'> & {
  suggestion: Suggestion;
};

const rawJudgement = z.object({ id: z.string(), quote: z.string().nullish() });

/** The quotes that a model gave of the posts that are shown, and what of its judgements is not. */
function judgedQuotes(answer: string, shown: Shown[]): Pick<Outcome, 'citations' | 'dropped'> {
  const citations: Citation[] = [];
  const dropped: Dropped[] = [];
  for (const item of [...objectPieces(answer)].flatMap((piece) => judgementsIn(parseRepaired(piece)))) {
    const one = shown.find(({ post }) => post.externalId === item.id);
    if (!one) {
      dropped.push({ what: item.id, why: 'The post is left out or unknown.' });
      continue;
    }
    const number = Number(item.id.replace(/\D/g, ''));
    const kept = one.judgement?.quote !== null;
    if (item.quote) citations.push({ answer: number, quote: item.quote, kept });
    if (item.quote && !kept) dropped.push({ what: item.quote, why: `The words are not in post ${item.id}.` });
    for (const { sentence, reason } of one.suggestion.cuts)
      dropped.push({ what: sentence, why: `Cut from the draft for ${item.id}: ${reason}.` });
  }
  return { citations, dropped };
}

function judgementsIn(value: unknown): z.infer<typeof rawJudgement>[] {
  const list = isObject(value) && Array.isArray(value.posts) ? value.posts : [];
  return list.flatMap((item) => rawJudgement.safeParse(item).data ?? []);
}

/** A place where generated text is welcome, so that drafts are seen. */
function asFound({ id, place, title, text }: z.infer<typeof sentPosts>['posts'][number]): FoundPost {
  return {
    source: 'lemmy',
    host: 'lemmy.world',
    externalId: id,
    threadId: id,
    url: `https://lemmy.world/post/${id}`,
    title,
    threadTitle: null,
    body: text,
    author: null,
    createdAt: new Date(),
    replies: null,
    community: place || null,
    locked: false,
    license: null,
  };
}

/** The first JSON object of a prompt that holds this field. */
function dataIn(prompt: string, field: string): unknown {
  for (const [line] of prompt.matchAll(/^\{.*$/gm)) {
    const value = parsed(line);
    if (isObject(value) && field in value) return value;
  }
  throw new Error(`The messages hold no object with “${field}”.`);
}
