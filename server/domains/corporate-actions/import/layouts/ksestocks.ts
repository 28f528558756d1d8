import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import {
  checkOrder,
  dayOf,
  dayOrNone,
  faceValueOrNone,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

/** `var bcs = {"cur": […], "old": […]}`, as a script or as plain JSON. */
export const ksestocksClosures: ColumnLayout = {
  kind: 'book-closures',
  name: 'Book closures of ksestocks',
  form: 'json',
  fits: (has) => has('symbol', 'cname') && has('bcfrom'),
  read(row) {
    const company = nameCompany({ symbol: row.get('symbol'), name: row.get('cname') });
    const bcFrom = dayOf(row.get('bcfrom'), 'bcfrom');
    const bcTo = dayOrNone(row.get('bcto'), 'bcto');
    checkOrder(bcFrom, bcTo);
    const faceValue = faceValueOrNone(row.get('faceval'));
    return {
      ...company,
      day: bcFrom,
      reference: null,
      values: {
        ...company,
        bcFrom,
        ...(bcTo === null ? {} : { bcTo }),
        payout: textOf('payout', row.get('payout')) ?? '',
        ...(faceValue === null ? {} : { faceValue }),
      },
    };
  },
};
