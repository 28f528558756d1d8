import { addMilliseconds, HOUR } from '#core/server/platform/clock.ts';

const PAISA = 100;
const KARACHI_OFFSET_MS = 5 * HOUR;

/**
 * Returns the payload of Raast's QR code for an account with an amount, which is not an EMVCo code; `null` for an amount with paisa, which apps
 * read differently. Apps pay a code with an amount only if it has an expiry.
 */
export function makeAccountQr(iban: string, amountPaisa: number, expiresAt: Date): string | null {
  if (amountPaisa % PAISA !== 0) return null;
  const local = addMilliseconds(expiresAt, KARACHI_OFFSET_MS).toISOString();
  const [date = '', time = ''] = local.split('T');
  const [year, month, day] = date.split('-');
  const expiry = `${day}${month}${year}${time.slice(0, 2)}${time.slice(3, 5)}`;
  const fields = [
    ['00', '02'],
    ['01', '12'],
    ['02', '00'],
    ['04', iban],
    ['05', String(amountPaisa / PAISA)],
    ['07', expiry],
  ];
  const text = `${fields.map(([tag, value = '']) => writeField(tag ?? '', value)).join('')}1004`;
  return text + getChecksum(text);
}

/**
 * Returns the merchant QR code of the operator's acquirer with an amount and a reference. The template is a static code, which has the
 * acquirer's data; `null` if it is none.
 */
export function makeMerchantQr(
  template: string,
  { amountPaisa, reference }: { amountPaisa: number; reference: string },
) {
  const fields = readFields(template);
  if (fields?.get('00') !== '01') return null;
  const own = new Map([
    ...[...fields].filter(([tag]) => !['54', '62', '63'].includes(tag)),
    ['01', '12'],
    ['54', (amountPaisa / PAISA).toFixed(2)],
    ['62', writeFields(new Map([...(parseFields(fields.get('62') ?? '') ?? []), ['01', reference]]))],
  ]);
  const text = `${writeFields(own)}6304`;
  return text + getChecksum(text);
}

/** Returns the fields of a QR code with a correct checksum by tag; `null` if it is none. */
export function readFields(text: string): Map<string, string> | null {
  const end = text.length - CHECKSUM_LENGTH;
  if (text.length > 512 || getChecksum(text.slice(0, end)) !== text.slice(end)) return null;
  return parseFields(text);
}

function parseFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [tag, length] = [text.slice(at, at + 2), Number(text.slice(at + 2, at + 4))];
    const value = text.slice(at + 4, at + 4 + length);
    if (!/^\d\d$/.test(tag) || value.length !== length || length === 0 || fields.has(tag)) return null;
    fields.set(tag, value);
    at += 4 + length;
  }
  return fields;
}

const CHECKSUM_LENGTH = 4;

const writeField = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

const writeFields = (fields: ReadonlyMap<string, string>) =>
  [...fields]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([tag, value]) => writeField(tag, value))
    .join('');

/** CRC-16/CCITT-FALSE, as four hexadecimal digits. */
function getChecksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
