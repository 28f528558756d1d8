/** Titles that banks and payers add or leave out. */
const TITLES = new Set(
  'MR MRS MS MISS MST MSTR DR PROF ENGR HAJI HAJJI HAFIZ MIAN CH CHAUDHRY SARDAR RANA ADV CAPT MAJ COL SAHIB SAHIBA BEGUM BIBI SO DO WO جناب محترم محترمہ مسٹر مسز ڈاکٹر حاجی حافظ صاحب صاحبہ بیگم میاں'.split(
    ' ',
  ),
);

/** Words of narrations that are no names. */
const BANK_WORDS = new Set(
  `RAAST P2P P2M FUND FUNDS TRANSFER TRANSFERS TRANSF TRF FT IFT IBFT ONLINE INTERNET MOBILE DIGITAL BANKING BANK ATM FROM TO BY VIA THRU
   THROUGH RECEIVED RECEIVING RECEIVE MONEY CREDIT CREDITED CR DR INCOMING INWARD INTERBANK INTER BRANCH ACCOUNT ACCT AC TITLE IBAN PK
   STAN RRN MSGID MSG REF REFERENCE TXN TXNTYPE TRX TRANSACTION ID NO NUMBER PAYMENT PAYMENTS RTGS CLEARING INSTRUMENT CHANNEL PURPOSE
   FR FRM SENDER BENEFICIARY REMITTER APP LIMITED LTD PVT THE AND OF ICT REC MISC CDT IB MBM P2PFT PEER
   HBL UBL MCB ABL MEBL MEEZAN ALFALAH FAYSAL ASKARI JS SONEER SONERI SILK SAMBA HABIB METRO METROPOLITAN BAHL BAFL NBP BOP SCB STANDARD
   CHARTERED DUBAI ISLAMIC ISLAMI BANKISLAMI ALBARAKA BARAKA ALLIED NATIONAL PUNJAB SINDH KHYBER NAYAPAY SADAPAY JAZZCASH JAZZ EASYPAISA
   TELENOR MOBILINK MICROFINANCE UBANK FINCA APNA KHUSHHALI LINK 1LINK RAASTP2P OPENING CLOSING BALANCE TXNID SR MONTH FEE SUBSCRIPTION
   TEZI ORDER CODE`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Spellings of the most common name, which payers abbreviate too. */
const MUHAMMAD = /^(?:M[OU]H?A?M+[AEU]?[DT]|MUHD|MOHD|MD|M|محمد)$/;

const toWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\u064b-\u065f\u0670]/g, '')
    .toUpperCase()
    .replace(/\b([SDWC])[/.]\s?O\b/g, '$1O')
    .replace(/[^\p{L}\p{N}*]+/gu, ' ')
    .trim()
    .split(' ');

/** Lists the words of the name of a payer that must occur, without titles. `MUHAMMAD`, which payers abbreviate, is optional. */
export function listPayerWords(name: string): string[] {
  const all = toWords(name);
  const words = all.filter((word) => word !== '' && !TITLES.has(word) && !/\d/.test(word));
  const wanted = (words.length > 0 ? words : all).filter((word) => word.length > 1 || MUHAMMAD.test(word));
  const required = wanted.filter((word) => !MUHAMMAD.test(word));
  return required.length > 0 ? required : wanted;
}

/** Lists the words of a narration that may be names. */
export const listNameWords = (narration: string): string[] =>
  toWords(narration).filter(
    (word) => word.length > 1 && !/[\d*]/.test(word) && !BANK_WORDS.has(word) && !TITLES.has(word),
  );

/**
 * Compares the words of a payer's name with those of a narration: `match` if all of the name occur, `other` if words are left that may be another
 * name, else `none`. Banks cut names, so the last word may be incomplete.
 */
export function comparePayerName(
  payer: readonly string[],
  found: readonly string[],
): 'match' | 'other' | 'none' {
  const isFound = (word: string) => found.some((other) => isSameWord(word, other));
  if (payer.join('').length > 2 && payer.every(isFound)) return 'match';
  return found.some((word) => word.length > 2) ? 'other' : 'none';
}

const MIN_PREFIX = 4;

function isSameWord(wanted: string, found: string): boolean {
  if (wanted === found) return true;
  if (MUHAMMAD.test(wanted) && MUHAMMAD.test(found)) return true;
  const isMixed = isArabic(wanted) !== isArabic(found);
  if (isMixed) return isSameSound(wanted, found);
  if (isArabic(wanted)) return false;
  if (found.length >= MIN_PREFIX && wanted.startsWith(found)) return true;
  return (
    wanted.length >= 5 && wanted[0] === found[0] && isSameSound(wanted, found) && toSound(wanted).length > 2
  );
}

const isArabic = (word: string) => /\p{Script=Arabic}/u.test(word);

function isSameSound(word: string, other: string): boolean {
  const sound = toSound(word);
  return sound !== '' && sound === toSound(other);
}

/** The consonants of Urdu by the Latin letter that they are written with. */
const URDU: Readonly<Record<string, string>> = {
  ب: 'B',
  پ: 'P',
  ت: 'T',
  ٹ: 'T',
  ط: 'T',
  ث: 'S',
  س: 'S',
  ص: 'S',
  ش: 'S',
  ج: 'J',
  چ: 'C',
  خ: 'K',
  ک: 'K',
  ك: 'K',
  ق: 'K',
  د: 'D',
  ڈ: 'D',
  ذ: 'Z',
  ز: 'Z',
  ژ: 'Z',
  ض: 'Z',
  ظ: 'Z',
  ر: 'R',
  ڑ: 'R',
  غ: 'G',
  گ: 'G',
  ف: 'F',
  ل: 'L',
  م: 'M',
  ن: 'N',
  ں: 'N',
};

/** Returns the consonants that both scripts write in the same way. */
function toSound(word: string): string {
  const latin = isArabic(word)
    ? [...word].map((letter) => URDU[letter] ?? '').join('')
    : word
        .replaceAll('CH', '\u0001')
        .replaceAll('PH', 'F')
        .replace(/[CQX]/g, 'K')
        .replaceAll('\u0001', 'C')
        .replace(/[AEIOUYWVH]/g, '');
  return latin.replace(/(.)\1+/g, '$1');
}
