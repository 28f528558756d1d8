import { type Disclosure, getDefaultHorizon } from '#features/signals/contract/publishing/disclosure.ts';
import type { SignalBody } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';

/** Why a signal was closed, or that the stop of an open one was moved to the entry price. */
export type SampleOutcome = 'last target' | 'stop' | 'trailed stop' | 'analyst' | 'open' | 'open, trailed';

/** A moved stop, or the end of the signal. */
type SampleChange = Partial<Pick<SignalBody, 'stop_loss' | 'call_status'>>;

/** An invented signal and its history. */
export interface SampleSignal {
  signal: SignalBody;
  /**
   * When the signal was published, in trading days before the end of the last one: 2.25 is three quarters through the day
   * before the last. `null`: on the current trading day.
   */
  published: number | null;
  changes: { daysAgo: number; patch: SampleChange }[];
  outcome: SampleOutcome;
}

type Levels = readonly [entry: string, stop: string, firstTarget: string, ...targets: string[]];

export const makeSampleSignal = (
  signalType: SignalType,
  [symbol, orderType, title]: [string, 'buy' | 'sell', string],
  [entry, stop, ...targets]: Levels,
  [riskType, shariahType]: [SignalBody['risk_type'], SignalBody['shariah_type']],
  outcome: SampleOutcome,
  published: number | null = null,
  last = published,
): SampleSignal => {
  const [intradayAnalyst, analystOfOthers] = SAMPLE_ANALYSTS;
  const analyst = signalType === 'intraday' ? intradayAnalyst : analystOfOthers;
  const signal: SignalBody = {
    title,
    symbol,
    signal_type: signalType,
    order_type: orderType,
    entry_price: entry,
    stop_loss: stop,
    target_points: targets,
    risk_type: riskType,
    shariah_type: shariahType,
    call_status: 'in_progress',
    leverage: 1,
    sector: null,
    analyst_name: analyst.name,
    analyst_registration: analyst.registration,
    horizon_days: getDefaultHorizon(signalType),
    ...getSampleDisclosure(symbol),
  };
  return { signal, published, outcome, changes: listChanges(signal, outcome, published, last) };
};

/** Lists the changes between publication and the last one, evenly over the trading days. */
function listChanges(
  { entry_price, target_points: [firstTarget] }: SignalBody,
  outcome: SampleOutcome,
  published: number | null,
  last: number | null,
): SampleSignal['changes'] {
  if (published === null || last === null) return [];
  const toEntry: SampleChange = { stop_loss: entry_price };
  const toFirstTarget: SampleChange = firstTarget === undefined ? {} : { stop_loss: firstTarget };
  const close: SampleChange = { call_status: 'closed' };
  const patches: Record<SampleOutcome, SampleChange[]> = {
    'last target': [toEntry, close],
    stop: [close],
    'trailed stop': [toEntry, toFirstTarget, close],
    analyst: [close],
    open: [],
    'open, trailed': [toEntry],
  };
  const steps = patches[outcome];
  return steps.map((patch, index) => ({
    daysAgo: published - ((published - last) * (index + 1)) / steps.length,
    patch,
  }));
}

/** The invented analysts of the sample signals. */
export const SAMPLE_ANALYSTS = [
  { name: 'Ayesha Khan', registration: 'RA-0117', valid_from: '2024-07-01' },
  { name: 'Bilal Raza', registration: 'RA-0142', valid_from: '2025-01-01' },
] as const;

/** The rationales of the sample signals. All facts in them are invented. */
const RATIONALES: Record<string, string> = {
  SYS: 'The stock spent the first hour between 149.60 and 152.20 while volume was above its average.\n\nA trade above 152.40 leaves that range; the stop is below its middle. The contract wins of the last quarter support the demand.',
  MEBL: 'The price returned to the support at 446, from which it rose twice this month. Deposits grow faster than those of the sector, and foreign selling has paused.',
  PSO: 'The rally of the morning failed at 415, where sellers were active last week too. Circular debt payments are late, so the margin outlook does not justify a break above the resistance.',
  HBL: 'The gap after the board announced its dividend held above the opening price. Buyers took every dip of the first half hour.',
  PAEL: 'Volume in the first hour was three times the average after a dealer price increase. The entry is above the high of that hour.',
  TRG: 'The afternoon high was lower than that of the morning, and the price stays below the average of the session. No news supports a reversal.',
  UNITY:
    'Volume rises while the price presses against the upper end of a two-day range. A break leads to the gap of last month.',
  ATRL: 'The price bounced from the previous close with good volume. Refining margins have improved this week.',
  PPL: 'The price was rejected at the high of the week for the second time, and the oil price is lower. The stop is above the high.',
  DGKC: 'The price left the range of the opening half hour. Cement dispatches of the last month grew after two weak quarters.',
  AIRLINK:
    'A strong open on orders for assembled phones. The continuation needs the first pullback to hold above 166.',
  BOP: 'The round number 31 supported the price three times this month. The call relies on it holding once more.',
  SEARL:
    'The price fell below the low of the morning with the sector. The stop is above the point of the break.',
  MLCF: 'A higher low before noon shows that sellers are exhausted. Lower coal prices support cement margins.',
  GHNI: 'The narrowest range of two weeks usually ends with a larger move. The sales figures of the month are above those of a year ago.',
  FFL: 'The price returned to the level of its breakout and held it with little volume. The target is the height of the range.',
  OGDC: 'The sector opened strong after the oil price rose overnight, and the stock leads it. The entry is above the first pullback.',
  NBP: 'The bounce after the gap down is weak and on small volume. A move below the opening low opens the way to the next support.',
  CNERGY: 'The price is above the average of the session since ten o’clock, and each dip found buyers.',
  KEL: 'The price left its range on volume after a tariff determination. The risk is a reversal before the close.',
  MUGHAL:
    'The price reached the lower band, from which it bounced four times since September. Steel prices are stable.',
  LUCK: 'The weekly chart has a higher low above the breakout of the summer.\n\nExports and the power segment make earnings less dependent on local demand. The call is wrong below 448, where the low of the last month is.',
  HUBC: 'A base of six weeks between 201 and 212 ended with the highest volume of the quarter. Payments of the purchaser reduce receivables, which makes a higher dividend possible.',
  NRL: 'Two highs at the same price in August and now, with lower volume at the second. Margins for furnace oil fall, and the stop is above both highs.',
  ENGROH:
    'The trend line of the year held for the third time. The discount to the value of the holdings is wider than its average.',
  MCB: 'The price pulled back to its 50-day average, where it found buyers in March and in July. The payout is the highest of the large banks.',
  ILP: 'A rounded bottom near the low of the year. Export orders recover, but the debt is high, so the stop is close.',
  ISL: 'A flag after a month of strong gains. Lower coil prices improve the margin of the next quarter.',
  SAZEW:
    'After the results the price made a lower high. Deliveries fall short of the plan, and the valuation leaves no room for it.',
  POL: 'The price is at the lower end of a range of four months, with rising volume. The dividend yield supports it there.',
  EPCL: 'A base above the low of March, while the price of PVC stabilizes. The call needs patience and a close stop.',
  GLAXO: 'A weekly close at a new high after the deregulation of drug prices. Earlier highs are now support.',
  BAFL: 'A pullback within a channel that has lasted since May. Fee income grows faster than costs.',
  CHCC: 'Funds rotate into cement as interest rates fall. The stock lags the sector, which is the opportunity and the risk.',
  AVN: 'The price broke the rising trend line of the year on a day with high volume. The technology sector is weaker than the index.',
  THALL: 'Volume dries up above the support at 505: few holders want to sell. Orders for car parts recover.',
  TGL: 'The price tests the old resistance from above. Gas prices are fixed until the end of the year, which makes the margin predictable.',
  PTC: 'A breakout from a base of eight months. The approval of the acquisition would change the market, but it is not certain.',
  FFC: 'The price is about a fifth below our estimate of the fair value, which rests on stable gas prices and a payout of 75 % of earnings.\n\nRisks: a change of the subsidy, or a fall of urea prices by more than 10 %.',
  MARI: 'The additions to reserves of the last two years are not in the price. Production can grow by 8 % a year without new discoveries.',
  EFERT:
    'The dividend yield is above the policy rate, which falls. Urea demand is stable, and the plant needs no larger investment until 2028.',
  UBL: 'Deposits grow by 20 % a year, while the multiple is the lowest of the large banks. The stop allows for one weak quarter.',
  COLG: 'Margins were stable through two devaluations. The company has no debt and pays out most of its earnings.',
  INDU: 'Car sales recover from the lowest level of ten years as auto financing becomes cheaper. A new model starts in spring.',
  KOHC: 'Lower coal cost and less debt raise earnings even with flat dispatches. The risk is new capacity in the north.',
  PKGS: 'New capacity starts in the next quarter, and its contracts are signed. The holdings alone are worth two thirds of the price.',
  ABOT: 'Price increases reach the results with a delay of two quarters. Nutrition grows without regulation.',
  SNGP: 'Receivables start to fall after the tariff adjustment. The call depends on the government keeping its schedule.',
};

/** Interests of the invented firm. Signals of other companies disclose none. */
const INTERESTS: Record<string, Disclosure[]> = {
  LUCK: ['analyst_position'],
  MEBL: ['firm_position'],
  FFC: ['analyst_position', 'firm_position'],
  HUBC: ['related_position'],
  OGDC: ['firm_relation'],
  UBL: ['firm_position', 'firm_relation'],
  PTC: ['firm_relation'],
};

/** Returns the rationale and the disclosures of the sample signal of a company. */
function getSampleDisclosure(symbol: string) {
  const rationale = RATIONALES[symbol];
  if (rationale === undefined) throw new Error(`the sample signal of ${symbol} has no rationale`);
  return { rationale, disclosures: INTERESTS[symbol] ?? (['none'] satisfies Disclosure[]) };
}
