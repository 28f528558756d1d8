/** An invented board meeting. */
export interface SampleBoardMeeting {
  /** The offset in trading days from the first one that is today or later. */
  tradingDays: number;
  /** The time in Karachi. */
  time: string | null;
  symbol: string;
  subject: string;
  place: string | null;
}

const makeMeeting = (
  tradingDays: number,
  time: string | null,
  symbol: string,
  subject: string,
  place: string | null,
): SampleBoardMeeting => ({ tradingDays, time, symbol, subject, place });

/** Invented meetings of real companies. */
export const sampleBoardMeetings: SampleBoardMeeting[] = [
  makeMeeting(-42, '16:00', 'SNGP', 'Election of directors', 'Rawalpindi'),
  makeMeeting(-40, '11:30', 'FCCL', 'A buy-back of shares', 'Rawalpindi'),
  makeMeeting(-40, '15:00', 'BAHL', 'Quarterly accounts and an interim dividend', 'Karachi'),
  makeMeeting(-36, '10:00', 'HINOON', 'Quarterly accounts', null),
  makeMeeting(-34, '11:30', 'MTL', 'Election of directors', 'Registered office, Lahore'),
  makeMeeting(-34, '11:30', 'AHCL', 'A right issue', 'Registered office, Lahore'),
  makeMeeting(-34, '12:00', 'OGDC', 'Quarterly accounts', null),
  makeMeeting(-34, null, 'UNITY', 'A new plant and its financing', 'Registered office, Lahore'),
  makeMeeting(-30, '15:00', 'LUCK', 'Half-yearly accounts', 'Islamabad'),
  makeMeeting(-27, '09:30', 'DGKC', 'Annual accounts, a dividend and bonus shares', 'Lahore'),
  makeMeeting(-27, '16:00', 'SEARL', 'A new plant and its financing', 'Karachi'),
  makeMeeting(-25, '10:30', 'FFC', 'A buy-back of shares', null),
  makeMeeting(-25, '11:00', 'ATRL', 'A right issue', 'Rawalpindi'),
  makeMeeting(-23, '15:00', 'ABOT', 'Half-yearly accounts', 'Karachi'),
  makeMeeting(-21, '11:30', 'HCAR', 'Half-yearly accounts', null),
  makeMeeting(-21, '15:00', 'COLG', 'An investment in an associated company', 'Rawalpindi'),
  makeMeeting(-18, null, 'FFL', 'A right issue', 'Video link'),
  makeMeeting(-16, '15:30', 'PAEL', 'A buy-back of shares', 'Islamabad'),
  makeMeeting(-12, '14:30', 'PTC', 'Quarterly accounts, and a closed period until the meeting', 'Islamabad'),
  makeMeeting(-12, '14:30', 'ACPL', 'Annual accounts and a final dividend', null),
  makeMeeting(-10, '10:30', 'EPCL', 'Half-yearly accounts', 'Karachi'),
  makeMeeting(-10, '10:30', 'ABL', 'Quarterly accounts, and a closed period until the meeting', 'Lahore'),
  makeMeeting(-10, '11:00', 'KEL', 'A new plant and its financing', 'Karachi'),
  makeMeeting(-10, '16:00', 'KOHC', 'Half-yearly accounts', null),
  makeMeeting(-6, '11:30', 'BAFL', 'Quarterly accounts', 'Islamabad'),
  makeMeeting(-5, '10:30', 'HUBC', 'An investment in an associated company', 'Rawalpindi'),
  makeMeeting(-4, '10:30', 'DCR', 'An investment in an associated company', 'Registered office, Lahore'),
  makeMeeting(-4, '12:00', 'AICL', 'Election of directors', 'Head office, Karachi'),
  makeMeeting(-4, null, 'PPL', 'Agenda other than financial results', null),
  makeMeeting(
    -3,
    '09:30',
    'EFERT',
    'Quarterly accounts, and a closed period until the meeting',
    'Rawalpindi',
  ),
  makeMeeting(-3, '15:30', 'MUGHAL', 'A right issue', null),
  makeMeeting(
    -3,
    '16:00',
    'ENGROH',
    'Quarterly accounts, and a closed period until the meeting',
    'Registered office, Lahore',
  ),
  makeMeeting(-2, '10:00', 'TGL', 'Quarterly accounts, and a closed period until the meeting', 'Rawalpindi'),
  makeMeeting(-2, '14:30', 'MEBL', 'A right issue', 'Rawalpindi'),
  makeMeeting(-1, '14:30', 'GLAXO', 'Annual accounts and a final dividend', 'Karachi'),
  makeMeeting(0, '10:00', 'SAZEW', 'Annual accounts and a final dividend', null),
  makeMeeting(0, '12:00', 'BOP', 'Quarterly accounts', 'Head office, Karachi'),
  makeMeeting(0, '15:00', 'MLCF', 'Quarterly accounts and an interim dividend', 'Lahore'),
  makeMeeting(0, null, 'LCI', 'Quarterly accounts', 'Karachi'),
  makeMeeting(1, '11:00', 'AIRLINK', 'A right issue', 'Head office, Karachi'),
  makeMeeting(1, '15:30', 'CHCC', 'Agenda other than financial results', 'Karachi'),
  makeMeeting(1, '16:00', 'EFUG', 'Half-yearly accounts', null),
  makeMeeting(1, '16:00', 'MCB', 'Quarterly accounts and an interim dividend', 'Karachi'),
  makeMeeting(2, '10:30', 'MARI', 'Quarterly accounts, and a closed period until the meeting', null),
  makeMeeting(7, '11:30', 'THALL', 'Election of directors', 'Islamabad'),
  makeMeeting(7, '12:00', 'POL', 'Quarterly accounts and an interim dividend', 'Rawalpindi'),
  makeMeeting(12, '10:00', 'NESTLE', 'A new plant and its financing', 'Video link'),
  makeMeeting(12, '15:00', 'PKGS', 'A new plant and its financing', null),
  makeMeeting(12, '15:00', 'ISL', 'Quarterly accounts and an interim dividend', 'Islamabad'),
  makeMeeting(
    17,
    '12:00',
    'UBL',
    'Annual accounts, a dividend and bonus shares',
    'Registered office, Lahore',
  ),
  makeMeeting(17, null, 'FATIMA', 'Quarterly accounts and an interim dividend', 'Lahore'),
  makeMeeting(22, '10:30', 'PNSC', 'Quarterly accounts', 'Head office, Karachi'),
  makeMeeting(22, '10:30', 'SNGP', 'An investment in an associated company', 'Registered office, Lahore'),
  makeMeeting(22, '11:00', 'AVN', 'Agenda other than financial results', 'Head office, Karachi'),
  makeMeeting(22, '15:00', 'INDU', 'A buy-back of shares', null),
  makeMeeting(27, '09:30', 'BAHL', 'An investment in an associated company', null),
  makeMeeting(27, '11:30', 'FCCL', 'Quarterly accounts and an interim dividend', 'Registered office, Lahore'),
  makeMeeting(27, '11:30', 'HINOON', 'Agenda other than financial results', 'Head office, Karachi'),
  makeMeeting(32, '10:30', 'MTL', 'Annual accounts and a final dividend', 'Islamabad'),
  makeMeeting(32, '15:30', 'UNITY', 'An investment in an associated company', null),
];

/** A notice of a meeting without its date, which an administrator reads in the document. */
interface SampleFiling {
  symbol: string;
  title: string;
  hoursAgo: number;
}

/** Invented filings that wait for an administrator. */
export const sampleFilings: SampleFiling[] = [
  { symbol: 'ENGROH', title: 'Board Meeting', hoursAgo: 3 },
  { symbol: 'HUBC', title: 'Board Meeting Other Than Financial Results', hoursAgo: 26 },
];
