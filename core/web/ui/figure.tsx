import type { ReactNode } from 'react';

/** A figure, such as a price or a percentage, in a sentence or a cell. Browsers do not translate it. */
export const Figure = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <span className={`figures ${className}`} translate="no">
    {children}
  </span>
);

/** Prices, percentages, multiples of R, names of targets, and the symbol that an alert begins with. */
const FIGURE =
  /(Rs\. ?\d[\d,.]*\d|Rs\. ?\d|[+−-]?\d[\d,.]*\s?(?:%|R\b)|[+−-]?\d[\d,]*\.\d+|\B[+−]\d+|\bTP\d|^[A-Z][A-Z\d]*(?=:))/;

/**
 * A text with figures in it, each in an element that browsers do not translate. Nothing for a value of a newer server, which has no text
 * here.
 */
export const Figures = ({ children = '' }: { children: string | undefined }) =>
  children.split(FIGURE).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a text are every second part
    <span key={index} {...(index % 2 === 1 && { translate: 'no' })}>
      {part}
    </span>
  ));
