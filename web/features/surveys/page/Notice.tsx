import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

type NoticeProps = {
  icon: LucideIcon;
  title: string;
  /** For moving the focus there when the page has changed. */
  titleRef?: Ref<HTMLHeadingElement>;
  text: string;
  /** What to do next. */
  children: ReactNode;
};

/** A page that has only one thing to say. */
export function Notice({ icon: Icon, title, titleRef, text, children }: NoticeProps) {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center sm:py-20">
      <span className="mb-2 grid size-12 place-items-center rounded-m bg-muted text-soft">
        <Icon size={22} aria-hidden="true" />
      </span>
      <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="text-title outline-none">
        {title}
      </h1>
      <p className="max-w-[44ch] text-base text-soft">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
