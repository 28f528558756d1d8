import { HttpError } from '#core/server/platform/http-error.ts';

const conflict = (code: string, detail: string) =>
  new HttpError({ status: 409, code, body: { detail, code } });

export const draftConflict = () =>
  new HttpError({
    status: 409,
    code: 'draft_changed_meanwhile',
    body: {
      detail: 'The draft has changed since you opened it. Open it again to see the change.',
      code: 'changed_meanwhile',
    },
  });

export const approvalRequired = () =>
  conflict(
    'approval_required',
    'Signals need the approval of another administrator. Save this one as a draft and submit it for approval.',
  );

export const approvalNotRequired = () =>
  conflict('approval_not_required', 'Signals need no approval. Publish the draft instead.');

export const notSubmitted = () => conflict('draft_not_submitted', 'The draft is not submitted for approval.');

export const alreadySubmitted = () =>
  conflict(
    'draft_submitted',
    'The draft is submitted for approval. It must be withdrawn or sent back before it can be changed.',
  );

export const notSubmitter = (by: string) =>
  conflict(
    'not_submitter',
    `${by} submitted this draft, so only they can withdraw it. Send it back instead.`,
  );

export const ownSubmission = () =>
  conflict('own_submission', 'You submitted this draft. Withdraw it instead of sending it back.');

export const ownApproval = () =>
  conflict(
    'own_approval',
    'You submitted this draft or changed it last, so another administrator must approve it.',
  );
