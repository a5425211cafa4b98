import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Trail } from '#shared/contracts/trails.ts';
import { answersTo, openLink, surveyDraft } from './survey-samples.ts';
import type { TestServer, TestUser } from './test-server.ts';

export const idea = 'A shared calendar for separated parents';

type SessionOptions = { trailId?: string; on?: TestServer };

/** Work of a founder on an idea, on the server of `here` unless another is given. */
export function ideaWork(here: () => TestServer) {
  const put = async (path: string, { token }: TestUser, body: object, on = here()) => {
    const reply = await on.call('PUT', `/api/${path}/${randomUUID()}`, { token, body });
    expect(reply.status).toBe(200);
    return { id: String(reply.body.id), trailId: String(reply.body.trailId) };
  };
  const createSurvey = async ({ token }: TestUser, changes: object = {}) => {
    const body = { ...surveyDraft(), idea, ...changes };
    expect((await here().call('POST', '/api/surveys', { token, body })).status).toBe(201);
    return body;
  };
  return {
    createSurvey,

    /** A survey with a submission for each of these texts, and their analysis. */
    async answeredSurvey(founder: TestUser, texts: string[], changes: object = {}, choice?: string) {
      const draft = await createSurvey(founder, changes);
      await openLink(here(), founder, draft);
      for (const text of texts)
        await here().call('POST', '/api/submit-survey', { body: answersTo(draft, choice, text) });
      const body = { surveyId: draft.surveyId };
      await here().call('POST', '/api/analyze-survey', { token: founder.token, body });
      await here().app.runDueTasks();
      return draft;
    },

    saveSession(founder: TestUser, changes: object = {}, { trailId, on }: SessionOptions = {}) {
      const state = { idea, content: 'Swap Run', nextStage: null, partial: '', receipts: [], revision: 0 };
      return put('ideation-sessions', founder, { ...state, trailId, ...changes }, on);
    },

    savePrompt(founder: TestUser, changes: object = {}) {
      const state = { idea, surveyId: null, builder: 'bolt', result: 'Build it.', revision: 0 };
      return put('build-prompts', founder, { ...state, ...changes });
    },

    async listTrails({ token }: TestUser, query = '', on = here()): Promise<Trail[]> {
      const reply = await on.call('GET', `/api/trails${query}`, { token });
      expect(reply.status).toBe(200);
      return reply.body as unknown[] as Trail[];
    },

    readTrail: (id: string, { token }: TestUser) => here().call('GET', `/api/trails/${id}`, { token }),
    join: (id: string, into: string, { token }: TestUser) =>
      here().call('POST', `/api/trails/${id}/join`, { token, body: { into } }),

    /** Callers that come at once only meet when none of them waits for its connection first. */
    openConnections: ({ token }: TestUser, sibling: TestServer) =>
      Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          (place % 2 ? here() : sibling).call('GET', '/api/ideation-sessions', { token }),
        ),
      ),
  };
}
