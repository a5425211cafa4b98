import { useState } from 'react';
import { changeWorkspace, type IdeaPhrases, readWorkspace } from './workspace.ts';

/** The phrases that an idea without a plan is asked for, kept in the browser as they are typed. */
export function usePhrases(userId: string) {
  const [phrases, setPhrases] = useState(() => readWorkspace(userId).phrases);
  const [timesAsked, setTimesAsked] = useState(0);

  function change(next: IdeaPhrases | null) {
    setPhrases(next);
    changeWorkspace(userId, { phrases: next });
  }

  return {
    phrases,
    /** Grows with each reply that asks. */
    timesAsked,
    change,
    ask(asked: IdeaPhrases) {
      change(asked);
      setTimesAsked((times) => times + 1);
    },
  };
}
