import type { Command } from 'commander';
import * as z from 'zod/mini';
import {
  grantPremium as grantEndpoint,
  revokeGrant as withdrawEndpoint,
} from '#contract/billing/admin-endpoints.ts';
import { toFieldErrors } from '#contract/field-errors.ts';
import { findCustomerByEmail } from '#server/domains/accounts/accounts.ts';
import { grantPremium, listGrants, revokeGrant } from '#server/domains/billing/billing.ts';
import type { Queryable } from '#server/platform/database.ts';
import { recordOperatorEvent } from '#server/platform/security-events/store-event.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { describeGrant } from './describe-grant.ts';
import { inWords, refusedInWords } from './format-errors.ts';
import type { CommandParts } from './news.ts';

type Parts = Pick<CommandParts, 'withDatabase' | 'say' | 'clock'>;

/** Who did it, in the books. */
const OPERATOR = 'command line';

/** `tezi premium …`: premium access without a payment through Paddle, for example after a bank transfer. */
export function premiumCommands(program: Command, parts: Parts): void {
  const { withDatabase, say, clock } = parts;
  const premium = program.command('premium').description('Premium access that is granted by hand');
  grantCommand(premium, parts);
  withdrawCommand(premium, parts);

  premium
    .command('list')
    .argument('<email>', 'the customer')
    .description('Name what was granted to a customer, the ended and the withdrawn too')
    .action((email: string) =>
      withDatabase(async (database) => {
        const { id } = await customerAt(database.db, email);
        const grants = await listGrants(database.db, [id]);
        if (grants.length === 0) say(`Nothing was granted to ${email}.`);
        for (const grant of grants) say(describeGrant(grant, clock.now()));
      }),
    );
}

function grantCommand(premium: Command, { withDatabase, say, clock }: Parts): void {
  const what = 'Premium cannot be granted.';
  premium
    .command('grant')
    .argument('<email>', 'the customer')
    .requiredOption('--until <date>', 'the last day with premium in Karachi, for example 2026-12-31')
    .requiredOption('--reason <text>', 'why, for the books')
    .description('Give a customer premium access from now on')
    .action((email: string, { until, reason }: { until: string; reason: string }) =>
      withDatabase(async (database) => {
        const body = parsed(what, grantEndpoint.body, { reason, ends_on: until });
        const { id } = await customerAt(database.db, email);
        const grant = { reason: body.reason, endsOn: body.ends_on, grantedBy: OPERATOR };
        const made = await refusedInWords(
          what,
          database.transaction(async (tx) => {
            const granted = await grantPremium(tx, id, grant, clock.now());
            const event = { kind: 'premium_granted', details: { until: grant.endsOn } } as const;
            await recordOperatorEvent(tx, { ...event, target: { type: 'customer', id } }, clock.now());
            return granted;
          }),
        );
        say(describeGrant(made, clock.now()));
      }),
    );
}

function withdrawCommand(premium: Command, { withDatabase, say, clock }: Parts): void {
  const what = 'This premium cannot be withdrawn. `premium list EMAIL` names what can be.';
  premium
    .command('withdraw')
    .argument('<id>', 'of what was granted, as `premium list` names it')
    .requiredOption('--reason <text>', 'why, for the books')
    .description('Take granted premium access back at once')
    .action((given: string, options: { reason: string }) =>
      withDatabase(async (database) => {
        const { id } = parsed(what, withdrawEndpoint.params, { id: given });
        const { reason } = parsed(what, withdrawEndpoint.body, options);
        const withdrawn = await refusedInWords(
          what,
          database.transaction(async (tx) => {
            const revoked = await revokeGrant(tx, id, { reason, revokedBy: OPERATOR }, clock.now());
            const target = { type: 'customer', id: revoked.userId };
            await recordOperatorEvent(tx, { kind: 'premium_revoked', target }, clock.now());
            return revoked;
          }),
        );
        say(describeGrant(withdrawn, clock.now()));
      }),
    );
}

async function customerAt(db: Queryable, email: string) {
  const customer = await findCustomerByEmail(db, email);
  if (!customer) throw new StartupError(`There is no customer with the e-mail address ${email}.`);
  return customer;
}

function parsed<T extends z.ZodMiniType>(what: string, schema: T, input: object): z.output<T> {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw inWords(what, toFieldErrors(result.error.issues, input));
}
