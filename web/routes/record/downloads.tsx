import type { ReactNode } from 'react';
import { recordFiles } from '#contract/paths.ts';

/** The files of the record and the commands that verify them. */
export function Downloads() {
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads" className="text-lg">
        Files
      </h2>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        Save the heads, the record, or the receipt on the page of a signal. A later record that does not
        contain what you saved was rewritten.
      </p>
      <dl className="mt-3 divide-y divide-line border-y border-line text-sm">
        <File href={recordFiles.entries} name="tezi-record.jsonl" title="The record">
          All entries and signed heads, one JSON object per line. <code>?from=1000</code> begins with entry
          1000.
        </File>
        <File href={recordFiles.heads} name="tezi-heads.json" title="Signed heads">
          The newest heads and the public keys. Also as an{' '}
          <a href={recordFiles.headsFeed} className="link">
            Atom feed
          </a>
          .
        </File>
        <File href={recordFiles.script} name="verify-record.mjs" title="Verification script">
          For Node.js 20 or newer, without other packages. This page runs the same file.
          <code className="mt-1 block overflow-x-auto rounded-box bg-sunken px-2 py-1.5 font-mono text-xs/5">
            node verify-record.mjs tezi-record.jsonl tezi-heads.json
          </code>
        </File>
      </dl>
    </section>
  );
}

interface FileProps {
  href: string;
  /** The name of the saved file. */
  name: string;
  title: string;
  children: ReactNode;
}

function File({ href, name, title, children }: FileProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt>
        <a href={href} download={name} className="link">
          {title}
        </a>
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
