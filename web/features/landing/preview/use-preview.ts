import { useEffect, useState } from 'react';
import { type IdeaPreview, previewIdea } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { internal } from '#shared/messages/failures.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

const pauseMs = 400;

/** The preview of an idea, asked for again after each pause in changing its phrases. */
export function usePreview(idea: string) {
  const [preview, setPreview] = useState<IdeaPreview | null>(null);
  const [typed, setTyped] = useState<IdeaReading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const body = { idea, reading: typed ?? undefined };
    const ask = () =>
      call(previewIdea, { body, signal }).then(
        (found) => {
          if (signal.aborted) return;
          setPreview(found);
          setProblem(null);
        },
        (error: unknown) => {
          if (!signal.aborted) setProblem(error instanceof ApiError ? error.message : internal.text);
        },
      );
    const timer = setTimeout(ask, typed && attempt === 0 ? pauseMs : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [idea, typed, attempt]);

  return {
    preview,
    /** The phrases as typed, or else as read. */
    reading: typed ?? preview?.reading ?? null,
    problem,
    change(next: IdeaReading) {
      setAttempt(0);
      setTyped(next);
    },
    retry: () => setAttempt(attempt + 1),
  };
}
