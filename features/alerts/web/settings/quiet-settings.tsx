import { useState } from 'react';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button } from '#core/web/ui/button.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { QuietHours } from '#features/alerts/contract/endpoints.ts';
import type { SettingsProps } from './use-change.ts';

const KARACHI = 'Asia/Karachi';
const DEFAULT_HOURS: QuietHours = { from: '22:00', until: '07:00', time_zone: KARACHI };
const HOUR_MS = 3_600_000;
const PAUSES = [
  { label: '1 hour', hours: 1 },
  { label: '1 day', hours: 24 },
  { label: '1 week', hours: 168 },
];

export function QuietSettings({ settings: { quiet_hours: hours, paused_until }, onChange }: SettingsProps) {
  const pausedUntil = paused_until && new Date(paused_until) > getNow() ? paused_until : null;
  const pause = (forHours: number) =>
    onChange({ paused_until: new Date(getNow().getTime() + forHours * HOUR_MS).toISOString() });
  return (
    <div className="grid gap-6">
      <CheckboxField
        label="Quiet hours"
        isChecked={hours !== null}
        onChange={(isChecked) => onChange({ quiet_hours: isChecked ? DEFAULT_HOURS : null })}
      />
      {hours && (
        <HoursFields
          key={hours.time_zone}
          hours={hours}
          onChange={(changed) => onChange({ quiet_hours: changed })}
        />
      )}
      <div role="status">
        {pausedUntil ? (
          <p key="paused" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span>
              Paused until <PakistanTime at={pausedUntil} />
            </span>
            <Button variant="secondary" size="small" onClick={() => onChange({ paused_until: null })}>
              End the pause
            </Button>
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-2">
            <span className="me-2">Pause alerts for</span>
            {PAUSES.map(({ label, hours: length }) => (
              <Button key={label} variant="secondary" size="small" onClick={() => pause(length)}>
                {label}
              </Button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

interface HoursProps {
  hours: QuietHours;
  onChange: (hours: QuietHours) => void;
}

function HoursFields({ hours, onChange }: HoursProps) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([KARACHI, own, hours.time_zone])];
  return (
    <div className="grid max-w-md grid-cols-2 gap-4">
      <TimeField label="From" value={hours.from} onSave={(from) => onChange({ ...hours, from })} />
      <TimeField label="Until" value={hours.until} onSave={(until) => onChange({ ...hours, until })} />
      <div className="col-span-2">
        <SelectField
          label="Time zone"
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={hours.time_zone}
          onChange={(event) => onChange({ ...hours, time_zone: event.target.value })}
        />
      </div>
    </div>
  );
}

/** A time that is saved when the field is left: while it is typed, it is another one. */
function TimeField({
  label,
  value,
  onSave,
}: {
  label: string;
  value: string;
  onSave: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  return (
    <TextField
      label={label}
      type="time"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed === '') setTyped(value);
        else if (typed !== value) onSave(typed);
      }}
    />
  );
}
