import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { type IdeaReading, ideaLanguages, ideaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { announceDraft, parseDraft, readText, saveDraft, watchDrafts } from './draft-store.ts';

/** A reading as it is being typed: its phrases may be longer than a plan takes. */
export const typedReading = z.object({
  who: z.string(),
  trouble: z.string(),
  solution: z.string(),
  question: z.string(),
  language: z.enum([...ideaLanguages, 'other']),
});

/** An idea with its phrases, as typed; a plan is one too. */
export const ideaPhrases = z.object({ idea: z.string(), reading: typedReading });
type IdeaPhrases = z.infer<typeof ideaPhrases>;

/** True when the boxes and the question are filled, with no more than a plan takes. */
export function isComplete(reading: IdeaReading): boolean {
  return !needsAsking(reading) && ideaReading.safeParse(reading).success;
}

/** Owner of the phrases that are typed before there is an account. */
export const visitor = 'visitor';

/** More ideas than lie half asked at a time. */
const mostIdeas = 20;

/** The phrases of one account's idea; null where they were never asked for. */
export function readPhrases(userId: string, idea: string): IdeaReading | null {
  return find(parse(readRaw(userId)), idea);
}

/** Stores the phrases of an idea in this browser, or deletes them; those of other ideas stay. */
export function savePhrases(userId: string, idea: string, reading: IdeaReading | null): void {
  const others = parse(readRaw(userId)).filter((one) => one.idea !== idea.trim());
  const next = reading ? [{ idea: idea.trim(), reading }, ...others] : others;
  saveDraft(keyOf(userId), next.slice(0, mostIdeas), true);
  announceDraft();
}

/** Gives an account the phrases that were typed before it, where it has none of the same idea. */
export function movePhrases(from: string, to: string): void {
  for (const { idea, reading } of parse(readRaw(from)).reverse()) {
    if (!readPhrases(to, idea)) savePhrases(to, idea, reading);
  }
  saveDraft(keyOf(from), null);
}

export type AskedPhrases = ReturnType<typeof useIdeaPhrases>;

/** The same for a dialog that asks for them, as they are now, whichever tab changes them. */
export function useIdeaPhrases(userId: string) {
  const all = parse(useSyncExternalStore(watchDrafts, () => readRaw(userId)));
  const [timesAsked, setTimesAsked] = useState(0);
  return {
    of: (idea: string) => find(all, idea),
    change: (idea: string, reading: IdeaReading | null) => savePhrases(userId, idea, reading),
    /** Grows with each reply that asks. */
    timesAsked,
    /** Shows the boxes of an idea that says too little; what was typed into them stays. */
    ask(idea: string, reading: IdeaReading) {
      if (!readPhrases(userId, idea)) savePhrases(userId, idea, reading);
      setTimesAsked((times) => times + 1);
    },
  };
}

function keyOf(userId: string): string {
  return `idea-phrases:${userId}`;
}

function find(all: IdeaPhrases[], idea: string): IdeaReading | null {
  return all.find((one) => one.idea === idea.trim())?.reading ?? null;
}

function readRaw(userId: string): string | null {
  return readText(keyOf(userId));
}

function parse(raw: string | null): IdeaPhrases[] {
  return parseDraft(raw, z.array(ideaPhrases)) ?? [];
}
