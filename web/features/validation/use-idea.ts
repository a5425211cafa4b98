import { useEffect, useEffectEvent, useState } from 'react';
import { changeWorkspace, readWorkspace } from './workspace.ts';

/** An idea's trail, and the words that the idea has there. */
export type PlanStart = {
  idea: string;
  trailId: string;
  /** The session's text, which names the app. */
  content?: string;
  /** The survey whose plan is opened. */
  surveyId?: string;
};

/** The typed idea, kept in the browser. A trail's idea takes its place when asked for; what was typed can be put back. */
export function useIdea(userId: string, start: PlanStart | undefined) {
  const [idea, setIdea] = useState(() => readWorkspace(userId).idea);
  const [aside, setAside] = useState(() => readWorkspace(userId).aside);
  const [trail, setTrail] = useState<PlanStart>();

  function change(next: string) {
    setIdea(next);
    // Text typed into an empty field is an idea of its own.
    if (next.trim() === '') setTrail(undefined);
    changeWorkspace(userId, { idea: next });
  }

  function putAside(text: string) {
    setAside(text);
    changeWorkspace(userId, { aside: text });
  }

  const begin = useEffectEvent((given: PlanStart | undefined) => {
    setTrail(given);
    if (!given || idea.trim() === given.idea.trim()) return;
    if (idea.trim() !== '') putAside(withBoth(aside, idea));
    change(given.idea);
  });
  useEffect(() => begin(start), [start]);

  return {
    idea,
    change,
    /** Undefined for an idea that was typed here: its own words find its trail. */
    trail,
    aside,
    putBack() {
      setTrail(undefined);
      change(aside);
      // The trail keeps its own words; what was made of them here is kept like anything that was typed.
      putAside(idea.trim() === start?.idea.trim() ? '' : idea);
    },
  };
}

/** Keeps everything typed, also when another idea was put aside before. */
function withBoth(aside: string, idea: string): string {
  if (aside.trim() === '' || idea.includes(aside)) return idea;
  return aside.includes(idea) ? aside : `${aside}\n${idea}`;
}
