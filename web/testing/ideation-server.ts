import type { IdeationSession } from '#shared/contracts/ideation.ts';
import { refusal, stubServer } from './stub-server.ts';

type Answers = Parameters<typeof stubServer>[0];
type Kept = Partial<IdeationSession> & { id: string };

export const ask = 'POST /api/groq';
export const current = 'GET /api/ideation-draft';
export const save = 'POST /api/ideation-sessions';

export const appName = {
  appName: 'Two Homes',
  tagline: 'One calm plan',
  concept: 'A calendar for two homes.',
};

/** A session as the server holds it. */
export function heldSession(given: Kept): IdeationSession {
  return {
    trailId: 'trail-1',
    idea: 'A calendar',
    content: '',
    nextStage: 'IDEATION',
    partial: '',
    receipts: [],
    revision: 1,
    saved: false,
    created_at: '2026-05-01T10:00:00.000Z',
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
    ...given,
  };
}

/** The server's half of the sessions: it keeps, refuses what is stale, and saves. */
export function ideationServer(answers: Answers = {}, held: IdeationSession[] = []) {
  const sessions = new Map(held.map((session) => [session.id, session]));
  const write = (id: string, body: Kept & { revision: number }, change: Partial<IdeationSession> = {}) => {
    const stored = sessions.get(id);
    const { revision, ...state } = body;
    const isSame =
      stored &&
      JSON.stringify({ ...stored, ...state, ...change }) === JSON.stringify({ ...stored, ...change });
    if (!isSame && (stored?.revision ?? 0) !== revision)
      return refusal(409, 'ideation_changed_elsewhere', 'This session was changed in another tab.');
    const next = heldSession({
      ...stored,
      ...state,
      ...change,
      id,
      trailId: 'trail-1',
      revision: (stored?.revision ?? 0) + (isSame ? 0 : 1),
    });
    sessions.set(id, next);
    return Response.json(next);
  };
  const server = stubServer(
    new Proxy<Answers>(
      {
        [current]: () => ({ session: [...sessions.values()].filter(({ saved }) => !saved).at(-1) ?? null }),
        [ask]: () => Response.json({ completion: JSON.stringify(appName), model: null }),
        [save]: ({ body }) => write((body as Kept).id, body as never, { saved: true }),
        ...answers,
      },
      {
        has: (known, name) => name in known || /^(PUT|GET) \/api\/ideation-sessions\//.test(String(name)),
        get(known, name) {
          const found = known[String(name)];
          if (found !== undefined) return found;
          const [method, path = ''] = String(name).split(' ');
          const id = path.split('/').at(-1) ?? '';
          if (method === 'PUT') return ({ body }: { body: unknown }) => write(id, body as never);
          return () =>
            sessions.get(id) ??
            refusal(404, 'ideation_not_found', 'There is no such ideation session in your account.');
        },
      },
    ),
  );
  const kept = () => server.calls.filter(({ name }) => name.startsWith('PUT '));
  return { ...server, sessions, kept };
}
