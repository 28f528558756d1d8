import type { Command } from 'commander';
import * as z from 'zod/mini';
import { toFieldErrors } from '#core/contract/api/field-errors.ts';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import { formatMinute, toOperatorError, withOperatorErrors } from '#core/server/commands/output.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  grantPremium as grantEndpoint,
  revokeGrant as revokeEndpoint,
} from '#features/billing/contract/admin-endpoints.ts';
import { grantPremium, listGrants, revokeGrant } from '#features/billing/server/billing.ts';

type PremiumDependencies = Pick<CommandDependencies, 'withDatabase' | 'print' | 'clock'>;

/** The actor in the security log. */
const OPERATOR = 'command line';

/** `tezi premium …`: grants premium access without a payment through Paddle, for example after a bank transfer. */
export function addPremiumCommands(program: Command, dependencies: PremiumDependencies): void {
  const { withDatabase, print, clock } = dependencies;
  const premium = program.command('premium').description('Premium access granted without a payment');
  addGrantCommand(premium, dependencies);
  addRevokeCommand(premium, dependencies);

  premium
    .command('list')
    .argument('<email>', 'the customer')
    .description('List the grants of a customer, including ended and revoked ones')
    .action((email: string) =>
      withDatabase(async (database) => {
        const { id } = await findCustomer(database.db, email);
        const grants = await listGrants(database.db, [id]);
        if (grants.length === 0) print(`${email} has no grants.`);
        for (const grant of grants) print(describeGrant(grant, clock.now()));
      }),
    );
}

function addGrantCommand(premium: Command, { withDatabase, print, clock }: PremiumDependencies): void {
  const summary = 'Premium access cannot be granted.';
  premium
    .command('grant')
    .argument('<email>', 'the customer')
    .requiredOption('--until <date>', 'the last date with premium access in Karachi, for example 2026-12-31')
    .requiredOption('--reason <text>', 'the reason, for the audit log')
    .description('Grant premium access to a customer from now on')
    .action((email: string, { until, reason }: { until: string; reason: string }) =>
      withDatabase(async (database) => {
        const body = parseInput(summary, grantEndpoint.body, { reason, ends_on: until });
        const { id } = await findCustomer(database.db, email);
        const grant = { reason: body.reason, endsOn: body.ends_on, grantedBy: OPERATOR };
        const addedGrant = await withOperatorErrors(
          summary,
          database.transaction(async (tx) => {
            const granted = await grantPremium(tx, id, grant, clock.now());
            const event = {
              kind: 'premium_granted',
              details: { until: grant.endsOn, note: body.reason },
            } as const;
            await recordOperatorEvent(tx, { ...event, target: { type: 'customer', id } }, clock.now());
            return granted;
          }),
        );
        print(describeGrant(addedGrant, clock.now()));
      }),
    );
}

function addRevokeCommand(premium: Command, { withDatabase, print, clock }: PremiumDependencies): void {
  const summary = 'This grant cannot be revoked. `premium list EMAIL` lists the grants of a customer.';
  premium
    .command('revoke')
    .argument('<id>', 'the id of the grant, from `premium list`')
    .requiredOption('--reason <text>', 'the reason, for the audit log')
    .description('Revoke granted premium access immediately')
    .action((given: string, options: { reason: string }) =>
      withDatabase(async (database) => {
        const { id } = parseInput(summary, revokeEndpoint.params, { id: given });
        const { reason } = parseInput(summary, revokeEndpoint.body, options);
        const grant = await withOperatorErrors(
          summary,
          database.transaction(async (tx) => {
            const revoked = await revokeGrant(tx, id, { reason, revokedBy: OPERATOR }, clock.now());
            const target = { type: 'customer', id: revoked.userId };
            await recordOperatorEvent(
              tx,
              { kind: 'premium_revoked', target, details: { note: reason } },
              clock.now(),
            );
            return revoked;
          }),
        );
        print(describeGrant(grant, clock.now()));
      }),
    );
}

async function findCustomer(db: Queryable, email: string) {
  const customer = await findCustomerByEmail(db, email);
  if (!customer) throw new StartupError(`There is no customer with the email ${email}.`);
  return customer;
}

function parseInput<T extends z.ZodMiniType>(summary: string, schema: T, input: object): z.output<T> {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw toOperatorError(summary, toFieldErrors(result.error.issues, input));
}

type Grant = Awaited<ReturnType<typeof listGrants>>[number];

/** Formats a premium grant: `4c1…  until 2026-12-31 19:00 UTC, by usman: Bank transfer 4711`. */
function describeGrant(grant: Grant, now: Date): string {
  const { id, reason, grantedBy, endsAt, revokedAt, revokedBy, revocationReason } = grant;
  const line = `${id}  ${endsAt > now ? 'until' : 'ended'} ${formatMinute(endsAt)}, by ${grantedBy}: ${reason}`;
  if (!revokedAt) return line;
  return `${line}\n  revoked ${formatMinute(revokedAt)} by ${revokedBy}: ${revocationReason}`;
}
