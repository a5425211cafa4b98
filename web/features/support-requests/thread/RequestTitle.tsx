type RequestTitleProps = { appName: string; requestTitle: string };

/** The heading of every page about one request, whoever reads it. */
export function RequestTitle({ appName, requestTitle }: RequestTitleProps) {
  return (
    <>
      <p className="text-meta font-medium wrap-anywhere text-faint">
        Support request for <bdi>{appName}</bdi>
      </p>
      <h1 dir="auto" className="text-title wrap-anywhere">
        {requestTitle}
      </h1>
    </>
  );
}
