import { type ReactNode, useRef } from 'react';
import { CopyButton } from '#web/ui/CopyButton.tsx';

/** The code that the profile must show; `children` leads there. */
export function CodeStep({ code, children }: { code: string; children: ReactNode }) {
  const source = useRef<HTMLElement>(null);
  return (
    <>
      <p className="font-medium">Put this code into the “about” of your profile there, and save it</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <code
          ref={source}
          tabIndex={-1}
          className="rounded-s bg-muted px-2.5 py-1.5 text-sm wrap-anywhere outline-none select-all"
        >
          {code}
        </code>
        <CopyButton text={code} source={source}>
          Copy code
        </CopyButton>
      </p>
      <p className="mt-1.5">{children}</p>
    </>
  );
}
