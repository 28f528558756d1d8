import {
  type Cells,
  type ColumnLayout,
  cleanText,
  type ImportRecord,
  isBlank,
  type LayoutCatalog,
  parseOptionalTime,
  quote,
  RowOmission,
  RowRejection,
  requireDate,
} from '#features/imports/server/parsing.ts';

/** A credit of a bank statement. */
export interface StatementRecord extends ImportRecord {
  symbol: null;
  values: {
    date: string;
    time: string | null;
    amountPaisa: number;
    narration: string;
    reference: string | null;
  };
  /** The balance after the row, in paisa. */
  balancePaisa: number | null;
  /** The row does not say that it is a credit. */
  isUnsigned?: true;
}

const DATE = [
  'date',
  'transaction_date',
  'txn_date',
  'tran_date',
  'trans_date',
  'booking_date',
  'posting_date',
  'value_date',
  'value',
  'timestamp',
  'date_time',
  'transaction_date_time',
  'post_date',
];
const TIME = ['time', 'transaction_time', 'txn_time'];
const DESCRIPTION = [
  'description',
  'particulars',
  'narration',
  'details',
  'transaction_details',
  'transaction_description',
  'remarks',
  'narrative',
  'transaction',
];
const CREDIT = [
  'credit',
  'credits',
  'credit_amount',
  'deposit',
  'deposits',
  'cr',
  'amount_in',
  'money_in',
  'credit_pkr',
  'cr_amount',
  'incoming',
];
const DEBIT = [
  'debit',
  'debits',
  'debit_amount',
  'withdrawal',
  'withdrawals',
  'dr',
  'amount_out',
  'money_out',
  'debit_pkr',
  'dr_amount',
  'outgoing',
];
const AMOUNT = ['amount', 'transaction_amount', 'txn_amount', 'tran_amt', 'amount_pkr', 'value_pkr'];
const DIRECTION = [
  'direction',
  'dr_cr',
  'crdr',
  'cr_dr',
  'debit_credit',
  'type',
  'txn_type',
  'transaction_type',
];
const BALANCE = [
  'balance',
  'available_balance',
  'running_balance',
  'closing_balance',
  'run_bal',
  'balance_pkr',
  'book_balance',
];
const REFERENCE = [
  'reference',
  'reference_number',
  'reference_no',
  'ref',
  'ref_no',
  'doc_no',
  'instrument_no',
  'inst_no',
  'cheque_no',
  'transaction_id',
  'txn_id',
  'stan',
  'chq_no',
];
const SENDER = ['sender', 'sender_name', 'from', 'counterparty', 'name', 'beneficiary'];

const hasText = (has: (...names: string[]) => boolean) => has(...DATE) && has(...DESCRIPTION, ...SENDER);

const twoColumns: ColumnLayout<StatementRecord> = {
  kind: 'bank-statement',
  name: 'Statement with debit and credit',
  forms: ['table'],
  matches: (has) => hasText(has) && has(...CREDIT),
  parse(row) {
    const [credit, debit] = [row.findGiven(...CREDIT), row.findGiven(...DEBIT)];
    const amount = parseAmount(credit);
    if (!amount && !isBlank(credit)) throw new RowRejection(`The credit ${quote(credit)} is not a number.`);
    if (!amount || amount.paisa === 0) throw omit(debit);
    if (parseAmount(debit)?.paisa) throw new RowRejection('The row has a debit and a credit.');
    if (amount.isDebit) throw omit(credit);
    return readRow(row, amount.paisa);
  },
};

const oneColumn: ColumnLayout<StatementRecord> = {
  kind: 'bank-statement',
  name: 'Statement with one amount',
  forms: ['table'],
  matches: (has) => hasText(has) && has(...AMOUNT) && !has(...CREDIT),
  parse(row) {
    const text = row.findGiven(...AMOUNT);
    const amount = parseAmount(text);
    if (!amount) throw new RowRejection(`The amount ${quote(text)} is not a number.`);
    const direction = row.findGiven(...DIRECTION);
    const isDebit = amount.isDebit || DEBIT_WORD.test(direction);
    const isCredit = amount.isCredit || CREDIT_WORD.test(direction);
    if (isDebit && isCredit) throw new RowRejection('The row says that it is a debit and a credit.');
    if (isDebit || amount.paisa === 0) throw omit(text);
    return { ...readRow(row, amount.paisa), ...(isCredit ? {} : { isUnsigned: true }) };
  },
};

const DEBIT_WORD = /\b(?:dr|d|debit|out|outgoing|sent|withdrawal|purchase|fee|charges?)\b/i;
const CREDIT_WORD = /\b(?:cr|c|credit|in|incoming|received|deposit|peer to peer)\b/i;

export const statementLayouts: LayoutCatalog<StatementRecord> = {
  columns: [twoColumns, oneColumn],
  texts: [],
  isContext: () => false,
  description:
    'Use a table with a date, a description, and a credit or an amount. Choose the columns if the bank names them differently.',
};

const omit = (text: string) =>
  new RowOmission(text === '' ? 'The row has no credit.' : 'The row is a debit, and pays for no order.');

const MAX_NARRATION = 500;

function readRow(row: Cells, amountPaisa: number): StatementRecord {
  const printed = row.findGiven(...DATE);
  const date = requireDate(normalizeDate(printed), 'date');
  const time = parseClock(row.findGiven(...TIME)) ?? findTime(printed);
  const sender = cleanText(row.findGiven(...SENDER));
  const narration = cleanText(`${row.findGiven(...DESCRIPTION)} ${sender}`).slice(0, MAX_NARRATION);
  if (/^(?:opening|closing)\b.*balance|^balance (?:b\/?f|brought|carried)|^brought forward/i.test(narration))
    throw new RowOmission('The row is a balance.');
  if (narration === '') throw new RowRejection('The row has no description.');
  const reference = cleanText(row.findGiven(...REFERENCE)).slice(0, 100);
  const balance = parseAmount(row.findGiven(...BALANCE));
  return {
    symbol: null,
    companyName: sender,
    isWithoutSymbol: true,
    values: {
      date,
      time,
      amountPaisa,
      narration,
      reference: isBlank(reference) || reference === '' ? null : reference,
    },
    balancePaisa: balance && (balance.isDebit ? -balance.paisa : balance.paisa),
  };
}

/** `24FEB16` is a date of banks. */
const normalizeDate = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{1,2} [A-Za-z]{3,9}),/, '$1')
    .replace(/^(\d{1,2})([A-Za-z]{3})(\d{2,4})$/, '$1-$2-$3')
    .replace(/[ T]\d{1,2}:\d{2}.*$/, '');

const findTime = (text: string): string | null =>
  parseClock(/\d{1,2}:\d{2}(?::\d{2})?\s*(?:[AP]\.?M\.?)?/i.exec(text)?.[0] ?? '');

/** Statements use 24 hours, or say AM and PM. */
function parseClock(text: string): string | null {
  if (text.trim() === '') return null;
  const time = parseOptionalTime(text, '24-hour');
  const full = time !== null && time.length === 5 ? `${time}:00` : time;
  // Programs print midnight for a date without a time.
  return full === '00:00:00' ? null : full;
}

interface Amount {
  paisa: number;
  isDebit: boolean;
  isCredit: boolean;
}

/** Parses `1,234.56`, `PKR 1.234,56`, `+ Rs 500`, `-500.00`, `(500.00)`, `2,431/-` and `1,234.00Cr`; `null` for anything else. */
export function parseAmount(text: string): Amount | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replace(/−/g, '-')
    .replace(/(?:PKR|Rs\.?|₨)/gi, '')
    .replace(/\s+/g, '');
  const match = /^(?<sign>[-+(]?)(?<number>\d[\d,.]*)\)?(?:\/[-=])?(?<end>-|cr\.?|dr\.?)?$/i.exec(plain);
  const { sign = '', number = '', end = '' } = match?.groups ?? {};
  if (number === '') return null;
  const decimals = /[.,](\d{1,2})$/.exec(number)?.[1] ?? '';
  const whole = number.slice(0, number.length - (decimals === '' ? 0 : decimals.length + 1));
  const digits = whole.replace(/[.,]/g, '');
  // Groups of three, or of two as in lakhs.
  if (/[.,]/.test(whole) && !/^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)) return null;
  if (digits.length > 12) return null;
  const paisa = Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  const word = end.toLowerCase();
  return {
    paisa,
    isDebit: sign === '-' || sign === '(' || word === '-' || word.startsWith('dr'),
    isCredit: sign === '+' || word.startsWith('cr'),
  };
}
