import { useEffect, useRef, useState } from 'react';
import { type ClientActionFunctionArgs, Form, useActionData, useNavigation } from 'react-router';
import { getFirstMessage } from '#core/contract/errors.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError, callEndpoint } from '#core/web/api/call.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { createAction } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { TextAreaField } from '#core/web/ui/forms/text-area-field.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import {
  MESSAGE_MAX_LENGTH,
  type VerifiedMessage,
  verifyMessage,
} from '#features/signals/contract/verify.ts';
import { VerificationView } from './verification-view.tsx';

export const meta = createPageMeta({
  title: 'Is this call genuine?',
  description:
    'Check whether a message about a signal is from Tezi: paste it or its code, and see whether it is genuine, changed since, or not ours.',
});

export const shouldRevalidate = () => false;

type Outcome =
  | { kind: 'verified'; text: string; verification: VerifiedMessage }
  | { kind: 'rejected'; text: string; message: string };

/** A form that is submitted before hydration is that of a visitor: the server does not know the session. */
export const action = createAction((form, send) =>
  submitMessage(form, (body) => callEndpoint(verifyMessage, { body }, send)),
);
export const clientAction = async ({ request }: ClientActionFunctionArgs) =>
  submitMessage(await request.formData(), (body) => api(verifyMessage, { body }));

/** Works without scripts: the form is submitted to the page. */
export default function Verify() {
  const outcome = useActionData<typeof clientAction>();
  const isBusy = useNavigation().formMethod === 'POST';
  const result = useRef<HTMLDivElement>(null);
  const code = useCodeOfLink();
  useEffect(() => {
    if (outcome?.kind === 'verified') result.current?.focus();
  }, [outcome]);
  return (
    <>
      <PageHeader
        title="Is this call genuine?"
        description="Every signal of Tezi has a code and a link. Paste a message that you received, or only its code or link, to find out whether we published it."
      />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <Form key={code} method="post" className="grid gap-4">
          <TextAreaField
            label="Message or code"
            name="text"
            rows={6}
            required
            maxLength={MESSAGE_MAX_LENGTH}
            defaultValue={outcome?.text ?? code}
            placeholder="7K3Q-X9ME"
            suppressHydrationWarning
          />
          <Notice tone="danger">{outcome?.kind === 'rejected' ? outcome.message : null}</Notice>
          <Button type="submit" busy={isBusy} className="w-fit">
            {isBusy ? 'Checking...' : 'Check'}
          </Button>
        </Form>
        {outcome?.kind === 'verified' && (
          <div ref={result} tabIndex={-1} aria-live="polite">
            <VerificationView verification={outcome.verification} />
          </div>
        )}
        <div className="text-sm text-muted">
          <p>
            We compare the company, the side and every price with what we published and with every change
            since; without access to a premium signal, only with its publication. What you paste is not
            stored, but a digest of it counts how many different messages were compared.
          </p>
          <p className="mt-2">
            A code can be copied onto another message. Compare the prices with those of the signal before you
            trade, and never send money to anyone because of a message.
          </p>
        </div>
      </div>
    </>
  );
}

/** Returns the code after the # of a link to this page, which the server does not see. */
function useCodeOfLink(): string {
  const [code, setCode] = useState('');
  useEffect(() => {
    const [found = ''] = /^[\w-]{1,20}$/.exec(window.location.hash.slice(1)) ?? [];
    setCode(found);
  }, []);
  return code;
}

async function submitMessage(
  form: FormData,
  verify: (body: { text: string }) => Promise<VerifiedMessage>,
): Promise<Outcome> {
  const text = String(form.get('text') ?? '').slice(0, MESSAGE_MAX_LENGTH);
  if (text.trim() === '') return { kind: 'rejected', text, message: 'Paste a message or a code.' };
  try {
    return { kind: 'verified', text, verification: await verify({ text }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message =
      getRateLimitMessage(error) ??
      getFirstMessage(error.body, 'text') ??
      getFirstMessage(error.body, 'detail');
    return { kind: 'rejected', text, message: message ?? 'The server did not respond. Please try again.' };
  }
}
