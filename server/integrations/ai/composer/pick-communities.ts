import type { SocialGroup } from '#shared/contracts/validation.ts';
import { type Community, directory, questionSiteType } from './directory.ts';
import { hashOf } from './idea-words.ts';
import type { TopicId } from './topics.data.ts';

/**
 * Three to five communities for an idea's topics (Specification 3): the places where its people talk, most
 * topics in common first, at most one question site; where there are too few, places for founders' feedback.
 */
export function pickCommunities(topicIds: TopicId[], idea: string): SocialGroup[] {
  const places = directory.filter((entry) => entry.type !== questionSiteType);
  const own = inTurns(topicIds.map((topic) => ranked(places, topic, topicIds))).slice(0, 4);
  const sites = directory.filter((entry) => entry.type === questionSiteType);
  const chosen = [
    ...own,
    ...topicIds.slice(0, 1).flatMap((topic) => ranked(sites, topic, topicIds).slice(0, 1)),
  ];
  if (chosen.length >= 3) return chosen.map(asSocialGroup);
  const feedback = places.filter((entry) => entry.topics.includes('startups') && !chosen.includes(entry));
  const start = hashOf(idea.toLowerCase()) % feedback.length;
  return [...chosen, ...feedback.slice(start), ...feedback.slice(0, start)].slice(0, 4).map(asSocialGroup);
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

// A place that shares more of the idea's topics and has fewer besides is closer to the subject.
function ranked(entries: Community[], topic: TopicId, topicIds: TopicId[]): Community[] {
  const rank = (entry: Community) =>
    entry.topics.filter((other) => topicIds.includes(other)).length - 0.3 * entry.topics.length;
  return entries.filter((entry) => entry.topics.includes(topic)).sort((a, b) => rank(b) - rank(a));
}

function asSocialGroup({ type, name, url }: Community): SocialGroup {
  return { type, name, url };
}
