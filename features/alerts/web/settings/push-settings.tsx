import { useEffect, useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { useSession } from '#core/web/session/session.ts';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  deletePushSubscription,
  type PushDevice,
  sendTestPush,
} from '#features/alerts/contract/endpoints.ts';
import { MAX_UNREAD_PUSHES } from '#features/alerts/contract/kinds.ts';
import {
  isThisDevice,
  type PushState,
  readPushState,
  turnOffPush,
  turnOnPush,
} from '#features/alerts/web/public/push-device.ts';
import { type SettingsProps, useRun } from './use-change.ts';

/** The devices that receive push messages. The permission is asked for in a click only. */
export function PushSettings({
  settings: { devices, push_key: key, push_paused_at: pausedAt },
  onChange,
}: SettingsProps) {
  const [state, setState] = useState<PushState | null>(null);
  const { isBusy, run: change } = useRun('settings');
  const user = useSession()?.id ?? '';
  useEffect(() => {
    if (key !== null) readPushState(key, user).then(setState, () => setState('unsupported'));
  }, [key, user]);
  const run = async (failure: string, work: () => Promise<void>) => {
    await change(failure, work);
    if (key !== null) setState(await readPushState(key, user).catch(() => 'unsupported' as const));
  };
  const turnOn = () =>
    run('Push messages could not be turned on', async () => {
      if (key !== null) await turnOnPush(key, user);
    });
  const remove = (device: PushDevice) =>
    run('The device could not be removed', async () => {
      await api(deletePushSubscription, { params: { id: device.id } });
      if (isThisDevice(user, device.id)) await turnOffPush();
    });
  const test = (device: PushDevice) =>
    run('The test message was not sent', async () => {
      const { message } = await api(sendTestPush, { params: { id: device.id } });
      notify.success('Test message', message);
    });

  if (key === null) return <p className="text-muted">This site sends no push messages.</p>;
  return (
    <div className="grid gap-4">
      {state !== null && <p role="status">{STATES[state]}</p>}
      {pausedAt && (
        <div className="rounded-box border border-line-strong bg-sunken px-4 py-3">
          <p>
            Paused since <PakistanTime at={pausedAt} />, because you looked at none of the last{' '}
            {MAX_UNREAD_PUSHES}. Moved stops, reached targets, closed and voided signals and what concerns
            your account are still sent.
          </p>
          <p className="mt-2">
            <Button size="small" onClick={() => onChange({ push_paused_at: null })}>
              Resume push messages
            </Button>
          </p>
        </div>
      )}
      {state === 'off' && (
        <div>
          <Button busy={isBusy} onClick={turnOn}>
            Turn on for this device
          </Button>
        </div>
      )}
      {devices.length > 0 && (
        <ul className="divide-y divide-line rounded-box border border-line bg-surface">
          {devices.map((device) => (
            <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium wrap-anywhere">{device.device}</p>
                <p className="text-sm text-muted">
                  Since <PakistanTime at={device.created_at} />
                </p>
              </div>
              <Button
                variant="secondary"
                size="small"
                busy={isBusy}
                onClick={() => test(device)}
                aria-label={`Send a test message to ${device.device}`}
              >
                Send a test
              </Button>
              <Button
                variant="secondary"
                size="small"
                busy={isBusy}
                onClick={() => remove(device)}
                aria-label={`Turn off push messages on ${device.device}`}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const STATES: Record<PushState, string> = {
  unsupported: 'This browser cannot receive push messages.',
  'needs-app':
    'On an iPhone or iPad, first add Tezi to the Home Screen (Share, Add to Home Screen) and open it there.',
  denied:
    'Notifications of this site are blocked. Allow them in the settings of the browser, then reload this page.',
  off: 'This device receives no push messages yet.',
  on: 'This device receives push messages.',
};
