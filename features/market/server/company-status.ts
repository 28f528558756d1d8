import { addDays, formatShortDate, type LocalDate, MONTHS } from '#core/contract/dates.ts';
import type { Company, CompanyStatus } from '#features/market/contract/companies.ts';

/** The status that an administrator has entered. */
export interface StatusEdit {
  status: Exclude<CompanyStatus, 'unquoted'>;
  date: LocalDate | null;
  successor: string | null;
  note: string | null;
}

/** What the imported prices say about trading. Sample prices are invented and say nothing. */
export interface TradingEvidence {
  /** The last date on which the share was traded; `null` without one. */
  lastTraded: LocalDate | null;
  /** The first and the last of the newest `QUIET_DAYS` dates with the prices of the whole market; `null` with fewer. */
  market: { since: LocalDate; until: LocalDate } | null;
  today: LocalDate;
}

/** So many trading days without a trade, about three months, are more than the usual pause of a thinly traded share. */
export const QUIET_DAYS = 60;
/** A share that was traded in so many days before today is listed. */
const LISTED_DAYS = 30;
/** Prices of the market that end longer ago say nothing about today. */
const OUTDATED_DAYS = 90;

type Status = Pick<Company, 'status' | 'status_note' | 'successor'>;

/**
 * Derives the status of a company, the only place that does: from the entry of an administrator, else from the table of changes, else
 * from the imported prices. A suspension of the table with a full date ends with the first later trade; an entered one when it is
 * edited. A share that was traded in the last 30
 * days is listed; one that was not traded on the last 60 days of the market is not quoted; all others are unknown.
 */
export function deriveStatus({
  edit = null,
  change = null,
  trading = null,
}: {
  edit?: StatusEdit | null;
  change?: CompanyChange | null;
  trading?: TradingEvidence | null;
}): Status {
  const decided = edit ?? (change && { ...change, status: change.kind, note: null });
  const isOver = edit === null && decided !== null && hasEnded(decided, trading?.lastTraded ?? null);
  if (decided === null || isOver) return deriveFromTrading(trading);
  return { status: decided.status, status_note: describe(decided), successor: decided.successor };
}

interface Decided extends Omit<StatusEdit, 'date'> {
  /** A date, a month or a year. */
  date: string | null;
}

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

const hasEnded = ({ status, date }: Decided, lastTraded: LocalDate | null): boolean =>
  status === 'suspended' && date !== null && FULL_DATE.test(date) && lastTraded !== null && lastTraded > date;

const STOPPED: readonly CompanyStatus[] = ['suspended', 'delisted', 'renamed', 'merged'];

/** Returns what the status says about a share that is not traded; `null` for others. */
export function describeTradingStop(evidence: Parameters<typeof deriveStatus>[0]): string | null {
  const { status, status_note } = deriveStatus(evidence);
  return STOPPED.includes(status) ? status_note : null;
}

function deriveFromTrading(trading: TradingEvidence | null): Status {
  const unknown = { status: 'unknown', status_note: null, successor: null } as const;
  if (trading === null) return unknown;
  const { lastTraded, market, today } = trading;
  if (lastTraded !== null && lastTraded >= addDays(today, -LISTED_DAYS))
    return { ...unknown, status: 'listed' };
  if (market === null || market.until < addDays(today, -OUTDATED_DAYS)) return unknown;
  if (lastTraded !== null && lastTraded >= market.since) return unknown;
  const since =
    lastTraded === null ? `${formatShortDate(market.since)} or longer` : formatShortDate(lastTraded);
  return { status: 'unquoted', status_note: `Not quoted since ${since}`, successor: null };
}

function describe({ status, successor, date, note }: Decided): string | null {
  const on = date === null ? '' : formatPart(date);
  const parts = { successor, on };
  const sentence = status === 'listed' || status === 'unknown' ? null : SENTENCES[status](parts);
  return [sentence, note].filter((part) => part !== null).join('. ') || null;
}

type Parts = { successor: string | null; on: string };

const SENTENCES: Record<Exclude<StatusEdit['status'], 'listed' | 'unknown'>, (parts: Parts) => string> = {
  renamed: ({ successor, on }) =>
    `Renamed${successor ? `, now ${successor}` : ''}${on && `${successor ? ',' : ''} since ${on}`}`,
  merged: ({ successor, on }) => `Merged${successor ? ` into ${successor}` : ''}${on && `, delisted ${on}`}`,
  delisted: ({ successor, on }) =>
    `Delisted${on && ` ${on}`}${successor ? `, continued by ${successor}` : ''}`,
  suspended: ({ on }) => `Suspended${on && ` since ${on}`}`,
};

/** Formats a date, a month or a year. */
function formatPart(date: string): string {
  const [year, month, day] = date.split('-');
  if (day !== undefined) return formatShortDate(date);
  return month === undefined ? `${year}` : `${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`;
}

/**
 * Symbols of the directory that are no longer quoted under this name, or not traded: the exchange's list of symbols keeps them and
 * has no status. `date` is the first day on which the old symbol was not quoted, or the suspension began, as exactly as it is known;
 * `null` if it is not. Compiled from announcements and the press. The date of a suspension is a full one, if there is one:
 * a later price shows that it ended.
 */
interface CompanyChange {
  kind: 'renamed' | 'merged' | 'delisted' | 'suspended';
  /** The symbol that continues it; `null` if there is none. */
  successor: string | null;
  date: string | null;
}

const toChanges = (kind: CompanyChange['kind'], lines: string): [symbol: string, change: CompanyChange][] =>
  lines
    .trim()
    .split(/\s*,\s*/)
    .map((entry) => {
      const [symbol = '', successor = '-', date = null] = entry.split(' ');
      return [symbol, { kind, successor: successor === '-' ? null : successor, date }];
    });

/** Entries are `SYMBOL SUCCESSOR DATE`, with `-` for no successor; the date may be missing. */
export const COMPANY_CHANGES: ReadonlyMap<string, CompanyChange> = new Map([
  ...toChanges(
    'renamed',
    `SHEL WAFI 2025-01, SAPL HPL 2023-10, GSKCH HALEON 2023-10, SMBL BML 2023-11-07, ICI LCI 2022-12, DKL OBOY 2023-06, GAIL GVGL
     2021-12-30, BYCO CNERGY, GHNL GAL, ORIXM OLPM, BRR BRRG, MCBAH MCBIM, BIPLS AKDSL, HSM TCORP, GEMBLUEX BLUEX, GEMSPNL STL,
     CWSM CLOUD, WHALE WAVESAPP, LINDE PAKOXY, EFOODS FCEPL, ARM ORM, PGF HGFA, PIF HIFA, IGIIL IGIHL, LPCL PAKCEM, PIAA PIAHCLA
     2024-05-25, PIAB PIAHCLB 2024-05-25`.replace(/\s*\n\s*/g, ' '),
  ),
  ...toChanges(
    'merged',
    `ENGRO ENGROH 2025-01-14, DAWH ENGROH 2025-01-14, DHPL DLL 2026-03-13, CYAN DLL 2026-03-13, FFBL FFC 2024-12-31, SILK UBL
     2025-04-07, META BBFL 2024-08-05, MODAM LSEFSL 2024-05-31, LSEPL LSECL 2024-04-03, NIB MCB`.replace(
      /\s*\n\s*/g,
      ' ',
    ),
  ),
  ...toChanges('delisted', 'PSMC - 2024-04-26, PMPK - 2025-10-06, DWAE - 2023-09, JOPP - 2025'),
  ...toChanges(
    'suspended',
    `DMTM - 2024-11-18, HIRAT - 2024-11-18, SPL - 2024-11-18, HSPI - 2024-11-18, REGAL - 2024-08-08, AZMT - 2024-08-08, KAKL -
     2024-08-08, PICL - 2024-08-08, DBSL - 2024-08-08, NINA - 2024-08-08, INMF - 2024-08-08, DKTM, GLOT`.replace(
      /\s*\n\s*/g,
      ' ',
    ),
  ),
]);
