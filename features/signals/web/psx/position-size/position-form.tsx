import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import {
  readPersonalValue,
  savePersonalValue,
  subscribeToPersonalValues,
} from '#core/web/session/personal-values.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { TextField, type TextFieldProps } from '#core/web/ui/forms/text-field.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { getEntryPrice } from '#features/signals/contract/entry-verdict.ts';
import {
  calculateGain,
  calculateRewardToRisk,
  type Levels,
} from '#features/signals/contract/levels/levels.ts';
import { formatRupees, type Price } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { EntryVerdictLine } from '#features/signals/web/entry-verdict.tsx';
import { AddToPositions } from '#features/signals/web/lazy-add-to-positions.tsx';
import { calculatePosition, type Position, type PositionSettings } from './calculate-position.ts';
import { describePosition, formatAmount, formatShare, groupThousands } from './describe-position.ts';
import { parsePrice, parseSettings, parseStoredSettings, type TypedSettings } from './parse-settings.ts';

/**
 * Calculates with the current stop loss and the price at which the user would enter: that of the entry verdict, until the user types
 * another one, which stays when the verdict changes.
 */
export function PositionForm({ signal }: { signal: Signal }) {
  const [typed, change] = useTypedSettings();
  const [typedPrice, setTypedPrice] = useState<string | null>(null);
  const { settings, errors } = parseSettings(typed);
  const suggested = getEntryPrice(signal) ?? '';
  const { price, error } = checkPrice(signal, typedPrice ?? suggested);
  return (
    <div className="grid gap-3">
      {signal.entry_verdict.verdict !== 'open' && <EntryVerdictLine signal={signal} />}
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
        <div className="col-span-2">
          <SettingField
            label="Your entry price (Rs.)"
            value={typedPrice ?? suggested}
            error={error}
            hint={
              <PriceHint signal={signal} isTyped={typedPrice !== null} onUse={() => setTypedPrice(null)} />
            }
            onChange={({ target }) => setTypedPrice(target.value)}
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
        Fees are your broker’s commission and taxes, for buying and for selling:{' '}
        <span translate="no">0.20 %</span> each are the <span translate="no">0.40 %</span> that the track
        record subtracts. The figures stay in this browser.
      </p>
      <div role="status">
        <Result
          signal={signal}
          price={price}
          isPriceMissing={error === undefined}
          settings={settings}
          isCapitalMissing={typed.capital.trim() === ''}
        />
      </div>
      <p className="text-xs text-muted">
        A calculation, not advice. Results are not guaranteed: the price may jump past the stop, and then you
        lose more.
      </p>
    </div>
  );
}

/** Returns the typed price, or why nothing can be calculated from it; neither of them for an empty field. */
function checkPrice(signal: Signal, text: string): { price: Price | null; error?: string } {
  if (text.trim() === '') return { price: null };
  const price = parsePrice(text);
  if (price === null)
    return {
      price,
      error: 'Enter a price of at most two decimals, for example 1,520.50. Commas only group digits.',
    };
  if (signal.entry_verdict.reason === 'not_comparable')
    return {
      price: null,
      error:
        'The share was split, or had a bonus or right, since the publication: the levels may be prices of before.',
    };
  if (calculateGain({ ...signal, entry_price: price }, signal.stop_loss) < 0) return { price };
  const side = signal.order_type === 'buy' ? 'above' : 'below';
  const stop = formatRupees(signal.stop_loss);
  return { price: null, error: `This price is at the stop loss or past it. Enter a price ${side} ${stop}.` };
}

interface PriceHintProps {
  signal: Signal;
  isTyped: boolean;
  onUse: () => void;
}

/** Where the price comes from, or a button that returns to the one of the verdict. */
function PriceHint({ signal, isTyped, onUse }: PriceHintProps) {
  const price = getEntryPrice(signal);
  const { reason, date } = signal.entry_verdict;
  if (price === null) return <span>No entry is open. Type a price to calculate with it.</span>;
  const source =
    reason === 'order' || date === null ? 'the entry price' : `the last close, ${formatShortDate(date)}`;
  if (!isTyped) return <span key={source}>{`This is ${source}.`}</span>;
  return (
    <button type="button" className="link" onClick={onUse}>
      <span>{'Use '}</span>
      <span translate="no">{formatRupees(price)}</span>
      <span key={source}>{`, ${source}`}</span>
    </button>
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
  price: Price | null;
  /** The field is empty, not wrong. */
  isPriceMissing: boolean;
  settings: PositionSettings | null;
  isCapitalMissing: boolean;
}

function Result({ signal, price, isPriceMissing, settings, isCapitalMissing }: ResultProps) {
  if (price === null)
    return (
      <p key="price">{isPriceMissing ? 'Enter the price at which you would enter.' : 'Correct the price.'}</p>
    );
  if (!settings)
    return (
      <p key="settings">
        {isCapitalMissing ? 'Enter your capital to calculate the shares.' : 'Correct the figures.'}
      </p>
    );
  const levels = { ...signal, entry_price: price };
  const position = calculatePosition(levels, signal.leverage, settings);
  if (!position) return null;
  return (
    <div key="position">
      {position.shares > 0n && <Figures signal={signal} position={position} settings={settings} />}
      <Targets levels={levels} />
      {describePosition(signal, settings, position).map((sentence) => (
        <p key={sentence} className="mt-2">
          <Sentence text={sentence} />
        </p>
      ))}
      {signal.order_type === 'buy' && position.shares > 0n && (
        <SignedIn only="customer">
          <div className="mt-3">
            <LazyContent
              code={AddToPositions}
              props={{ signal, plan: { price, shares: Number(position.shares) } }}
            />
          </div>
        </SignedIn>
      )}
    </div>
  );
}

const FIGURES = /(Rs\. [\d,]+\.\d\d|[\d,.]+ %)/;

/** A sentence whose amounts and percentages are not translated. */
const Sentence = ({ text }: { text: string }) =>
  text.split(FIGURES).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
    index % 2 === 1 ? <Figure key={index}>{part}</Figure> : <span key={index}>{part}</span>,
  );

/** The reward-to-risk ratio of each target from the user's price. */
function Targets({ levels }: { levels: Levels }) {
  const ratios = levels.target_points.map((target) => calculateRewardToRisk(levels, target) ?? 0);
  const isRewardLeft = ratios.some((ratio) => ratio > 0);
  return (
    <>
      <dl className="border-t border-line">
        {ratios.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a target is identified by its place
          <FigureRow key={index} name={`R to TP${index + 1}`}>
            {ratio > 0 ? <span translate="no">{ratio.toFixed(2)}</span> : <span>passed</span>}
          </FigureRow>
        ))}
      </dl>
      {!isRewardLeft && ratios.length > 0 && (
        <p className="mt-2 font-semibold">No reward is left: this price is at the last target or past it.</p>
      )}
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
      <FigureRow name={order_type === 'buy' ? 'Buy' : 'Sell'}>
        <span className="text-base font-semibold">
          <Figure>{groupThousands(String(shares))}</Figure>
          <span>{shares === 1n ? ' share' : ' shares'}</span>
        </span>
      </FigureRow>
      <FigureRow name={order_type === 'buy' ? 'Cost with fees' : 'Value with fees'}>
        <Figure>{formatAmount(value + entryFees)}</Figure>
      </FigureRow>
      {leverage > 1 && (
        <FigureRow name={`Your part at ${leverage}x`}>
          <Figure>{formatAmount(needed)}</Figure>
        </FigureRow>
      )}
      <FigureRow name="Share of capital">
        <Figure>{formatShare(needed, capital)}</Figure>
      </FigureRow>
      <FigureRow name="Loss at the stop">
        <Figure>{formatAmount(loss)}</Figure>
      </FigureRow>
      {fees > 0n && (
        <FigureRow name="Fees included">
          <Figure>{formatAmount(fees)}</Figure>
        </FigureRow>
      )}
    </dl>
  );
}

function FigureRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line py-1 first:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-end">{children}</dd>
    </div>
  );
}

const readSettings = () => readPersonalValue('positionSize');

/** Returns the settings, which all cards and tabs share, and a function that stores a change. */
function useTypedSettings(): [TypedSettings, (change: Partial<TypedSettings>) => void] {
  const json = useSyncExternalStore(subscribeToPersonalValues, readSettings, () => null);
  const settings = parseStoredSettings(json);
  return [
    settings,
    (change) => savePersonalValue('positionSize', JSON.stringify({ ...settings, ...change })),
  ];
}
