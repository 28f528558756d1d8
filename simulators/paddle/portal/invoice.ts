import type { Transaction } from '#simulators/paddle/state.ts';

/** Renders the invoice of a transaction as a PDF of one page. */
export function renderInvoice(transaction: Transaction): Buffer {
  const { id, billed_at, currency_code, details } = transaction;
  const lines = [
    'Receipt (simulated, no card was charged)',
    `Transaction: ${id}`,
    `Date: ${billed_at?.slice(0, 10) ?? 'none'}`,
    ...(details?.line_items ?? []).map(({ product, quantity }) => `${quantity} x ${product?.name ?? 'item'}`),
    `Total: ${Number(details?.totals?.total ?? 0) / 100} ${currency_code}`,
  ];
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join(' ');
  const content = `BT /F1 14 Tf 20 TL 60 760 Td ${text} ET`;
  return makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** The font has only Latin characters; the others become question marks. */
const escapeText = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');

/** Joins the objects with a table of their offsets. */
function makePdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}
