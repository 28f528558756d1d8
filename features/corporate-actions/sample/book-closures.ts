/** An invented book closure. */
export interface SampleBookClosure {
  /** The offset of the first day in trading days from the first one that is today or later. */
  tradingDays: number;
  /** The number of trading days from the first to the last day; `null` when the end is unknown. */
  length: number | null;
  symbol: string;
  faceValue: string | null;
  payout: string;
  /** Otherwise the ex-date is estimated. */
  isExDatePublished: boolean;
}

const makeClosure = (
  tradingDays: number,
  length: number | null,
  symbol: string,
  faceValue: string | null,
  payout: string,
  exDate: 'published' | 'estimated' = 'estimated',
): SampleBookClosure => ({
  tradingDays,
  length,
  symbol,
  faceValue,
  payout,
  isExDatePublished: exDate === 'published',
});

/** Invented closures of real companies. */
export const sampleBookClosures: SampleBookClosure[] = [
  makeClosure(-42, 4, 'ACPL', '10.00', '250%(F) (D)'),
  makeClosure(-42, 5, 'KOHC', '10.00', '17.50% (iii)'),
  makeClosure(-42, 6, 'AKBL', '10.00', '60%(F) (D)'),
  makeClosure(-39, 6, 'AICL', '10.00', '100%(F) (D)', 'published'),
  makeClosure(-36, 2, 'SYS', null, '20% (B)'),
  makeClosure(-34, 6, 'HINOON', '10.00', 'NIL'),
  makeClosure(-34, 2, 'INDU', '5.00', '15%(i) (D)'),
  makeClosure(-31, null, 'PSO', '10.00', '50% AT A PREMIUM OF RS. 15/- PER SHARE (R)'),
  makeClosure(-29, 5, 'DCR', '1.00', '12.5%(F) (D)'),
  makeClosure(-29, 6, 'ABL', '10.00', '30%(iii) (D)'),
  makeClosure(-29, 6, 'MLCF', '10.00', 'Dividend=60%Bonus=20%'),
  makeClosure(-26, 6, 'GLAXO', '10.00', '200%(F) (D)', 'published'),
  makeClosure(-26, 6, 'FCCL', '10.00', '10% (B)'),
  makeClosure(-23, 5, 'THALL', null, '75%(F) (D)'),
  makeClosure(-21, 2, 'HCAR', '10.00', '20%(i) (D)'),
  makeClosure(-21, 6, 'LOTCHEM', '10.00', '25% (R)'),
  makeClosure(-18, 2, 'COLG', '10.00', '5%(i) (D)'),
  makeClosure(-18, 4, 'FFC', '10.00', '45%(ii) (D)'),
  makeClosure(-16, 4, 'MUGHAL', '10.00', '200% (F)10% (b)'),
  makeClosure(-16, 5, 'MTL', '5.00', '250%(F) (D)', 'published'),
  makeClosure(-16, 2, 'MEBL', '10.00', '17.50% (iii)'),
  makeClosure(-13, 2, 'PAEL', '10.00', '60%(F) (D)'),
  makeClosure(-13, null, 'TRG', null, '100%(F) (D)'),
  makeClosure(-10, 6, 'ATLH', '10.00', '20% (B)'),
  makeClosure(-10, 5, 'PTC', '10.00', 'NIL'),
  makeClosure(-7, 6, 'BAFL', '1.00', '15%(i) (D)'),
  makeClosure(-5, 2, 'OGDC', '10.00', '50% AT A PREMIUM OF RS. 15/- PER SHARE (R)'),
  makeClosure(-4, 2, 'FFL', '10.00', '12.5%(F) (D)', 'published'),
  makeClosure(-3, 5, 'MARI', '10.00', '30%(iii) (D)'),
  makeClosure(-3, 5, 'PNSC', '10.00', 'Dividend=60%Bonus=20%'),
  makeClosure(-2, 6, 'ILP', '10.00', '200%(F) (D)'),
  makeClosure(-1, 6, 'ISL', null, '10% (B)'),
  makeClosure(-1, 6, 'ABOT', '5.00', '75%(F) (D)'),
  makeClosure(0, 6, 'ATRL', '3.50', '20%(i) (D)'),
  makeClosure(0, 4, 'PPL', '10.00', '25% (R)'),
  makeClosure(0, 6, 'CHCC', '10.00', '5%(i) (D)', 'published'),
  makeClosure(1, 5, 'TGL', '10.00', '45%(ii) (D)'),
  makeClosure(2, null, 'AHCL', '10.00', '200% (F)10% (b)'),
  makeClosure(2, 5, 'SNGP', '10.00', '250%(F) (D)'),
  makeClosure(2, 6, 'NRL', '10.00', '17.50% (iii)'),
  makeClosure(3, 6, 'HBL', null, '60%(F) (D)'),
  makeClosure(3, 5, 'POL', '10.00', '100%(F) (D)'),
  makeClosure(3, 6, 'SAZEW', '1.00', '20% (B)'),
  makeClosure(4, 4, 'FATIMA', '10.00', 'NIL', 'published'),
  makeClosure(4, 6, 'KEL', '10.00', '15%(i) (D)'),
  makeClosure(6, 6, 'AIRLINK', '5.00', '50% AT A PREMIUM OF RS. 15/- PER SHARE (R)'),
  makeClosure(8, 5, 'EFERT', '10.00', '12.5%(F) (D)'),
  makeClosure(8, 6, 'LCI', '10.00', '30%(iii) (D)'),
  makeClosure(10, 4, 'EFUG', '10.00', 'Dividend=60%Bonus=20%'),
  makeClosure(10, 5, 'AVN', null, '200%(F) (D)'),
  makeClosure(12, 4, 'MCB', '10.00', '10% (B)'),
  makeClosure(12, 5, 'ENGROH', '10.00', '75%(F) (D)', 'published'),
  makeClosure(18, null, 'BOP', '10.00', '20%(i) (D)'),
  makeClosure(18, 2, 'SEARL', '10.00', '25% (R)'),
  makeClosure(18, 5, 'ACPL', '10.00', '5%(i) (D)'),
  makeClosure(24, 5, 'KOHC', '10.00', '45%(ii) (D)'),
  makeClosure(24, 5, 'AKBL', '10.00', '200% (F)10% (b)'),
  makeClosure(24, 2, 'AICL', '10.00', '250%(F) (D)'),
  makeClosure(30, 6, 'SYS', null, '17.50% (iii)'),
  makeClosure(30, 4, 'HINOON', '1.00', '60%(F) (D)', 'published'),
];
