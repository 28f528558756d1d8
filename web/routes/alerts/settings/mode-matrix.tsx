import type { AlertSettings } from '#contract/alerts/endpoints.ts';
import {
  ALERT_CHANNELS,
  ALERT_GROUP_LABELS,
  ALERT_GROUP_NAMES,
  ALERT_GROUPS,
  ALERT_LABELS,
  type AlertChannel,
  type AlertKind,
  type AlertMode,
  CHANNEL_LABELS,
  listModes,
  MODE_LABELS,
} from '#contract/alerts/kinds.ts';
import type { SettingsProps } from './use-change.ts';

/** The mode of each kind of alert on each channel. Older Safari drops the roles of a table whose parts have another `display`, as on phones. */
export function ModeMatrix({ settings, hasWebhook, onChange }: SettingsProps & { hasWebhook: boolean }) {
  const channels = ALERT_CHANNELS.filter((channel) => isShown(channel, settings, hasWebhook));
  return (
    <div className="mode-matrix">
      <table role="table" className="w-full border-collapse text-sm">
        <thead role="rowgroup" className="bg-page">
          <tr role="row" className="border-b border-line-strong text-start text-muted">
            <th role="columnheader" scope="col" className="py-2 pe-2 text-start font-medium">
              Alert
            </th>
            {channels.map((channel) => (
              <th
                key={channel}
                role="columnheader"
                scope="col"
                className="py-2 text-start font-medium sm:px-1"
              >
                {CHANNEL_LABELS[channel]}
              </th>
            ))}
          </tr>
        </thead>
        {ALERT_GROUP_NAMES.map((group) => (
          <tbody key={group} role="rowgroup">
            <tr role="row">
              <th
                role="rowheader"
                scope="rowgroup"
                colSpan={channels.length + 1}
                className="pt-4 pb-1 text-start font-semibold"
              >
                {ALERT_GROUP_LABELS[group]}
              </th>
            </tr>
            {ALERT_GROUPS[group].map((kind) => (
              <tr key={kind} role="row" className="border-b border-line">
                <th role="rowheader" scope="row" className="pt-1.5 pe-2 text-start font-normal sm:pb-1.5">
                  {ALERT_LABELS[kind]}
                </th>
                {channels.map((channel) => (
                  <td key={channel} role="cell" className="py-1.5 sm:px-1">
                    <ModeChoice
                      kind={kind}
                      channel={channel}
                      mode={getMode(settings, kind, channel)}
                      isDisabled={channel === 'email' && settings.email === 'off'}
                      onChange={(mode) => onChange({ preferences: [{ kind, channel, mode }] })}
                    />
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

/** A channel that has no target now has no column. */
function isShown(channel: AlertChannel, { telegram }: AlertSettings, hasWebhook: boolean): boolean {
  if (channel === 'webhook') return hasWebhook;
  return channel !== 'telegram' || Boolean(telegram?.chat?.linked_at);
}

const getMode = ({ preferences }: AlertSettings, kind: AlertKind, channel: AlertChannel): AlertMode =>
  preferences.find((preference) => preference.kind === kind && preference.channel === channel)?.mode ?? 'on';

interface ChoiceProps {
  kind: AlertKind;
  channel: AlertChannel;
  mode: AlertMode;
  isDisabled: boolean;
  onChange: (mode: AlertMode) => void;
}

function ModeChoice({ kind, channel, mode, isDisabled, onChange }: ChoiceProps) {
  const modes = listModes(kind, channel);
  if (modes.length === 1) return <span className="text-muted">{modes[0] === 'on' ? 'Always' : 'Never'}</span>;
  return (
    <select
      aria-label={`${ALERT_LABELS[kind]}: ${CHANNEL_LABELS[channel]}`}
      value={mode}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value as AlertMode)}
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
