import { expect, it } from 'vitest';
import { decodeFile } from './decode-file.ts';

it.each([
  ['UTF-8', Buffer.from('Nestlé پاکستان')],
  ['UTF-8 with a mark', Buffer.from('\ufeffNestlé پاکستان')],
  ['UTF-16', Buffer.from('\ufeffNestlé پاکستان', 'utf16le')],
  ['UTF-16, the other way round', Buffer.from('\ufeffNestlé پاکستان', 'utf16le').swap16()],
])('%s is read', (_, bytes) => {
  expect(decodeFile(bytes)).toBe('Nestlé پاکستان');
});

it('what is no UTF-8 is read as Windows writes it', () => {
  expect(decodeFile(Buffer.from([0x4e, 0xe9, 0x20, 0x96]))).toBe('Né –');
});
