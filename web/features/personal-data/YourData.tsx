import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { exportData } from '#shared/contracts/personal-data.ts';
import { request } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { downloadBlob } from '#web/ui/controls/download-text.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';

const DeleteAccountDialog = dialogOnDemand(() =>
  import('./DeleteAccountDialog.tsx').then((m) => m.DeleteAccountDialog),
);

/** Taking everything along, and leaving. */
export function YourData({ user }: { user: User }) {
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const response = await request(exportData, { timeoutMs: exportPatienceMs });
      downloadBlob('startup-spark.zip', await response.blob());
    },
  });
  return (
    <section aria-label="Your data">
      <h2 className="mb-2.5 text-base">Your data</h2>
      <Card>
        <ul className="-my-2 divide-y divide-line">
          <li className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-medium">Export everything</p>
              <p className="text-meta text-faint">One ZIP with your ideas, surveys and answers.</p>
            </div>
            <Button
              icon={<Download size={15} aria-hidden="true" />}
              onClick={() => mutate()}
              busy={isPending}
              busyText="Collecting..."
            >
              Download
            </Button>
            {error ? (
              <div role="alert" className="w-full">
                <NotSent what="Not downloaded." reason={readFailure(error, 'export_failed').reason} />
              </div>
            ) : null}
          </li>
          <li className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-medium">Delete account</p>
              <p className="text-meta text-faint">You have seven days to undo it.</p>
            </div>
            <Button variant="danger" onClick={() => setLeaving(true)}>
              Delete…
            </Button>
          </li>
        </ul>
      </Card>
      <DeleteAccountDialog user={user} open={isLeaving} onOpenChange={setLeaving} />
    </section>
  );
}

/** Many answers and pictures take a while. */
const exportPatienceMs = 600_000;
