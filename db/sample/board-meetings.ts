/** An invented board meeting. */
export interface SampleBoardMeeting {
  /** Trading days from the first one that is today or later; before it with a minus. */
  tradingDays: number;
  /** In Karachi. */
  time: string | null;
  symbol: string;
  subject: string;
  place: string | null;
}

const meeting = (
  tradingDays: number,
  time: string | null,
  symbol: string,
  subject: string,
  place: string | null,
): SampleBoardMeeting => ({ tradingDays, time, symbol, subject: `Sample: ${subject}`, place });

/** Invented meetings of real companies: each says in its subject that it is a sample. */
export const sampleBoardMeetings: SampleBoardMeeting[] = [
  meeting(-42, '16:00', 'SNGP', 'Election of directors', 'Rawalpindi'),
  meeting(-40, '11:30', 'FCCL', 'A buy-back of shares', 'Rawalpindi'),
  meeting(-40, '15:00', 'BAHL', 'Quarterly accounts and an interim dividend', 'Karachi'),
  meeting(-36, '10:00', 'HINOON', 'Quarterly accounts', null),
  meeting(-34, '11:30', 'MTL', 'Election of directors', 'Registered office, Lahore'),
  meeting(-34, '11:30', 'AHCL', 'A right issue', 'Registered office, Lahore'),
  meeting(-34, '12:00', 'OGDC', 'Quarterly accounts', null),
  meeting(-34, null, 'UNITY', 'A new plant and its financing', 'Registered office, Lahore'),
  meeting(-30, '15:00', 'LUCK', 'Half-yearly accounts', 'Islamabad'),
  meeting(-27, '09:30', 'DGKC', 'Annual accounts, a dividend and bonus shares', 'Lahore'),
  meeting(-27, '16:00', 'SEARL', 'A new plant and its financing', 'Karachi'),
  meeting(-25, '10:30', 'FFC', 'A buy-back of shares', null),
  meeting(-25, '11:00', 'ATRL', 'A right issue', 'Rawalpindi'),
  meeting(-23, '15:00', 'ABOT', 'Half-yearly accounts', 'Karachi'),
  meeting(-21, '11:30', 'HCAR', 'Half-yearly accounts', null),
  meeting(-21, '15:00', 'COLG', 'An investment in an associated company', 'Rawalpindi'),
  meeting(-18, null, 'FFL', 'A right issue', 'Video link'),
  meeting(-16, '15:30', 'PAEL', 'A buy-back of shares', 'Islamabad'),
  meeting(-12, '14:30', 'PTC', 'Quarterly accounts, and a closed period until the meeting', 'Islamabad'),
  meeting(-12, '14:30', 'ACPL', 'Annual accounts and a final dividend', null),
  meeting(-10, '10:30', 'EPCL', 'Half-yearly accounts', 'Karachi'),
  meeting(-10, '10:30', 'ABL', 'Quarterly accounts, and a closed period until the meeting', 'Lahore'),
  meeting(-10, '11:00', 'KEL', 'A new plant and its financing', 'Karachi'),
  meeting(-10, '16:00', 'KOHC', 'Half-yearly accounts', null),
  meeting(-6, '11:30', 'BAFL', 'Quarterly accounts', 'Islamabad'),
  meeting(-5, '10:30', 'HUBC', 'An investment in an associated company', 'Rawalpindi'),
  meeting(-4, '10:30', 'DCR', 'An investment in an associated company', 'Registered office, Lahore'),
  meeting(-4, '12:00', 'AICL', 'Election of directors', 'Head office, Karachi'),
  meeting(-4, null, 'PPL', 'Agenda other than financial results', null),
  meeting(-3, '09:30', 'EFERT', 'Quarterly accounts, and a closed period until the meeting', 'Rawalpindi'),
  meeting(-3, '15:30', 'MUGHAL', 'A right issue', null),
  meeting(
    -3,
    '16:00',
    'ENGROH',
    'Quarterly accounts, and a closed period until the meeting',
    'Registered office, Lahore',
  ),
  meeting(-2, '10:00', 'TGL', 'Quarterly accounts, and a closed period until the meeting', 'Rawalpindi'),
  meeting(-2, '14:30', 'MEBL', 'A right issue', 'Rawalpindi'),
  meeting(-1, '14:30', 'GLAXO', 'Annual accounts and a final dividend', 'Karachi'),
  meeting(0, '10:00', 'SAZEW', 'Annual accounts and a final dividend', null),
  meeting(0, '12:00', 'BOP', 'Quarterly accounts', 'Head office, Karachi'),
  meeting(0, '15:00', 'MLCF', 'Quarterly accounts and an interim dividend', 'Lahore'),
  meeting(0, null, 'LCI', 'Quarterly accounts', 'Karachi'),
  meeting(1, '11:00', 'AIRLINK', 'A right issue', 'Head office, Karachi'),
  meeting(1, '15:30', 'CHCC', 'Agenda other than financial results', 'Karachi'),
  meeting(1, '16:00', 'EFUG', 'Half-yearly accounts', null),
  meeting(1, '16:00', 'MCB', 'Quarterly accounts and an interim dividend', 'Karachi'),
  meeting(2, '10:30', 'MARI', 'Quarterly accounts, and a closed period until the meeting', null),
  meeting(7, '11:30', 'THALL', 'Election of directors', 'Islamabad'),
  meeting(7, '12:00', 'POL', 'Quarterly accounts and an interim dividend', 'Rawalpindi'),
  meeting(12, '10:00', 'NESTLE', 'A new plant and its financing', 'Video link'),
  meeting(12, '15:00', 'PKGS', 'A new plant and its financing', null),
  meeting(12, '15:00', 'ISL', 'Quarterly accounts and an interim dividend', 'Islamabad'),
  meeting(17, '12:00', 'UBL', 'Annual accounts, a dividend and bonus shares', 'Registered office, Lahore'),
  meeting(17, null, 'FATIMA', 'Quarterly accounts and an interim dividend', 'Lahore'),
  meeting(22, '10:30', 'PNSC', 'Quarterly accounts', 'Head office, Karachi'),
  meeting(22, '10:30', 'SNGP', 'An investment in an associated company', 'Registered office, Lahore'),
  meeting(22, '11:00', 'AVN', 'Agenda other than financial results', 'Head office, Karachi'),
  meeting(22, '15:00', 'INDU', 'A buy-back of shares', null),
  meeting(27, '09:30', 'BAHL', 'An investment in an associated company', null),
  meeting(27, '11:30', 'FCCL', 'Quarterly accounts and an interim dividend', 'Registered office, Lahore'),
  meeting(27, '11:30', 'HINOON', 'Agenda other than financial results', 'Head office, Karachi'),
  meeting(32, '10:30', 'MTL', 'Annual accounts and a final dividend', 'Islamabad'),
  meeting(32, '15:30', 'UNITY', 'An investment in an associated company', null),
];
