/** An invented book closure. */
export interface SampleBookClosure {
  /** Trading days to its first day, from the first one that is today or later; before it with a minus. */
  tradingDays: number;
  /** How many trading days after its first day it ends; `null` when no end is known. */
  length: number | null;
  symbol: string;
  faceValue: string | null;
  payout: string;
  /** The others have an ex-date that is reckoned. */
  isExDatePublished: boolean;
}

export const SAMPLE_NOTE = 'Sample data: invented dates and payouts, not announcements.';

const closure = (
  tradingDays: number,
  length: number | null,
  symbol: string,
  faceValue: string | null,
  payout: string,
  exDate: 'published' | 'reckoned' = 'reckoned',
): SampleBookClosure => ({
  tradingDays,
  length,
  symbol,
  faceValue,
  payout,
  isExDatePublished: exDate === 'published',
});

/** Invented closures of real companies: each has a note that says so. */
export const sampleBookClosures: SampleBookClosure[] = [
  closure(-42, 4, 'ACPL', '10.00', '250%(F) (D)'),
  closure(-42, 5, 'KOHC', '10.00', '17.50% (iii)'),
  closure(-42, 6, 'AKBL', '10.00', '60%(F) (D)'),
  closure(-39, 6, 'AICL', '10.00', '100%(F) (D)', 'published'),
  closure(-36, 2, 'SYS', null, '20% (B)'),
  closure(-34, 6, 'HINOON', '10.00', 'NIL'),
  closure(-34, 2, 'INDU', '5.00', '15%(i) (D)'),
  closure(-31, null, 'PSO', '10.00', '50% AT A PREMIUM OF RS. 15/- PER SHARE (R)'),
  closure(-29, 5, 'DCR', '1.00', '12.5%(F) (D)'),
  closure(-29, 6, 'ABL', '10.00', '30%(iii) (D)'),
  closure(-29, 6, 'MLCF', '10.00', 'Dividend=60%Bonus=20%'),
  closure(-26, 6, 'GLAXO', '10.00', '200%(F) (D)', 'published'),
  closure(-26, 6, 'FCCL', '10.00', '10% (B)'),
  closure(-23, 5, 'THALL', null, '75%(F) (D)'),
  closure(-21, 2, 'HCAR', '10.00', '20%(i) (D)'),
  closure(-21, 6, 'EPCL', '10.00', '25% (R)'),
  closure(-18, 2, 'COLG', '10.00', '5%(i) (D)'),
  closure(-18, 4, 'FFC', '10.00', '45%(ii) (D)'),
  closure(-16, 4, 'MUGHAL', '10.00', '200% (F)10% (b)'),
  closure(-16, 5, 'MTL', '5.00', '250%(F) (D)', 'published'),
  closure(-16, 2, 'MEBL', '10.00', '17.50% (iii)'),
  closure(-13, 2, 'PAEL', '10.00', '60%(F) (D)'),
  closure(-13, null, 'TRG', null, '100%(F) (D)'),
  closure(-10, 6, 'ATLH', '10.00', '20% (B)'),
  closure(-10, 5, 'PTC', '10.00', 'NIL'),
  closure(-7, 6, 'BAFL', '1.00', '15%(i) (D)'),
  closure(-5, 2, 'OGDC', '10.00', '50% AT A PREMIUM OF RS. 15/- PER SHARE (R)'),
  closure(-4, 2, 'FFL', '10.00', '12.5%(F) (D)', 'published'),
  closure(-3, 5, 'MARI', '10.00', '30%(iii) (D)'),
  closure(-3, 5, 'PNSC', '10.00', 'Dividend=60%Bonus=20%'),
  closure(-2, 6, 'ILP', '10.00', '200%(F) (D)'),
  closure(-1, 6, 'ISL', null, '10% (B)'),
  closure(-1, 6, 'ABOT', '5.00', '75%(F) (D)'),
  closure(0, 6, 'ATRL', '3.50', '20%(i) (D)'),
  closure(0, 4, 'PPL', '10.00', '25% (R)'),
  closure(0, 6, 'CHCC', '10.00', '5%(i) (D)', 'published'),
  closure(1, 5, 'TGL', '10.00', '45%(ii) (D)'),
  closure(2, null, 'AHCL', '10.00', '200% (F)10% (b)'),
  closure(2, 5, 'SNGP', '10.00', '250%(F) (D)'),
  closure(2, 6, 'NRL', '10.00', '17.50% (iii)'),
  closure(3, 6, 'HBL', null, '60%(F) (D)'),
  closure(3, 5, 'POL', '10.00', '100%(F) (D)'),
  closure(3, 6, 'SAZEW', '1.00', '20% (B)'),
  closure(4, 4, 'FATIMA', '10.00', 'NIL', 'published'),
  closure(4, 6, 'KEL', '10.00', '15%(i) (D)'),
  closure(6, 6, 'AIRLINK', '5.00', '50% AT A PREMIUM OF RS. 15/- PER SHARE (R)'),
  closure(8, 5, 'EFERT', '10.00', '12.5%(F) (D)'),
  closure(8, 6, 'LCI', '10.00', '30%(iii) (D)'),
  closure(10, 4, 'EFUG', '10.00', 'Dividend=60%Bonus=20%'),
  closure(10, 5, 'AVN', null, '200%(F) (D)'),
  closure(12, 4, 'MCB', '10.00', '10% (B)'),
  closure(12, 5, 'ENGROH', '10.00', '75%(F) (D)', 'published'),
  closure(18, null, 'BOP', '10.00', '20%(i) (D)'),
  closure(18, 2, 'SEARL', '10.00', '25% (R)'),
  closure(18, 5, 'ACPL', '10.00', '5%(i) (D)'),
  closure(24, 5, 'KOHC', '10.00', '45%(ii) (D)'),
  closure(24, 5, 'AKBL', '10.00', '200% (F)10% (b)'),
  closure(24, 2, 'AICL', '10.00', '250%(F) (D)'),
  closure(30, 6, 'SYS', null, '17.50% (iii)'),
  closure(30, 4, 'HINOON', '1.00', '60%(F) (D)', 'published'),
];
