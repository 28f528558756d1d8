import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import type { Signal } from '#contract/signals/signal.ts';
import {
  readPersonalValue,
  savePersonalValue,
  subscribeToPersonalValues,
} from '#web/session/personal-values.ts';
import { TextField, type TextFieldProps } from '#web/ui/forms/text-field.tsx';
import { calculatePosition, type Position, type PositionSettings } from './calculate-position.ts';
import { describePosition, formatAmount, formatShare, groupThousands } from './describe-position.ts';
import type { TypedSettings } from './parse-settings.ts';
import { parseSettings } from './parse-settings.ts';

/** Calculates with the current entry price and stop loss, at which a user would enter now. */
export function PositionForm({ signal }: { signal: Signal }) {
  const [typed, change] = useTypedSettings();
  const { settings, errors } = parseSettings(typed);
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <div className="col-span-2">
          <SettingField
            label="Capital (Rs.)"
            // A keyboard with letters, for `5 lakh`.
            inputMode="text"
            value={typed.capital}
            error={errors.capital}
            onChange={({ target }) => change({ capital: target.value })}
          />
        </div>
        <SettingField
          label="Risk per trade (%)"
          value={typed.risk}
          error={errors.risk}
          onChange={({ target }) => change({ risk: target.value })}
        />
        <SettingField
          label="Fees per side (%)"
          value={typed.fees}
          error={errors.fees}
          onChange={({ target }) => change({ fees: target.value })}
        />
      </div>
      <p className="text-xs text-muted">
        Fees are your broker’s commission and taxes, for buying and for selling: 0.20 % each are the 0.40 %
        that the track record subtracts. The figures stay in this browser.
      </p>
      <div role="status">
        <Result signal={signal} settings={settings} isCapitalMissing={typed.capital.trim() === ''} />
      </div>
      <p className="text-xs text-muted">
        A calculation, not advice. Results are not guaranteed: the price may jump past the stop, and then you
        lose more.
      </p>
    </div>
  );
}

/** Disabled until its code runs, so that nothing that is typed is lost. */
function SettingField(props: TextFieldProps) {
  const isRunning = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      className="figures"
      disabled={!isRunning}
      {...props}
    />
  );
}

interface ResultProps {
  signal: Signal;
  settings: PositionSettings | null;
  isCapitalMissing: boolean;
}

function Result({ signal, settings, isCapitalMissing }: ResultProps) {
  if (!settings)
    return <p>{isCapitalMissing ? 'Enter your capital to calculate the shares.' : 'Correct the figures.'}</p>;
  const position = calculatePosition(signal, signal.leverage, settings);
  if (!position)
    return (
      <p>
        The stop is <span>{getSide(signal)}</span> the entry price, so their distance is no risk to calculate
        with. The signal is not open to new entries.
      </p>
    );
  return (
    <>
      {position.shares > 0n && <Figures signal={signal} position={position} settings={settings} />}
      {describePosition(signal, settings, position).map((sentence) => (
        <p key={sentence} className="mt-2">
          {sentence}
        </p>
      ))}
    </>
  );
}

interface FiguresProps {
  signal: Signal;
  position: Position;
  settings: PositionSettings;
}

function Figures({ signal: { order_type, leverage }, position, settings: { capital } }: FiguresProps) {
  const { shares, value, entryFees, needed, fees, loss } = position;
  return (
    <dl>
      <Figure name={order_type === 'buy' ? 'Buy' : 'Sell'}>
        <span className="text-base font-semibold">
          {`${groupThousands(String(shares))} ${shares === 1n ? 'share' : 'shares'}`}
        </span>
      </Figure>
      <Figure name={order_type === 'buy' ? 'Cost with fees' : 'Value with fees'}>
        {formatAmount(value + entryFees)}
      </Figure>
      {leverage > 1 && <Figure name={`Your part at ${leverage}x`}>{formatAmount(needed)}</Figure>}
      <Figure name="Share of capital">{formatShare(needed, capital)}</Figure>
      <Figure name="Loss at the stop">{formatAmount(loss)}</Figure>
      {fees > 0n && <Figure name="Fees included">{formatAmount(fees)}</Figure>}
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line py-1 first:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-end">{children}</dd>
    </div>
  );
}

function getSide({ order_type, entry_price, stop_loss }: Signal): string {
  if (entry_price === stop_loss) return 'at';
  return order_type === 'buy' ? 'above' : 'below';
}

/** Both sides together cost what the track record subtracts by default, 0.40 %. */
const DEFAULTS: TypedSettings = { capital: '', risk: '1', fees: '0.20' };

const readSettings = () => readPersonalValue('positionSize');

/** Returns the settings, which all cards and tabs share, and a function that stores a change. */
function useTypedSettings(): [TypedSettings, (change: Partial<TypedSettings>) => void] {
  const json = useSyncExternalStore(subscribeToPersonalValues, readSettings, () => null);
  const settings = toSettings(json);
  return [
    settings,
    (change) => savePersonalValue('positionSize', JSON.stringify({ ...settings, ...change })),
  ];
}

function toSettings(json: string | null): TypedSettings {
  const stored = parseObject(json);
  const read = (name: keyof TypedSettings) =>
    typeof stored[name] === 'string' ? stored[name] : DEFAULTS[name];
  return { capital: read('capital'), risk: read('risk'), fees: read('fees') };
}

function parseObject(json: string | null): Partial<Record<keyof TypedSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
