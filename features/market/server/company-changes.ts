/**
 * Symbols of the directory that are no longer quoted under this name, or not traded: the exchange's list of symbols keeps them and
 * has no status. `date` is the first day on which the old symbol was not quoted, or the suspension began, as exactly as it is known;
 * `null` if it is not. Compiled from announcements and the press. The date of a suspension is a full one, if there is one:
 * a later price shows that it ended.
 */
export interface CompanyChange {
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
