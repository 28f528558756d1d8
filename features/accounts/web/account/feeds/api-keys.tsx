import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  API_SCOPE_LABELS,
  API_SCOPES,
  type ApiScope,
  DEVELOPERS_PATH,
} from '#core/contract/api/api-scopes.ts';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  API_KEY_LIFETIMES,
  API_KEY_NAME_MAX_LENGTH,
  type ApiKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
} from '#features/accounts/contract/api-keys.ts';
import { useAccountKey, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { ShownSecret } from '#features/accounts/web/public/account/feeds/shown-secret.tsx';
import { Section } from '#features/accounts/web/public/account/profile/section.tsx';

/** The API keys of the customer. */
export function ApiKeys() {
  const { data, error, isFetching, refetch } = useAccountQuery(useAccountKey('api-keys'), () =>
    api(listApiKeys, {}),
  );
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Section
      title="API keys"
      description={
        <span>
          For your own programs. A key reads what you choose and changes nothing. The{' '}
          <Link to={DEVELOPERS_PATH} className="link">
            documentation
          </Link>{' '}
          lists the endpoints.
        </span>
      }
    >
      <QueryResult
        query={{ data, error: error && getErrorMessage(error), isFetching, refetch }}
        loading="Loading your keys..."
      >
        {({ results }) => (
          <>
            {results.length === 0 && <p className="text-sm text-muted">You have no keys.</p>}
            {results.length > 0 && (
              <ul className="divide-y divide-line rounded-box border border-line bg-surface">
                {results.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryResult>
      <NewKey />
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, hint, scopes, created_at, expires_at, last_used_at } = apiKey;
  const hasExpired = expires_at !== null && new Date(expires_at) <= getNow();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 text-sm text-muted">
        <p className="text-base font-medium text-ink wrap-anywhere">{name}</p>
        <p>
          <code translate="no">{hint}</code>, <span>{scopes.join(', ')}</span>
        </p>
        <p>
          Created <PakistanTime at={created_at} />
          {expires_at && (
            <span>
              , <span>{hasExpired ? 'expired' : 'expires'}</span> <PakistanTime at={expires_at} />
            </span>
          )}
        </p>
        <p>
          {last_used_at ? (
            <span>
              Last used <PakistanTime at={last_used_at} />
            </span>
          ) : (
            'Never used'
          )}
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient();
  const queryKey = useAccountKey('api-keys');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api(deleteApiKey, { params: { id: apiKey.id } }),
    onSuccess: () => {
      notify.success('Key revoked', `${apiKey.name} no longer works.`);
      void queries.invalidateQueries({ queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke a key"
      description={`Programs that use “${apiKey.name}” can read nothing from then on.`}
      confirmLabel="Revoke"
      isPending={isPending}
      error={error && getErrorMessage(error)}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

const NEVER = 'never';
const LIFETIMES = [
  ...API_KEY_LIFETIMES.map((days) => ({ value: String(days), label: `In ${days} days` })),
  { value: NEVER, label: 'Never' },
];

/** The form of a new key, which is shown once. */
function NewKey() {
  const queries = useQueryClient();
  const queryKey = useAccountKey('api-keys');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiScope[]>([...API_SCOPES]);
  const [lifetime, setLifetime] = useState('90');
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => {
      const days = API_KEY_LIFETIMES.find((each) => String(each) === lifetime) ?? null;
      return api(createApiKey, { body: { name, scopes, expires_in_days: days } });
    },
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey });
    },
    onError: (error) => setProblem(getErrorMessage(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (name.trim() === '') return setProblem('Enter a name by which you recognize the key.');
    if (scopes.length === 0) return setProblem('Choose what the key may read.');
    setProblem(null);
    mutate();
  };
  const choose = (scope: ApiScope, isChosen: boolean) =>
    setScopes(API_SCOPES.filter((each) => (each === scope ? isChosen : scopes.includes(each))));
  return (
    <form onSubmit={submit} noValidate className="mt-6 grid max-w-md gap-5">
      <h3 className="font-semibold">New key</h3>
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={API_KEY_NAME_MAX_LENGTH}
        hint="For example the program that uses it."
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">What it may read</legend>
        {API_SCOPES.map((scope) => (
          <CheckboxField
            key={scope}
            label={API_SCOPE_LABELS[scope]}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) => choose(scope, isChecked)}
          />
        ))}
      </fieldset>
      <SelectField
        label="Expires"
        options={LIFETIMES}
        value={lifetime}
        onChange={(event) => setLifetime(event.target.value)}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <div>
        <Button type="submit" busy={isPending}>
          Create the key
        </Button>
      </div>
      {data && <ShownSecret label={`Key ${data.api_key.name}`} secret={data.key} />}
    </form>
  );
}
