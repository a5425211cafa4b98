import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { IdeationDocument } from './ideation-document.ts';

type ValidateButtonProps = {
  document: IdeationDocument;
  flush: () => Promise<IdeationDocument | null>;
  onValidate: (session: { idea: string; trailId: string; content: string }) => void;
};

/** Leads on to the validation plan, once the account has the newest words: the trail comes with them. */
export function ValidateButton({ document, flush, onValidate }: ValidateButtonProps) {
  const [isWaiting, setWaiting] = useState(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  async function validate() {
    setWaiting(true);
    const { idea, trailId, content } = (await flush()) ?? document;
    setWaiting(false);
    // Who has closed the dialog meanwhile goes nowhere.
    if (isThere.current) onValidate({ idea, trailId, content });
  }

  return (
    <Button onClick={validate} busy={isWaiting}>
      Validate this idea
    </Button>
  );
}
