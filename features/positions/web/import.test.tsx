import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PreviewedTrades } from './import.tsx';

describe('the preview of a file of trades', () => {
  const row = { key: '2', line: 2, status: 'review' as const, summary: 'Buy', reason: 'Why', text: 'LUCK' };
  const preview = {
    layout: 'Trade confirmation',
    counts: { new: 3, unchanged: 0, review: 1_250, rejected: 0, left_out: 0 },
    rows: [row],
    fingerprint: '',
  };
  const render = (confirmed: string[] | 'all') =>
    renderToStaticMarkup(
      <PreviewedTrades
        preview={preview}
        confirmed={confirmed}
        isBusy={false}
        onConfirm={() => {}}
        onImport={() => {}}
      />,
    );

  it('lets the customer confirm one row or all, also those that are not listed', () => {
    const [none, one, all] = [render([]), render(['2']), render('all')];
    for (const html of [none, one, all]) expect(html).toContain('Confirm all 1,250 rows that need review');
    expect([none, one].every((html) => html.includes('Confirm line 2'))).toBe(true);
    expect(all).not.toContain('Confirm line 2');
    expect([none, one, all].map((html) => /Import [\d,]+ trades/.exec(html)?.[0])).toEqual([
      'Import 3 trades',
      'Import 4 trades',
      'Import 1,253 trades',
    ]);
  });
});
