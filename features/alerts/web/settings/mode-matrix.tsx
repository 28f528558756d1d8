import { useState } from 'react';
import { CancelButton, Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { ALERT_CHANNELS, type AlertChannel, describeChannel } from '#features/alerts/contract/channels.ts';
import type { AlertSettings } from '#features/alerts/contract/endpoints.ts';
import {
  ALERT_GROUP_LABELS,
  ALERT_GROUP_NAMES,
  type AlertKind,
  type AlertMode,
  describeKind,
  listKinds,
  listModes,
  MODE_LABELS,
} from '#features/alerts/contract/kinds.ts';
import type { SettingsProps } from './use-change.ts';

/** Those of the channels that have no column without a target. */
type Targets = Partial<Record<AlertChannel, unknown>>;

interface ModesProps extends SettingsProps {
  channels: readonly AlertChannel[];
}

/** The mode of each kind of alert on each channel. */
export function ModeMatrix({ targets, ...props }: SettingsProps & { targets: Targets }) {
  const channels = ALERT_CHANNELS.filter((channel) => !(channel in targets) || targets[channel]);
  return (
    <>
      <ModeTable {...props} channels={channels} />
      <ModeList {...props} channels={channels} />
    </>
  );
}

/** On phones: a row for each kind, with a dialog in which its channels are set. */
function ModeList({ settings, channels, onChange }: ModesProps) {
  const [opened, setOpened] = useState<AlertKind | null>(null);
  return (
    <>
      <div className="sm:hidden">
        {ALERT_GROUP_NAMES.map((group) => (
          <section key={group} aria-label={ALERT_GROUP_LABELS[group]}>
            <h3 className="pt-4 pb-1 text-sm">{ALERT_GROUP_LABELS[group]}</h3>
            <ul className="border-t border-line text-sm">
              {listKinds(group).map((kind) => (
                <li key={kind} className="border-b border-line">
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => setOpened(kind)}
                    className="block min-h-11 w-full py-1.5 text-start"
                  >
                    <span className="block font-medium">{describeKind(kind).label}</span>
                    <span className="block text-muted">{describeModes(settings, kind, channels)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {opened && (
        <Dialog title={describeKind(opened).label} onClose={() => setOpened(null)}>
          <dl className="grid grid-cols-[auto_8rem] items-center gap-x-4 gap-y-3">
            {channels.map((channel) => (
              <div key={channel} className="contents">
                <dt>
                  <span className="block">{describeChannel(channel).label}</span>
                  {channel === 'email' && settings.email === 'off' && (
                    <span className="block text-sm text-muted">Emails are off above</span>
                  )}
                </dt>
                <dd>
                  <ModeChoice settings={settings} kind={opened} channel={channel} onChange={onChange} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-5 flex justify-end">
            <CancelButton>Done</CancelButton>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Names the channels on which alerts of the kind come: `Inbox, Push (silent)`. */
function describeModes(settings: AlertSettings, kind: AlertKind, channels: readonly AlertChannel[]): string {
  const names = channels.flatMap((channel) => {
    const [only, ...others] = listModes(kind, channel);
    const isOff = channel === 'email' && settings.email === 'off';
    const mode = others.length === 0 ? only : isOff ? 'off' : getMode(settings, kind, channel);
    if (mode === 'off') return [];
    return mode === 'silent' ? `${describeChannel(channel).label} (silent)` : describeChannel(channel).label;
  });
  return names.join(', ') || 'Off';
}

function ModeTable({ settings, channels, onChange }: ModesProps) {
  return (
    <div className="mode-matrix max-sm:hidden">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line-strong text-start text-muted">
            <th scope="col" className="py-2 pe-2 text-start font-medium">
              Alert
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="px-1 py-2 text-start font-medium">
                {describeChannel(channel).label}
              </th>
            ))}
          </tr>
        </thead>
        {ALERT_GROUP_NAMES.map((group) => (
          <tbody key={group}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={channels.length + 1}
                className="pt-4 pb-1 text-start font-semibold"
              >
                {ALERT_GROUP_LABELS[group]}
              </th>
            </tr>
            {listKinds(group).map((kind) => (
              <tr key={kind} className="border-b border-line">
                <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                  {describeKind(kind).label}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className="px-1 py-1.5">
                    <ModeChoice settings={settings} kind={kind} channel={channel} onChange={onChange} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const getMode = ({ preferences }: AlertSettings, kind: AlertKind, channel: AlertChannel): AlertMode =>
  preferences.find((preference) => preference.kind === kind && preference.channel === channel)?.mode ?? 'on';

interface ChoiceProps extends SettingsProps {
  kind: AlertKind;
  channel: AlertChannel;
}

function ModeChoice({ settings, kind, channel, onChange }: ChoiceProps) {
  const modes = listModes(kind, channel);
  if (modes.length === 1) return <span className="text-muted">{modes[0] === 'on' ? 'Always' : 'Never'}</span>;
  return (
    <select
      data-saved-at-once
      aria-label={`${describeKind(kind).label}: ${describeChannel(channel).label}`}
      value={getMode(settings, kind, channel)}
      disabled={channel === 'email' && settings.email === 'off'}
      onChange={({ target }) =>
        onChange({ preferences: [{ kind, channel, mode: target.value as AlertMode }] })
      }
      className="min-h-9 w-full rounded-box border border-line-strong bg-surface disabled:text-muted pointer-coarse:min-h-11"
    >
      {modes.map((each) => (
        <option key={each} value={each}>
          {MODE_LABELS[each]}
        </option>
      ))}
    </select>
  );
}
