/** A field: numbers and booleans are written as varints, `bigint`s as `fixed64`, lists as messages. */
export type Field = [number: number, value: number | bigint | string | Buffer | Field[]];

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/** Writes a message of Protocol Buffers. */
export const encodeMessage = (fields: Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      const toKey = (type: number) => encodeVarint(number * 8 + type);
      if (typeof value === 'number') return [toKey(VARINT), encodeVarint(value)];
      if (typeof value === 'bigint') {
        const bytes = Buffer.alloc(8);
        bytes.writeBigUInt64LE(value);
        return [toKey(FIXED_64), bytes];
      }
      const content = Array.isArray(value) ? encodeMessage(value) : Buffer.from(value);
      return [toKey(BYTES), encodeVarint(content.length), content];
    }),
  );

export function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Returns the number at an offset and the offset after it; `null` if more bytes must arrive. */
export function decodeVarint(bytes: Buffer, offset: number): { value: bigint; end: number } | null {
  let value = 0n;
  for (let index = offset, shift = 0n; index < bytes.length && shift < 70n; index += 1, shift += 7n) {
    const byte = bytes[index] ?? 0;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return { value, end: index + 1 };
  }
  return null;
}

/** Returns the fields of a message by number, of repeated ones the last. Ends where the message is not valid. */
export function decodeMessage(bytes: Buffer): Map<number, bigint | Buffer> {
  const fields = new Map<number, bigint | Buffer>();
  for (let offset = 0; offset < bytes.length; ) {
    const key = decodeVarint(bytes, offset);
    if (!key) break;
    const [number, type] = [Number(key.value >> 3n), Number(key.value & 7n)];
    offset = key.end;
    if (type === VARINT || type === BYTES) {
      const next = decodeVarint(bytes, offset);
      if (!next) break;
      offset = next.end;
      if (type === VARINT) fields.set(number, next.value);
      else {
        fields.set(number, bytes.subarray(offset, offset + Number(next.value)));
        offset += Number(next.value);
      }
    } else if (type === FIXED_64 && offset + 8 <= bytes.length) {
      fields.set(number, bytes.readBigUInt64LE(offset));
      offset += 8;
    } else if (type === FIXED_32) offset += 4;
    else break;
  }
  return fields;
}
