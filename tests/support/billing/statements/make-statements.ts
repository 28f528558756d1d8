/** A payment, as six banks print it: invented shapes after public descriptions of their statements. */
interface PrintedPayment {
  /** `2027-01-31`. */
  date: string;
  /** `14:05`. */
  time: string;
  rupees: string;
  name: string;
  code: string;
  number: number;
}

const BANKS = ['MEZN', 'HABB', 'UNIL', 'ALFH', 'MUCB', 'TMFB'];
const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;
const toDay = (date: string) => date.split('-').reverse().join('/');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const toMonthDay = (date: string) => {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
};
const withCommas = (rupees: string) => rupees.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
const quote = (text: string) => `"${text}"`;

/** Prints payments with debits and other credits around them. `rename` gives the columns other names. */
export interface Shape {
  bank: string;
  /** Names of columns, in their order. */
  columns: string[];
  renamed: string[];
  print(payment: PrintedPayment): string[];
  preamble?: string[];
}

export const SHAPES: readonly Shape[] = [
  {
    bank: 'Meezan',
    columns: ['Booking Date', 'Value Date', 'Doc No', 'Description', 'Debit', 'Credit', 'Available Balance'],
    renamed: [
      'Txn Date',
      'Value Date',
      'Reference No',
      'Narration',
      'Withdrawals',
      'Deposits',
      'Running Balance',
    ],
    preamble: ['Account,TEZI LTD', 'Currency,PKR'],
    print: ({ date, rupees, name, number }) => [
      toMonthDay(date),
      toMonthDay(date),
      String(700_000 + number),
      quote(
        pick(
          [
            `Raast P2P Fund transfer - from ${name} RAAST PYxxxx0110 MBM${900_000 + number}`,
            `Money Received from ${name} JAZZCASH 0300 STAN(${100_000 + number})`,
            `Money Received from ${name} A/C 0021 STAN (${100_000 + number}) 0421 BRANCH`,
          ],
          number,
        ),
      ),
      '',
      quote(withCommas(rupees)),
      '',
    ],
  },
  {
    bank: 'HBL',
    columns: ['DATE', 'VALUE', 'PARTICULARS', 'DEBIT', 'CREDIT', 'BALANCE'],
    renamed: ['Posting Date', 'Value', 'Details', 'Dr', 'Cr', 'Book Balance'],
    print: ({ date, rupees, number }) => {
      const [year = '', month, day] = date.split('-');
      const printed = `${day}${MONTHS[Number(month) - 1]?.toUpperCase()}${year.slice(2)}`;
      const text = `Funds Transfer ${String(8_000_000_000_000_000 + number)} Thru ${pick(['HBL Mobile', 'ATM'], number)}`;
      return [printed, printed, text, '', quote(withCommas(rupees)), ''];
    },
  },
  {
    bank: 'UBL',
    columns: ['tranDate', 'CRDR', 'instNo', 'particulars', 'tranAmt', 'runBal'],
    renamed: ['Transaction Date', 'Debit Credit', 'Instrument No', 'Narrative', 'Amount', 'Balance'],
    print: ({ date, rupees, name, number }) => [
      `${date} 00:00:00`,
      'C',
      String(5_000 + number),
      quote(
        `RAAST P2P FT FROM ${name} MEBL ACCT: PK17MEZN*********997 MSGID: A${pick(BANKS, number)}PKKA${70_000_000 + number}`,
      ),
      rupees,
      '',
    ],
  },
  {
    bank: 'NayaPay',
    columns: ['TIMESTAMP', 'TYPE', 'DESCRIPTION', 'AMOUNT', 'BALANCE'],
    renamed: ['Date Time', 'Type', 'Details', 'Transaction Amount', 'Running Balance'],
    print: ({ date, time, rupees, name, number }) => [
      `${toDay(date)} ${time}`,
      pick(['Raast In', 'IBFT In'], number),
      quote(
        `Incoming fund transfer from ${name} Meezan-${1_000 + number}|Transaction ID ${'ab12cd34ef56'.repeat(2)}${number}`,
      ),
      `+${rupees}`,
      '',
    ],
  },
  {
    bank: 'MCB',
    columns: ['Date', 'Description', 'Reference Number', 'Amount', 'Balance'],
    renamed: ['Transaction Date', 'Transaction Details', 'Ref No', 'Txn Amount', 'Closing Balance'],
    print: ({ date, rupees, name, code, number }) => [
      toMonthDay(date),
      quote(`INTERBANK FUNDS RECEIVING ${name} ${pick(['', code.toLowerCase()], number)}`),
      String(1_000_000_000 + number),
      quote(`${withCommas(rupees)}Cr`),
      '',
    ],
  },
  {
    bank: 'Bank AL Habib',
    columns: ['Transaction Date', 'Time', 'Narration', 'Money Out', 'Money In', 'Balance'],
    renamed: ['Date', 'Txn Time', 'Remarks', 'Debit Amount', 'Credit Amount', 'Available Balance'],
    print: ({ date, time, rupees, number }) => [
      date,
      time,
      quote(`${1_000_000_000 + number} RAAST P2P FT, - Digital, ${date.replaceAll('-', '')}, FT, ${number}`),
      '',
      rupees,
      '',
    ],
  },
];
