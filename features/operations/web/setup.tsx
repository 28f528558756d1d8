import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { getAdminErrorMessage, useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { makePushKey, readSetup, type SetupItem, testSetup } from '#features/operations/contract/system.ts';
import { CheckState } from './check-states.tsx';

const SETUP_KEY = ['admin-setup'];
/** Its item offers to make the key. */
const PUSH = 'alerts-push';

export const meta = createAdminMeta('Setup', 'What the site needs, and whether it is there.');

export default forAdministrators('Setup', function Setup() {
  const setup = useAdminQuery({ queryKey: SETUP_KEY, queryFn: () => api(readSetup, {}) });
  return (
    <AdminPage
      title="Setup"
      description="What the site needs, what it is for, and whether it works."
      query={setup}
    >
      <QueryResult query={setup} loading="Checking the setup...">
        {({ items, missing }) => (
          <div className="grid gap-8">
            <Progress
              missing={missing}
              hasProblems={items.some(({ state }) => state === 'failing' || state === 'unknown')}
            />
            {[...new Set(items.map(({ group }) => group))].map((group) => (
              <section key={group} aria-labelledby={`setup-${group}`}>
                <h2 id={`setup-${group}`} className="mb-2 text-lg">
                  {group}
                </h2>
                <ul className="grid gap-3">
                  {items
                    .filter((item) => item.group === group)
                    .map((item) => (
                      <Item key={item.id} item={item} />
                    ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </QueryResult>
    </AdminPage>
  );
});

const Progress = ({ missing, hasProblems }: { missing: number; hasProblems: boolean }) =>
  missing === 0 && hasProblems ? (
    <Notice tone="warning" role="status" title="Some items do not work">
      They are marked below.
    </Notice>
  ) : missing === 0 ? (
    <Notice role="status" title="Everything essential is set up">
      Optional items can follow at any time.
    </Notice>
  ) : (
    <Notice tone="warning" role="status" title="The site is not complete">
      <span>Essential items that are missing: </span>
      <span translate="no" className="figures font-semibold">
        {missing}
      </span>
      <span>. Settings take effect when the server restarts.</span>
    </Notice>
  );

function Item({ item }: { item: SetupItem }) {
  const { id, title, purpose, settings, state, cause, action, path } = item;
  const refetch = useRefetch(SETUP_KEY);
  const [result, setResult] = useState<Pick<SetupItem, 'state' | 'cause' | 'action'> | null>(null);
  return (
    <li className="rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            <span>{title}</span>
            <CheckState state={state} />
            {item.is_essential && state === 'off' && <Badge variant="warning">Essential</Badge>}
          </h3>
          <p className="text-sm text-muted">{purpose}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {id === PUSH && state === 'off' && <MakePushKey />}
          {item.has_test && (
            <ImmediateRowAction
              row={title}
              label={id === 'email' ? 'Send a test' : 'Test'}
              busyLabel="Testing…"
              run={() => api(testSetup, { params: { id } })}
              onSuccess={(finding) => {
                setResult(finding);
                void refetch();
              }}
              failure="The test did not run"
            />
          )}
        </div>
      </div>
      <p className="mt-2 text-sm wrap-anywhere">{cause}</p>
      {action !== null && (
        <p className="mt-1 text-sm wrap-anywhere">
          <span className="font-semibold">What to do: </span>
          {path === null ? (
            <span>{action}</span>
          ) : (
            <Link to={path} className="link">
              {action}
            </Link>
          )}
        </p>
      )}
      {settings.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
          <span>Settings:</span>
          {settings.map((setting) => (
            <code key={setting} translate="no" className="wrap-anywhere">
              {setting}
            </code>
          ))}
        </p>
      )}
      {result && (
        <div role="status" className="mt-3 border-t border-line pt-3 text-sm wrap-anywhere">
          <CheckState state={result.state} />
          <p className="mt-1">{result.cause}</p>
          {result.action !== null && <p>{result.action}</p>}
        </div>
      )}
    </li>
  );
}

/** Makes a key, and shows it once. */
function MakePushKey() {
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => api(makePushKey, {}),
    onError: (error) => notify.error('No key was made', getAdminErrorMessage(error)),
  });
  if (!data)
    return (
      <Button variant="secondary" size="small" busy={isPending} onClick={() => mutate()}>
        Make a key
      </Button>
    );
  return (
    <div role="status" className="basis-full text-sm">
      <p>Copy this setting now: it is not stored and not shown again.</p>
      <code translate="no" className="block wrap-anywhere">{`${data.setting}=${data.value}`}</code>
    </div>
  );
}
