import type { ReactNode } from 'react';
import { InfoIcon, WarningIcon } from '#core/web/ui/icons.tsx';

interface NoticeProps {
  tone?: 'info' | 'warning' | 'danger';
  title?: string;
  /** A button or link at the end. */
  action?: ReactNode;
  /** Set this if the notice appears after the page is loaded, so that screen readers announce it. */
  role?: 'alert' | 'status';
  className?: string;
  children?: ReactNode;
}

/** A message about the page or the user's account; nothing without a text. */
export function Notice({ tone = 'info', title, action, role, className = '', children }: NoticeProps) {
  if (!title && !children) return null;
  const { Icon, box, mark } = TONES[tone];
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-s-4 px-4 py-3 text-sm ${box} ${className}`}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon className={`size-4.5 mt-px ${mark}`} />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={title ? 'mt-0.5' : ''}>{children}</div>}
        </div>
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  );
}

const TONES = {
  info: { Icon: InfoIcon, box: 'border-line border-s-accent bg-surface', mark: 'text-accent' },
  warning: { Icon: WarningIcon, box: 'border-warning bg-warning-soft', mark: 'text-warning' },
  danger: { Icon: WarningIcon, box: 'border-danger bg-danger-soft', mark: 'text-danger' },
};
