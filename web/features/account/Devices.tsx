import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { type Device, endDevice, endOtherDevices, listDevices } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { failureToast } from '#web/api/failure-message.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';

/** Browsers in which the account is signed in. */
export function Devices({ userId }: { userId: string }) {
  const { data: config } = useConfig();
  const { devices, isPending, refetch, end, endOthers, isBusy } = useDevices(userId);
  const region = useRef<HTMLDivElement>(null);
  // The pressed button goes with its row.
  const leaving = (change: () => void) => () => {
    region.current?.focus({ preventScroll: true });
    change();
  };
  return (
    <section aria-label="Signed in on">
      <div className="mb-2.5 flex min-h-control items-center justify-between gap-3">
        <h2 className="text-base">Signed in on</h2>
        {devices && devices.length > 1 ? (
          <Button variant="quiet" onClick={leaving(endOthers)} busy={isBusy} busyText="Ending...">
            End all others
          </Button>
        ) : null}
      </div>
      <Card>
        <div ref={region} tabIndex={-1} className="outline-none">
          {config?.identity === 'firebase' ? (
            <p className="text-soft">Change your password to sign out your other devices within an hour.</p>
          ) : null}
          {isPending ? <DevicesSkeleton /> : null}
          {!devices && !isPending ? (
            <ErrorState title="Your devices could not be loaded." onRetry={() => void refetch()}>
              Nothing has changed.
            </ErrorState>
          ) : null}
          <ul className="-my-2">
            {devices?.map((device) => (
              <DeviceRow key={device.id} device={device} onEnd={leaving(() => end(device))} />
            ))}
          </ul>
        </div>
      </Card>
    </section>
  );
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { name, isPhone, isCurrent, lastSeenAt } = device;
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <Icon size={16} aria-hidden="true" className="shrink-0 text-soft" />
      <div className="min-w-0 grow">
        <p className="font-medium">{name}</p>
        <p className="text-meta text-faint">{isCurrent ? 'Now' : <Time at={lastSeenAt} />}</p>
      </div>
      {isCurrent ? (
        <Badge>This device</Badge>
      ) : (
        <Button onClick={onEnd} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}

function DevicesSkeleton() {
  return (
    <Loading label="Loading your devices">
      <Skeleton className="h-9 w-64 max-w-full" />
    </Loading>
  );
}

function useDevices(userId: string) {
  const client = useQueryClient();
  const queryKey = ['devices', userId];
  const { data: devices, isPending, refetch } = useQuery({ queryKey, queryFn: () => call(listDevices, {}) });
  const keep = (isKept: (device: Device) => boolean) =>
    client.setQueryData<Device[]>(queryKey, (known) => known?.filter(isKept));
  const settle = () => client.invalidateQueries({ queryKey });

  const one = useMutation({
    mutationFn: ({ id }: Device) => call(endDevice, { params: { id } }),
    onMutate: ({ id }) => void keep((device) => device.id !== id),
    onSuccess: (_ended, { name }) => showToast(message('device_ended', { name })),
    onError: (error) => {
      const isGone = error instanceof ApiError && error.code === 'device_missing';
      showToast(isGone ? message('device_missing') : failureToast('device_failed'));
    },
    onSettled: settle,
  });
  const others = useMutation({
    mutationFn: () => call(endOtherDevices, {}),
    onSuccess: () => {
      keep(({ isCurrent }) => isCurrent);
      showToast(message('devices_ended'));
    },
    onError: () => showToast(failureToast('device_failed')),
    onSettled: settle,
  });
  return {
    devices,
    isPending,
    refetch,
    end: one.mutate,
    endOthers: () => others.mutate(),
    isBusy: others.isPending,
  };
}
