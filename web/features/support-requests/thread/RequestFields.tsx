import type { ReactNode } from 'react';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { AttachmentList } from '#web/features/support-requests/attachments/AttachmentList.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';

type RequestFieldsProps = {
  job: Job;
  /** Links to what the request is about, for whoever may read that. */
  links?: ReactNode;
};

/** Everything that is in a request. */
export function RequestFields({ job, links }: RequestFieldsProps) {
  const { appName, appUrl, email, issueDescriptions, attachments } = job;
  return (
    <div className="mt-3 grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact name="App Name">
          <bdi>{appName}</bdi>
        </Fact>
        <Fact name="App URL">{appUrl ? <Address text={appUrl} /> : 'Not given'}</Fact>
        <Fact name="Contact Email">{email}</Fact>
      </dl>
      <IssueList issues={issueDescriptions} />
      {attachments.length > 0 ? (
        <section aria-label="Attachments">
          <h3 className="mb-1.5 text-meta text-faint">Attachments</h3>
          <AttachmentList attachments={attachments} />
        </section>
      ) : null}
      {links}
    </div>
  );
}

/** Issues of the request, in the customer's words. */
export function IssueList({ issues }: { issues: string[] }) {
  return (
    <section aria-label="Issues">
      <h3 className="text-meta text-faint">{issues.length === 1 ? 'Issue' : 'Issues'}</h3>
      <ol
        className={issues.length > 1 ? 'ml-5 grid list-decimal grid-cols-1 gap-2' : 'grid grid-cols-1 gap-2'}
      >
        {issues.map((text, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an issue keeps its place
          <li key={place} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A link only where it leads to the web: the text is a stranger's. */
function Address({ text }: { text: string }) {
  const address = readWebAddress(text);
  if (!address) return text;
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="font-medium text-spark-ink underline underline-offset-2"
    >
      {text}
    </a>
  );
}
