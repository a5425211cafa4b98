import { useEffect, useState } from 'react';
import { loadStored, loadSurvey, type SurveyState } from './load-survey.ts';

/** The survey at once if this browser has it, then as the server has it. */
export function useSurvey(surveyId: string) {
  const [state, setState] = useState<SurveyState>(() => loadStored(surveyId));

  useEffect(() => {
    let present = true;
    loadSurvey(surveyId).then((loaded) => {
      if (present) setState(loaded);
    });
    return () => {
      present = false;
    };
  }, [surveyId]);

  /** Reads it again; what is on the screen stays there until something better has come. */
  async function refresh() {
    const loaded = await loadSurvey(surveyId);
    setState((current) => (current.status === 'ready' && loaded.status === 'failed' ? current : loaded));
  }

  async function retry() {
    setState({ status: 'loading' });
    setState(await loadSurvey(surveyId));
  }

  return { state, refresh, retry };
}
