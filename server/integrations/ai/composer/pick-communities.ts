import type { SocialGroup } from '#shared/contracts/validation.ts';
import { specialities } from './communities.data.ts';
import { type Community, directory, questionSiteType } from './directory.ts';
import { hashOf, lookUp, wordsOf } from './idea-words.ts';
import type { TopicId } from './topics.data.ts';

/**
 * Three to five communities for an idea's topics (Specification 3): the places where its people talk, most
 * topics in common first, at most one question site; where there are too few, places for founders' feedback.
 */
export function pickCommunities(topicIds: TopicId[], idea: string): SocialGroup[] {
  const words = new Set(wordsOf(idea));
  const fitting = directory.filter((entry) => fits(entry, words));
  const own = placesOf(fitting, topicIds, words);
  if (own.length >= 3) return own.map(asSocialGroup);
  const wider = [
    ...own,
    ...placesOf(directory, topicIds, words).filter((entry) => !own.includes(entry)),
  ].slice(0, 4);
  if (wider.length >= 3) return wider.map(asSocialGroup);
  const feedback = fitting.filter(
    (entry) => entry.type !== questionSiteType && entry.topics.includes('startups') && !wider.includes(entry),
  );
  const start = hashOf(idea.toLowerCase()) % feedback.length;
  return [...wider, ...feedback.slice(start), ...feedback.slice(0, start)].slice(0, 4).map(asSocialGroup);
}

function placesOf(entries: Community[], topicIds: TopicId[], words: Set<string>): Community[] {
  const places = entries.filter((entry) => entry.type !== questionSiteType);
  const sites = entries.filter((entry) => entry.type === questionSiteType);
  const own = inTurns(topicIds.map((topic) => ranked(places, topic, topicIds, words))).slice(0, 4);
  const site = topicIds.slice(0, 1).flatMap((topic) => ranked(sites, topic, topicIds, words).slice(0, 1));
  return [...own, ...site];
}

/** Whether a place is about the whole of its topic, or about a part that the idea names. */
function fits(entry: Community, words: Set<string>): boolean {
  const own = lookUp(specialities, entry.name)?.split(' ');
  return own === undefined || own.some((word) => word.split('+').every((part) => words.has(part)));
}

// The first topic gets two places before each other topic gets one, and the rest in turn.
function inTurns(lists: Community[][]): Community[] {
  const taken = new Set((lists[0] ?? []).slice(0, 1));
  for (let turn = 0; turn < 4; turn += 1) {
    for (const list of lists) {
      const next = list.find((entry) => !taken.has(entry));
      if (next) taken.add(next);
    }
  }
  return [...taken];
}

// A place about what the idea names, or that shares more of its topics and has fewer besides, is closer to the subject.
function ranked(entries: Community[], topic: TopicId, topicIds: TopicId[], words: Set<string>): Community[] {
  const rank = (entry: Community) =>
    entry.topics.filter((other) => topicIds.includes(other)).length -
    0.3 * entry.topics.length +
    (Object.hasOwn(specialities, entry.name) && fits(entry, words) ? 0.2 : 0);
  return entries.filter((entry) => entry.topics.includes(topic)).sort((a, b) => rank(b) - rank(a));
}

function asSocialGroup({ type, name, url }: Community): SocialGroup {
  return { type, name, url };
}
