import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './feedback/spinner.tsx';

interface ButtonStyle {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'small';
  /** Fills the available width. */
  wide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  /** Shows a spinner and ignores presses. The button stays focusable, so that the keyboard focus is not lost. */
  busy?: boolean;
  children: ReactNode;
}

export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const ignorePress = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? ignorePress : onClick}
      className={getButtonClass({ variant, size, wide }, className)}
    >
      {busy && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...rest
}: Omit<LinkProps, 'className'> & ButtonStyle & { className?: string }) {
  return <Link {...rest} className={getButtonClass({ variant, size, wide }, className)} />;
}

/** The look of a button, for parts of another control. */
export function getButtonClass(
  { variant = 'primary', size = 'medium', wide = false }: ButtonStyle,
  className = '',
): string {
  return `${SHAPE} ${SIZES[size]} ${VARIANTS[variant]} ${wide ? 'w-full' : ''} ${className}`;
}

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-box border text-center font-semibold select-none ' +
  'disabled:border-line disabled:bg-sunken disabled:text-muted';

const SIZES = {
  medium: 'min-h-10 px-4 py-2 text-sm',
  small: 'min-h-8 px-3 py-1 text-sm',
};

const VARIANTS = {
  primary:
    'border-accent bg-accent text-on-accent enabled:hover:border-accent-strong enabled:hover:bg-accent-strong [a&]:hover:border-accent-strong [a&]:hover:bg-accent-strong',
  secondary: 'border-line-strong bg-surface text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
  quiet: 'border-transparent text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
  danger:
    'border-danger bg-danger text-on-danger enabled:hover:border-danger-strong enabled:hover:bg-danger-strong',
};
