import { expect, it } from 'vitest';
import { decodeFile } from './file-parser.ts';

it.each([
  ['UTF-8', Buffer.from('Nestlé پاکستان')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffNestlé پاکستان')],
  ['UTF-16 LE', Buffer.from('\ufeffNestlé پاکستان', 'utf16le')],
  ['UTF-16 BE', Buffer.from('\ufeffNestlé پاکستان', 'utf16le').swap16()],
])('decodes %s', (_, bytes) => {
  expect(decodeFile(bytes)).toBe('Nestlé پاکستان');
});

it('decodes anything else as Windows-1252', () => {
  expect(decodeFile(Buffer.from([0x4e, 0xe9, 0x20, 0x96]))).toBe('Né –');
});
