import { AiError, type Completion } from './port.ts';
import { withoutReasoning } from './without-reasoning.ts';

/** In characters; a model that never stops must not fill the memory. */
const longestReply = 200_000;

/** What is read of a chunk or of a whole reply; servers leave out or misshape any of it. */
export type WireReply = {
  model?: unknown;
  choices?: { delta?: WireText | null; message?: WireText | null; finish_reason?: unknown }[] | null;
};
type WireText = { content?: unknown; refusal?: unknown };

/** Gathers the text of one reply and decides at its end whether it is one. */
export type ReplyReader = {
  readonly text: string;
  /** True once anything has arrived: the provider has begun to answer, and is not asked again. */
  readonly started: boolean;
  /** @throws AiError 'refused', or 'interrupted' for a reply beyond 200,000 characters */
  take(wire: WireReply): void;
  /** @throws AiError 'empty', or 'interrupted' when the provider never said that the reply is whole */
  end(fallbackModel: string): Completion;
};

/** Reads a reply piece by piece and hands each visible piece to `onText`. */
export function readReply(onText?: (piece: string) => void): ReplyReader {
  const filter = withoutReasoning();
  let text = '';
  let model = '';
  let finish: unknown = null;
  let started = false;
  const show = (piece: string) => {
    if (piece === '') return;
    text += piece;
    onText?.(piece);
    if (text.length > longestReply) throw new AiError('interrupted', text);
  };
  return {
    get text() {
      return text;
    },
    get started() {
      return started;
    },
    take(wire) {
      started = true;
      if (typeof wire.model === 'string' && wire.model !== '') model = wire.model;
      const choice = wire.choices?.[0];
      const said = choice?.delta ?? choice?.message;
      if (choice?.finish_reason) finish = choice.finish_reason;
      if (finish === 'content_filter' || isText(said?.refusal)) throw new AiError('refused', text);
      if (isText(said?.content)) show(filter.next(said.content));
    },
    end(fallbackModel) {
      show(filter.rest());
      // 'length': the model ran into its token limit, so the end of the text is missing.
      if (finish === 'length') throw new AiError('interrupted', text);
      if (text.trim() === '') throw new AiError('empty');
      if (finish === null) throw new AiError('interrupted', text);
      return { text, model: model || fallbackModel };
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
