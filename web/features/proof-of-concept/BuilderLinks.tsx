import { ExternalLink } from 'lucide-react';
import type { BuilderName } from '#shared/contracts/build-prompts.ts';
import { builders } from '#shared/rules/builders.data.ts';
import { buttonClass } from '#web/ui/button-class.ts';

/** Leads to the chosen builder; a plain prompt can go to any of them. */
export function BuilderLinks({ builder }: { builder: BuilderName }) {
  const chosen = builders.filter(({ name, url }) => url !== '' && (builder === 'plain' || name === builder));
  return chosen.map(({ name, title, url }) => (
    <a
      key={name}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: builder === 'plain' ? 'quiet' : 'secondary' })}
    >
      {builder === 'plain' ? title : `Open ${title}`}
      <ExternalLink size={14} aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  ));
}
